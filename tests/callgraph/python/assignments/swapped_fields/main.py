class Pair:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def go(self):
        self.left()


def a():
    pass


def b():
    pass


def run():
    pair = Pair(a, b)
    pair.go()


run()
