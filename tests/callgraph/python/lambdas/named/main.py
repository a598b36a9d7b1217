def one():
    return 1


call = lambda: one()
call()
