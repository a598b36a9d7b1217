def a():
    pass


def b():
    pass


for f in reversed(list({a, b})):
    f()
