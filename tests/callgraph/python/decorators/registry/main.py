COMMANDS = {}


def command(name):
    def keep(f):
        COMMANDS[name] = f
        return f

    return keep


@command("start")
def start():
    pass


@command("stop")
def stop():
    pass


def run(word):
    COMMANDS[word]()


run("start")
