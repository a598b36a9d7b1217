def a():
    pass


def b():
    pass


hooks = [a]
hooks += [b]
for hook in hooks:
    hook()
