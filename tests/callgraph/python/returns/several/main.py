def a():
    pass


def b():
    pass


def c():
    pass


def pick(n):
    if n == 1:
        return a
    for _ in range(n):
        return b
    result = c
    result = None
    return result


pick(2)()
