"""A small shop: carts, orders, payments."""
