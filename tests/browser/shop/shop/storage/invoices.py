"""Invoices: who owes what, and until when."""

import logging
import sqlite3

from shop.errors import NotFound, TooLate
from shop.money import Money

log = logging.getLogger(__name__)

DAYS_TO_PAY = 30


def find_invoice(store: sqlite3.Connection, order: int) -> Money:
    """Finds what is owed for an order."""
    query = "SELECT amount, currency FROM invoices WHERE order_number = ?"
    row = store.execute(query, (order,)).fetchone()
    if row is None:
        raise NotFound(f"invoice of order {order}")
    return Money(int(row[0]), str(row[1]))


def settle_invoice(store: sqlite3.Connection, order: int, days: int) -> None:
    """Strikes off an invoice that was paid in time."""
    if days > DAYS_TO_PAY:
        raise TooLate(f"invoice of order {order} is {days} days old")
    store.execute("DELETE FROM invoices WHERE order_number = ?", (order,))
    log.info("invoice of order %s settled", order)
