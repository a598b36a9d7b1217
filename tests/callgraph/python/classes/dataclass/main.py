from dataclasses import dataclass, field


class Engine:
    def start(self):
        pass


def beep():
    pass


@dataclass
class Car:
    engine: Engine
    horn: object = field(default=None)

    def __post_init__(self):
        self.check()

    def check(self):
        pass

    def drive(self):
        self.engine.start()
        self.horn()


Car(Engine(), beep).drive()
