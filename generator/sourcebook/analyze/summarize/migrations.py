"""Sentences about migrations of Django: the operations, with the models that they are for.

Every such class extends the same base and holds the same two names; what it does to the
database stands in its list of operations. ``words.toml`` has what each operation is called.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.sentences import WORDS

_OPERATION = re.compile(r"\bmigrations\.(?P<name>[A-Z]\w+)\(")
#: What an operation is for: its named arguments, else the first one.
_GIVEN = re.compile(r"\b(?P<key>name|model_name|old_name|new_name)=[\"'](?P<value>\w+)[\"']")
_FIRST = re.compile(r"\s*[\"']?(?P<value>[\w.]+)")
_TABLE = re.compile(r"[\"']db_table[\"']: [\"'](?P<value>\w+)[\"']")
_SHOWN = 3


def is_migration(facts: ChunkFacts) -> bool:
    """Whether a class, or a part of it, is a migration with operations."""
    bases = facts.symbol.bases if facts.symbol is not None else ()
    return "migrations.Migration" in bases and _OPERATION.search(facts.chunk.text) is not None


def operations(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What a migration does, in the order of its operations."""
    text, chunk = facts.chunk.text, facts.chunk
    found = list(_OPERATION.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    told = [
        _told(match.group("name"), text[match.end() : end])
        for match, end in zip(found, ends, strict=True)
    ]
    quotes = (
        desk.sources.quote(chunk.path, chunk.span.line + text.count("\n", 0, match.start()))
        for match in found[:2]
    )
    where = f"a later part of {code(chunk.name)}: " if chunk.part > 1 else ""
    yield from clause(where + listing(told, _SHOWN, "more"), *quotes)


def _told(operation: str, arguments: str) -> str:
    """One operation in words, with the names that it is given."""
    given: dict[str, str] = {}
    for match in _GIVEN.finditer(arguments):
        given.setdefault(match.group("key"), match.group("value"))
    first = _FIRST.match(arguments)
    given.setdefault("name", first.group("value") if first is not None else "")
    words = WORDS["migrations"].get(operation)
    names = {key: code(value) for key, value in given.items()}
    if words is None or any(f"{{{key}}}" in words and not names.get(key) for key in _KEYS):
        return f"applies {code(operation)}"
    table = _TABLE.search(arguments) if operation == "CreateModel" else None
    of = f" (table {code(table.group('value'))})" if table is not None else ""
    return str(words.format(**names)) + of


_KEYS = ("name", "model_name", "old_name", "new_name")
