def one():
    return 1


for name, call in {'a': one}.items():
    call()
