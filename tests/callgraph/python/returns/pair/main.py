def a():
    pass


def b():
    pass


def pair():
    return a, b


x, y = pair()
y()
