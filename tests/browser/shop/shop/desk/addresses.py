"""Addresses that customers spell over the telephone."""

import logging
import sqlite3

from shop.errors import BadAddress
from shop.storage.customers import drop_blanks, find_customer
from shop.storage.parcels import find_parcel

log = logging.getLogger(__name__)

CODE_LENGTH = 5


def canonical_zip(written: str) -> str:
    """Brings a postal code of the address into one form: capital letters, no blanks."""
    code = drop_blanks(written).upper()
    if len(code) != CODE_LENGTH:
        raise BadAddress(written)
    return code


def check_address(store: sqlite3.Connection, parcel: int, spelt: str) -> str:
    """Reads an address back to the customer."""
    code = canonical_zip(spelt)
    log.info("address of parcel %s checked", parcel)
    return f"{find_customer(store, parcel)}, {find_parcel(store, parcel)}, {code}"
