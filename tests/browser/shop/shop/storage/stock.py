"""What lies on the shelves of the warehouse."""

import logging
import sqlite3

from shop.errors import NotFound, OutOfStock

log = logging.getLogger(__name__)


def count_stock(store: sqlite3.Connection, item: str) -> int:
    """Counts how many of an item there are."""
    row = store.execute("SELECT count FROM stock WHERE item = ?", (item,)).fetchone()
    if row is None:
        raise NotFound(item)
    return int(row[0])


def take_stock(store: sqlite3.Connection, item: str, count: int) -> None:
    """Takes items from their shelf."""
    left = count_stock(store, item) - count
    if left < 0:
        raise OutOfStock(f"{count} of {item}")
    store.execute("UPDATE stock SET count = ? WHERE item = ?", (left, item))
    log.info("%s of %s taken", count, item)


def return_stock(store: sqlite3.Connection, item: str, count: int) -> None:
    """Puts items back on their shelf."""
    store.execute("UPDATE stock SET count = count + ? WHERE item = ?", (count, item))
