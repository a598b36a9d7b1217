def make(f):
    def inner():
        f()

    return inner


def target():
    pass


made = make(target)
made()
