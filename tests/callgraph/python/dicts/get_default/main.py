def a():
    pass


def missing():
    pass


TABLE = {"a": a}


def run(word):
    TABLE.get(word, missing)()


run("a")
run("b")
