class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        return self.tick()

    def tick(self):
        return Step()


class Step:
    def show(self):
        pass


for step in Countdown(3):
    step.show()
