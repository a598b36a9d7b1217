def save(thing):
    pass
