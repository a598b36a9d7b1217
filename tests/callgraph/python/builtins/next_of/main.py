def a():
    pass


def b():
    pass


found = next(iter([a]))
found()
other = next((f for f in [b]), None)
other()
