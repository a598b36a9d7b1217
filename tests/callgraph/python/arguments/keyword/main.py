def pick():
    return 1


def use(first, chosen):
    return chosen()


use(1, chosen=pick)
