class Lamp:
    def light(self):
        return 1


def use(lamp: 'Lamp | None'):
    return lamp.light()
