def old():
    return 1


def new():
    return 2


def use(chosen=old):
    return chosen()


use(new)
