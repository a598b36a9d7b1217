"""The catalog finds what is cheapest."""

from shop.catalog import CatalogItem, Category, cheapest_item
from shop.money import Money


def test_the_cheapest_item_is_found():
    category = Category("tools")
    category.shelf.own.append(CatalogItem("saw", Money(900, "EUR")))
    assert cheapest_item(category).name == "saw"
