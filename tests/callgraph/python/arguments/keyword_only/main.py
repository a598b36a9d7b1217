def brew():
    pass


def roast():
    pass


def serve(size, /, *, first, then):
    then()
    first()


serve(1, then=roast, first=brew)
