def signal():
    pass


def outer(hook):
    middle(3, hook)


def middle(count, hook):
    inner(hook=hook)


def inner(*, hook):
    hook()


outer(signal)
