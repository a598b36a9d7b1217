"""What a record says of other records: supersedes, amends, relates.

Read where such things are stated: the status, the head, facts such as ``superseded-by:``,
admonitions, and sections of links; never in prose, where "the approach that superseded
the old one" is a story. A sentence is cut at its verbs, and a verb speaks of the references
after it (before it, in Japanese).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from sourcebook.analyze.decisions.outline import Fact, Outline, Section
from sourcebook.analyze.decisions.status import chosen
from sourcebook.analyze.decisions.words import phrases, table

#: Facts that are relations by their key.
_FACTS = ("supersedes", "superseded-by", "amends", "amended-by", "complements", "relates")
_NOTHING = re.compile(r"\W*(?:n/?a|none|null|nil|no|-|~)?\W*", re.IGNORECASE)

_INLINE = re.compile(r"!?\[([^\]\n]{0,300})\]\(\s*<?([^)\s>]{1,300})>?[^)]{0,200}\)")
_NAMED = re.compile(r"\[([^\]\n]{1,300})\]\[([^\]\n]{0,100})\]")
_WIKI = re.compile(r"\[\[([^\]|\n]{1,200})(?:\|[^\]\n]{0,200})?\]\]")
_DEFINITION = re.compile(r"^\s{0,3}\[([^\]\n]+)\]:\s*<?(\S+?)>?\s*$", re.MULTILINE)
_ROLE = re.compile(r":(?:doc|ref|any|pep|rfc):`([^`<]*?)(?:<([^>`]+)>)?`")
_RST = re.compile(r"`([^`<]+?)\s*<([^>`]+)>`_{1,2}")
_ASCIIDOC = re.compile(r"(?:link:|xref:|<<)([^\[\],>\s]+)(?:\[([^\]]*)\]|,?([^>]*)>>)")
_PATH = re.compile(
    r"(?<![\w/(.-])((?:\.{0,2}/)?(?:[\w.-]+/)*[\w.-]+\.(?:md|mdx|rst|adoc|txt|markdown))(?!\w)"
)
_FOLDER = re.compile(r"(?<![\w/.(:-])(/?(?:[\w.-]+/)+\d{2,5}-[\w-]+)(?![\w/])")
_ID = re.compile(
    r"(?<![\w/.-])((?:[A-Z]{2,}-)*(?:ADR|adr|Adr|RFC|PEP|EIP|KEP|MADR)(?:[-_ ][A-Z]{1,6})?)[-_ #:]{0,2}#?(\d{1,5})(?![\w/])"
)
_NUMBER = re.compile(r"(?<![\w/.\-])#?(\d{1,5})(?![\w/\-])")
_MARK = re.compile("\x00(\\d+)\x00")


@dataclass(frozen=True, slots=True)
class Reference:
    """Another record as it is named: by a path, by a series and number, or both unknown."""

    text: str
    path: str = ""
    prefix: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One relation as stated, before it is known which record is meant."""

    kind: str
    reference: Reference
    text: str
    line: int
    partial: bool


def read_relations(outline: Outline, whole: str) -> list[Statement]:
    """The relations that a record states, each once."""
    definitions = {name.lower(): target for name, target in _DEFINITION.findall(whole)}
    found: dict[tuple[str, Reference], Statement] = {}
    for statement in _statements(outline, definitions):
        found.setdefault((statement.kind, statement.reference), statement)
    return list(found.values())


def _statements(outline: Outline, definitions: dict[str, str]) -> Iterator[Statement]:
    for key in _FACTS:
        fact = outline.facts.get(key)
        if fact and not _NOTHING.fullmatch(fact.text):
            for line in fact.text.split("\n"):
                text, references = _marked(line, definitions)
                for reference in _mentioned(text, references) or [Reference(line.strip())]:
                    yield Statement(key, reference, line.strip(), fact.line, _is_partial(line))
    status = outline.facts.get("status")
    if status:
        section = Section("status", "", status.line, chosen(status.text), status.line)
        yield from _stated(section, definitions)
    yield from _stated(_without(outline.head, status), definitions)
    for section in outline.sections:
        if section.name == "status":
            yield from _stated(replace(section, text=chosen(section.text)), definitions)
        elif section.name in {"links", "metadata"}:
            yield from _stated(section, definitions)


def _without(head: Section, status: Fact | None) -> Section:
    """The head without the lines that state the status, which are read as the status."""
    lines = head.text.split("\n")
    first = status.line - head.first if status else -1
    if status and 0 <= first < len(lines):
        lines[first] = ""
        wrapped = takewhile(
            lambda line: line.strip() and line.strip() in status.text, lines[first + 1 :]
        )
        for at, _ in enumerate(list(wrapped), first + 1):
            lines[at] = ""
    return replace(head, text="\n".join(lines))


def _stated(section: Section, definitions: dict[str, str]) -> Iterator[Statement]:
    """Relations in the sentences of a section."""
    text, references = _marked(section.text, definitions)
    for start, sentence in _sentences(text):
        partial, said = _is_partial(sentence), _unmarked(sentence, references)
        for kind, part, inner in _parts(sentence):
            for reference in _mentioned(part, references):
                at = start + inner
                where = _MARK.search(part)
                line = section.first + text.count("\n", 0, at + (where.start() if where else 0))
                yield Statement(kind, reference, said, line, partial)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Sentences and list items, each with its place; a wrapped line is one sentence."""
    start = 0
    for match in re.finditer(r"\n\s*\n|\n\s*(?=[-*+>|]\s)|(?<=[.;。\uff1b])\s+|。|\Z", text):
        sentence = text[start : match.start()]
        if sentence.strip():
            yield start, sentence
        start = match.end()


def _parts(sentence: str) -> Iterator[tuple[str, str, int]]:
    """The kinds of relation in a sentence, each with the part that names the others."""
    verbs = list(_verbs().finditer(sentence.lower()))
    for index, verb in enumerate(verbs):
        kind = str(verb.lastgroup).removeprefix("before_").replace("_", "-")
        if str(verb.lastgroup).startswith("before_"):
            start = verbs[index - 1].end() if index else 0
            yield kind, sentence[start : verb.start()], start
        else:
            end = verbs[index + 1].start() if index + 1 < len(verbs) else len(sentence)
            yield kind, sentence[verb.end() : end], verb.end()


@cache
def _verbs() -> re.Pattern[str]:
    groups = [
        f"(?P<{name.replace('-', '_')}>{phrases(words)})"
        for name, words in table()["relations"].items()
    ]
    groups += [
        f"(?P<before_{name.replace('-', '_')}>{'|'.join(map(re.escape, words))})"
        for name, words in table()["relations_before"].items()
    ]
    return re.compile("|".join(groups))


def _is_partial(text: str) -> bool:
    return re.search(phrases(table()["status"]["partial"]), text.lower()) is not None


# --------------------------------------------------------------------------- references


def _marked(text: str, definitions: dict[str, str]) -> tuple[str, list[Reference]]:
    """The text with a mark in the place of each reference, and the references."""
    references: list[Reference] = []

    def mark(reference: Reference) -> str:
        references.append(reference)
        return f"\x00{len(references) - 1}\x00"

    def named(match: re.Match[str]) -> str:
        target = definitions.get((match[2] or match[1]).lower())
        return mark(Reference(match[1], path=target)) if target else match[0]

    def identified(match: re.Match[str]) -> str:
        return mark(Reference(match[0], prefix=match[1].lower(), number=match[2]))

    text = _INLINE.sub(lambda m: "" if m[0][0] == "!" else mark(Reference(m[1], path=m[2])), text)
    text = _NAMED.sub(named, text)
    text = _WIKI.sub(lambda m: mark(Reference(m[1], path=m[1])), text)
    text = _ROLE.sub(lambda m: mark(Reference(m[1] or m[2], path=m[2] or m[1])), text)
    text = _RST.sub(lambda m: mark(Reference(m[1], path=m[2])), text)
    text = _ASCIIDOC.sub(lambda m: mark(Reference(m[2] or m[3] or m[1], path=m[1])), text)
    text = _PATH.sub(lambda m: mark(Reference(m[1], path=m[1])), text)
    text = re.sub(r"https?://\S+", lambda m: mark(Reference(m[0], path=m[0])), text)
    text = _FOLDER.sub(lambda m: mark(Reference(m[1], path=m[1])), text)
    return _ID.sub(identified, text), references


def _mentioned(part: str, references: list[Reference]) -> list[Reference]:
    """The references marked in a part of a sentence; without any, its bare numbers."""
    found = [references[int(number)] for number in _MARK.findall(part)]
    if found:
        return found
    lead = re.match(
        r"[\W_]*(?:(?:adr|decision|record|n[o°º])[\s.#-]*)?(?=#?\d)", part, re.IGNORECASE
    )
    if not lead:
        return []
    numbers = re.match(
        r"(?:#?\d{1,5}(?!\d)(?:\s*(?:,|and|&|und|et|y|e)\s*)?)+(?![\w-])", part[lead.end() :]
    )
    listed = _NUMBER.findall(numbers[0]) if numbers else []
    return [Reference(number, number=number) for number in listed]


def _unmarked(text: str, references: list[Reference]) -> str:
    words = _MARK.sub(lambda m: references[int(m[1])].text, text)
    return re.sub(r"\s+", " ", re.sub(r"[*_`>]+|^\s*[-+]\s", "", words)).strip()[:200]
