"""What people wrote of the code, kept in the repository, and stronger than any summary.

A note is a Markdown file in ``sourcebook/notes/``. Its head says what it is of, by the id
of a definition, a file, a folder or ``system``, and which rules a person confirmed::

    ---
    of: shop/money.py::close_invoice
    confirms: invoice.total > 1000 @3f9a2c
    ---
    Closes an invoice for good; accounting relies on it.

The first paragraph takes the place of the summary, the others stand beside it. The text
of a note is its own evidence. An id follows the renames that git knows of, a folder goes where more
than half of its files went together. A note of what is gone stays in the list, without a
unit. A confirmation counts as long as the rule has the sign that is written behind its
condition.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sourcebook.analyze.verify import Sources
from sourcebook.model import Claim, ClaimKind, ParsedFile, PersonNote, Summary
from sourcebook.shelf import paths_of

FOLDER = "sourcebook/notes"
PERSON = "person"

_FIELD = re.compile(r"(of|confirms):\s*(.+?)\s*$")
_SAFE = re.compile(r"[^A-Za-z0-9.-]+")

Former = Sequence[tuple[str, Sequence[str]]]


def read_notes(parsed: Sequence[ParsedFile], former: Former) -> tuple[PersonNote, ...]:
    """The notes of a repository, each with the unit of today that it is of."""
    paths = paths_of(parsed)
    written = [path for path in paths if path.startswith(f"{FOLDER}/") and path.endswith(".md")]
    if not written:
        return ()
    sources = Sources(parsed)
    units = _units(parsed)
    today = {before: now for now, names in former for before in names}
    return tuple(_note(path, sources, units, today) for path in written)


def file_name(unit: str) -> str:
    """The name of a new note's file."""
    return f"{_SAFE.sub('-', unit).strip('-.') or 'note'}.md"


def _units(parsed: Sequence[ParsedFile]) -> frozenset[str]:
    """All that a note can be of."""
    paths = [file.path for file in parsed]
    parts = [path.split("/") for path in paths]
    folders = {"/".join(names[:at]) for names in parts for at in range(1, len(names))}
    chunks = {chunk.id for file in parsed for chunk in file.chunks}
    return frozenset({"system", ".", *paths, *folders, *chunks})


def _note(
    path: str, sources: Sources, units: frozenset[str], today: Mapping[str, str]
) -> PersonNote:
    lines = sources.lines(path)
    start, fields = _head(lines)
    of = next((value for name, value in fields if name == "of"), "")
    confirms = tuple(value for name, value in fields if name == "confirms")
    claims = tuple(_paragraphs(path, lines, start, sources))
    return PersonNote(path, of, _unit(of, units, today), claims, confirms)


def _head(lines: Sequence[str]) -> tuple[int, list[tuple[str, str]]]:
    """Where the text begins, and the fields above it."""
    if not lines or lines[0].strip() != "---":
        return 0, []
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == "---"), len(lines))
    found = [(match[1], match[2]) for line in lines[1:end] if (match := _FIELD.match(line))]
    return end + 1, found


def _paragraphs(path: str, lines: Sequence[str], start: int, sources: Sources) -> Iterator[Claim]:
    """The paragraphs as claims: the summary first, then what stands beside it."""
    begun, kind = -1, ClaimKind.RESPONSIBILITY
    for at in range(start, len(lines) + 1):
        empty = at == len(lines) or not lines[at].strip()
        if not empty and begun < 0:
            begun = at
        if empty and begun >= 0:
            text = " ".join(" ".join(lines[begun:at]).split())
            quote = sources.quote(path, begun + 1, at)
            if quote is not None:
                yield Claim(text, kind, (quote,), 1.0, PERSON)
            begun, kind = -1, ClaimKind.NOTE


def _unit(of: str, units: frozenset[str], today: Mapping[str, str]) -> str:
    """The id as it is today; empty when there is no such unit any more."""
    if of in units:
        return of
    path, separator, name = of.partition("::")
    moved = today.get(path, path) if separator or path in today else _moved(path, today)
    moved = f"{moved}{separator}{name}"
    return moved if moved in units else ""


def _moved(folder: str, today: Mapping[str, str]) -> str:
    """Where most of the files went that a folder held, each with what it was below; or ""."""
    went: Counter[str] = Counter()
    held = 0
    for before, now in today.items():
        below = before.removeprefix(f"{folder}/")
        if below != before:
            held += 1
            if now == below or now.endswith(f"/{below}"):
                went[now.removesuffix(below).rstrip("/") or "."] += 1
    best, count = max(went.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return best if count * 2 > held else ""


def claims_by_unit(notes: Sequence[PersonNote]) -> dict[str, tuple[Claim, ...]]:
    """What people wrote of each unit, in the order of the notes' paths."""
    found: dict[str, tuple[Claim, ...]] = {}
    for note in notes:
        if note.unit and note.claims:
            found[note.unit] = found.get(note.unit, ()) + note.claims
    return found


def corrected(summary: Summary, claims: Sequence[Claim]) -> Summary:
    """The summary with the words of people in front; its own sentence stands beside them."""
    if not claims:
        return summary
    first, *beside = claims
    own = summary.responsibility
    also = () if own is None else (replace(own, kind=ClaimKind.NOTE),)
    beside = [replace(claim, kind=ClaimKind.NOTE) for claim in beside]
    return replace(
        summary,
        responsibility=first,
        claims=(*beside, *also, *summary.claims),
        origin=PERSON,
    )
