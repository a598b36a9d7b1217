def one():
    pass


def two():
    pass


def three():
    pass
