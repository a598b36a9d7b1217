def risky():
    pass


def a():
    pass


def b():
    pass


try:
    done = a
    risky()
except ValueError:
    done = b
finally:
    done()
