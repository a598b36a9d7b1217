"""What is known of each chunk, put where the chunk is: calls, boundaries, rules, notes.

Linking speaks of symbols, summaries speak of chunks. A chunk owns what stands within its
span, so that the parts of an oversized function share its calls out instead of each
repeating them all.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from sourcebook.analyze.resolve.solver import BUILTINS
from sourcebook.model import (
    Boundary,
    CallGraph,
    CallSite,
    CallStatus,
    Chunk,
    ChunkKind,
    Import,
    Note,
    ParsedFile,
    Rule,
    Symbol,
    SymbolId,
    SymbolKind,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """What stands within one chunk."""

    chunk: Chunk
    symbol: Symbol | None  # the definition that the chunk is (a part of)
    calls: tuple[CallSite, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    rules: tuple[Rule, ...] = ()
    notes: tuple[Note, ...] = ()
    imports: tuple[Import, ...] = ()
    defined: tuple[Symbol, ...] = ()  # other definitions that lie within
    members: tuple[Symbol, ...] = ()  # of a class: its methods and fields
    below: tuple[Chunk, ...] = ()  # of a heading: the sections under it


@dataclass(frozen=True)
class Linked:
    """The call graph by file and by symbol."""

    symbols: dict[SymbolId, Symbol]
    calls: dict[str, list[CallSite]]
    boundaries: dict[str, list[Boundary]]
    members: dict[SymbolId, list[Symbol]]
    heirs: dict[SymbolId, list[Symbol]]  # the classes that name one as their base
    bases: dict[SymbolId, list[SymbolId]]  # the other way round
    twins: dict[tuple[str, str], list[Symbol]]  # definitions of one name in one file
    outermost: dict[str, list[Symbol]]  # the definitions of a file that lie in no other

    @cached_property
    def interfaces(self) -> dict[str, list[tuple[Symbol, frozenset[tuple[str, int]]]]]:
        """The interfaces of Go, by their folders, with the methods they ask for."""
        found: dict[str, list[tuple[Symbol, frozenset[tuple[str, int]]]]] = defaultdict(list)
        for symbol in self.symbols.values():
            if symbol.kind is SymbolKind.INTERFACE and symbol.path.endswith(".go"):
                asked = frozenset(map(asked_as, self.members.get(symbol.id, ())))
                found[symbol.path.rpartition("/")[0]].append((symbol, asked))
        return found

    @cached_property
    def namesakes(self) -> dict[str, list[Symbol]]:
        """Methods of C++ by their whole names: what headers declare and sources define."""
        found: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in self.symbols.values():
            if "::" in symbol.qualified and symbol.kind in _METHODS:
                found[symbol.qualified].append(symbol)
        return found

    @cached_property
    def methods(self) -> dict[tuple[str, str], int]:
        """How many methods and properties bear a name in files of one ending."""
        return Counter(
            (symbol.name, _ending(symbol.path))
            for symbol in self.symbols.values()
            if symbol.kind in {SymbolKind.METHOD, SymbolKind.PROPERTY}
        )

    def named(self, name: str) -> Symbol | None:
        """The one documented class or function of a name that no other one bears."""
        found = self._documented.get(name.rpartition(".")[2].rstrip("()"), [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def _documented(self) -> dict[str, list[Symbol]]:
        found: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in self.symbols.values():
            if symbol.doc and (symbol.parent is None or symbol.kind is SymbolKind.METHOD):
                found[symbol.name].append(symbol)
        return found


def linked(graph: CallGraph) -> Linked:
    """Sorts the graph's calls and boundaries to their files, in source order."""
    symbols = {symbol.id: symbol for symbol in graph.symbols}
    calls: dict[str, list[CallSite]] = defaultdict(list)
    boundaries: dict[str, list[Boundary]] = defaultdict(list)
    members: dict[SymbolId, list[Symbol]] = defaultdict(list)
    twins: dict[tuple[str, str], list[Symbol]] = defaultdict(list)
    for call in graph.calls:
        calls[path_of(call.caller)].append(call)
    for listed in calls.values():
        listed.sort(key=lambda call: (call.span.start, call.span.end))
    for boundary in graph.boundaries:
        boundaries[path_of(boundary.symbol)].append(boundary)
    outermost: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in graph.symbols:
        if symbol.parent is None and symbol.kind is not SymbolKind.MODULE:
            outermost[symbol.path].append(symbol)
        if symbol.parent is not None:
            members[symbol.parent].append(symbol)
        declared = symbol.path.endswith(".pas")  # functions of Delphi, by a head of their own
        if symbol.parent is not None or "." in symbol.qualified or declared:
            twins[symbol.path, ungeneric(symbol.qualified)].append(symbol)
    heirs = _heirs(graph)
    bases: dict[SymbolId, list[SymbolId]] = defaultdict(list)
    for base, extending in heirs.items():
        for heir in extending:
            bases[heir.id].append(base)
    by_file = (dict(calls), dict(boundaries))
    return Linked(
        symbols, *by_file, dict(members), heirs, dict(bases), dict(twins), dict(outermost)
    )


def asked_as(method: Symbol) -> tuple[str, int]:
    """What a type of Go must have of a method, for an interface: its name and parameters."""
    return method.name, len(method.parameters)


def ungeneric(qualified: str) -> str:
    """A name without parameters of types, which a declaration may leave out."""
    return _GENERIC.sub("", qualified) if "<" in qualified else qualified


def _heirs(graph: CallGraph) -> dict[SymbolId, list[Symbol]]:
    """Who extends a class, where the name of the base is that of one class within reach.

    Of several classes of one name the one of the same file is meant, else the only one of
    the files that the file imports, else that of the same folder, in a language in which a
    folder is a package. In Python a bare name is that of another file only if an import leads
    there, maybe through packages: else it is a name of a library, or another one's by an alias.
    """
    named: dict[tuple[str, str], list[Symbol]] = defaultdict(list)
    extending = []
    for symbol in graph.symbols:
        if symbol.kind in _TYPES:
            named[symbol.name, _ending(symbol.path)].append(symbol)
            if symbol.bases:
                extending.append(symbol)
    imported = {(edge.path, edge.target) for edge in graph.imports if edge.target}
    reached = _reach(graph)
    heirs: dict[SymbolId, list[Symbol]] = defaultdict(list)
    for symbol in extending:
        for base in symbol.bases:
            name = _LAST.search(base.split("<", 1)[0].split("[", 1)[0])
            found = named.get((name.group(), _ending(symbol.path)), []) if name else []
            if "." in base:
                found = [one for one in found if _is_of(base.split("[", 1)[0], one)]
            # A name of Python's own is that, unless the file brings in another one.
            built_in = base in BUILTINS and symbol.path.endswith(".py")
            if "." not in base and symbol.path.endswith(".py"):
                near = reached(symbol.path)
                found = [one for one in found if one.path in near]
            if len(found) > 1 or built_in:
                found = (
                    [one for one in found if one.path == symbol.path and one is not symbol]
                    or [one for one in found if (symbol.path, one.path) in imported]
                    or [one for one in found if _are_near(one, symbol)]
                )
            if len(found) == 1 and found[0].id != symbol.id:
                heirs[found[0].id].append(symbol)
    return dict(heirs)


def _reach(graph: CallGraph) -> Callable[[str], set[str]]:
    """A file of Python with those that its imports lead to, what a package imports among them."""
    imported: dict[str, set[str]] = defaultdict(set)
    for edge in graph.imports:
        if edge.target:
            imported[edge.path].add(edge.target)

    @cache
    def reached(path: str) -> set[str]:
        found, waiting = {path}, [*imported[path]]
        while waiting:
            one = waiting.pop()
            if one not in found and one.endswith("__init__.py"):
                waiting += imported[one]
            found.add(one)
        return found

    return reached


def _are_near(base: Symbol, symbol: Symbol) -> bool:
    """Whether a class sees another one without an import: both of one package."""
    head, _, name = symbol.path.rpartition("/")
    return name.endswith(_PACKAGED) and base.path.rpartition("/")[0] == head


_PACKAGED = (".java", ".kt", ".scala", ".groovy", ".go")


def _is_of(base: str, symbol: Symbol) -> bool:
    """Whether a base written with what it is of may be a class: by its place or its name."""
    owner = base.rpartition(".")[0].rpartition(".")[2]
    places = re.split(r"[/.]", symbol.path)
    return owner in places or symbol.qualified.replace("::", ".").endswith(f"{owner}.{symbol.name}")


_METHODS = frozenset({SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.FUNCTION})
_TYPES = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.TRAIT})
_LAST = re.compile(r"\w+(?=\W*$)")
_GENERIC = re.compile(r"<[^<>]*>")


def _ending(path: str) -> str:
    """What tells languages apart: the ending of a name, headers with their sources."""
    ending = path.rpartition(".")[2].lower()
    return "c" if ending in {"h", "hh", "hpp", "cc", "cpp", "cxx"} else ending


def path_of(symbol: SymbolId) -> str:
    """Path of the file that a symbol id names."""
    return symbol.split("::", 1)[0]


def file_facts(parsed: ParsedFile, graph: Linked) -> list[ChunkFacts]:
    """Returns the facts of each chunk of a file, in the order of the chunks."""
    calls = graph.calls.get(parsed.path, [])
    call_starts = [call.span.start for call in calls]
    rules = sorted(parsed.rules, key=lambda rule: rule.span.start)
    rule_starts = [rule.span.start for rule in rules]
    imports = sorted(parsed.imports, key=lambda item: item.span.start)
    import_starts = [item.span.start for item in imports]
    symbols = sorted(
        (symbol for symbol in parsed.symbols if symbol.kind is not SymbolKind.MODULE),
        key=lambda symbol: symbol.span.start,
    )
    symbol_starts = [symbol.span.start for symbol in symbols]
    by_id = {symbol.id: symbol for symbol in parsed.symbols}
    owned = _by_line(parsed, graph.boundaries.get(parsed.path, []))
    found = []
    for at, (chunk, (boundaries, notes)) in enumerate(zip(parsed.chunks, owned, strict=True)):
        start, end = chunk.span.start, chunk.span.end
        symbol = by_id.get(chunk.symbol) if chunk.symbol is not None else None
        own = symbol.id if symbol is not None else None
        found.append(
            ChunkFacts(
                chunk=chunk,
                symbol=symbol,
                calls=_within(calls, call_starts, start, end),
                boundaries=boundaries,
                rules=_within(rules, rule_starts, start, end),
                notes=notes,
                imports=_within(imports, import_starts, start, end),
                defined=tuple(
                    item for item in _within(symbols, symbol_starts, start, end) if item.id != own
                ),
                members=tuple(graph.members.get(own, ()))
                if own and chunk.kind is ChunkKind.CLASS
                else (),
                below=_below(parsed.chunks, at),
            )
        )
    return found


def _below(chunks: Sequence[Chunk], at: int) -> tuple[Chunk, ...]:
    """The sections that stand directly under the heading of a section."""
    heading = chunks[at].heading
    found = []
    for chunk in chunks[at + 1 :] if heading else ():
        if chunk.heading[: len(heading)] != heading or len(chunk.heading) == len(heading):
            break
        if len(chunk.heading) == len(heading) + 1 and chunk.part == 1:
            found.append(chunk)
    return tuple(found)


def _within(items: Sequence[T], starts: list[int], start: int, end: int) -> tuple[T, ...]:
    return tuple(items[bisect_left(starts, start) : bisect_left(starts, end)])


def _by_line(
    parsed: ParsedFile, boundaries: Iterable[Boundary]
) -> list[tuple[tuple[Boundary, ...], tuple[Note, ...]]]:
    """Gives each boundary and each note, known by line only, to the first chunk it is in."""
    first: dict[int, int] = {}
    for number, chunk in enumerate(parsed.chunks):
        for line in range(chunk.span.line, chunk.span.end_line + 1):
            first.setdefault(line, number)
    crossed: list[list[Boundary]] = [[] for _ in parsed.chunks]
    noted: list[list[Note]] = [[] for _ in parsed.chunks]
    for boundary in boundaries:
        if boundary.line in first:
            crossed[first[boundary.line]].append(boundary)
    for note in parsed.notes:
        if note.line in first:
            noted[first[note.line]].append(note)
    return [(tuple(a), tuple(b)) for a, b in zip(crossed, noted, strict=True)]


@lru_cache(maxsize=1024)
def is_test(path: str) -> bool:
    """Whether a file is one of tests, by its place or its name."""
    return _TEST.search(path) is not None


_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|__tests__|specs?)/|(?:^|/)(?:tests?_|conftest)|_tests?\.|[._]spec\.|Tests?\."
)


def targets(call: CallSite) -> tuple[SymbolId, ...]:
    """Where a call surely leads: its target, if it has been resolved to one.

    In Rust what a field or a parameter holds is often any type of a trait: the one that the
    repository puts there says nothing of others.
    """
    if call.status is not CallStatus.RESOLVED:
        return ()
    asked = call.targets[0].rpartition("::")[0] if call.targets else ""
    open_type = _TRAIT.search(asked) is not None and (
        call.provenance == "annotation" or _HELD.match(call.text) is not None
    )
    return () if open_type else call.targets


_TRAIT = re.compile(r"\.rs::.*<.+ as .+>$")
#: A method of what a field holds, or of what the own object refers to.
_HELD = re.compile(r"self\s*\.\s*\w+\s*\.|\(\*+self\)")


def reached(call: CallSite, facts: ChunkFacts, graph: Linked) -> tuple[SymbolId, ...]:
    """Where a call of a chunk leads, without what is guessed."""
    return tuple(
        target
        for target in targets(call)
        if target not in graph.symbols or not is_guessed(call, graph.symbols[target], facts, graph)
    )


def is_guessed(call: CallSite, target: Symbol, facts: ChunkFacts, graph: Linked) -> bool:
    """Whether a target is no more than one of what may be meant.

    Which objects reach a parameter without a type only its callers say, and not all of them
    may be known. So it is where another class has a method of the same name, and where the
    callers that are known are tests.
    """
    if call.provenance != "flow":
        return False
    if is_test(target.path) and not is_test(facts.chunk.path):
        return True
    head, _, rest = call.text.partition(".")
    parameters = facts.symbol.parameters if facts.symbol is not None else ()
    untyped = {item.name.lstrip("*&$") for item in parameters if not item.type} - {"self", "cls"}
    alike = graph.methods[target.name, _ending(target.path)] > 1
    return bool(rest) and head in untyped and alike
