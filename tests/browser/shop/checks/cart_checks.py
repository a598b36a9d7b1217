"""Checks of the cart."""

from shop.cart import Cart


def check_total_of_two_items() -> None:
    cart = Cart("EUR")
    cart.add_item("book", 1250, quantity=2)
    assert cart.total().amount == 2500
