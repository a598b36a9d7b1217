def one():
    return 1


def two():
    return 2


table = {'one': one, 'two': two}
table['two']()
