def build(action):
    class Button:
        def press(self):
            action()

    return Button


def save():
    pass


build(save)().press()
