def run():
    pass


def go():
    run()
