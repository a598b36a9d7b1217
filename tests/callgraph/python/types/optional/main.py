from __future__ import annotations

from typing import Optional, Union


class Shop:
    def open(self):
        pass


class Van:
    def open(self):
        pass


def one(shop: Optional[Shop]):
    shop.open()


def two(shop: Shop | None):
    shop.open()


def three(place: Union[Shop, Van]):
    place.open()
