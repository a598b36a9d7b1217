from store import save


def keep(thing):
    save(thing)
    thing.save()


keep(3)
