"""Money: whole numbers of the smallest unit, with their currency."""

from dataclasses import dataclass


class CurrencyMismatch(ValueError):
    """Two amounts of different currencies met."""


@dataclass(frozen=True)
class Money:
    """An amount in the smallest unit of a currency."""

    amount: int
    currency: str

    def __add__(self, other: "Money") -> "Money":
        """Adds two amounts of one currency."""
        self._require_same(other)
        return Money(self.amount + other.amount, self.currency)

    def times(self, factor: int) -> "Money":
        """Multiplies the amount by a whole number."""
        return Money(self.amount * factor, self.currency)

    def _require_same(self, other: "Money") -> None:
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} is not {other.currency}")


def convert_currency(money: Money, currency: str, rate: float) -> Money:
    """Converts an amount at a rate and rounds half to even."""
    return Money(round(money.amount * rate), currency)
