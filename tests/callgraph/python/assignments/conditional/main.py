def day():
    pass


def night():
    pass


def fallback():
    pass


def choose(dark, given=None):
    shown = night if dark else day
    shown()
    other = given or fallback
    other()


choose(True)
