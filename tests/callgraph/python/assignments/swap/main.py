def one():
    return 1


def two():
    return 2


a, b = one, two
a, b = b, a
a()
