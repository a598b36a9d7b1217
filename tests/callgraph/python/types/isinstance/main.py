class Lamp:
    def light(self):
        return 1


def use(thing):
    if isinstance(thing, Lamp):
        thing.light()
