"""Links and lists of links, as templates print them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ref:
    """A link as a template prints it; without a URL it is text."""

    text: str
    url: str = ""
    hint: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list that shows its first items and says how many more there are."""

    items: tuple[Ref, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)
