"""What the functions of one file do with the variables of modules.

The names are known (what the file defines for itself, what it imports), so the text is
searched for them, and the syntax tree is asked only about the places found: whether the name
is read, assigned, or changed from the inside. A function that makes a local name of the same
spelling is left out as a whole: rather a use too few than one of another variable.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec
from tree_sitter import Node

from sourcebook.analyze.outline import (
    CLASSES,
    FUNCTIONS,
    Definition,
    Import,
    enclosing,
    function_around,
    innermost,
)
from sourcebook.model import Access, SymbolKind

#: Languages that share a row of the table.
ROWS = {"typescript": "javascript", "tsx": "javascript", "cpp": "c"}
#: Languages whose imports name variables of other files.
IMPORTING = frozenset({"python", "javascript", "typescript", "tsx"})
VARIABLES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD})
#: Names of the class that a method belongs to.
OWN_CLASS = frozenset({"self", "static", "cls", "this"})

_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_COMPOUND = re.compile(r"(?![=!<>]=)[^\w:]+=")
_UPDATE = re.compile(r"\+\+|--|delete\b|.*(?:\+\+|--)$", re.DOTALL)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the grammar of a language calls the parts that matter here."""

    names: frozenset[str]
    members: dict[str, str]
    elements: dict[str, str]
    assigns: dict[str, str]
    through: frozenset[str]
    declares: dict[str, str]
    apart: dict[str, str]
    changing: frozenset[str]
    container: str
    static: str
    updates: frozenset[str] = frozenset()
    calls: dict[str, str] = {}
    explicit: str = ""
    inside: bool = False


class VariableUse(NamedTuple):
    """That a function reads or changes a variable: its own file's, or one of this name."""

    function: int  # index of its symbol
    variable: int  # index of its symbol, 0 when it is imported
    name: str  # imported: as written, "config.CACHE"
    access: Access
    start: int


@cache
def rows() -> Mapping[str, Row]:
    source = resources.files(__package__).joinpath("languages.toml")
    return msgspec.convert(tomllib.loads(source.read_text("utf-8")), dict[str, Row])


def row_of(language: str) -> Row | None:
    """The row of a language, None where this is not known."""
    return rows().get(ROWS.get(language, language))


def is_container(language: str, definition: str) -> bool:
    """Whether a variable that is defined like this holds a container."""
    row = row_of(language)
    return row is not None and re.search(row.container, definition) is not None


def variable_uses(
    language: str,
    root: Node,
    data: bytes,
    definitions: Sequence[Definition],
    imports: Iterable[Import],
) -> list[VariableUse]:
    """Every first read and change of a variable by a function, in the order of the source."""
    row = row_of(language)
    if row is None:
        return []
    own = _own(row, data, definitions)
    foreign = _imported(imports) if language in IMPORTING else frozenset[str]()
    if not own and not foreign:
        return []
    return Search(row, root, data, definitions, own, foreign).uses()


def _own(row: Row, data: bytes, definitions: Iterable[Definition]) -> dict[bytes, list[Definition]]:
    """The variables of the module, and the fields that a class has once for all instances."""
    found: dict[bytes, list[Definition]] = {}
    for item in definitions:
        if item.kind not in VARIABLES or not item.index:
            continue
        field = item.parent is not None and item.parent.kind in CLASSES
        written = data[item.head : item.end].decode("utf-8", "replace")
        if any(each.kind in FUNCTIONS for each in enclosing(item.parent)):
            continue
        if not field or re.search(row.static, written):
            found.setdefault(item.name.encode(), []).append(item)
    return found


def _imported(imports: Iterable[Import]) -> frozenset[str]:
    """Local names of what a file imports."""
    found = set()
    for item in imports:
        if item.alias:
            found.add(item.alias)
        elif not item.names and item.module.isidentifier():
            found.add(item.module)
        found.update(local for _, local in item.names)
    return frozenset(found)


class Search:
    """The places in one file where known variables are named."""

    def __init__(
        self,
        row: Row,
        root: Node,
        data: bytes,
        definitions: Sequence[Definition],
        own: Mapping[bytes, Sequence[Definition]],
        foreign: frozenset[str],
    ) -> None:
        self.row = row
        self.root = root
        self.data = data
        self.definitions = definitions
        self.own = own
        self.foreign = frozenset(name.encode() for name in foreign)
        #: Names that a function (by its symbol) makes its own, and those it says are not.
        self.local: set[tuple[int, bytes]] = set()
        self.explicit: set[tuple[int, bytes]] = set()
        self.found: list[tuple[Definition, bytes, VariableUse]] = []

    def uses(self) -> list[VariableUse]:
        for function, match in self.places():
            node = self.root.descendant_for_byte_range(match.start(), match.end())
            if node is not None:
                self.look(function, match[0], node)
        first: dict[tuple[int, int, str, Access], VariableUse] = {}
        for function, name, use in self.found:
            around = [each.index for each in enclosing(function) if each.kind in FUNCTIONS]
            if not any((index, name) in self.local for index in around):
                first.setdefault((use.function, use.variable, use.name, use.access), use)
        return list(first.values())

    def places(self) -> Iterator[tuple[Definition, "re.Match[bytes]"]]:
        """Where a known name stands in a function; not what an imported name is called as."""
        data, own, foreign = self.data, self.own, self.foreign
        matches = []
        known = own.keys() | foreign
        for start, end in self.stretches():
            if known.isdisjoint(_WORD.findall(data, start, end)):
                continue
            for match in _WORD.finditer(data, start, end):
                word = match[0]
                if word in own or (
                    word in foreign
                    and data[match.end() : match.end() + 1] != b"("
                    and data[match.start() - 1 : match.start()] != b"."
                ):
                    matches.append(match)
        around = innermost(self.definitions, [match.start() for match in matches])
        for item, match in zip(around, matches, strict=True):
            function = function_around(item)
            if function is not None and match.start() != function.name_start:
                yield function, match

    def stretches(self) -> Iterator[tuple[int, int]]:
        """The outermost functions; the rest runs once, when the module is loaded."""
        done = 0
        for item in self.definitions:
            if item.kind in FUNCTIONS and item.start >= done:
                yield item.start, item.end
                done = item.end

    # ------------------------------------------------------------------------ one place

    def look(self, function: Definition, word: bytes, node: Node) -> None:
        """Notes what happens to the name at one place."""
        row = self.row
        parent = node.parent
        if parent is not None and node.type not in row.names and parent.type in row.names:
            node, parent = parent, parent.parent  # the name within ``$name``
        if parent is None or is_part(parent, node, row.apart):
            return
        if parent.type in row.members and not holds(parent, node, row.members):
            self.look_at_field(function, word, parent)
        elif node.type not in row.names:
            return
        elif parent.type == row.explicit:
            self.explicit.add((function.index, word))
        elif self.declared(node):
            self.local.add((function.index, word))
        elif word in self.own:
            for item in self.own[word]:
                of_class = item.parent is not None and item.parent.kind in CLASSES
                if not of_class or (row.inside and item.parent in tuple(enclosing(function))):
                    self.note(function, word, node, item)
        else:
            self.note(function, word, node, None)

    def look_at_field(self, function: Definition, word: bytes, member: Node) -> None:
        """A field named with its class: ``Counter.total``, ``self::$total``."""
        holder = first_of(member, self.row.members[member.type])
        owner = "" if holder is None else self.text(holder)
        # In a language that declares what is global, ``self`` is an instance.
        own_class = {"cls"} if self.row.explicit else OWN_CLASS
        for item in self.own.get(word, ()):
            if item.parent is None or item.parent.kind not in CLASSES:
                continue
            if owner == item.parent.name or (
                owner in own_class and item.parent in enclosing(function)
            ):
                self.note(function, b"", member, item)

    def declared(self, node: Node) -> bool:
        """Whether the name is made local here."""
        row = self.row
        if node.type.endswith("_pattern") and not node.named_child_count:
            return True  # a name of JavaScript that takes a part of a value
        parent = node.parent
        while parent is not None:
            if is_part(parent, node, row.declares):
                return True
            if parent.type not in row.through:
                return False
            node, parent = parent, parent.parent
        return False

    def note(self, function: Definition, word: bytes, node: Node, item: Definition | None) -> None:
        """Adds what is done to a variable of the file, or to what is imported as ``word``."""
        name = ""
        if item is None:
            name, parent = word.decode(), node.parent
            if parent is not None and holds(parent, node, self.row.members):
                name += "".join(self.text(parent).partition(name)[2].partition("(")[0].split())
        for access in self.accesses(function, word, node):
            use = VariableUse(
                function.index, item.index if item else 0, name, access, node.start_byte
            )
            self.found.append((function, word, use))

    def accesses(self, function: Definition, word: bytes, node: Node) -> Iterator[Access]:
        """What is done to a name; an operator that assigns also reads.

        ``word`` is empty for a field, which no assignment makes local.
        """
        row = self.row
        top, parent, inner, method = node, node.parent, False, ""
        while parent is not None:
            if holds(parent, top, row.members):
                inner, method = True, self.method_of(parent)
            elif holds(parent, top, row.elements):
                inner, method = True, ""
            elif parent.type not in row.through:
                break
            top, parent = parent, parent.parent
            if top.type not in row.calls and top.child_by_field_name("arguments") is not None:
                break  # a call that names its receiver and its method itself
        if method in row.changing and is_called(row, top, parent):
            yield Access.CHANGE
            return
        operated = parent is not None and self.is_operated(parent)
        if parent is None or not (operated or is_part(parent, top, row.assigns)):
            yield Access.READ
            return
        if word and not inner and row.explicit and (function.index, word) not in self.explicit:
            self.local.add((function.index, word))
        yield Access.WRITE
        if operated or any(_COMPOUND.fullmatch(each.type) for each in parent.children):
            yield Access.READ

    def is_operated(self, parent: Node) -> bool:
        """Whether an operator changes its operand: ``++``, ``--``, ``delete``."""
        operator = parent.type in self.row.updates
        return operator and _UPDATE.match(self.text(parent)) is not None

    def method_of(self, member: Node) -> str:
        """The name of a member that may be a method."""
        return self.text(member.child_by_field_name("name") or member.named_children[-1])

    def text(self, node: Node) -> str:
        # The text that a node gives is read anew from the start of the file, piece by piece.
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def is_called(row: Row, top: Node, parent: Node | None) -> bool:
    """Whether ``top`` is called, or is itself a call of a method."""
    if top.type not in row.calls and top.child_by_field_name("arguments") is not None:
        return True
    return parent is not None and holds(parent, top, row.calls)


def is_part(parent: Node, node: Node, fields: Mapping[str, str]) -> bool:
    """Whether ``node`` is what a table names in ``parent``: a field, or any child."""
    field = fields.get(parent.type)
    if not field:
        return field is not None
    return any(each.id == node.id for each in parent.children_by_field_name(field))


def holds(parent: Node, node: Node, fields: Mapping[str, str]) -> bool:
    """Whether ``node`` is that of ``parent`` which a member or an element is taken of."""
    field = fields.get(parent.type)
    if field is None:
        return False
    found = first_of(parent, field)
    return found is not None and found.id == node.id


def first_of(parent: Node, field: str) -> Node | None:
    """A field, or the first child where the grammar has no name for it."""
    if field:
        return parent.child_by_field_name(field)
    return parent.named_children[0] if parent.named_child_count else None
