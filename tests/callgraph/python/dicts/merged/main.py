def a():
    pass


def b():
    pass


def c():
    pass


base = {"a": a, "b": b}
more = {**base, "b": c}
more["a"]()
more["b"]()
