class lazy:
    def __init__(self, make):
        self.make = make

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        return self.make(owner)


class Engine:
    def start(self):
        pass


class Car:
    @lazy
    def engine(self):
        return Engine()

    def drive(self):
        self.engine.start()
