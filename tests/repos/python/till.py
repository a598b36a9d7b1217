"""Adds up what a customer buys."""

from dataclasses import dataclass

from discounts import Discount, best

LIMIT = 20


@dataclass
class Item:
    """One thing that is sold."""

    name: str
    price: int

    @property
    def label(self) -> str:
        return f"{self.name}: {self.price}"


def total(items: list[Item], discount: Discount | None = None) -> int:
    """Returns the price of all items.

    Args:
        items: What is bought.
        discount: Taken off the sum.

    Raises:
        ValueError: There are more items than a till takes.
    """
    if len(items) > LIMIT:
        raise ValueError("too many items")
    # TODO: round to whole cents
    return best(discount).off(sum(item.price for item in items))
