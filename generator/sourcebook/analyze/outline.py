"""What a file defines, before it becomes symbols and chunks.

Every rung (syntax, patterns, the scanners of documents) reads a file into one
:class:`Reading`: flat lists of places in ``SourceText.data``. :func:`nest` then finds what
stands in what. All later steps work on a reading alone, so that they are the same for every
language and every rung.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sourcebook.model import SymbolKind

Place = tuple[int, int]
#: Start and end of a callee as written, and whether it is only referred to.
Call = tuple[int, int, bool]

FUNCTIONS = frozenset(
    {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
CLASSES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
    }
)
#: Kinds whose bodies hold further definitions.
OWNERS = CLASSES | {SymbolKind.NAMESPACE}

_VALUES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD})

#: What may follow a definition in its wrapper: the names that a typedef gives.
_TAIL = re.compile(rb"[ \t]*[\w*, ]{0,80}[;\s]*")
#: The guard that keeps a header from being read twice is no condition.
_GUARD = re.compile(
    rb"#[ \t]*(?:ifndef[ \t]+(\w+)\s+#[ \t]*define[ \t]+\1\b|ifdef[ \t]+__cplusplus)"
)
_MACRO = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
_BLANK = b" \t\r\n\x0c"


@dataclass(slots=True, eq=False)
class Definition:
    """One definition as it was found; ``kind`` is None for an owner that is no symbol.

    An ``impl`` block of Rust or an extension in Swift is such an owner: it names what
    stands in it and is nothing by itself.
    """

    kind: SymbolKind | None
    name: str
    start: int
    end: int
    name_start: int
    body: int = -1  # where the body begins, -1 when there is none
    owner: str = ""  # owner as written: the receiver, or "A" of "A::b"
    parameters: Place | None = None
    returns: Place | None = None
    bases: list[Place] = field(default_factory=list)
    doc: Place | None = None
    rung: str = "syntax"
    level: int = 0  # of a heading
    loose: bool = False  # counts only outside of functions: a variable, a prototype

    # Found by nest().
    parent: "Definition | None" = None
    outer: int = -1  # start with wrapper, decorators and leading comments
    head: int = -1  # start with wrapper, without decorators and comments
    decorators: list[Place] = field(default_factory=list)
    comments: list[Place] = field(default_factory=list)  # leading ones
    asides: list[Place] = field(default_factory=list)  # comments and decorators in its head
    exported: bool = False
    conditional: bool = False
    access: str = ""

    # Found by name_symbols().
    qualified: str = ""
    index: int = 0  # of its symbol; 0 is the file itself


@dataclass(slots=True)
class Import:
    """One import as it was found: names are ``(name, local name)``."""

    place: Place
    module: str
    names: list[tuple[str, str]] = field(default_factory=list)
    alias: str = ""
    level: int = 0
    type_only: bool = False
    exported: bool = False


@dataclass(slots=True)
class Reading:
    """Everything that one rung found in a file, in places of ``SourceText.data``."""

    rung: str
    definitions: list[Definition] = field(default_factory=list)
    comments: list[Place] = field(default_factory=list)
    decorators: list[Place] = field(default_factory=list)
    wrappers: list[tuple[int, int, bool]] = field(default_factory=list)  # start, end, exports
    conditionals: list[Place] = field(default_factory=list)
    access: list[tuple[int, str]] = field(default_factory=list)  # "private:" in a class
    prototypes: list[tuple[int, Definition]] = field(default_factory=list)  # name, definition
    imports: list[Import] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    more_calls: Callable[[], Iterable[Call]] | None = None  # found only where they are asked for
    decisions: list[int] = field(default_factory=list)
    conditions: list[tuple[Place, Place]] = field(default_factory=list)  # condition, what follows
    raises: list[Place] = field(default_factory=list)
    embedded: list[Place] = field(default_factory=list)  # code that only patterns can read
    left_out: list[Place] = field(default_factory=list)  # lines that were written over
    headings: list[Place] = field(default_factory=list)  # of HTML
    cells: list[Place] = field(default_factory=list)  # of a notebook
    damaged: list[Place] = field(default_factory=list)
    doc: Place | None = None  # of the file itself
    flat: bool = False  # data, to be cut into windows
    workarounds: list[str] = field(default_factory=list)
    root: Any = None  # the syntax tree, where there is one
    cuts: Callable[[int, int, int], list[int]] | None = None  # places to cut between statements


def nest(reading: Reading, data: bytes) -> None:
    """Orders the definitions and finds, for each, what it stands in and what belongs to it."""
    reading.definitions.sort(key=lambda item: (item.start, -item.end))
    reading.comments.sort()
    reading.decorators.sort()
    stack: list[Definition] = []
    kept: list[Definition] = []
    for item in reading.definitions:
        item.end = min(item.end, len(data))  # a grammar may have been shown a last line end
        while stack and stack[-1].end <= item.start:
            stack.pop()
        if item.rung == "pattern":
            _end_values(stack, item, data)
        if stack and item.end > stack[-1].end:
            _uncross(stack, item)
        item.parent = stack[-1] if stack else None
        if item.loose and (_local(item.parent) or _is_attribute(item, data)):
            continue
        item.head = item.start
        kept.append(item)
        if item.kind is not SymbolKind.TYPE:  # "typedef struct a {…} b" does not own a
            stack.append(item)
    reading.definitions = _without_prototypes(kept, reading.prototypes, data)
    _wrap(reading, data)
    _lead(reading, data)
    _condition(reading, data)
    _grant(reading)


def _local(parent: Definition | None) -> bool:
    """Whether what stands in ``parent`` is local to a function."""
    for item in enclosing(parent):
        if item.kind in FUNCTIONS:
            return True
        if item.kind in CLASSES:
            return False
    return False


def _is_attribute(item: Definition, data: bytes) -> bool:
    """Whether what seems a variable says how a type lies: ``struct a { … } __packed;``."""
    place = before(data, item.name_start)
    return item.name.startswith("__") and data[max(place - 1, 0) : place] == b"}"


def _end_values(stack: list[Definition], item: Definition, data: bytes) -> None:
    """Ends a value that goes on into a definition: a string that nothing closed."""
    while stack and stack[-1].rung == "syntax" and stack[-1].kind in _VALUES:
        stack.pop().end = before(data, item.start)


def _uncross(stack: list[Definition], item: Definition) -> None:
    """Ends what overlaps: a pattern knows its end less well than the syntax does."""
    while stack and item.end > stack[-1].end:
        if item.rung == "syntax" and stack[-1].rung == "pattern":
            stack.pop().end = item.start
        else:
            item.end = stack[-1].end


def _calls_a_macro(item: Definition, data: bytes) -> bool:
    """Whether a declaration in a class is the call of a macro, such as ``Q_DISABLE_COPY(A)``."""
    return (
        item.loose
        and item.kind in FUNCTIONS
        and item.parent is not None
        and item.parent.kind in CLASSES
        and item.parent.name != item.name
        and data.startswith(item.name.encode("utf-8"), item.start)
        and _MACRO.fullmatch(item.name) is not None
    )


def _without_prototypes(
    definitions: list[Definition], prototypes: list[tuple[int, Definition]], data: bytes
) -> list[Definition]:
    """Leaves out declarations of functions that the same file defines, and notes them."""
    defined = {
        (item.name, item.owner, item.parent): item
        for item in definitions
        if item.kind in FUNCTIONS and not item.loose
    }
    kept: list[Definition] = []
    for item in definitions:
        if _calls_a_macro(item, data):
            continue
        known = defined.get((item.name, item.owner, item.parent))
        declares = item.loose and item.kind in FUNCTIONS and known is not None
        if declares and (item.parent is None or item.parent.kind not in CLASSES):
            assert known is not None
            prototypes.append((item.name_start, known))
        else:
            kept.append(item)
    return kept


def _wrap(reading: Reading, data: bytes) -> None:
    """Gives a definition what encloses it alone: ``export``, ``template <…>``, ``const``."""
    starts = [item.start for item in reading.definitions]
    for start, end, exports in reading.wrappers:
        index = bisect_left(starts, start)
        while index < len(starts) and _named_by_typedef(reading.definitions[index], start):
            index += 1
        if index == len(starts):
            continue
        item = reading.definitions[index]
        if item.end <= end and _TAIL.fullmatch(data, item.end, end):
            item.end = end if data[item.end : end].strip(b"; \t\r\n") else item.end
            item.head = min(item.head, start)
            item.exported = item.exported or exports
        elif exports:
            _export_all(reading.definitions, index, end)


def _named_by_typedef(item: Definition, start: int) -> bool:
    """Whether ``item`` is the typedef itself, which encloses what it names."""
    return item.kind is SymbolKind.TYPE and item.start == start


def _export_all(definitions: list[Definition], index: int, end: int) -> None:
    """Marks each of several definitions under one ``export``."""
    parent = definitions[index].parent
    while index < len(definitions) and definitions[index].end <= end:
        if definitions[index].parent is parent:
            definitions[index].exported = True
        index += 1


def _lead(reading: Reading, data: bytes) -> None:
    """Gives each definition the comments and decorators that stand before or in its head."""
    comments = {end: start for start, end in reading.comments}
    decorators = {end: start for start, end in reading.decorators}
    inner = sorted([*reading.decorators, *reading.comments, *reading.left_out])
    starts = [start for start, _ in inner]
    for item in reading.definitions:
        position = item.head
        while True:
            place = before(data, position)
            if place in decorators:
                item.decorators.insert(0, (decorators[place], place))
                position = decorators[place]
                continue
            start = comments.get(place)
            if start is None or data.count(b"\n", place, position) > 1:
                break
            if not alone(data, start):
                break
            item.comments.insert(0, (start, place))
            position = start
        item.outer = position
        end = max(item.body, item.name_start)
        for index in range(bisect_left(starts, item.head), len(starts)):
            if starts[index] >= end:
                break
            marks = inner[index][1] in decorators
            if not marks or starts[index] < item.name_start:
                item.asides.append(inner[index])  # a mark of a parameter is part of the head
                if marks:
                    item.decorators.append(inner[index])


def before(data: bytes, position: int) -> int:
    """The place just after the last visible byte before ``position``."""
    while position > 0 and data[position - 1] in _BLANK:
        position -= 1
    return position


def alone(data: bytes, position: int) -> bool:
    """Whether nothing but blanks stands before ``position`` on its line."""
    return not data[data.rfind(b"\n", 0, position) + 1 : position].strip()


def _condition(reading: Reading, data: bytes) -> None:
    """Marks definitions that stand under a condition of their own owner."""
    open_: list[Place] = []
    places = [place for place in reading.conditionals if not _GUARD.match(data, *place)]
    places.sort(key=lambda place: (place[0], -place[1]))
    following = 0
    for item in reading.definitions:
        while following < len(places) and places[following][0] <= item.start:
            open_.append(places[following])
            following += 1
        while open_ and open_[-1][1] <= item.start:
            open_.pop()
        floor = item.parent.start if item.parent else -1
        item.conditional = any(
            place[0] > floor and place[1] >= item.end for place in reversed(open_[-8:])
        )


def _grant(reading: Reading) -> None:
    """Sets the access that a label such as ``private:`` gives to what follows in a class."""
    owners = innermost(reading.definitions, [place for place, _ in reading.access])
    labels: dict[Definition, list[tuple[int, str]]] = {}
    for (place, word), owner in zip(reading.access, owners, strict=True):
        if owner is not None:
            labels.setdefault(owner, []).append((place, word))
    for item in reading.definitions:
        for place, word in labels.get(item.parent, ()) if item.parent else ():
            if place < item.start:
                item.access = word


def innermost(
    definitions: Sequence[Definition], positions: Sequence[int]
) -> list[Definition | None]:
    """The innermost definition around each of the ascending ``positions``."""
    found: list[Definition | None] = []
    stack: list[Definition] = []
    following = 0
    for position in positions:
        while following < len(definitions) and definitions[following].start <= position:
            item = definitions[following]
            while stack and stack[-1].end <= item.start:
                stack.pop()
            stack.append(item)
            following += 1
        while stack and stack[-1].end <= position:
            stack.pop()
        found.append(stack[-1] if stack else None)
    return found


def enclosing(item: Definition | None) -> Iterator[Definition]:
    """Yields ``item`` and what it stands in, from the inside out."""
    while item is not None:
        yield item
        item = item.parent


def function_around(item: Definition | None) -> Definition | None:
    """The innermost function or method, ``item`` itself included."""
    for each in enclosing(item):
        if each.kind in FUNCTIONS:
            return each
    return None
