def pick():
    return 1


def use(first, second):
    return second()


row = (1, pick)
use(*row)
