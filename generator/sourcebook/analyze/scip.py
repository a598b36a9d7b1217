"""Reads a SCIP index: where names are defined and used, as a compiler saw it.

A project may build ``index.scip`` with an indexer of its language. It is a protobuf message
of which five fields of three messages matter here::

    Index       documents = 2
    Document    relative_path = 1   occurrences = 2   position_encoding = 6
    Occurrence  range = 1 (packed)  symbol = 2        symbol_roles = 3 (bit 0: definition)

So few that they are read from the wire directly: the protobuf runtime would need a compiled
copy of the schema, and is a larger dependency than the forty lines that replace it. Unknown
fields are passed over, as the format wants.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from sourcebook.analyze.lsp.positions import Lines
from sourcebook.analyze.names import on_disk
from sourcebook.config import LspConfig
from sourcebook.model import Definition, Definitions

#: By the number in ``position_encoding``; 0 where an indexer does not say.
_ENCODINGS = {1: "utf-8", 2: "utf-16", 3: "utf-32"}
#: What indexers count in that do not say, by ending of the file; others in UTF-16.
_USUAL = {
    **dict.fromkeys((".py", ".pyi"), "utf-32"),
    **dict.fromkeys((".go", ".rs", ".c", ".h", ".cc", ".cpp", ".hpp"), "utf-8"),
}
_DEFINITION = 1
#: Bits of a number.
_LONGEST_NUMBER = 63

Place = tuple[str, int, int]  # path, line and character from 0


def indexes(root: Path, config: LspConfig) -> list[str]:
    """The SCIP indexes that there are."""
    if config.use == "off":
        return []
    return [path for path in config.scip if on_disk(root, path).is_file()]


class ScipError(ValueError):
    """The file is no SCIP index."""


class ScipIndex:
    """An index, ready to be asked for the definition of what stands somewhere."""

    def __init__(self, data: bytes) -> None:
        self._encoding: dict[str, str] = {}
        self._symbols: dict[Place, str] = {}
        self._definitions: dict[str, list[Place]] = {}
        view = memoryview(data)
        try:
            for number, document in _fields(view):
                if number == 2 and isinstance(document, memoryview):
                    self._read_document(document)
        except (IndexError, UnicodeDecodeError) as error:
            raise ScipError(f"is no SCIP index: {error}") from error

    def answers(
        self, path: str, offsets: Sequence[int], text: Callable[[str], Lines]
    ) -> Definitions:
        """The definitions of what stands at the offsets of a file."""
        encoding = self._encoding.get(path)
        if encoding is None:
            return ()
        found = []
        for offset in offsets:
            symbol = self._symbols.get((path, *text(path).position(offset, encoding)), "")
            found.append(tuple(self._defined(symbol, path, text)) if symbol else ())
        return tuple(found)

    def _defined(
        self, symbol: str, path: str, text: Callable[[str], Lines]
    ) -> Iterator[Definition]:
        places = self._definitions.get(_key(symbol, path), ())
        for file, line, character in places:
            lines = text(file)
            if line < len(lines):
                name = lines.name_at(line, character, self._encoding[file])
                yield Definition(name, file, line + 1)
        if not places and not symbol.startswith("local "):
            yield Definition("", external=_package(symbol))

    def _read_document(self, document: memoryview) -> None:
        path, encoding, occurrences = "", "", []
        for number, value in _fields(document):
            if number == 1 and isinstance(value, memoryview):
                path = str(value, "utf-8")
            elif number == 2 and isinstance(value, memoryview):
                occurrences.append(value)
            elif number == 6 and isinstance(value, int):
                encoding = _ENCODINGS.get(value, "")
        suffix = PurePosixPath(path).suffix
        self._encoding[path] = encoding or _USUAL.get(suffix, "utf-16")
        for occurrence in occurrences:
            self._read_occurrence(path, occurrence)

    def _read_occurrence(self, path: str, occurrence: memoryview) -> None:
        span: list[int] = []
        symbol, roles = "", 0
        for number, value in _fields(occurrence):
            if number == 1:
                span.extend(_numbers(value) if isinstance(value, memoryview) else (value,))
            elif number == 2 and isinstance(value, memoryview):
                symbol = str(value, "utf-8")
            elif number == 3 and isinstance(value, int):
                roles = value
        if len(span) < 3 or not symbol:
            return
        place = (path, span[0], span[1])
        if roles & _DEFINITION:
            self._definitions.setdefault(_key(symbol, path), []).append(place)
        else:
            self._symbols[place] = symbol


def _key(symbol: str, path: str) -> str:
    """A name for a symbol over the whole index: local ones are numbered in each file."""
    return f"{path} {symbol}" if symbol.startswith("local ") else symbol


def _package(symbol: str) -> str:
    """Package or, for Python, module of a symbol: ``scheme manager package version name``."""
    parts = symbol.replace("  ", "\0").split(" ", 4)
    if len(parts) < 5:
        return ""
    _, manager, package, _, name = (part.replace("\0", " ") for part in parts)
    module = name.partition("/")[0].strip("`") if manager == "python" and "/" in name else ""
    return module or ("" if package == "." else package)


def _fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: numbers as numbers, everything of a length as a view."""
    at, end = 0, len(view)
    while at < end:
        tag, at = _number(view, at)
        kind = tag & 7
        if kind == 0:
            value, at = _number(view, at)
            yield tag >> 3, value
        elif kind == 2:
            length, at = _number(view, at)
            if at + length > end:
                raise IndexError("a field ends beyond its message")
            yield tag >> 3, view[at : at + length]
            at += length
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise IndexError(f"a field of the unknown kind {kind}")


def _numbers(view: memoryview) -> Iterator[int]:
    at = 0
    while at < len(view):
        value, at = _number(view, at)
        yield value


def _number(view: memoryview, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = view[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > _LONGEST_NUMBER:
            raise IndexError("a number without an end")
