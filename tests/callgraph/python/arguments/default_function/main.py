def plain():
    pass


def fancy():
    pass


def never():
    pass


def wrap(style=plain, unused=never):
    style()


wrap()
wrap(fancy)
