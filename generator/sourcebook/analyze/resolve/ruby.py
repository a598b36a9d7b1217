"""Front end for Ruby.

Instance variables are fields with their sign in the name. What a class itself has is kept
apart from what its instances have, as in JavaScript. A bare name that is no local variable
is a call.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import Parameter, TypedLowering

MIXING = frozenset({"include", "prepend"})
ACCESSORS = frozenset({"attr_reader", "attr_accessor", "attr_writer"})


class RubyLowering(TypedLowering):
    """Definitions and calls of Ruby."""

    def whole(self, node: Node) -> Step:
        yield from self.each(node)
        self.close()
        return NOTHING

    # ------------------------------------------------------------------------------ names

    def spaces(self) -> Iterator[str]:
        """The modules around, the inner ones first."""
        space = self.space
        while space:
            yield space
            space = space.rpartition(".")[0]
        yield ""

    def constant(self, node: Node) -> int:
        name = self.text(node)
        _, found = super().around_name(name)
        return found if found != NOTHING else self.top(name)

    def scope_resolution(self, node: Node) -> Step:
        scope = node.child_by_field_name("scope")
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        if scope is None:
            variable = self.new()
            self.emit("use", variable, self.text(name))
            return variable
        holder = yield scope
        return self.load(holder, self.text(name))

    def local(self, name: str) -> int:
        """A local variable, NOTHING if there is none."""
        scope: Scope | None = self.scope
        while scope is not None and scope.kind != "class":
            for block in reversed(scope.blocks):
                if name in block.names:
                    return block.names[name]
            if scope.kind == "function" and scope.receiver != NOTHING:
                break
            scope = scope.parent
        return NOTHING

    def identifier(self, node: Node) -> int:
        """A local variable, else a call without arguments."""
        name = self.text(node)
        found = self.local(name)
        if found != NOTHING or name in ("private", "protected", "public", "nil"):
            return found
        function = self.method_named(name)
        return self.call(self.site(node, reference=True), function, [], "bare")

    def method_named(self, name: str) -> int:
        """A method of ``self``, else one defined at the top of this or a required file."""
        scope: Scope | None = self.scope
        while scope is not None and scope.receiver == NOTHING and scope.kind != "class":
            scope = scope.parent
        rest = self.top_method(name)
        if scope is None:
            return rest
        home = scope if scope.kind == "class" else scope.parent
        if home is None or home.kind != "class":
            return rest
        of_class = scope.kind == "class" or scope.receiver in self.class_receivers
        receiver = self.class_self(home) if scope.kind == "class" else scope.receiver
        result = self.new()
        label = f"::{name}" if of_class else name
        self.emit("mcall", result, label, rest, home.owner, receiver)
        return result

    def top_method(self, name: str) -> int:
        key = (name, ("def",))
        found = self.searched.get(key)
        if found is None:
            found = self.searched[key] = self.new()
        return found

    def class_self(self, scope: Scope) -> int:
        variable = self.new()
        self.emit("self", variable, scope.owner, "c")
        return variable

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        self.class_receivers: set[int] = set()
        self.singleton = False
        #: First byte of a method -> its name.
        self.method_names: dict[int, str] = {}

    # ------------------------------------------------------------------------ definitions

    def class_node(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None:
            return NOTHING
        bases: list[int] = []
        parent = node.child_by_field_name("superclass")
        if parent is not None and parent.named_children:
            value = yield parent.named_children[0]
            bases.append(value)
        written = self.text(name).replace("::", ".").strip(".")
        before = self.space
        full = f"{before}.{written}" if before else written
        holder, _, label = full.rpartition(".")
        symbol = self.symbol_at(name.start_byte, name.end_byte - len(label.encode()))
        _, variable = self.begin_class(node, full, symbol, bases, "b")
        self.tops.setdefault((holder, label), []).append(variable)
        self.emit("pub", holder, label, variable)
        self.space = full
        if body is not None:
            yield from self.each(body)
        self.space = before
        self.leave()
        return variable

    def singleton_class(self, node: Node) -> Step:
        """``class << self``."""
        body = node.child_by_field_name("body")
        before, self.singleton = self.singleton, True
        if body is not None:
            yield from self.each(body)
        self.singleton = before
        return NOTHING

    def method(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        home = self.scope
        symbol = self.symbol_at(name.start_byte)
        of_class = self.singleton or node.type == "singleton_method"
        body = node.child_by_field_name("body")
        scope = self.open_function(node, symbol)
        scope.receiver = self.new()
        self.method_names[scope.key] = label
        rows: list[tuple[str, int, str, int]] = [("self", scope.receiver, "", NOTHING)]
        if home.kind == "class":
            self.emit("self", scope.receiver, home.owner, "c" if of_class else "i")
        if of_class:
            self.class_receivers.add(scope.receiver)
        self.enter(scope)
        yield from self.declare_parameters(node.child_by_field_name("parameters"), rows)
        block = self.declare("&")
        rows.append(("&", block, "k", NOTHING))
        if body is not None:
            value = yield body
            self.give_back(value)
        self.leave()
        value = self.function(scope, symbol, label, "t", rows)
        if home.kind == "class":
            self.member(home, f"::{label}" if of_class else label, value)
        else:
            self.tops.setdefault(("def", label), []).append(value)
            self.emit("cexp", "def", label, value)
        return value

    def declare_parameters(
        self, listing: Node | None, rows: list[tuple[str, int, str, int]]
    ) -> Step:
        for child in listing.named_children if listing is not None else ():
            name = child.child_by_field_name("name") or child
            default_node = child.child_by_field_name("value")
            default = NOTHING
            if default_node is not None:
                default = yield default_node
            variable = self.declare(self.text(name).strip("*&"), NOTHING)
            kind = KINDS.get(child.type, "")
            if child.type == "block_parameter":
                self.scope.blocks[-1].names["&"] = variable
            rows.append((self.text(name), variable, kind, default))
        return NOTHING

    def declare(self, name: str, value: int = NOTHING, type_node: Node | None = None) -> int:
        del type_node
        variable = self.new()
        self.copy(variable, value)
        self.scope.blocks[-1].names[name] = variable
        return variable

    def block_node(self, node: Node) -> Step:
        """``{ |x| … }`` and ``do |x| … end``: a function that is handed over."""
        listing = node.child_by_field_name("parameters")
        rows = [
            Parameter(self.text(child.child_by_field_name("name") or child).strip("*&"))
            for child in (listing.named_children if listing is not None else ())
        ]
        body = node.child_by_field_name("body")
        return (
            yield from self.define(node, self.lambda_name(), NOTHING, rows, flags="sle", body=body)
        )

    def lambda_node(self, node: Node) -> Step:
        inner = node.child_by_field_name("body")
        value = NOTHING
        if inner is not None:
            value = yield inner
        return value

    # ------------------------------------------------------------------------- statements

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        yield from self.store(left, value)
        return value

    def store(self, left: Node, value: int) -> Step:
        kind = left.type
        if kind == "identifier":
            self.store_local(self.text(left), value)
        elif kind in ("instance_variable", "class_variable"):
            self.store_field(self.this(left), self.text(left), value)
        elif kind == "constant" and value != NOTHING:
            self.tops.setdefault((self.space, self.text(left)), []).append(value)
            self.emit("pub", self.space, self.text(left), value)
        elif kind == "call":
            holder_node = left.child_by_field_name("receiver")
            method = left.child_by_field_name("method")
            if holder_node is not None and method is not None:
                holder = yield holder_node
                self.store_field(holder, f"@{self.text(method)}", value)
        elif kind == "element_reference" and left.named_children:
            holder = yield left.named_children[0]
            self.put(holder, "*", value)
        elif kind == "left_assignment_list":
            for position, child in enumerate(left.named_children):
                yield from self.store(child, self.get(value, f"i:{position}"))
        return NOTHING

    def store_local(self, name: str, value: int) -> None:
        found = self.local(name)
        if found == NOTHING:
            self.declare(name, value)
        else:
            self.copy(found, value)

    def store_field(self, holder: int, name: str, value: int) -> None:
        if NOTHING not in (holder, value):
            self.emit("st", holder, name, value, -1, self.scope.function)

    def instance_variable(self, node: Node) -> int:
        return self.load(self.this(node), self.text(node))

    def yield_node(self, node: Node) -> Step:
        """``yield``: the block that the method was given is called."""
        listing = node.named_children[0] if node.named_children else None
        block = self.local("&")
        yield from self.arguments(listing)
        if block == NOTHING:
            return NOTHING
        site = self.site(node.children[0], reference=True)
        return self.call(site, block, self.given)

    # ------------------------------------------------------------------------------ calls

    def call_node(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("receiver")
        name = node.child_by_field_name("method")
        listing = node.child_by_field_name("arguments")
        block_node = node.child_by_field_name("block")
        if name is None:
            yield from self.each(node)
            return NOTHING
        label = self.text(name)
        if holder_node is None and self.declares(label, listing):
            return NOTHING
        holder = NOTHING
        if holder_node is not None:
            holder = yield holder_node
        op = "bare"
        if name.type == "super":
            function = self.load(self.parent_value(node), self.method_around())
        elif holder_node is None:
            found = self.local(label)
            function = found if found != NOTHING else self.method_named(label)
            if label == "new":
                function, op = self.this(node), "new"
        elif label == "new":
            function, op = holder, "new"
        else:
            function = self.load(holder, label)
        site = self.site_of(holder_node or name, name)
        yield from self.arguments(listing)
        given = self.given
        if block_node is not None:
            value = yield block_node
            given = [*given, "&", value]
        return self.call(site, function, given, op)

    def method_around(self) -> str:
        """Name of the method that the code stands in, for ``super``."""
        scope: Scope | None = self.scope
        while scope is not None and scope.receiver == NOTHING:
            scope = scope.parent
        return self.method_names.get(scope.key, "") if scope is not None else ""

    def declares(self, label: str, listing: Node | None) -> bool:
        """Calls in the body of a class that state something about it."""
        scope = self.scope
        parts = listing.named_children if listing is not None else []
        if label == "require_relative" and parts:
            self.emit("inc", self.text(parts[0]).strip("'\"") + ".rb")
            return True
        if scope.kind != "class":
            return False
        if label in MIXING:
            bases = [self.constant_of(part) for part in parts]
            for part in parts[:1]:
                self.extend(part, self.class_self(scope), bases)
                self.leave()
            return True
        if label in ACCESSORS:
            for part in parts:
                field = self.text(part).lstrip(":")
                self.member(scope, field, self.load(scope.receiver, f"@{field}"))
            return True
        return False

    def constant_of(self, node: Node) -> int:
        first, *rest = self.text(node).split("::")
        value = self.top(first)
        for name in rest:
            value = self.load(value, name)
        return value

    def index(self, node: Node) -> Step:
        holder = NOTHING
        for position, child in enumerate(node.named_children):
            value = yield child
            holder = value if position == 0 else holder
        return self.get(holder, "*")

    def array(self, node: Node) -> Step:
        box = self.box("array")
        for position, child in enumerate(node.named_children):
            value = yield child
            self.put(box, f"i:{position}", value)
        return box

    def hash_node(self, node: Node) -> Step:
        box = self.box("map")
        for child in node.named_children:
            value_node = child.child_by_field_name("value")
            if value_node is not None:
                value = yield value_node
                self.put(box, "*", value)
        return box

    def last_value(self, node: Node) -> Step:
        """A body: its value is that of its last part."""
        value = NOTHING
        for child in node.named_children:
            value = yield child
        return value

    def arguments(self, listing: Node | None) -> Step:
        given: list[int | str] = []
        for child in listing.named_children if listing is not None else ():
            if child.type == "pair":
                key = child.child_by_field_name("key")
                value_node = child.child_by_field_name("value")
                if value_node is not None:
                    value = yield value_node
                    given += [self.text(key).strip(":") if key is not None else "_", value]
            elif child.type == "block_argument":
                value = yield child
                given += ["&", value]
            elif child.type not in self.silent:
                value = yield child
                given.append(value)
        self.given = given
        return NOTHING

    handlers: ClassVar[Mapping[str, Handler]] = {
        "class": class_node,
        "module": class_node,
        "singleton_class": singleton_class,
        "method": method,
        "singleton_method": method,
        "block": block_node,
        "do_block": block_node,
        "lambda": lambda_node,
        "assignment": assignment,
        "operator_assignment": assignment,
        "instance_variable": instance_variable,
        "class_variable": instance_variable,
        "yield": yield_node,
        "call": call_node,
        "element_reference": index,
        "array": array,
        "hash": hash_node,
        "constant": constant,
        "scope_resolution": scope_resolution,
        "identifier": identifier,
        "self": TypedLowering.this,
        "body_statement": last_value,
        "block_body": last_value,
        "then": last_value,
        "begin": last_value,
        "if": TypedLowering.either,
        "unless": TypedLowering.either,
        "conditional": TypedLowering.either,
        "return": TypedLowering.return_node,
        "argument_list": last_value,
        "parenthesized_statements": last_value,
        "block_argument": last_value,
        "string": TypedLowering.string,
        "integer": TypedLowering.number,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {"comment", "method_parameters", "block_parameters", "simple_symbol", "string_content"}
    )


KINDS = {
    "splat_parameter": "*",
    "hash_splat_parameter": "**",
    "keyword_parameter": "k",
    "block_parameter": "k",
}
