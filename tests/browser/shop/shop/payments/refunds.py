"""Refunds: money back to the customer."""

from shop.money import Money
from shop.payments.gateway import PaymentGateway

APPROVAL_LIMIT = 10_000


def refund_order(gateway: PaymentGateway, money: Money, *, approved: bool = False) -> str:
    """Gives money back; a large amount needs an approval.

    Raises:
        PermissionError: The amount is above the limit and nobody approved it.
    """
    if needs_approval(money) and not approved:
        raise PermissionError("not approved")
    return gateway.send("refund", money)


def needs_approval(money: Money) -> bool:
    """Whether an amount is above the limit."""
    return money.amount > APPROVAL_LIMIT
