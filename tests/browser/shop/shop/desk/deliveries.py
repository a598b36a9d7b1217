"""Deliveries: from the shelf to the door."""

import logging
import sqlite3

from shop.errors import OutOfStock
from shop.storage.customers import find_customer
from shop.storage.parcels import send_parcel
from shop.storage.stock import count_stock, take_stock

log = logging.getLogger(__name__)


def deliver(store: sqlite3.Connection, order: int, item: str, street: str) -> int:
    """Takes an item from its shelf and sends it to the customer."""
    if not count_stock(store, item):
        raise OutOfStock(item)
    take_stock(store, item, 1)
    log.info("%s for %s", item, find_customer(store, order))
    return send_parcel(store, order, street)
