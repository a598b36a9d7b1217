def one():
    return 1


def two():
    return 2


def run(key):
    return {'one': one, 'two': two}[key]()
