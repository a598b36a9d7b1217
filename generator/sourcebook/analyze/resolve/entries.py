"""Where a program is entered, and which classes are exceptions or resources, as resolved."""

import re
from collections.abc import Iterable, Iterator, Sequence

from sourcebook.analyze.resolve.answers import Teller
from sourcebook.analyze.resolve.heap import BOUND, CLASS, EXTERNAL, FUNCTION
from sourcebook.analyze.roles import entry_names, matching, plain
from sourcebook.model import CallSite, SymbolId, SymbolKind

#: A decorator that is a method of an object made outside: ``app.route(...)``.
METHOD_OF_MADE = re.compile(r"\(\)(?:\.\w+)+(?:\(\))?$")
#: Last part of the name of a base class outside that makes a class an exception.
EXCEPTION = re.compile(r"(?:Error|Exception|Throwable)$|Exit$|Interrupt$|Warning$")

#: The same for a resource that is given back: what the language closes at the end of a block.
RESOURCE = re.compile(
    r"(?:^|\.)(?:AutoCloseable|Closeable|IDisposable|IAsyncDisposable|Abstract(?:Async)?ContextManager)$"
)
#: Methods by which Python opens and closes a block.
MANAGED = ("__enter__", "__exit__")


def entry_points(teller: Teller, calls: Iterable[CallSite]) -> Iterator[SymbolId]:
    """Symbols that are called from outside the repository."""
    solver = teller.solver
    for file, symbol in solver.starts:
        yield teller.parsed[file].symbols[symbol].id
    yield from main_blocks(teller, calls)
    for decorator, given, _ in solver.decorated:
        if any(registers(teller, item, given) for item in solver.holds[decorator] or ()):
            yield from defined(teller, given)
    yield from registered(teller)
    yield from exported(teller)


def main_blocks(teller: Teller, calls: Iterable[CallSite]) -> Iterator[SymbolId]:
    """The modules with a main block, and what that calls."""
    lines: dict[SymbolId, list[tuple[int, int]]] = {}
    for file, line, end_line in teller.solver.mains:
        module = teller.parsed[file].symbols[0].id
        lines.setdefault(module, []).append((line, end_line))
        yield module
    for call in calls:
        blocks = lines.get(call.caller)
        if blocks and any(line <= call.span.line <= end for line, end in blocks):
            yield from call.targets


def registers(teller: Teller, item: int, given: int) -> bool:
    """Whether a decorator hands what it decorates to something outside."""
    solver = teller.solver
    if solver.kind[item] != EXTERNAL:
        return False
    name = solver.label[item]
    file = next((f for f, _ in owners(teller, given)), None)
    language = teller.parsed[file].language if file is not None else ""
    return bool(
        METHOD_OF_MADE.search(name) or matching(plain(name), entry_names(language, "decorators"))
    )


def owners(teller: Teller, variable: int) -> Iterator[tuple[int, int]]:
    """Files of the functions and classes that a variable holds, with the objects."""
    solver = teller.solver
    for held in solver.holds[variable] or ():
        item = solver.left[held] if solver.kind[held] == BOUND else held
        if solver.kind[item] == FUNCTION:
            yield solver.functions[solver.left[item]].file, item
        elif solver.kind[item] == CLASS:
            yield solver.classes[solver.left[item]].file, item


def defined(teller: Teller, variable: int) -> Iterator[SymbolId]:
    for _, item in owners(teller, variable):
        identity = teller.identity(item)
        if identity is not None:
            yield identity


def registered(teller: Teller) -> Iterator[SymbolId]:
    """Functions that are handed to a known registration."""
    solver = teller.solver
    for site, reached in sorted(solver.reached.items()):
        arguments = solver.given[site] if site >= 0 else ()
        if not arguments:
            continue
        names = [plain(solver.label[i]) for i in reached if solver.kind[i] == EXTERNAL]
        for argument in arguments if names else ():
            if not isinstance(argument, int):
                continue
            for file, item in owners(teller, argument):
                table = entry_names(teller.parsed[file].language, "registrations")
                identity = teller.identity(item)
                if identity is not None and any(matching(name, table) for name in names):
                    yield identity


def exported(teller: Teller) -> Iterator[SymbolId]:
    """What the root of a package gives to the programs that import it."""
    solver = teller.solver
    for file in range(len(teller.parsed)):
        if not solver.is_root(file):
            continue
        listed = solver.listed[file]
        for name, variable in solver.exports[file].items():
            if name in listed if listed is not None else not name.startswith("_"):
                yield from defined(teller, variable)


def failures(teller: Teller) -> Sequence[SymbolId]:
    """Exceptions and resources: classes that derive from one outside, and their methods."""
    solver = teller.solver
    found: dict[SymbolId, None] = {}
    for record in solver.classes:
        managed = all(name in record.members for name in MANAGED)
        if not managed and not any(
            EXCEPTION.search(name) or RESOURCE.search(name) for name in record.outside
        ):
            continue
        symbols = teller.parsed[record.file].symbols
        if record.symbol < 0:
            continue
        own = symbols[record.symbol].id
        found[own] = None
        for symbol in symbols:
            if symbol.parent == own and symbol.kind in (
                SymbolKind.METHOD,
                SymbolKind.CONSTRUCTOR,
                SymbolKind.FUNCTION,
            ):
                found[symbol.id] = None
    return tuple(found)
