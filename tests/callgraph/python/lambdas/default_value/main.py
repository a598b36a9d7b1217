def a():
    pass


def b():
    pass


call = lambda f=a: f()
call()
other = lambda *fs: fs[0]()
other(b)
