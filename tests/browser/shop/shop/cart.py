"""The cart: what a customer means to buy."""

from shop.money import Money

MAX_ITEM_COUNT = 99


class Cart:
    """Items with their prices, in the order in which they were added."""

    def __init__(self, currency: str) -> None:
        self.currency = currency
        self.items: list[tuple[str, Money, int]] = []

    def add_item(self, name: str, price: int, *, quantity: int = 1) -> None:
        """Puts an item into the cart.

        Raises:
            ValueError: The quantity is not between 1 and the limit.
        """
        if not 1 <= quantity <= MAX_ITEM_COUNT:
            raise ValueError(f"{quantity} of {name}")
        self.items.append((name, Money(price, self.currency), quantity))

    def total(self) -> Money:
        """Sums up all items."""
        total = Money(0, self.currency)
        for _, price, quantity in self.items:
            total = total + price.times(quantity)
        return total
