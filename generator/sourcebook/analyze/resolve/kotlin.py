"""Front end for Kotlin."""

from collections.abc import Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import CONSTRUCTOR, Parameter, TypedLowering

CONTAINERS = frozenset(
    {
        *("List", "MutableList", "Set", "MutableSet", "Collection", "Iterable", "Sequence", "Map"),
        *("MutableMap", "ArrayList", "HashMap", "Array", "Flow", "StateFlow", "Lazy"),
    }
)
TYPES = frozenset({"user_type", "nullable_type", "function_type", "parenthesized_type"})


class KotlinLowering(TypedLowering):
    """Declarations and calls of Kotlin."""

    def source_file(self, node: Node) -> Step:
        for child in node.named_children:
            if child.type == "package_header" and child.named_children:
                self.space = "".join(self.text(child.named_children[-1]).split())
        yield from self.each(node)
        self.close()
        return NOTHING

    def import_node(self, node: Node) -> int:
        parts = node.named_children
        if not parts:
            return NOTHING
        written = "".join(self.text(parts[0]).split())
        if any(child.type == "*" for child in node.children):
            self.opened.append(written)
            return NOTHING
        local = self.text(parts[1]) if len(parts) > 1 else written.rpartition(".")[2]
        variable = self.new()
        self.emit("use", variable, written)
        self.module.blocks[0].names[local] = variable
        return NOTHING

    # ------------------------------------------------------------------------ definitions

    def part(self, node: Node, *kinds: str) -> Node | None:
        """The first child of one of these kinds."""
        return next((child for child in node.named_children if child.type in kinds), None)

    def class_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        label = self.text(name) if name is not None else "Companion"
        listing = self.part(node, "delegation_specifiers")
        invoked: list[tuple[Node, int]] = []
        bases = self.bases(listing, invoked)
        outer = self.scope
        symbol = self.symbol_at(*([name.start_byte] if name is not None else []), node.start_byte)
        scope, variable = self.begin_class(node, label, symbol, bases)
        value = variable
        if node.type in ("object_declaration", "companion_object", "object_literal"):
            value = self.made(variable)
        if outer.kind == "class":
            self.member(outer, label, value)
        elif outer is self.module and node.type != "object_literal":
            self.publish(label, value)
        head = self.part(node, "primary_constructor")
        if head is not None:
            yield from self.primary(head, scope, label)
        for target, base in invoked:
            site = self.site(target.named_children[0])
            yield from self.arguments(self.part(target, "value_arguments"))
            self.call(site, base, self.given, "new")
        body = self.part(node, "class_body", "enum_class_body")
        if body is not None:
            yield from self.each(body)
        self.leave()
        if node.type == "companion_object" and outer.kind == "class":
            # What the companion has is called by the name of the class around it.
            self.extend(node, self.class_of(outer), [variable])
            self.leave()
        return value

    def class_of(self, scope: Scope) -> int:
        variable = self.new()
        self.emit("self", variable, scope.owner, "c")
        return variable

    def bases(self, listing: Node | None, invoked: list[tuple[Node, int]]) -> list[int]:
        found = []
        for child in listing.named_children if listing is not None else ():
            for part in child.named_children:
                values = self.types(part)
                found += values
                if part.type == "constructor_invocation" and values:
                    invoked.append((part, values[0]))
        return found

    def primary(self, node: Node, scope: Scope, label: str) -> Step:
        """The constructor in the head of a class; ``val`` makes fields of its parameters."""
        listing = self.part(node, "class_parameters")
        rows = self.parameters(listing)
        symbol = self.symbol_at(node.start_byte)
        if symbol == NOTHING:
            # It has no symbol of its own: a call of it leads to the class.
            for row in rows:
                if row.default is not None:
                    yield row.default
        else:
            value = yield from self.define(node, label, symbol, rows, body=node)
            self.overload(scope, CONSTRUCTOR, value)
        for row in rows:
            held = self.new()
            if row.type is not None:
                self.annotate(held, row.type)
            self.member(scope, row.name, held)
        return NOTHING

    def function_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        home = self.scope
        symbol = self.symbol_at(name.start_byte)
        listing = self.part(node, "function_value_parameters")
        body = self.part(node, "function_body")
        arrow = body is not None and not any(c.type == "block" for c in body.named_children)
        result = next((c for c in self.after(node, listing) if c.type in TYPES), None)
        receiver = next((c for c in self.before(node, name) if c.type in TYPES), None)
        if receiver is not None:
            return (yield from self.extension(node, label, symbol, receiver, body))
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags="oe" if arrow else "o",
            result=result,
            body=body,
        )
        if home.kind == "class":
            self.overload(home, label, value)
        elif home is self.module:
            self.publish(label, value)
            if label == "main" and symbol != NOTHING:
                self.emit("start", symbol)
        else:
            home.blocks[-1].names[label] = value
        return value

    def extension(
        self, node: Node, label: str, symbol: int, receiver: Node, body: Node | None
    ) -> Step:
        """``fun Type.name()``: a part of the class ``Type``."""
        found = self.types(receiver)
        scope = self.extend(node, found[0] if found else NOTHING)
        listing = self.part(node, "function_value_parameters")
        value = yield from self.define(
            node, label, symbol, self.parameters(listing), flags="oe", body=body
        )
        self.leave()
        self.overload(scope, label, value)
        return value

    def after(self, node: Node, mark: Node | None) -> list[Node]:
        start = mark.end_byte if mark is not None else node.end_byte
        return [child for child in node.named_children if child.start_byte >= start]

    def before(self, node: Node, mark: Node) -> list[Node]:
        return [child for child in node.named_children if child.end_byte <= mark.start_byte]

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found: list[Parameter] = []
        rest = False
        for child in listing.named_children if listing is not None else ():
            if child.type in ("parameter", "class_parameter"):
                name = self.part(child, "identifier")
                type_node = self.part(child, *TYPES)
                default = next(
                    (
                        c
                        for c in child.named_children
                        if c not in (name, type_node)
                        and c.type not in ("modifiers", "parameter_modifiers")
                    ),
                    None,
                )
                kind = "*" if rest else ("?" if default is not None else "")
                label = self.text(name) if name is not None else "_"
                found.append(Parameter(label, None if rest else type_node, kind, default))
                rest = False
            elif child.type == "parameter_modifiers":
                rest = "vararg" in self.text(child)
            elif found and child.type not in ("modifiers", "line_comment", "block_comment"):
                # A default stands beside its parameter.
                last = found[-1]
                found[-1] = Parameter(last.name, last.type, "?", child)
        return found

    def secondary(self, node: Node) -> Step:
        home = self.scope
        symbol = self.symbol_at(node.start_byte)
        listing = self.part(node, "function_value_parameters")
        body = self.part(node, "block") or node
        value = yield from self.define(
            node, CONSTRUCTOR, symbol, self.parameters(listing), body=body
        )
        self.overload(home, CONSTRUCTOR, value)
        return value

    def secondary_body(self, node: Node) -> Step:
        """The body of a constructor without a block is the constructor itself."""
        if self.scope.kind == "class":
            return (yield from self.secondary(node))
        delegation = self.part(node, "constructor_delegation_call")
        if delegation is not None:
            yield from self.each(delegation)
        return NOTHING

    def primary_body(self, _node: Node) -> int:
        return NOTHING

    def enum_entry(self, node: Node) -> Step:
        name = self.part(node, "identifier")
        if name is not None and self.scope.kind == "class":
            self.member(self.scope, self.text(name), self.made(self.class_value()))
        for child in node.named_children:
            if child.type in ("value_arguments", "class_body"):
                yield child
        return NOTHING

    def property_node(self, node: Node) -> Step:
        home = self.scope
        variable = self.part(node, "variable_declaration")
        several = self.part(node, "multi_variable_declaration")
        value = NOTHING
        known = False
        for child in node.named_children:
            if child.type in ("modifiers", "variable_declaration", "multi_variable_declaration"):
                continue
            if child.type in ("getter", "setter"):
                yield from self.each(child)
                continue
            value = yield child
            known = child.type == "call_expression"
        if several is not None:
            for position, part in enumerate(several.named_children):
                name = self.part(part, "identifier")
                if name is not None:
                    self.declare(self.text(name), self.get(value, f"i:{position}"))
        if variable is None:
            return NOTHING
        name = self.part(variable, "identifier")
        type_node = self.part(variable, *TYPES)
        if name is None:
            return NOTHING
        if home.kind == "class":
            held = self.new()
            self.copy(held, value)
            if type_node is not None and not known:
                self.annotate(held, type_node)
            self.member(home, self.text(name), held)
        else:
            self.declare(self.text(name), value, type_node)
        return NOTHING

    def lambda_node(self, node: Node) -> Step:
        listing = self.part(node, "lambda_parameters")
        rows = [
            Parameter(self.text(name), self.part(part, *TYPES))
            for part in (listing.named_children if listing is not None else ())
            if (name := self.part(part, "identifier")) is not None
        ] or [Parameter("it")]
        self.lambda_parts = [c for c in node.named_children if c.type != "lambda_parameters"]
        return (
            yield from self.define(node, self.lambda_name(), NOTHING, rows, flags="sle", body=node)
        )

    lambda_parts: list[Node] | None = None

    def lambda_body(self, node: Node) -> Step:
        """A lambda is read twice: as a function, then as the body of that function."""
        parts, self.lambda_parts = self.lambda_parts, None
        if parts is None:
            return (yield from self.lambda_node(node))
        value = NOTHING
        for child in parts:
            value = yield child
        return value

    # ------------------------------------------------------------------------- statements

    def for_node(self, node: Node) -> Step:
        self.push()
        variable = self.part(node, "variable_declaration")
        rest = [c for c in node.named_children if not c.type.endswith("variable_declaration")]
        value = NOTHING
        if rest:
            value = yield rest[0]
        name = self.part(variable, "identifier") if variable is not None else None
        if name is not None:
            self.declare(self.text(name), self.get(value, "*"))
        for child in rest[1:]:  # noqa: UP028 - values are sent in
            yield child
        self.pop()
        return NOTHING

    def catch(self, node: Node) -> Step:
        self.push()
        name = self.part(node, "identifier")
        if name is not None:
            self.declare(self.text(name), NOTHING, self.part(node, *TYPES))
        for child in node.named_children:
            if child.type == "block":
                yield child
        self.pop()
        return NOTHING

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        if left.type == "identifier":
            self.assign(self.text(left), value)
        elif left.type == "navigation_expression" and len(left.named_children) > 1:
            holder = yield left.named_children[0]
            if NOTHING not in (holder, value):
                label = self.text(left.named_children[-1])
                self.emit("st", holder, label, value, -1, self.scope.function)
        return value

    # ---------------------------------------------------------------------------- values

    def navigation(self, node: Node) -> Step:
        parts = node.named_children
        if len(parts) < 2:
            return NOTHING
        holder = yield parts[0]
        return self.load(holder, self.text(parts[-1]))

    def call_expression(self, node: Node) -> Step:
        parts = node.named_children
        if not parts:
            return NOTHING
        callee = parts[0]
        trailing = self.part(node, "annotated_lambda")
        if callee.type == "call_expression" and self.part(node, "value_arguments") is None:
            # name(arguments) { … }: one call with a function as its last argument.
            return (yield from self.trailing(callee, trailing))
        return (yield from self.plain_call(callee, self.part(node, "value_arguments"), trailing))

    def trailing(self, inner: Node, block: Node | None) -> Step:
        callee = inner.named_children[0]
        listing = self.part(inner, "value_arguments")
        return (yield from self.plain_call(callee, listing, block))

    def plain_call(self, callee: Node, listing: Node | None, block: Node | None) -> Step:
        if callee.type == "identifier":
            function = self.lookup(self.text(callee), "mcall")
        else:
            function = yield callee
        site = self.site(callee)
        yield from self.arguments(listing)
        given = self.given
        if block is not None:
            value = yield from self.block_value(block)
            given = [*given, value]
        return self.call(site, function, given)

    def block_value(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            value = yield child
        return value

    def argument(self, node: Node) -> Step:
        """The last part of ``name = value``."""
        value = NOTHING
        for child in node.named_children[-1:]:
            value = yield child
        return value

    def cast(self, node: Node) -> Step:
        parts = node.named_children
        result = self.new()
        if parts:
            value = yield parts[0]
            self.copy(result, value)
        for part in parts[1:]:
            self.annotate(result, part)
        return result

    def index(self, node: Node) -> Step:
        holder = NOTHING
        for position, child in enumerate(node.named_children):
            value = yield child
            holder = value if position == 0 else holder
        return self.get(holder, "*")

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            if part.type == "user_type":
                names = [self.text(c) for c in part.named_children if c.type == "identifier"]
                value = self.lookup(names[0], "mtype") if names else NOTHING
                for name in names[1:]:
                    value = self.load(value, name)
                found.append(value)
            elif part.type in (
                "nullable_type",
                "constructor_invocation",
                "parenthesized_type",
                "explicit_delegation",
                "delegation_specifier",
            ):
                work.extend(part.named_children[:1])
        return [value for value in found if value != NOTHING]

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            arguments = self.part(part, "type_arguments")
            if part.type == "nullable_type":
                work += [(holder, child) for child in part.named_children[:1]]
            elif arguments is not None and self.text(part.named_children[0]) in CONTAINERS:
                inner = arguments.named_children[-1:]
                held = self.element(holder)
                work += [(held, c) for p in inner for c in (p.named_children[-1:] or [p])]
            elif part.type == "user_type" and self.text(part) == "String":
                self.copy(holder, self.literal("str"))
            else:
                for value in self.types(part):
                    self.emit("inst", holder, value)

    handlers: ClassVar[Mapping[str, Handler]] = {
        "source_file": source_file,
        "import": import_node,
        "class_declaration": class_declaration,
        "object_declaration": class_declaration,
        "companion_object": class_declaration,
        "object_literal": class_declaration,
        "function_declaration": function_declaration,
        "secondary_constructor": secondary_body,
        "primary_constructor": primary_body,
        "enum_entry": enum_entry,
        "property_declaration": property_node,
        "lambda_literal": lambda_body,
        "for_statement": for_node,
        "catch_block": catch,
        "assignment": assignment,
        "navigation_expression": navigation,
        "call_expression": call_expression,
        "value_argument": argument,
        "as_expression": cast,
        "index_expression": index,
        "block": TypedLowering.block,
        "function_body": TypedLowering.only_child,
        "when_expression": TypedLowering.block,
        "return_expression": TypedLowering.return_node,
        "parenthesized_expression": TypedLowering.only_child,
        "unary_expression": TypedLowering.only_child,
        "if_expression": TypedLowering.either,
        "identifier": TypedLowering.identifier,
        "this_expression": TypedLowering.this,
        "super_expression": TypedLowering.parent_value,
        "string_literal": TypedLowering.string,
        "number_literal": TypedLowering.number,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("line_comment", "block_comment", "modifiers", "type_parameters", "user_type"),
            *("nullable_type", "package_header", "annotation", "string_content", "type_arguments"),
            *("function_value_parameters", "delegation_specifiers", "label"),
        }
    )
