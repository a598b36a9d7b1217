"""Entry point: sells one book to one customer."""

from shop.cart import Cart
from shop.orders import place_order


def main() -> None:
    """Fills a cart and places the order."""
    cart = Cart("EUR")
    cart.add_item("book", 1250, quantity=2)
    print(place_order(cart, customer="ada"))


if __name__ == "__main__":
    main()
