def a():
    pass


def run(text):
    eval(text)()
    exec(text)


run("a")
