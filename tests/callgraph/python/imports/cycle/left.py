import right


def go():
    right.go()


def back():
    pass
