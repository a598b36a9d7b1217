def a():
    pass


def worker():
    while True:
        job = yield
        job()


work = worker()
next(work)
work.send(a)
