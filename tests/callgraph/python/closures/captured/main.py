def outer():
    def inner():
        return 1

    def other():
        return inner()

    return other()


outer()
