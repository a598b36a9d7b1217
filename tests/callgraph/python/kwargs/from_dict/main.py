def run(first, then):
    then()


def a():
    pass


def b():
    pass


options = {"then": b}
options["first"] = a
run(**options)
run(**dict(first=b, then=a))
