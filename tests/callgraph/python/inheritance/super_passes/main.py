class Base:
    def __init__(self, hook):
        self.hook = hook


class Middle(Base):
    def __init__(self, hook, name):
        super().__init__(hook)
        self.name = name


class Leaf(Middle):
    def __init__(self, hook):
        super().__init__(hook, "leaf")

    def fire(self):
        self.hook()


def bang():
    pass


Leaf(bang).fire()
