def a():
    pass


def b():
    pass


def work(jobs):
    while jobs:
        jobs.pop()()


pending = [a]
pending.insert(0, b)
work(pending)
