def configure(**options):
    hook = options.pop("hook", None)
    hook()


def a():
    pass


def b():
    pass


configure(hook=a, name=b)
