"""Stage 2b: from the text of one file to everything that is read out of it.

Rungs, best first: the language's syntax, or the scanner of a document; patterns; plain
text. A lower rung takes over where a higher one gives up, for a whole file or for its
damaged stretches, and every such step is named in the file's report. :func:`parse` never
fails because of what a file holds.
"""

import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sourcebook.analyze import chunk, documents, remarks
from sourcebook.analyze.decode import column_of, span_of
from sourcebook.analyze.outline import Definition, Reading, function_around, innermost, nest
from sourcebook.analyze.patterns import calls as calls_by_pattern
from sourcebook.analyze.patterns import mended, read_patterns
from sourcebook.analyze.state import state_uses
from sourcebook.analyze.symbols import name_symbols
from sourcebook.analyze.syntax.read import read_syntax
from sourcebook.config import ChunkConfig
from sourcebook.errors import ParseError
from sourcebook.grammars.languages import Language, language
from sourcebook.model import (
    CallSite,
    Import,
    ParsedFile,
    SourceFile,
    SourceText,
    Symbol,
    SymbolKind,
)

if TYPE_CHECKING:
    from sourcebook.analyze.resolve.facts import Extraction, RawCall

_LONGEST_CALLEE = 200
_SCANNERS = {"markdown": documents.read_markdown, "rst": documents.read_rst}


def parse(
    file: SourceFile,
    text: SourceText,
    chunking: ChunkConfig,
    *,
    by_patterns: bool = False,
    calls: bool = True,
) -> ParsedFile:
    """Reads one decoded file. Whatever it holds, there is a result, and it holds all of it.

    ``by_patterns`` leaves out the grammar, which is known to fail on this file. Without
    ``calls`` there are none, nor facts to link them by, nor uses of shared state: half of the
    work, where nobody asks.
    """
    row = language(file.language)
    read = _read_patterns if by_patterns else _read
    try:
        return _parsed(file, text, chunking, read(row, text.data), calls=calls)
    except Exception as error:  # noqa: BLE001 - a fault of ours must not lose a file
        reading = Reading("text")
        reading.workarounds.append(f"grammar given up, read as text: {_fault(error)}")
        return _parsed(file, text, chunking, reading, calls=calls)


def _fault(error: Exception) -> str:
    """What went wrong within Sourcebook, for a report that helps to mend it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}: {error}"


def _parsed(
    file: SourceFile, text: SourceText, chunking: ChunkConfig, reading: Reading, *, calls: bool
) -> ParsedFile:
    """Makes all values of what was read."""
    row = language(file.language)
    if row.kind == "data":
        _once(reading)
        reading.flat = True
    nest(reading, text.data)
    symbols = name_symbols(text, row, reading)
    facts, found = _facts_and_calls(file, reading, text.data) if calls else (b"", ())
    doc, doc_line, doc_end_line = remarks.file_documentation(reading, text, row)
    return ParsedFile(
        path=file.path,
        language=file.language,
        rung=reading.rung,
        encoding=text.encoding,
        guessed=text.guessed,
        replaced=text.replaced,
        lines=len(text.line_starts),
        doc=doc,
        doc_line=doc_line,
        doc_end_line=doc_end_line,
        symbols=tuple(symbols),
        imports=_imports(reading, text),
        calls=_calls(found, symbols, text),
        chunks=chunk.cut(text, file.language, reading, symbols, chunking),
        damaged=tuple(span_of(text, *place) for place in reading.damaged),
        notes=remarks.notes(reading, text),
        rules=remarks.rules(reading, text, symbols),
        exports=_exports(row, reading, symbols),
        facts=facts,
        state=state_uses(text, row, reading, symbols) if calls else (),
        redactions=text.redactions,
        workarounds=tuple(reading.workarounds),
    )


def _read(row: Language, data: bytes) -> Reading:
    """Reads the file by the best rung that can."""
    try:
        if row.scanner in _SCANNERS:
            return _SCANNERS[row.scanner](data)
        reading = read_syntax(row.name, data)
    except ParseError as error:
        reading = read_patterns(row, data)
        reading.workarounds.append(f"{error}; read by patterns")
        return reading
    if reading is not None:
        _complete(row, reading, data)
        return reading
    return _read_patterns(row, data)


def _read_patterns(row: Language, data: bytes) -> Reading:
    """Reads the file by the last rung; it is text where that finds nothing."""
    reading = read_patterns(row, data)
    if not reading.definitions:
        reading.rung = "text"
    return reading


def _complete(row: Language, reading: Reading, data: bytes) -> None:
    """Adds what the grammar alone does not say; reads by patterns what it could not."""
    if reading.headings:
        documents.read_html(reading, data)
    if reading.cells:
        documents.read_notebook(reading, data)
    places = [*reading.damaged, *reading.embedded]
    if row.patterns == "always":
        places = [(0, len(data))]
        reading.calls.extend(calls_by_pattern(row, data, reading.comments))
    if places and row.kind == "code":
        reading.definitions.extend(mended(row, data, reading, places))


def _once(reading: Reading) -> None:
    """Keeps the first of keys that are equal: rows of data are no definitions."""
    first: dict[str, Definition] = {}
    for item in sorted(reading.definitions, key=lambda each: each.start):
        first.setdefault(item.name, item)
    reading.definitions = list(first.values())


def _exports(row: Language, reading: Reading, symbols: Sequence[Symbol]) -> tuple[str, ...]:
    """The names that other files can use, in the order of the source."""
    if row.kind != "code":
        return ()
    spaces = {item.id for item in symbols if item.kind is SymbolKind.NAMESPACE}
    own = [
        item.qualified
        for item in symbols[1:]
        if item.exported
        and item.kind is not SymbolKind.NAMESPACE
        and (item.parent is None or item.parent in spaces)
    ]
    again = [local for item in reading.imports if item.exported for _, local in item.names]
    return tuple(dict.fromkeys([*own, *reading.exports, *again]))


def _facts_and_calls(
    file: SourceFile, reading: Reading, data: bytes
) -> "tuple[bytes, Sequence[RawCall]]":
    """What a front end lowers the tree to; where none does, the calls that the query found."""
    extraction = _extraction(file, reading, data)
    if extraction is None:
        return b"", _raw_calls(reading)
    calls = extraction.calls if extraction.calls is not None else _raw_calls(reading)
    return extraction.facts, calls


def _extraction(file: SourceFile, reading: Reading, data: bytes) -> "Extraction | None":
    from sourcebook.analyze.resolve.facts import extract  # noqa: PLC0415 - all front ends

    if reading.root is None:
        return None
    indices = {item.name_start: item.index for item in reading.definitions if item.index}
    indices |= {place: item.index for place, item in reading.prototypes}
    try:
        return extract(file.path, file.language, reading.root, data, indices)
    except Exception as error:  # noqa: BLE001 - the rest of the file is still good
        reading.workarounds.append(f"grammar understood, its calls not: {_fault(error)}")
        return None


def _raw_calls(reading: Reading) -> "list[RawCall]":
    """The calls that the query found, each with the function it stands in."""
    from sourcebook.analyze.resolve.facts import RawCall  # noqa: PLC0415 - likewise

    more = reading.more_calls() if reading.more_calls is not None else ()
    found = sorted({*reading.calls, *more})
    around = innermost(reading.definitions, [start for start, _, _ in found])
    return [
        RawCall(start, end, _index(item), reference)
        for (start, end, reference), item in zip(found, around, strict=True)
    ]


def _index(item: Definition | None) -> int:
    function = function_around(item)
    return function.index if function else 0


def _calls(
    raw: "Sequence[RawCall]", symbols: Sequence[Symbol], text: SourceText
) -> tuple[CallSite, ...]:
    return tuple(
        CallSite(
            caller=symbols[each.symbol].id,
            text=_callee(text.data[each.start : each.end]),
            span=span_of(text, each.start, each.end),
            column=column_of(text, each.start),
            reference=each.reference,
        )
        for each in raw
    )


def _callee(written: bytes) -> str:
    """The callee as written in one line; of a long chain only its end, where the name is.

    Of what a call gave, or of a function that is called where it is written, the name
    stands at the beginning.
    """
    folded = " ".join(written.decode("utf-8", "replace").split())
    if len(folded) <= _LONGEST_CALLEE:
        return folded
    if folded.endswith((")", "}")):
        return f"{folded[:_LONGEST_CALLEE]}…{folded[-1]}"
    return "…" + folded[-_LONGEST_CALLEE:]


def _imports(reading: Reading, text: SourceText) -> tuple[Import, ...]:
    return tuple(
        Import(
            module=item.module,
            names=tuple(item.names),
            span=span_of(text, *item.place),
            alias=item.alias,
            level=item.level,
            type_only=item.type_only,
            exported=item.exported,
        )
        for item in reading.imports
    )
