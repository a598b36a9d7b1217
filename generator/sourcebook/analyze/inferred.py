"""Types of results that the source does not write and a language server works out.

A server shows the signature of a function where one points at its name, with the types that
it has inferred. What stands for the result is taken from there, for functions that do not
state it themselves.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from sourcebook.analyze.decode import unredacted
from sourcebook.analyze.names import on_disk
from sourcebook.model import ParsedFile, Symbol, SymbolKind

#: What servers say when they do not know either.
_NOTHING = frozenset({"", "any", "Any", "unknown", "Unknown", "mixed", "undefined", "..."})
_RESULT = re.compile(r"\s*(?::|->|=>)\s*(.+)", re.DOTALL)
_OPENING, _CLOSING = "([{<", ")]}>"
#: A longer type is no help to a reader.
_LONGEST = 120


def silent_functions(root: Path, file: ParsedFile) -> list[tuple[Symbol, int]]:
    """The functions of a file that do not state what they return, and where their names are."""
    functions = [
        symbol
        for symbol in file.symbols
        if symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD) and not symbol.returns
    ]
    if not functions:
        return []
    try:
        data = unredacted(on_disk(root, file.path).read_bytes())
    except OSError:
        return []
    found = []
    for symbol in functions:
        name = re.compile(rf"(?<![\w$]){re.escape(symbol.name)}(?![\w$])".encode())
        match = name.search(data, symbol.span.start, symbol.span.end)
        if match:
            found.append((symbol, match.start()))
    return found


def return_type(written: str, name: str) -> str:
    """The type of the result in the signature that a server shows, "" where it has none."""
    start = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", written)
    if start is None:
        return ""
    rest = written[start.end() :].lstrip("?! :")
    for bracket in "<(":
        if rest.startswith(bracket):
            rest = _after_group(rest)
        elif bracket == "(":
            return ""
    match = _RESULT.match(rest)
    found = " ".join(match[1].split()) if match else ""
    found = re.sub(r"\s*\(\+\d+ overloads?\)$", "", found)
    return "" if found in _NOTHING or "Unknown" in found or len(found) > _LONGEST else found


def _after_group(text: str) -> str:
    """What follows the bracket that closes the first one; "" where none does."""
    depth = 0
    for index, character in enumerate(text):
        if character == ">" and text[index - 1] in "=-":
            continue
        depth += (character in _OPENING) - (character in _CLOSING)
        if not depth:
            return text[index + 1 :]
    return ""


def types(symbols: Sequence[Symbol], answers: Sequence[str]) -> dict[str, str]:
    """Symbol -> type of its result, for those that a server knows."""
    found = {
        symbol.id: return_type(answer, symbol.name)
        for symbol, answer in zip(symbols, answers, strict=True)
    }
    return {identity: kind for identity, kind in found.items() if kind}
