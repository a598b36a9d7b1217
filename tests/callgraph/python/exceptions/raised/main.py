class Broken(Exception):
    def __init__(self):
        super().__init__()


def work():
    raise Broken
