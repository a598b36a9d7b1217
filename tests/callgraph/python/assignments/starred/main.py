def a():
    pass


def b():
    pass


def c():
    pass


def d():
    pass


first, *rest, end = [a, b, c, d]
rest[1]()
end()
