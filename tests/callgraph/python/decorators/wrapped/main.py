def twice(work):
    def inner():
        return work()

    return inner


@twice
def job():
    return 1


job()
