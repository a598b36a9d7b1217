import functools
from functools import partial, reduce


def paint(colour, wall):
    mix(colour, wall)


def mix(a, b):
    return a


red = partial(paint, "red")
red("wall")
functools.partial(mix, 1)(2)
reduce(mix, [1, 2, 3])
