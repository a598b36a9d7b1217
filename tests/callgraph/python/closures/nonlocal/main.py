def one():
    return 1


def outer():
    chosen = None

    def choose():
        nonlocal chosen
        chosen = one

    choose()
    return chosen()
