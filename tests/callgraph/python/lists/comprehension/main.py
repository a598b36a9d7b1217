def one():
    return 1


[call() for call in [one]]
