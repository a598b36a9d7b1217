def one():
    return 1


def many():
    yield one


for call in many():
    call()
