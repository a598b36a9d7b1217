def a():
    pass


def b():
    pass


table = {f.__name__: f for f in (a, b)}
for name, f in table.items():
    f()
