class Cheap:
    def price(self):
        return 1


class Shop:
    strategy = Cheap

    def total(self):
        return self.strategy().price()


Shop().total()
