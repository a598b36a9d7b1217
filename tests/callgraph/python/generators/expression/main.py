def a():
    pass


def b():
    pass


def keep(f):
    return True


for f in (g for g in [a, b] if keep(g)):
    f()
