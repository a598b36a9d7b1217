def a():
    pass


def b():
    pass


table = {"x": {"y": a, "z": b}}
table["x"]["y"]()
