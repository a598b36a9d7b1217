"""Parcels that are on their way."""

import logging
import sqlite3

from shop.errors import NotFound, TooLate

log = logging.getLogger(__name__)

DAYS_TO_CANCEL = 2


def send_parcel(store: sqlite3.Connection, order: int, street: str) -> int:
    """Notes that a parcel has left, and returns its number."""
    made = store.execute(
        "INSERT INTO parcels (order_number, street) VALUES (?, ?)", (order, street)
    )
    log.info("order %s left for %s", order, street)
    return int(made.lastrowid or 0)


def find_parcel(store: sqlite3.Connection, number: int) -> str:
    """Finds the street that a parcel goes to."""
    row = store.execute("SELECT street FROM parcels WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise NotFound(f"parcel {number}")
    return str(row[0])


def cancel_parcel(store: sqlite3.Connection, number: int, days: int) -> None:
    """Calls a parcel back."""
    if days > DAYS_TO_CANCEL:
        raise TooLate(f"parcel {number} left {days} days ago")
    store.execute("DELETE FROM parcels WHERE number = ?", (number,))
