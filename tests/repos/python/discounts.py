"""Discounts, the highest first."""


class Discount:
    def off(self, price: int) -> int:
        return price


class Half(Discount):
    def off(self, price: int) -> int:
        return price // 2


def best(given: Discount | None) -> Discount:
    if given is None:
        return Discount()
    return given
