class Shop:
    def open(self):
        pass


class Street:
    shop: Shop

    def __init__(self, find):
        self.other: Shop = find()

    def go(self):
        self.shop.open()
        self.other.open()
