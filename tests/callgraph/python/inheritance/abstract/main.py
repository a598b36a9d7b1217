from abc import ABC, abstractmethod


class Step(ABC):
    def run(self):
        self.before()
        self.work()

    def before(self):
        pass

    @abstractmethod
    def work(self):
        ...


class Wash(Step):
    def work(self):
        pass


class Dry(Step):
    def work(self):
        pass


for step in (Wash(), Dry()):
    step.run()
