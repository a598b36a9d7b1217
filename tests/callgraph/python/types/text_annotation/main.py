from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shop import Shop


def use(shop: "Shop"):
    shop.open()
