"""Customers and where they live."""

import logging
import sqlite3

from shop.errors import BadAddress, NotFound

log = logging.getLogger(__name__)


def find_customer(store: sqlite3.Connection, number: int) -> str:
    """Finds the name of a customer."""
    row = store.execute("SELECT name FROM customers WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise NotFound(f"customer {number}")
    return str(row[0])


def move_customer(store: sqlite3.Connection, number: int, postcode: str) -> None:
    """Stores where a customer lives now."""
    code = tidy_postcode(postcode)
    store.execute("UPDATE customers SET postcode = ? WHERE number = ?", (code, number))
    log.info("customer %s moved to %s", number, code)


def tidy_postcode(written: str) -> str:
    """Brings the postal code of an address into its one form: capital letters, no blanks."""
    code = drop_blanks(written).upper()
    if not code:
        raise BadAddress(written)
    return code


def drop_blanks(written: str) -> str:
    """Leaves out all white space."""
    return "".join(written.split())
