def a():
    pass


def b():
    pass


def c():
    pass


jobs = [a, b, c]
jobs[1:][0]()
jobs[-1]()
