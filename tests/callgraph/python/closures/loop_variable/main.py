def a():
    pass


def b():
    pass


def collect():
    made = []
    for f in (a, b):
        made.append(lambda: f())
    return made


for call in collect():
    call()
