"""Orders: from a full cart to a paid order."""

import logging

from shop.cart import Cart
from shop.payments.gateway import PaymentGateway, charge_card

log = logging.getLogger(__name__)


def place_order(cart: Cart, customer: str) -> str:
    """Charges the customer's card with the total of the cart and returns a receipt."""
    total = cart.total()
    gateway = PaymentGateway(customer)
    reference = charge_card(gateway, total)
    log.info("order %s paid", reference)
    return format_receipt(customer, reference)


def format_receipt(customer: str, reference: str) -> str:
    """Writes the line that the customer gets."""
    return f"{customer}: {reference}"
