import functools


def outer(f):
    @functools.wraps(f)
    def first():
        return f()

    return first


def inner(f):
    def second():
        return f()

    return second


@outer
@inner
def go():
    pass


go()
