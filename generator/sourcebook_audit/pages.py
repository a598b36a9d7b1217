"""Reads built HTML pages: ids, references, and the text of elements that state facts."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

#: Attributes that refer to another file, by element. ``srcset`` holds several.
_REFERENCES = {
    "a": ("href",), "area": ("href",), "link": ("href",), "script": ("src",), "img": ("src", "srcset"),
    "source": ("src", "srcset"), "iframe": ("src",), "object": ("data",), "embed": ("src",),
    "video": ("src", "poster"), "audio": ("src",), "track": ("src",), "form": ("action",),
    "use": ("href", "xlink:href"), "image": ("href", "xlink:href"), "input": ("src",),
}  # fmt: skip
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
    | {"track"}
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference of a page: the element, the attribute's value, the line in the HTML."""

    element: str
    url: str
    line: int
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """An element with ``data-fact``: its attributes without the prefix, and its text.

    A list with it states one fact an item, and ``more`` where it is cut. An element with ``data-name`` states a symbol, one
    of the class ``sb-sig`` a signature.

    Where the element itself does not say so, ``file`` is the source file that its page is
    about, ``block`` the definition that it stands in, ``start`` and ``stop`` the lines of
    that; ``href`` and ``title`` are those of the first link in it, ``paths`` the number of
    drawn edges; ``picture`` is the figure that it stands beside.
    """

    kind: str
    attributes: tuple[tuple[str, str], ...]
    text: str
    line: int

    def get(self, name: str) -> str:
        return next((value for key, value in self.attributes if key == name), "")


@dataclass(slots=True)
class PageText:
    """What one page holds for the auditor."""

    ids: set[str] = field(default_factory=set)
    references: list[Reference] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    doubled: list[tuple[str, int]] = field(default_factory=list)  # ids given twice
    file: str = ""  # the source file that the page is about
    source: str = ""  # the source file whose lines are the page
    files: list[str] = field(default_factory=list)  # every such file, on a folded page
    homes: dict[str, str] = field(default_factory=dict)  # the file that each id is part of


def read_page(path: Path) -> PageText:
    """Parses one HTML file."""
    return read_html(path.read_text(encoding="utf-8"))


def read_html(text: str) -> PageText:
    """Parses the text of one page."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    return parser.page


#: Elements that hold one sentence and the link to its proof.
_SAYING = frozenset({"p", "li", "dd", "td"})


@dataclass(slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    line: int
    text: list[str] = field(default_factory=list)


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = PageText()
        self._facts: list[_Open] = []  # open elements from the first that states a fact on
        self._lists: list[str] = []  # the kind of fact of the items of each open list
        self._said: list[str] = []  # the text since the last element that holds a sentence
        self._picture = ""  # the last figure
        self._group = ""  # the file that a group of table rows is about
        self._heading = ""  # the last id: at a file's head that of its heading
        self._block = ("", "", "")  # name and lines of the definition that the page is at

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        line = self.getpos()[0]
        self._identify(tag, attributes, line)
        for name in _REFERENCES.get(tag, ()):
            if name in attributes:
                rel = attributes.get("rel", "")
                for url in _urls(name, attributes[name]):
                    self.page.references.append(Reference(tag, url, line, rel))
        if tag in _VOID:
            return
        if tag in _SAYING:
            self._said.clear()
        self._imply(tag, attributes)
        self._enter(tag, attributes)
        self._locate(tag, attributes)
        if self._facts or "data-fact" in attributes:
            self._facts.append(_Open(tag, attributes, line))

    def _imply(self, tag: str, attributes: dict[str, str]) -> None:
        """Gives elements the kind of fact that they state without saying so."""
        kinds = attributes.get("class", "").split()
        if tag in {"ul", "ol"}:
            self._lists.append(attributes.pop("data-fact", ""))
        elif tag == "li" and self._lists and self._lists[-1]:
            cut = {"data-fact": "more", "data-of": self._lists[-1]}
            said = cut if "sb-more" in kinds else {"data-fact": self._lists[-1]}
            for name, value in said.items():
                attributes.setdefault(name, value)
        elif "data-name" in attributes:
            attributes.setdefault("data-fact", "symbol")
        elif "sb-sig" in kinds:
            attributes.setdefault("data-fact", "signature")
        self._picture = attributes.get("data-graph", self._picture)

    def _enter(self, tag: str, attributes: dict[str, str]) -> None:
        """Notes the file, definition, heading and group of rows that the page is at."""
        if "data-file" in attributes:
            self.page.file = attributes["data-file"]
            self.page.files.append(self.page.file)
            self.page.homes[self._heading] = self.page.file
            self._block = ("", "", "")
        if "data-source" in attributes:
            self.page.source = attributes["data-source"]
        if tag == "div" and "data-start" in attributes:
            name = attributes.get("data-name", "")
            self._block = (name, attributes["data-start"], attributes.get("data-stop", ""))
        if "id" in attributes:
            self._heading = attributes["id"]
            self.page.homes[self._heading] = self.page.file
        if tag == "tbody":
            self._group = attributes.get("data-path", "")

    def _locate(self, tag: str, attributes: dict[str, str]) -> None:
        """Gives facts that name no place the one of their page and definition."""
        for item in self._facts:
            if tag in {"a", "span"}:
                item.attributes.setdefault("data-title", attributes.get("title", ""))
            if tag == "a":
                item.attributes.setdefault("data-href", attributes.get("href", ""))
            if tag == "path" and "sb-graph__edge" in attributes.get("class", ""):
                drawn = int(item.attributes.get("data-paths", "0")) + 1
                item.attributes["data-paths"] = str(drawn)
        if attributes.get("data-fact") in {"condition", "within"}:
            attributes.setdefault("data-path", self._group)
        if tag == "pre" and "data-line" in attributes:
            attributes.setdefault("data-fact", "code")
            attributes.setdefault("data-path", self.page.file)
        quote = "".join(self._said) if "data-said" in attributes else attributes.get("title")
        if tag == "a" and quote and "sb-at" in attributes.get("class", "").split():
            attributes.setdefault("data-fact", "citation")
            attributes.setdefault("data-quote", quote)
            attributes.setdefault("data-href", attributes.get("href", ""))
        if "data-fact" in attributes:
            name, start, stop = self._block
            if attributes["data-fact"] == "signature":
                attributes |= {"data-path": self.page.file, "data-line": start, "data-end": stop}
            attributes.setdefault("data-file", self.page.file)
            attributes.setdefault("data-picture", self._picture)
            attributes.setdefault("data-block", name)
            attributes.setdefault("data-start", start)
            attributes.setdefault("data-stop", stop)

    def _identify(self, tag: str, attributes: dict[str, str], line: int) -> None:
        names = [attributes["id"]] if "id" in attributes else []
        if names and names[0] in self.page.ids:
            self.page.doubled.append((names[0], line))
        if tag == "a" and "name" in attributes:
            names.append(attributes["name"])
        self.page.ids.update(names)

    def handle_data(self, data: str) -> None:
        self._said.append(data)
        for item in self._facts:
            item.text.append(data)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"ul", "ol"} and self._lists:
            self._lists.pop()
        if not any(item.tag == tag for item in self._facts):
            return
        while self._facts:
            item = self._facts.pop()
            if "data-fact" in item.attributes:
                self.page.facts.append(_fact(item))
            if item.tag == tag:
                return

    def close(self) -> None:
        super().close()
        for item in self._facts:
            if "data-fact" in item.attributes:
                self.page.facts.append(_fact(item))


def _fact(item: _Open) -> Fact:
    attributes = tuple(
        (name.removeprefix("data-"), value)
        for name, value in item.attributes.items()
        if name.startswith("data-") and name != "data-fact"
    )
    return Fact(item.attributes["data-fact"], attributes, "".join(item.text), item.line)


def _urls(name: str, value: str) -> list[str]:
    if name != "srcset":
        return [value.strip()]
    return [part.split()[0] for part in value.split(",") if part.strip()]
