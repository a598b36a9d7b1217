def helper():
    pass


def work():
    def helper():
        pass

    def deep():
        helper()

    deep()


def other():
    helper()


work()
other()
