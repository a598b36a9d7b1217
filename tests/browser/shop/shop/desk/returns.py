"""Returns: goods come back, and money after them."""

import logging
import sqlite3

from shop.errors import TooLate
from shop.payments.gateway import PaymentGateway
from shop.payments.refunds import refund_order
from shop.storage.invoices import find_invoice
from shop.storage.parcels import find_parcel
from shop.storage.stock import return_stock

log = logging.getLogger(__name__)

DAYS_TO_RETURN = 14


def take_back(store: sqlite3.Connection, order: int, item: str, days: int) -> str:
    """Takes an item back and refunds what was paid for the order."""
    if days > DAYS_TO_RETURN:
        raise TooLate(f"order {order} is {days} days old")
    log.info("order %s comes back from %s", order, find_parcel(store, order))
    return_stock(store, item, 1)
    return refund_order(PaymentGateway(str(order)), find_invoice(store, order))
