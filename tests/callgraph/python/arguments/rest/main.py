def pick():
    return 1


def use(*chosen):
    return chosen[0]()


use(pick)
