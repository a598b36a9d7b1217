"""The finished HTML of pages, read back as elements: our own, so well formed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"br", "wbr", "img", "hr", "input"})


@dataclass(slots=True)
class Element:
    """An element of a page, with the elements and texts in it."""

    tag: str
    attributes: dict[str, str]
    pieces: "list[Piece]" = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(p if isinstance(p, str) else p.text for p in self.pieces)

    def has_class(self, *names: str) -> bool:
        """Whether it is of one of these classes."""
        return bool({*self.attributes.get("class", "").split()} & {*names})

    def all(self, tag: str) -> Iterator["Element"]:
        """The elements of a kind directly in it."""
        return (p for p in self.pieces if isinstance(p, Element) and p.tag == tag)

    def below(self, *tags: str) -> Iterator["Element"]:
        """The outermost elements of these kinds in it, in order."""
        for piece in self.pieces:
            if isinstance(piece, Element):
                if piece.tag in tags:
                    yield piece
                else:
                    yield from piece.below(*tags)


Piece = Element | str


def read(html: str) -> list[Piece]:
    """Reads a piece of a page; what a list says of all its items is said of each."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for found in reader.top.below("ul"):
        _share(found)
    return reader.top.pieces


def _share(listed: Element) -> None:
    """Hands the kind of fact, and that its items are names of the code, on to them."""
    code = {"class": "sb-c"} if listed.has_class("sb-c") else {}
    fact = listed.attributes.pop("data-fact", "")
    for item in listed.all("li"):
        if fact and not item.has_class("sb-more"):
            item.attributes.setdefault("data-fact", fact)
        parts = [piece for piece in item.pieces if isinstance(piece, Element)]
        if code and not item.has_class("sb-more"):
            for part in parts:
                if part.tag == "a":
                    part.attributes |= code
            if not [part for part in parts if part.tag != "wbr"]:
                item.pieces = [Element("span", dict(code), item.pieces)]
        for inner in item.below("ul"):
            _share(inner)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.top = Element("", {})
        self._open = [self.top]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].pieces.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].pieces.append(data)
