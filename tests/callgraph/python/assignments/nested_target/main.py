def a():
    pass


def b():
    pass


def c():
    pass


x, (y, [z]) = a, (b, [c])
z()
x()
