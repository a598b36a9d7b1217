def a():
    pass


def b():
    pass


for f in [a] + [b]:
    f()
