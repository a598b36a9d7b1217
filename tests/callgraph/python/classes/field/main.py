class Lamp:
    def light(self):
        return 1


class Room:
    def __init__(self):
        self.lamp = Lamp()

    def enter(self):
        return self.lamp.light()
