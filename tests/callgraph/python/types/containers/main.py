class Shop:
    def open(self):
        pass


def use(shops: list[Shop], by_name: dict[str, Shop]):
    for shop in shops:
        shop.open()
    by_name["x"].open()


def sure(name: str) -> Shop:
    raise KeyError(name)


def more():
    sure("x").open()
