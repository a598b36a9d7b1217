"""The walk that lowers a syntax tree to facts.

A front end is a table from node types to handlers. A handler that needs the value of a
child says ``value = yield child``: handlers read like recursion, but wait on an explicit
stack, so that no input is nested too deeply. A handler that needs no child's value may
return its own at once. The value of a node is the variable that holds it, or NOTHING.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any, ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.packing import Fact
from sourcebook.analyze.resolve.scopes import NOTHING, Names, Scope

Step = Generator[Node, int, int]
Handler = Callable[[Any, Node], Step | int]


class Lowering(Names):
    """Base of the front ends."""

    handlers: ClassVar[Mapping[str, Handler]] = {}
    #: Node types whose insides hold nothing for the resolver.
    silent: ClassVar[frozenset[str]] = frozenset({"comment"})

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(shared)
        self.data = data
        self.definitions = definitions
        self.calls: list[tuple[int, int, int, bool]] = []
        self.functions = 0
        self.classes = 0
        self.lambdas: dict[int, int] = {}
        self.literals: dict[tuple[str, str], int] = {}

    # ----------------------------------------------------------------------------- walk

    def run(self, root: Node) -> None:
        """Evaluate ``root`` and everything below it."""
        handlers = self.handlers
        silent = self.silent
        stack: list[Step] = [self.whole(root)]
        value = 0
        start = True
        while stack:
            try:
                node = next(stack[-1]) if start else stack[-1].send(value)
            except StopIteration as stop:
                stack.pop()
                value = NOTHING if stop.value is None else stop.value
                start = False
                continue
            kind = node.type
            handler = handlers.get(kind)
            if handler is None:
                if kind in silent or not node.named_child_count:
                    value = NOTHING
                    start = False
                    continue
                stack.append(self.each(node))
                start = True
                continue
            result = handler(self, node)
            if type(result) is int:
                value = result
                start = False
            else:
                stack.append(result)  # type: ignore[arg-type]
                start = True

    def whole(self, node: Node) -> Step:
        """Evaluate the root, whatever its type: that of a damaged file is an error."""
        yield node
        return NOTHING

    def each(self, node: Node) -> Step:
        """Evaluate all children for their effects."""
        for child in node.named_children:  # noqa: UP028 - values are sent in, lists take none
            yield child
        return NOTHING

    # ------------------------------------------------------------------------ vocabulary

    def text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def symbol_at(self, *places: int) -> int:
        """Index of the symbol that is defined at one of these bytes, NOTHING if none is."""
        for place in places:
            found = self.definitions.get(place)
            if found is not None:
                return found
        return NOTHING

    def literal(self, kind: str, value: str = "") -> int:
        """The variable of a constant; equal constants of a file share it."""
        if len(value) > 40:
            value = ""
        key = (kind, value)
        found = self.literals.get(key)
        if found is None:
            found = self.literals[key] = self.new()
            self.emit("lit", found, kind, value)
        return found

    def site(self, callee: Node, *, reference: bool = False) -> int:
        """Register a call site and give its number."""
        self.calls.append((callee.start_byte, callee.end_byte, self.scope.symbol, reference))
        return len(self.calls) - 1

    def call(self, site: int, function: int, arguments: list[int | str], op: str = "call") -> int:
        """A call of the value ``function``; gives the variable of its result."""
        result = self.new()
        self.emit(op, site, self.scope.function, function, result, *arguments)
        self.called()
        return result

    def load(self, value: int, name: str, start: int = -1) -> int:
        """Read an attribute. ``start`` is given where a getter may run unseen."""
        if value == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("ld", result, value, name, start, self.scope.function)
        return result

    def box(self, kind: str, size: int = NOTHING) -> int:
        """A new container, of ``size`` elements where that is written."""
        variable = self.new()
        self.emit("box", variable, kind, size)
        return variable

    def put(self, container: int, key: str, value: int, key_variable: int = NOTHING) -> None:
        if NOTHING not in (container, value):
            self.emit("sx", container, key, key_variable, value)

    def get(self, container: int, key: str, key_variable: int = NOTHING) -> int:
        if container == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("ix", result, container, key, key_variable)
        return result

    def iterate(self, value: int, start: int = -1) -> int:
        if value == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("iter", result, value, start, self.scope.function)
        return result

    def open_function(self, node: Node, symbol: int) -> Scope:
        """The scope of a new function, not yet entered."""
        self.functions += 1
        return Scope(
            "function",
            node.start_byte,
            self.scope,
            self.functions - 1,
            self.scope.symbol if symbol == NOTHING else symbol,
            result=self.new(),
        )

    def give_back(self, value: int) -> None:
        """``return value``."""
        if self.scope.kind == "function":
            self.scope.returned.add(value)
            self.copy(self.scope.result, value)

    def lambda_name(self) -> str:
        """Name of the next anonymous function, counted within its symbol."""
        owner = self.scope.symbol
        self.lambdas[owner] = self.lambdas.get(owner, 0) + 1
        return f"<lambda{self.lambdas[owner]}>"

    def open_class(
        self, node: Node, symbol: int, name: str, flags: str, bases: list[int]
    ) -> tuple[Scope, int]:
        """State a class and enter its scope; gives the variable that holds the class."""
        number = self.classes
        self.classes += 1
        variable = self.new()
        parent = self.scope.owner if self.scope.kind == "class" else NOTHING
        self.emit("cls", number, variable, symbol, parent, name, node.start_byte, flags, *bases)
        scope = Scope(
            "class",
            node.start_byte,
            self.scope,
            self.scope.function,
            self.scope.symbol if symbol == NOTHING else symbol,
            owner=number,
        )
        self.enter(scope)
        return scope, variable

    def function(
        self,
        scope: Scope,
        symbol: int,
        name: str,
        flags: str,
        parameters: list[tuple[str, int, str, int]],
    ) -> int:
        """State a function; gives the variable that holds it.

        A parameter is ``(name, variable, kind, default)``; kind is "" (by position or
        name), "k" (by name only), "*" or "**" (the rest). The kind gets a "!" when the
        function returns nothing but such parameters as they are.
        """
        variable = self.new()
        parent = scope.parent
        own = {parameter[1] for parameter in parameters}
        back = scope.returned if scope.returned <= own and scope.yields == NOTHING else set()
        flat: list[int | str] = []
        for label, place, kind, default in parameters:
            flat += [
                label,
                place,
                f"{kind}!" if place in back and "*" not in kind else kind,
                default,
            ]
        self.emit(
            "fun",
            scope.function,
            variable,
            scope.result,
            symbol,
            NOTHING if parent is None else parent.function,
            scope.symbol,
            name,
            scope.key,
            flags,
            *flat,
        )
        return variable

    def finish(self) -> tuple[Fact, ...]:
        """All facts of the file, the number of its variables first."""
        return (("vars", self.variables, self.functions, self.classes), *self.facts)
