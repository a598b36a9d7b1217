"""Stage 2b: from the text of one file to everything that is read out of it.

Rungs, best first: the language's syntax, or the scanner of a document; patterns; plain
text. A lower rung takes over where a higher one gives up, for a whole file or for its
damaged stretches, and every such step is named in the file's report. :func:`parse` never
fails because of what a file holds.
"""

from collections.abc import Sequence

from sourcebook.analyze import chunk, documents
from sourcebook.analyze.decode import column_of, span_of
from sourcebook.analyze.languages import Language, language
from sourcebook.analyze.outline import Definition, Reading, function_around, innermost, nest
from sourcebook.analyze.patterns import calls as calls_by_pattern
from sourcebook.analyze.patterns import mended, read_patterns
from sourcebook.analyze.resolve.facts import Extraction, RawCall, extract
from sourcebook.analyze.symbols import name_symbols
from sourcebook.analyze.syntax.read import read_syntax
from sourcebook.config import ChunkConfig
from sourcebook.errors import ParseError
from sourcebook.model import (
    CallSite,
    Import,
    ParsedFile,
    SourceFile,
    SourceText,
    Symbol,
)

_LONGEST_CALLEE = 200


def parse(file: SourceFile, text: SourceText, chunking: ChunkConfig) -> ParsedFile:
    """Reads one decoded file."""
    row = language(file.language)
    reading = _read(row, text.data)
    nest(reading, text.data)
    symbols = name_symbols(text, row, reading)
    extraction = _facts(file, reading, text.data)
    calls = extraction.calls if extraction.calls is not None else _raw_calls(reading)
    return ParsedFile(
        path=file.path,
        language=file.language,
        rung=reading.rung,
        encoding=text.encoding,
        guessed=text.guessed,
        replaced=text.replaced,
        lines=len(text.line_starts),
        symbols=tuple(symbols),
        imports=_imports(reading, text),
        calls=_calls(calls, symbols, text),
        chunks=chunk.cut(text, file.language, reading, symbols, chunking),
        damaged=tuple(span_of(text, *place) for place in reading.damaged),
        exports=tuple(reading.exports)
        or tuple(item.name for item in symbols[1:] if item.exported and item.parent is None),
        facts=extraction.facts,
        redactions=text.redactions,
        workarounds=tuple(reading.workarounds),
    )


def _read(row: Language, data: bytes) -> Reading:
    """Reads the file by the best rung that can."""
    try:
        if row.scanner == "markdown":
            return documents.read_markdown(data)
        reading = read_syntax(row.name, data)
    except ParseError as error:
        reading = read_patterns(row, data)
        reading.workarounds.append(f"read by patterns: {error}")
        return reading
    if reading is not None:
        _mend(row, reading, data)
        return reading
    reading = read_patterns(row, data)
    if not reading.definitions:
        reading.rung = "text"
    return reading


def _mend(row: Language, reading: Reading, data: bytes) -> None:
    """Reads by patterns what the grammar could not."""
    places = [*reading.damaged, *reading.embedded]
    if row.patterns == "always":
        places = [(0, len(data))]
        reading.calls.extend(calls_by_pattern(row, data, reading.comments))
    if places and row.kind == "code":
        reading.definitions.extend(mended(row, data, reading, places))


def _facts(file: SourceFile, reading: Reading, data: bytes) -> Extraction:
    if reading.root is None:
        return Extraction((), None)
    indices = {item.name_start: item.index for item in reading.definitions if item.index}
    return extract(file.path, file.language, reading.root, data, indices)


def _raw_calls(reading: Reading) -> list[RawCall]:
    """The calls that the query found, each with the function it stands in."""
    found = sorted(set(reading.calls))
    around = innermost(reading.definitions, [start for start, _, _ in found])
    return [
        RawCall(start, end, _index(item), reference)
        for (start, end, reference), item in zip(found, around, strict=True)
    ]


def _index(item: Definition | None) -> int:
    function = function_around(item)
    return function.index if function else 0


def _calls(
    raw: Sequence[RawCall], symbols: Sequence[Symbol], text: SourceText
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
    """The callee as written in one line; of a long chain only its end."""
    folded = " ".join(written.decode("utf-8", "replace").split())
    return folded if len(folded) <= _LONGEST_CALLEE else "…" + folded[-_LONGEST_CALLEE:]


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
