def old():
    return 1


def new():
    return 2


chosen = old
chosen = new
chosen()
