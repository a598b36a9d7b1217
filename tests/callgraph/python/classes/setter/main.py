class Tank:
    def __init__(self):
        self.level = 0

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        self.check(value)
        self._level = value

    def check(self, value):
        pass


Tank()
