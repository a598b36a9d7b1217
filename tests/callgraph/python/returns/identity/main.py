def one():
    return 1


def two():
    return 2


def same(thing):
    return thing


same(one)
same(two)()
