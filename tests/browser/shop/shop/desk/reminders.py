"""Reminders to customers who have not paid."""

import logging
import sqlite3

from shop.errors import NotFound
from shop.storage.customers import find_customer
from shop.storage.invoices import find_invoice

log = logging.getLogger(__name__)


def remind(store: sqlite3.Connection, customer: int, orders: list[int]) -> str:
    """Writes the letter that lists what a customer owes."""
    if not orders:
        raise NotFound(f"orders of customer {customer}")
    lines = [f"{order}: {find_invoice(store, order).amount}" for order in orders]
    log.info("customer %s reminded of %s orders", customer, len(orders))
    return "\n".join([f"Dear {find_customer(store, customer)},", *lines])
