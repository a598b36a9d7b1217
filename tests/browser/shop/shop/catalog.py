"""The catalog: categories within categories, and what is on their shelves."""

from collections.abc import Iterator

from shop.money import Money


class CatalogItem:
    """Something that can be bought, with its price."""

    def __init__(self, name: str, price: Money) -> None:
        self.name = name
        self.price = price


class Category:
    """A category: items of its own, and categories below it."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.shelf = Shelf()

    def walk(self) -> Iterator[CatalogItem]:
        """Goes through all items, those of the categories below too."""
        yield from self.shelf.items()


class Shelf:
    """What a category holds."""

    def __init__(self) -> None:
        self.categories: list[Category] = []
        self.own: list[CatalogItem] = []

    def items(self) -> Iterator[CatalogItem]:
        """Goes through the items on the shelf, then through the categories."""
        yield from self.own
        for category in self.categories:
            yield from category.walk()


def cheapest_item(category: Category) -> CatalogItem:
    """Finds the item of the least price in a category.

    Raises:
        LookupError: The category holds nothing.
    """
    items = sorted(category.walk(), key=lambda item: item.price.amount)
    if not items:
        raise LookupError(category.title)
    return items[0]
