"""The outline of a record, whatever markup it is written in.

Headings in Markdown (also underlined, also without the blank after ``#``),
reStructuredText, AsciiDoc and Org; facts about the record in front matter, a head in the
manner of mail, bullets, bold labels, field lists and tables. Everything keeps its line.
Nothing is required: a file of one paragraph has an outline, too.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from sourcebook.analyze.decisions.words import key_of, section_of

#: Lines at the top in which facts are looked for.
_HEAD_LINES = 60

_FENCE = re.compile(r"\s*(```|~~~)")
_ATX = re.compile(r"(#{1,6})(?=[ \t]|\d)\s*(.*?)\s*#*\s*$")
_ASCIIDOC = re.compile(r"(={1,6})\s+(\S.*?)\s*$")
_ORG = re.compile(r"(\*{1,6})\s+(\S.*?)\s*$")
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}\s*$")
_BOLD_HEADING = re.compile(r"\s*(?:\*\*|__)([^*_]+?)(?:\*\*|__)\s*[:\uff1a]?\s*$")
_FACT = re.compile(
    r"\s*(?:>\s*)?(?:[-*+]\s+)?(?:\*\*|__|\*)?([^\W\d][\w \-#]{0,28}?)(?:\*\*|__|\*)?\s*(?:::?|\uff1a)"
    r"(?:\*\*|__|\*)?(?:\s+|(?<=\uff1a)|$)(.*)$"
)
_FIELD = re.compile(r"\s*:([^:\n]{1,30}):\s+(.*)$")
_MAIL = re.compile(r"([A-Z][A-Za-z-]*):(?:\s+(.*))?$")
_NUMBER = re.compile(
    r"^\W*(?:(?:ADR|adr|Adr|PEP|EIP|KEP|RFC)(?:[-_ ][A-Z]{1,6})?[-_ #]*\d+|\d{1,5}(?=\s*[.:)\-\u2013—]|\s+\S))\s*[.:)\-\u2013—]*\s*"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that the head states: its text, and the line it begins on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the record under one heading; ``name`` is canonical."""

    name: str
    heading: str
    line: int  # of the heading
    text: str
    first: int  # line of the text's first line


@dataclass(slots=True)
class Outline:
    """What a record says, part by part."""

    title: str = ""
    title_line: int = 1
    facts: dict[str, Fact] = field(default_factory=dict)
    head: Section = field(default_factory=lambda: Section("head", "", 1, "", 1))
    sections: list[Section] = field(default_factory=list)

    def section(self, name: str) -> Section | None:
        """The first section of that name."""
        return next((part for part in self.sections if part.name == name), None)


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    line: int  # of the heading, from 1
    body: int  # first line after it


def read_outline(lines: Sequence[str], extension: str) -> Outline:
    """Reads the outline of the record that the lines hold."""
    outline = Outline()
    start = _front_matter(lines, outline)
    mail = 0 if start else _mail_head(lines, outline)
    start = start or mail
    headings = list(_headings(lines, start, extension))
    title = None if mail and "title" in outline.facts else _title(headings, outline)
    if title is not None:
        headings.remove(title)
        outline.title, outline.title_line = title.text, title.line
    elif "title" in outline.facts:
        outline.title = outline.facts["title"].text
        outline.title_line = outline.facts["title"].line
    first = title.body if title is not None else start + 1
    _sections(lines, headings, first, outline)
    _facts(lines[:_HEAD_LINES], start, outline)
    return outline


# ---------------------------------------------------------------------------- the head


def _front_matter(lines: Sequence[str], outline: Outline) -> int:
    """Reads the block between ``---`` lines; returns how many lines it takes."""
    mark = lines[0].strip() if lines else ""
    if mark not in {"---", "+++"}:
        return 0
    end = next((n for n in range(1, len(lines)) if lines[n].strip() in {mark, "..."}), 0)
    for key, name, value in _keyed(lines[1:end], toml=mark == "+++"):
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[:=]")
        line = next((n for n in range(1, end) if pattern.match(lines[n])), 1)
        outline.facts.setdefault(name, Fact(value, line + 1))
    return end + 1 if end else 0


def add_facts(lines: Sequence[str], outline: Outline) -> None:
    """Adds the facts of a YAML file beside the record; of the record, they have its first line."""
    for _, name, value in _keyed(lines, toml=False):
        outline.facts.setdefault(name, Fact(value, 1))


def _keyed(lines: Sequence[str], *, toml: bool) -> Iterator[tuple[str, str, str]]:
    """Each key as written, the canonical one, and its value, of those that have a value."""
    block = "\n".join(lines)
    data: Any
    try:
        data = tomllib.loads(block) if toml else yaml.safe_load(block)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError, RecursionError):
        data = dict(line.split(":", 1) for line in lines if re.match(r"[\w-]+:", line))
    for key, value in _flat(data) if isinstance(data, Mapping) else ():
        name = key_of(key.replace("_", "-")) or key_of(key)
        if name and value.strip():
            yield key, name, value.strip()


def _flat(data: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    """Keys and values as text; of nested tables, one level."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from ((str(inner), _words(item)) for inner, item in value.items())
        else:
            yield str(key), _words(value)


def _words(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(_words(item) for item in value)
    return "" if value is None else str(value)


def _mail_head(lines: Sequence[str], outline: Outline) -> int:
    """Reads ``Key: value`` lines at the top, at least three of them."""
    found: list[tuple[str, Fact]] = []
    for number, line in enumerate(lines):
        match = _MAIL.match(line)
        if match:
            found.append((match[1], Fact(match[2] or "", number + 1)))
        elif found and line[:1] in {" ", "\t"} and line.strip():
            key, fact = found[-1]
            found[-1] = (key, Fact(f"{fact.text} {line.strip()}", fact.line))
        else:
            break
    if len(found) < 3:
        return 0
    for key, fact in found:
        name = key_of(key)
        if name and fact.text:
            outline.facts.setdefault(name, fact)
    return len(found)


def _facts(lines: Sequence[str], start: int, outline: Outline) -> None:
    """Reads bullets, labels, fields and tables; what is known already stays."""
    for number, line in enumerate(lines[start:], start + 1):
        match = _FACT.match(line) or _FIELD.match(line)
        name = key_of(match[1]) if match else ""
        if "|" in line and not name:
            _table_row(lines, number, outline)
            continue
        if match and name and name not in outline.facts:
            value = " ".join([match[2].strip(), *_continued(lines, number)]).strip()
            if value:
                outline.facts[name] = Fact(value, number)


def _continued(lines: Sequence[str], number: int) -> Iterator[str]:
    """Lines that go on with a bullet: indented more, and no bullet themselves."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    for line in lines[number:]:
        depth = len(line) - len(line.lstrip())
        if not line.strip() or depth <= indent or re.match(r"\s*[-*+|#:]", line):
            return
        yield line.strip()


def _table_row(lines: Sequence[str], number: int, outline: Outline) -> None:
    """Reads a row that begins with a key, or a row below a header whose cells are keys."""
    cells = _cells(lines[number - 1])
    names = [key_of(cell.rstrip("*_:\uff1a ")) for cell in cells]
    if _is_rule(lines, number):
        if "status" in names and number + 1 < len(lines):
            for name, value in zip(names, _cells(lines[number + 1]), strict=False):
                if name and value:
                    outline.facts.setdefault(name, Fact(value, number + 2))
    elif len(cells) >= 2 and names[0] and not names[1] and cells[1]:
        outline.facts.setdefault(names[0], Fact(cells[1], number))


def _is_rule(lines: Sequence[str], number: int) -> bool:
    """Whether the line after ``number`` parts the head of a table from its rows."""
    return number < len(lines) and re.fullmatch(r"[\s|:]*-[\s|:\-]*", lines[number]) is not None


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix("|")
    cells = re.split(r"(?<!\\)\|", row.removesuffix("|"))
    return [cell.replace("\\|", "|").strip() for cell in cells]


# ------------------------------------------------------------------------ the headings


def _headings(lines: Sequence[str], start: int, extension: str) -> Iterator[_Heading]:
    """Headings in order; those within fenced code are none."""
    marked = {"adoc": _ASCIIDOC, "asciidoc": _ASCIIDOC, "org": _ORG}.get(extension, _ATX)
    characters: list[str] = []
    fence = ""
    number = start
    while number < len(lines):
        line = lines[number]
        number += 1
        opened = _FENCE.match(line)
        if opened and (not fence or fence == opened[1]):
            fence = "" if fence else opened[1]
        if fence or opened:
            continue
        match = marked.match(line)
        bold = _BOLD_HEADING.match(line)
        if match and not (marked is _ATX and extension == "rst"):
            yield _Heading(len(match[1]), _plain(match[2]), number, number + 1)
        elif bold and section_of(bold[1]) not in {"other", "metadata", "links"}:
            yield _Heading(7, _plain(bold[1]), number, number + 1)
        elif _is_underlined(lines, number, extension):
            mark = lines[number].strip()[0]
            if mark not in characters:
                characters.append(mark)
            level = characters.index(mark) + 1 if extension == "rst" else 1 + (mark == "-")
            yield _Heading(level, _plain(line), number, number + 2)
            number += 1


def _is_underlined(lines: Sequence[str], number: int, extension: str) -> bool:
    """Whether the line ``number`` is a heading by the line below it."""
    line = lines[number - 1]
    if (
        number >= len(lines)
        or not line.strip()
        or line[:1] in " \t|>-*+#"
        or _UNDERLINE.match(line)
    ):
        return False
    rule = _UNDERLINE.match(lines[number])
    if rule is None:
        return False
    before = lines[number - 2].strip() if number >= 2 else ""
    if extension == "rst" or extension in {"txt", ""}:
        return len(lines[number].rstrip()) >= min(len(line.rstrip()), 3)
    return rule[1] in "=-" and (not before or bool(_UNDERLINE.match(before)))


def _title(headings: Sequence[_Heading], outline: Outline) -> _Heading | None:
    """The heading that is the record's title: the first, unless it opens a known section."""
    if not headings:
        return None
    first = headings[0]
    if section_of(first.text) == "other":
        return first
    same = [heading for heading in headings if heading.level <= first.level]
    lone = len(same) == 1 and "title" not in outline.facts and first.level == 1
    return first if lone else None


def _sections(
    lines: Sequence[str], headings: Sequence[_Heading], first: int, outline: Outline
) -> None:
    """Cuts the text at its upper headings, and at lower ones that open a known section."""
    upper = min((heading.level for heading in headings), default=1)
    cuts = [h for h in headings if h.level == upper or section_of(h.text) != "other"]
    end = cuts[0].line if cuts else len(lines) + 1
    outline.head = Section("head", "", outline.title_line, *_body(lines, first, end))
    for index, cut in enumerate(cuts):
        end = cuts[index + 1].line if index + 1 < len(cuts) else len(lines) + 1
        text, line = _body(lines, cut.body, end)
        outline.sections.append(Section(section_of(cut.text), cut.text, cut.line, text, line))


def _body(lines: Sequence[str], first: int, end: int) -> tuple[str, int]:
    """The lines from ``first`` to before ``end`` without empty ones around, and the first's number."""
    while first < end and not lines[first - 1].strip():
        first += 1
    return "\n".join(lines[first - 1 : end - 1]).rstrip(), first


def title_of(heading: str) -> str:
    """A title without its number, unless there is nothing else."""
    return _NUMBER.sub("", heading).strip() or heading.strip()


def _plain(heading: str) -> str:
    """A heading without markup: links, emphasis, anchors, images."""
    text = re.sub(r"\{#[^}]*\}\s*$", "", heading)
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    return re.sub(r"(?<!\w)[*_`]+|[*_`]+(?!\w)", "", text).strip()
