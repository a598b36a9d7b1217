"""Complaints: what went wrong, and what a clerk does about it."""

import logging
import sqlite3

from shop.errors import NotFound
from shop.storage.customers import find_customer
from shop.storage.parcels import cancel_parcel

log = logging.getLogger(__name__)


def answer_complaint(store: sqlite3.Connection, customer: int, parcel: int, days: int) -> str:
    """Calls a parcel back that should not have left, and says so to the customer."""
    name = find_customer(store, customer)
    if not name:
        raise NotFound(f"name of customer {customer}")
    cancel_parcel(store, parcel, days)
    log.info("parcel %s called back", parcel)
    return f"{name}: your parcel comes back to us."
