from typing import Protocol


class Runner(Protocol):
    def run(self) -> None: ...


class Machine:
    def run(self) -> None:
        pass


def use(runner: Runner):
    runner.run()


use(Machine())
