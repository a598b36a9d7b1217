import sys


def one():
    return 1


def two():
    return 2


if sys.argv:
    chosen = one
else:
    chosen = two
chosen()
