def outer(**options):
    inner(**options)


def inner(hook=None, other=None):
    hook()


def a():
    pass


def b():
    pass


outer(hook=a, other=b)
