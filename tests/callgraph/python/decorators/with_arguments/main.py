def tag(name):
    def wrap(f):
        def inner(*args):
            return f(*args)

        return inner

    return wrap


@tag("x")
def go():
    pass


go()
