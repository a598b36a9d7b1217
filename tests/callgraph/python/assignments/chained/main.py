def a():
    pass


def b():
    pass


x = y = a
y = b
x()
y()
