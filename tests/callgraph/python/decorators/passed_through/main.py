from elsewhere import mark


@mark
def work():
    return 1


work()
