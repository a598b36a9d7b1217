class Celsius:
    def __get__(self, owner, kind=None):
        return Reading()

    def __set__(self, owner, value):
        self.check(value)

    def check(self, value):
        pass


class Reading:
    def show(self):
        pass


class Oven:
    heat = Celsius()

    def warm(self):
        self.heat = 200

    def tell(self):
        self.heat.show()


def preset():
    return Oven.heat
