"""Base of the front ends for languages whose declarations say what values are.

A variable has one value for its whole life: what its type names, and what is assigned to
it anywhere. So there are no versions here, only blocks that end. A plain name is looked up
outwards: variables of the blocks and functions around, members of the classes around
(inherited ones too, so it is settled when the classes are known), names of the file, and
then the namespaces that the file sees.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Lowering, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope

#: Name under which constructors are members of their class.
CONSTRUCTOR = "<init>"


class Parameter(NamedTuple):
    """A parameter as a front end reads it."""

    name: str
    type: Node | None = None
    kind: str = ""  # "" | "*" | "?" (may be left out)
    default: Node | None = None


class TypedLowering(Lowering):
    """Declarations, lookups and calls that the typed languages share."""

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        self.tops: dict[tuple[str, str], list[int]] = {}
        self.searched: dict[tuple[str, tuple[str, ...]], int] = {}
        #: Namespace of the code being read, and those searched after it.
        self.space = ""
        self.opened: list[str] = []

    # ------------------------------------------------------------------------------ names

    def lookup(self, name: str, how: str = "mine") -> int:
        """The variable that a plain name means here.

        ``how`` is "mcall" for what is called, which a class outside may give as well, and
        "mtype" for what must be a class.
        """
        pairs, found = self.around_name(name)
        if found == NOTHING:
            found = self.top(name)
        if not pairs:
            return found
        key = f"{how}:{name}"
        known = self.scope.pending.get(key)
        if known is not None and len(self.scope.blocks) == 1:
            return known
        result = self.new()
        self.emit(how, result, name, found, *pairs)
        if len(self.scope.blocks) == 1:
            self.scope.pending[key] = result
        return result

    def around_name(self, name: str) -> tuple[list[int], int]:
        """Classes around with their ``this``, up to the variable that ends the search."""
        pairs: list[int] = []
        scope: Scope | None = self.scope
        receiver = NOTHING
        while scope is not None:
            if scope.kind == "class":
                pairs += [scope.owner, scope.receiver if receiver == NOTHING else receiver]
                receiver = NOTHING
            else:
                for block in reversed(scope.blocks):
                    if name in block.names:
                        return pairs, block.names[name]
                if scope.receiver != NOTHING:
                    receiver = scope.receiver
            scope = scope.parent
        return pairs, NOTHING

    def top(self, name: str) -> int:
        """A name of the file or of the namespaces that it sees, from here."""
        spaces = tuple(self.spaces())
        key = (name, spaces)
        found = self.searched.get(key)
        if found is None:
            found = self.searched[key] = self.new()
        return found

    def spaces(self) -> Iterable[str]:
        """Namespaces to search for a name, the nearest first."""
        return (self.space, *self.opened)

    def declare(self, name: str, value: int = NOTHING, type_node: Node | None = None) -> int:
        """A variable, a parameter or a local function."""
        variable = self.new()
        self.copy(variable, value)
        if type_node is not None:
            self.annotate(variable, type_node)
        if self.scope is self.module and len(self.scope.blocks) == 1:
            self.publish(name, variable)
        self.scope.blocks[-1].names[name] = variable
        return variable

    def publish(self, name: str, variable: int) -> None:
        """A name that other files of the namespace see."""
        self.tops.setdefault((self.space, name), []).append(variable)
        self.emit("pub", self.space, name, variable)

    def assign(self, name: str, value: int) -> None:
        """``name = value``."""
        if value == NOTHING:
            return
        pairs, found = self.around_name(name)
        if found == NOTHING:
            found = self.top(name)
        if pairs:
            self.emit("mset", name, value, found, *pairs)
        else:
            self.copy(found, value)

    def close(self) -> None:
        """Settle the names that the file did not declare where they were used."""
        for (name, spaces), variable in self.searched.items():
            own = next((self.tops[s, name] for s in spaces if (s, name) in self.tops), [])
            for value in own:
                self.copy(variable, value)
            if not own:
                self.emit("find", variable, name, *dict.fromkeys(spaces))
        self.leave()

    # -------------------------------------------------------------------------- functions

    def define(
        self,
        node: Node,
        name: str,
        symbol: int,
        parameters: Iterable[Parameter],
        *,
        flags: str = "o",
        result: Node | None = None,
        body: Node | None = None,
    ) -> Step:
        """A function or method; within a class it has ``this`` unless flags say "s"."""
        scope = self.open_function(node, symbol)
        home = self.scope
        rows: list[tuple[str, int, str, int]] = []
        if home.kind == "class" and "s" not in flags:
            scope.receiver = self.new()
            self.emit("self", scope.receiver, home.owner, "i")
            rows.append(("this", scope.receiver, "", NOTHING))
            flags += "t"
        self.enter(scope)
        for parameter in parameters:
            default = NOTHING
            if parameter.default is not None:
                default = yield parameter.default
            variable = self.declare(parameter.name, NOTHING, parameter.type)
            rows.append((parameter.name, variable, parameter.kind, default))
        if result is not None:
            self.annotate(scope.result, result)
        if body is None:
            flags += "d"
        else:
            value = yield body
            if "e" in flags:
                self.give_back(value)
        self.leave()
        return self.function(scope, symbol, name, flags, rows)

    def leave(self) -> Scope:
        scope = self.scope
        if scope.parent is not None:
            self.scope = scope.parent
        return scope

    # ---------------------------------------------------------------------------- classes

    def begin_class(
        self, node: Node, name: str, symbol: int, bases: list[int], flags: str = "o"
    ) -> tuple[Scope, int]:
        """Open a class; its ``this`` is known from here on."""
        scope, variable = self.open_class(
            node, symbol, name, flags, [base for base in bases if base != NOTHING]
        )
        scope.receiver = self.new()
        self.emit("self", scope.receiver, scope.owner, "i")
        return scope, variable

    def member(self, scope: Scope, name: str, value: int) -> None:
        if NOTHING not in (value, scope.owner):
            self.emit("mem", scope.owner, name, value)

    def overload(self, home: Scope, name: str, value: int) -> None:
        """A member that may share its name with others."""
        key = f"member:{name}"
        known = home.captured.get(key)
        if known is None:
            known = home.captured[key] = self.new()
            self.member(home, name, known)
        self.copy(known, value)

    def extend(self, node: Node, class_value: int, bases: Iterable[int] = ()) -> Scope:
        """Open a part of a class that is declared elsewhere."""
        number = self.classes
        self.classes += 1
        self.emit("ext", number, class_value, NOTHING, "", node.start_byte, *bases)
        scope = Scope(
            "class",
            node.start_byte,
            self.scope,
            self.scope.function,
            self.scope.symbol,
            owner=number,
        )
        scope.receiver = self.new()
        self.emit("self", scope.receiver, number, "i")
        self.scope = scope
        return scope

    def class_value(self) -> int:
        """The innermost class around, as a value."""
        scope: Scope | None = self.scope
        while scope is not None and scope.kind != "class":
            scope = scope.parent
        if scope is None:
            return NOTHING
        variable = self.new()
        self.emit("self", variable, scope.owner, "c")
        return variable

    def this(self, _node: Node) -> int:
        """``this`` of the innermost method or class."""
        scope: Scope | None = self.scope
        while scope is not None and scope.receiver == NOTHING:
            scope = scope.parent
        return NOTHING if scope is None else scope.receiver

    def parent_value(self, _node: Node) -> int:
        """``super`` or ``base``."""
        receiver = NOTHING
        scope: Scope | None = self.scope
        while scope is not None and scope.kind != "class":
            receiver = scope.receiver if scope.receiver != NOTHING else receiver
            scope = scope.parent
        if scope is None:
            return NOTHING
        value = self.new()
        self.emit("super", value, scope.owner, scope.receiver if receiver == NOTHING else receiver)
        return value

    # -------------------------------------------------------------------- types and values

    def annotate(self, variable: int, node: Node) -> None:
        """Give ``variable`` instances of what a type names."""
        for value in self.types(node):
            self.emit("inst", variable, value)

    def types(self, node: Node) -> list[int]:
        """The variables of the classes that a type names. Front ends say how."""
        del node
        return []

    def dotted(self, text: str, separator: str = ".") -> int:
        """A dotted name, each part a member of the one before."""
        first, *rest = [part.strip() for part in text.split(separator)]
        if not first:
            return NOTHING
        value = self.lookup(first)
        for name in rest:
            value = self.load(value, name)
        return value

    def made(self, class_value: int) -> int:
        """An instance that something made unseen."""
        variable = self.new()
        if class_value != NOTHING:
            self.emit("inst", variable, class_value)
        return variable

    def element(self, holder: int) -> int:
        box = self.box("list")
        self.copy(holder, box)
        item = self.new()
        self.put(box, "*", item)
        return item

    # ------------------------------------------------------------------- common handlers

    def display(self, node: Node) -> Step:
        """A list of values."""
        box = self.box("list")
        for child in node.named_children:
            value = yield child
            self.put(box, "*", value)
        return box

    def identifier(self, node: Node) -> int:
        return self.lookup(self.text(node))

    def string(self, node: Node) -> Step:
        yield from self.each(node)
        return self.literal("str")

    def number(self, _node: Node) -> int:
        return self.literal("int")

    def only_child(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            if child.type not in self.silent:
                value = yield child
        return value

    def first_child(self, node: Node) -> Step:
        value = NOTHING
        if node.named_children:
            value = yield node.named_children[0]
        return value

    def either(self, node: Node) -> Step:
        """One of the values of the children."""
        values = []
        for child in node.named_children:
            value = yield child
            values.append(value)
        return self.join(values)

    def effects(self, node: Node) -> Step:
        yield from self.each(node)
        return NOTHING

    def block(self, node: Node) -> Step:
        """What a block declares ends with it; its value is that of its last part."""
        self.push()
        value = NOTHING
        for child in node.named_children:
            value = yield child
        self.pop()
        return value

    def return_node(self, node: Node) -> Step:
        for child in node.named_children:
            value = yield child
            self.give_back(value)
        return NOTHING

    def arguments(self, listing: Node | None) -> "Step":
        """Evaluate arguments; they are left in ``self.given``."""
        given: list[int | str] = []
        for child in listing.named_children if listing is not None else ():
            if child.type not in self.silent:
                value = yield child
                given.append(value)
        self.given = given
        return NOTHING

    given: list[int | str]

    def site_of(self, first: Node, last: Node) -> int:
        """A call site whose callee reaches from one node to another."""
        self.calls.append((first.start_byte, last.end_byte, self.scope.symbol, False))
        return len(self.calls) - 1

    def call_value(self, callee: Node, function: int, listing: Node | None) -> Step:
        """Evaluate arguments and call ``function``."""
        site = self.site(callee)
        yield from self.arguments(listing)
        return self.call(site, function, self.given)
