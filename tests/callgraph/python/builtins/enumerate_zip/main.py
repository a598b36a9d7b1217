def a():
    pass


def b():
    pass


for number, (left, right) in enumerate(zip([a], [b])):
    right()
