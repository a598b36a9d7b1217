"""State that functions share: module variables, files, tables of databases.

Two functions that never call each other may still depend on each other, through a variable
that one changes and the other reads. Such ties are edges of their own kind, never calls.

Reading a file notes what its functions do with variables of modules (:mod:`.variables`) and
which tables its queries and stored procedures name (:mod:`.tables`); linking finds out which
variable an imported name is, and which files the calls to the outside are given
(``resolve.shared``). A variable that no function changes is a constant and gives no edge.
"""

from collections.abc import Iterator, Sequence

from sourcebook.analyze.decode import span_of
from sourcebook.analyze.outline import Reading, function_around, innermost
from sourcebook.analyze.state.tables import TableUse, tables_in_strings, tables_of
from sourcebook.analyze.state.variables import variable_uses
from sourcebook.grammars.languages import Language
from sourcebook.model import SourceText, StateKind, StateUse, Symbol


def state_uses(
    text: SourceText, row: Language, reading: Reading, symbols: Sequence[Symbol]
) -> tuple[StateUse, ...]:
    """What the functions of one file do with variables and tables, in the order of both."""
    if reading.root is None or row.kind != "code":
        return ()
    variables = variable_uses(
        row.name, reading.root, text.data, reading.definitions, reading.imports
    )
    found = [
        StateUse(
            symbols[use.function].id,
            StateKind.VARIABLE,
            use.access,
            span_of(text, use.start, use.start + 1).line,
            symbols[use.variable].id if use.variable else None,
            use.name,
        )
        for use in variables
    ]
    return (*found, *_tables(text, row, reading, symbols))


def _tables(
    text: SourceText, row: Language, reading: Reading, symbols: Sequence[Symbol]
) -> Iterator[StateUse]:
    """The first read and write of each table by each function."""
    uses = sorted(_named(text, row, reading), key=lambda use: use.start)
    around = innermost(reading.definitions, [use.start for use in uses])
    seen = set()
    for use, item in zip(uses, around, strict=True):
        function = function_around(item)
        symbol = symbols[function.index if function else 0].id
        key = (symbol, use.name.lower(), use.access)
        if key not in seen:
            seen.add(key)
            line = span_of(text, use.start, use.start + 1).line
            yield StateUse(symbol, StateKind.TABLE, use.access, line, name=use.name)


def _named(text: SourceText, row: Language, reading: Reading) -> Iterator[TableUse]:
    if row.name != "sql":
        yield from tables_in_strings(reading.root, text.data)
        return
    for item in reading.definitions:
        if function_around(item) is item:
            yield from tables_of(text.data[item.start : item.end].decode(), item.start)
