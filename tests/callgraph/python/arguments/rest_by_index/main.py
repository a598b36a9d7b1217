def one():
    pass


def two():
    pass


def three():
    pass


def last():
    pass


def run(head, *rest, **named):
    rest[1]()
    named["end"]()


run(one, two, three, end=last)
