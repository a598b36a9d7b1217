def pick():
    return 1


def use(**chosen):
    return chosen['one']()


use(one=pick)
