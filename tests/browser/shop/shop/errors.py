"""Errors: whatever the shop refuses is a ShopError, so that a clerk sees one kind of message."""


class ShopError(Exception):
    """The shop refuses something, and says why."""


class NotFound(ShopError):
    """Nothing is stored under a number."""


class OutOfStock(ShopError):
    """More was asked for than the shelves hold."""


class TooLate(ShopError):
    """A deadline has passed."""


class BadAddress(ShopError):
    """A parcel could not be brought there."""
