def add():
    pass


def drop():
    pass


ACTIONS = {"add": lambda: add(), "drop": lambda: drop()}


def run(word):
    ACTIONS[word]()


run("add")
run("drop")
