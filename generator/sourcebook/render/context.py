"""What every page is made with, and the small parts that many pages share."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from msgspec.structs import replace

from sourcebook.model import CallStatus, Claim, ClaimKind, Level, Page, StateEdge, SymbolId
from sourcebook.render.links import Links, folder_of, relative
from sourcebook.render.ref import Listing, Ref, Statement
from sourcebook.render.related import Near
from sourcebook.render.templates import Templates
from sourcebook.render.view import Use, View
from sourcebook.store.comparison import Comparison

#: Callers, callees and the like that a list shows before it says how many more there are.
SHOWN = 24

#: Places that prove one of them.
PLACES = 4


@dataclass(frozen=True, slots=True)
class Context:
    """What pages are made of."""

    view: View
    links: Links
    templates: Templates
    near: Near  # what is related to each file
    changes: Comparison | None = None  # since an earlier book

    def text(self, sentence: str, **values: object) -> str:
        """A fixed sentence in the language of the site."""
        return self.templates.text(sentence, **values)

    def origin(self, origin: str) -> tuple[str, str]:
        """Who made a claim, in a word and in words; empty for what was extracted."""
        if origin == "extracted":
            return "", ""
        if origin == "person":
            return self.text("by a person"), self.text("Written by a person")
        name = self.text("{name}, hypothesis", name=origin.removeprefix("model:"))
        return name, self.text("Hypothesis of a language model")

    def page(self, path: str, template: str, /, **values: object) -> Page:
        """Makes a page from a template."""
        printed = self.templates.print(f"pages/{template}", here=Here(self, path), **values)
        return Page(path, printed.encode("utf-8"))


@dataclass(frozen=True, slots=True)
class Here:
    """One page's point of view: makes every link relative to it."""

    context: Context
    page: str

    def to(self, url: str) -> str:
        return relative(self.page, url)

    def to_page(self, page: str, anchor: str = "") -> str:
        return relative(self.page, self.context.links.url(page, anchor))

    def symbol(
        self, symbol: SymbolId, from_path: str = "", *, at: str = "", written: str = ""
    ) -> Ref:
        """A link to a symbol, by the name that tells it apart where it stands."""
        links, view = self.context.links, self.context.view
        path = links.path_of(symbol)
        known = view.symbols.get(symbol)
        name = known.qualified if known is not None and known.qualified else ""
        text = name or path.rpartition("/")[2]
        url = links.symbol_url(symbol)
        if path == from_path and name:
            url = url.removeprefix(links.url(self.page))
        url = self.to(url) if url else ""
        hint = "" if url else path  # a link shows where it leads
        return Ref(text, url, hint, at=at, written=written, code=True)

    def file(self, path: str, text: str = "") -> Ref:
        links = self.context.links
        url = self.to(links.file_url(path)) if path in links.paths else ""
        return Ref(text or path, url, code=True)

    def module(self, folder: str, text: str = "") -> Ref:
        shown = text or (self.context.view.book.repository.name if folder == "." else folder)
        return Ref(shown, self.to_page(self.context.links.module(folder)), code=True)

    def lines(self, path: str, line: int, end_line: int = 0) -> Ref:
        """A link to lines of the source."""
        end_line = max(line, end_line)
        text = f"L{line}" if end_line == line else f"L{line}-{end_line}"
        return Ref(text, self.to(self.context.links.lines(path, line, end_line)))

    def crumbs(self, folder: str, last: str = "") -> list[Ref]:
        """The way from the root to a folder, and to the page itself."""
        folders = ["."]
        for part in folder.split("/") if folder != "." else ():
            folders.append(part if folders[-1] == "." else f"{folders[-1]}/{part}")
        shown = [
            replace(self.module(one, "" if one == "." else one.rpartition("/")[2]), code=False)
            for one in folders
        ]
        if last:
            return [*shown, Ref(last)]
        return [*shown[:-1], Ref(shown[-1].text)]

    def file_crumbs(self, path: str) -> list[Ref]:
        return self.crumbs(folder_of(path), path.rpartition("/")[2])

    def uses(self, uses: Sequence[Use], path: str, fact: str, *, of_caller: bool) -> Listing:
        """Callers or callees; ``path`` is the file of the symbol they belong to."""
        items = []
        for use in uses[:SHOWN]:
            lines = places(use.lines)
            item = self.symbol(use.symbol, path, at=lines, written=names(use.written))
            if of_caller and not item.url:  # else the lines are those of the file it leads to
                item = replace(item, at=f"{self.context.links.path_of(use.symbol)}:{lines}")
            items.append(item)
        return Listing(tuple(items), self.more(len(uses) - SHOWN), fact)

    def shared(self, edge: StateEdge, from_path: str = "") -> Ref:
        """A link to what symbols share: a variable, a table or a file, where we have it."""
        if edge.target in self.context.view.symbols:
            found = self.symbol(SymbolId(edge.target), from_path)
            return replace(found, text=edge.name, at=str(edge.line))
        if edge.target:
            return replace(self.file(edge.target, edge.name), at=str(edge.line))
        return Ref(edge.name, at=str(edge.line), code=True)

    def ends(self, paths: Iterable[str]) -> str:
        """How many call sites of files ended as what, in words; "" where there are none."""
        counts: Counter[CallStatus] = Counter()
        for path in paths:
            counts.update(self.context.view.ends_in.get(path, {}))
        text = self.context.text
        parts = [f"{counts[one]:,} {text(one.value)}" for one in CallStatus if counts[one]]
        return f"{counts.total():,}: {', '.join(parts)}" if parts else ""

    def listing(self, items: Iterable[Ref], shown: int = SHOWN, fact: str = "") -> Listing:
        """A list cut after ``shown`` items."""
        every = tuple(items)
        return Listing(every[:shown], self.more(len(every) - shown), fact)

    def more(self, left_out: int) -> str:
        """How many items a list leaves out, in words."""
        return self.context.text("+{n} more", n=left_out) if left_out > 0 else ""

    def statement(self, claim: Claim) -> Statement:
        """A claim with the place of its first evidence."""
        evidence = claim.evidence[0] if claim.evidence else None
        origin, hint = self.context.origin(claim.origin)
        if evidence is None:
            return Statement(claim.text, origin=origin, origin_hint=hint)
        place = self.lines(evidence.path, evidence.line, evidence.end_line)
        same = evidence.quote.strip() == claim.text.strip()
        return Statement(claim.text, place, evidence, same, origin, hint)

    def responsibility(self, level: Level, unit: str) -> Statement | None:
        claim = self.context.view.responsibility(level, unit)
        return self.statement(claim) if claim is not None else None

    def brief(self, level: Level, unit: str) -> Statement | None:
        """What a unit is for, and who says so, without the place."""
        claim = self.context.view.responsibility(level, unit)
        return self._brief(claim.text, claim.origin) if claim is not None else None

    def symbol_brief(self, symbol: SymbolId) -> Statement | None:
        """What a symbol is for, and who says so, without the place."""
        view = self.context.view
        return self._brief(view.symbol_line(symbol), view.symbol_origin(symbol))

    def _brief(self, said: str, origin: str) -> Statement | None:
        name, hint = self.context.origin(origin)
        return Statement(said, origin=name, origin_hint=hint) if said else None

    def facts_and_guesses(self, claims: Iterable[Claim]) -> tuple[list[Statement], list[Statement]]:
        """Claims that hold, and those that a model only assumes."""
        told: tuple[list[Statement], list[Statement]] = ([], [])
        for claim in claims:
            told[claim.kind is ClaimKind.ASSUMPTION].append(self.statement(claim))
        return told


def places(lines: Sequence[int]) -> str:
    """The first lines that prove something, for auditors."""
    return ",".join(map(str, lines[:PLACES]))


def names(written: Sequence[str]) -> str:
    """The names at these lines, "" where each is the expected one."""
    return ",".join(written[:PLACES]) if any(written[:PLACES]) else ""


def day(time: int) -> str:
    """The day of a time in seconds since the epoch, in UTC; "" for none."""
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d") if time else ""


def signature(text: str, name: str = "") -> str:
    """A signature with one parameter a line, where it is too long for one.

    The parameters are those behind ``name``: a bracket before it (``pub(crate)``, a receiver)
    holds none.
    """
    if len(text) <= 80 or "(" not in text:
        return text
    behind = (
        re.search(rf"(?<!\w){re.escape(name)}\s*(?:[<\[][^()]*[>\]]\s*)?\(", text) if name else None
    )
    start = behind.end() - 1 if behind is not None else text.index("(")
    opened, cuts, end = "", [start], -1
    for place in range(start, len(text)):
        character, before = text[place], text[place - 1]
        if character in "([{" or (character == "<" and (before.isalnum() or before == "_")):
            opened += character
        elif character in ")]}" or (character == ">" and before not in "-=" and opened[-1] == "<"):
            opened = opened[:-1]
            if not opened:
                end = place
                break
        elif character == "," and len(opened) == 1:
            cuts.append(place)
    if end < 0:
        return text
    edges = [*cuts, end]
    parts = [text[a + 1 : b].strip() for a, b in pairwise(edges)]
    lines = "".join(f"    {part},\n" for part in parts if part)
    return f"{text[: start + 1]}\n{lines}{text[end:]}"


__all__ = [
    "SHOWN",
    "Context",
    "Here",
    "Listing",
    "Ref",
    "Statement",
    "day",
    "names",
    "places",
    "signature",
]
