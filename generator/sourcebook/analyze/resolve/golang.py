"""Front end for Go."""

import re
from collections.abc import Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.containers import SENT
from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import Parameter, TypedLowering

VERSION = re.compile(r"v\d+")


class GoLowering(TypedLowering):
    """Declarations and calls of Go. A package is a folder; types get methods anywhere in it."""

    package = ""

    def source_file(self, node: Node) -> Step:
        for child in node.named_children:
            if child.type == "package_clause" and child.named_children:
                self.package = self.text(child.named_children[0])
        yield from self.each(node)
        self.close()
        return NOTHING

    def import_spec(self, node: Node) -> int:
        path_node = node.child_by_field_name("path")
        name = node.child_by_field_name("name")
        if path_node is None:
            return NOTHING
        path = self.text(path_node).strip('"`')
        parts = path.split("/")
        if len(parts) > 1 and VERSION.fullmatch(parts[-1]):
            parts.pop()
        local = self.text(name) if name is not None else parts[-1].partition(".")[0]
        variable = self.new()
        self.emit("use", variable, path)
        self.module.blocks[0].names[local.removeprefix("go-")] = variable
        return NOTHING

    # ------------------------------------------------------------------------ definitions

    def function_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        symbol = self.symbol_at(name.start_byte)
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(node.child_by_field_name("parameters")),
            flags="",
            result=node.child_by_field_name("result"),
            body=node.child_by_field_name("body"),
        )
        if label == "main" and self.package == "main" and symbol != NOTHING:
            self.emit("start", symbol)
        if label not in ("init", "_"):
            self.publish(label, value)
            self.module.blocks[0].names[label] = value
        return value

    def method_declaration(self, node: Node) -> Step:
        """``func (receiver Type) name(…)``: a part of the class ``Type``."""
        name = node.child_by_field_name("name")
        receivers = self.parameters(node.child_by_field_name("receiver"))
        if name is None or not receivers:
            return NOTHING
        receiver = receivers[0]
        found = self.types(receiver.type) if receiver.type is not None else []
        scope = self.extend(node, found[0] if found else NOTHING)
        symbol = self.symbol_at(name.start_byte)
        value = yield from self.define_method(
            node, self.text(name), symbol, receiver.name, node.child_by_field_name("body")
        )
        self.leave()
        self.member(scope, self.text(name), value)
        return value

    def define_method(
        self, node: Node, label: str, symbol: int, receiver: str, body: Node | None
    ) -> Step:
        home = self.scope
        scope = self.open_function(node, symbol)
        scope.receiver = self.new()
        self.emit("self", scope.receiver, home.owner, "i")
        rows: list[tuple[str, int, str, int]] = [("this", scope.receiver, "", NOTHING)]
        self.enter(scope)
        scope.blocks[-1].names[receiver] = scope.receiver
        for parameter in self.parameters(node.child_by_field_name("parameters")):
            variable = self.declare(parameter.name, NOTHING, parameter.type)
            rows.append((parameter.name, variable, parameter.kind, NOTHING))
        result = node.child_by_field_name("result")
        if result is not None:
            self.annotate(scope.result, result)
        if body is not None:
            yield body
        self.leave()
        return self.function(scope, symbol, label, "tg" if body is not None else "td", rows)

    def around_name(self, name: str) -> tuple[list[int], int]:
        """Go has no members by plain name."""
        _, found = super().around_name(name)
        return [], found

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        for child in listing.named_children if listing is not None else ():
            type_node = child.child_by_field_name("type")
            names = child.children_by_field_name("name")
            if child.type == "variadic_parameter_declaration":
                found.append(Parameter(self.text(names[0]) if names else "_", None, "*"))
            elif child.type == "parameter_declaration":
                labels = [self.text(name) for name in names] or ["_"]
                found += [Parameter(label, type_node) for label in labels]
        return found

    def type_spec(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        type_node = node.child_by_field_name("type")
        if name is None or type_node is None:
            return NOTHING
        label = self.text(name)
        if node.type == "type_alias":
            found = self.types(type_node)
            self.publish_local(label, found[0] if found else NOTHING)
            return NOTHING
        symbol = self.symbol_at(name.start_byte)
        bases: list[int] = []
        if type_node.type == "struct_type":
            bases = [value for part in self.embedded(type_node) for value in self.types(part)]
        elif type_node.type == "interface_type":
            parts = [
                c for c in type_node.named_children if c.type in ("type_elem", "constraint_elem")
            ]
            bases = [
                v for part in parts for inner in part.named_children for v in self.types(inner)
            ]
        scope, variable = self.begin_class(node, label, symbol, bases, "g")
        self.publish_local(label, variable)
        if type_node.type == "struct_type":
            self.fields(type_node, scope)
        elif type_node.type == "interface_type":
            yield from self.interface(type_node, scope)
        self.leave()
        return NOTHING

    def publish_local(self, label: str, variable: int) -> None:
        home = self.scope if self.scope.kind != "class" else self.scope.parent or self.module
        home.blocks[-1].names[label] = variable
        if home is self.module and variable != NOTHING:
            self.publish(label, variable)

    def embedded(self, struct: Node) -> list[Node]:
        """Types of fields without a name."""
        return [
            part
            for listing in struct.named_children
            for field in listing.named_children
            if field.type == "field_declaration" and not field.children_by_field_name("name")
            for part in field.children_by_field_name("type")
        ]

    def fields(self, struct: Node, scope: Scope) -> None:
        for listing in struct.named_children:
            for field in listing.named_children:
                type_node = field.child_by_field_name("type")
                if field.type != "field_declaration" or type_node is None:
                    continue
                names = [self.text(name) for name in field.children_by_field_name("name")]
                for label in names or [self.text(type_node).strip("*").rpartition(".")[2]]:
                    variable = self.new()
                    self.annotate(variable, type_node)
                    self.member(scope, label, variable)

    def interface(self, node: Node, scope: Scope) -> Step:
        for child in node.named_children:
            name = child.child_by_field_name("name")
            if child.type in ("method_elem", "method_spec") and name is not None:
                symbol = self.symbol_at(name.start_byte)
                value = yield from self.define_method(child, self.text(name), symbol, "_", None)
                self.member(scope, self.text(name), value)
        return NOTHING

    def func_literal(self, node: Node) -> Step:
        return (
            yield from self.define(
                node,
                self.lambda_name(),
                NOTHING,
                self.parameters(node.child_by_field_name("parameters")),
                flags="sl",
                result=node.child_by_field_name("result"),
                body=node.child_by_field_name("body"),
            )
        )

    # --------------------------------------------------------------------------- variables

    def var_spec(self, node: Node) -> Step:
        names = node.children_by_field_name("name")
        type_node = node.child_by_field_name("type")
        yield from self.values(node.child_by_field_name("value"), len(names))
        for name, value in zip(names, self.listed, strict=False):
            self.declare(self.text(name), value, type_node)
        return NOTHING

    def values(self, listing: Node | None, count: int) -> Step:
        """The values of a list of expressions, or the parts of the one that gives many.

        They are left in ``self.listed``.
        """
        found: list[int] = []
        for child in listing.named_children if listing is not None else ():
            value = yield child
            found.append(value)
        alone = listing.named_children[0].type if listing is not None and len(found) == 1 else ""
        if count > 1 and alone == "call_expression":
            found = [self.get(found[0], f"i:{i}") for i in range(count)]
        found += [NOTHING] * (count - len(found))
        self.listed = found
        return NOTHING

    listed: list[int]

    def short_var(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        targets = left.named_children if left is not None else []
        yield from self.values(node.child_by_field_name("right"), len(targets))
        for target, value in zip(targets, self.listed, strict=False):
            name = self.text(target)
            if target.type == "identifier" and name in self.scope.blocks[-1].names:
                self.assign(name, value)
            elif target.type == "identifier":
                self.declare(name, value)
        return NOTHING

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        targets = left.named_children if left is not None else []
        yield from self.values(node.child_by_field_name("right"), len(targets))
        for target, value in zip(targets, list(self.listed), strict=False):
            yield from self.store(target, value)
        return NOTHING

    def store(self, target: Node, value: int) -> Step:
        if target.type == "identifier":
            self.assign(self.text(target), value)
        elif target.type == "selector_expression":
            holder_node = target.child_by_field_name("operand")
            name = target.child_by_field_name("field")
            if holder_node is not None and name is not None:
                holder = yield holder_node
                if NOTHING not in (holder, value):
                    self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        elif target.type == "index_expression":
            holder_node = target.child_by_field_name("operand")
            if holder_node is not None:
                holder = yield holder_node
                self.put(holder, "*", value)
        return NOTHING

    def range_clause(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        value = NOTHING
        if right is not None:
            value = yield right
        element = self.get(value, "*")
        received = self.get(value, SENT)
        targets = left.named_children if left is not None else []
        declaring = any(child.type == ":=" for child in node.children)
        for position, target in enumerate(targets):
            given = element if position == 1 else received
            if declaring and target.type == "identifier":
                self.declare(self.text(target), given)
            else:
                yield from self.store(target, given)
        return NOTHING

    def type_switch(self, node: Node) -> Step:
        """``switch name := value.(type)``: in each case the name has its type."""
        self.push()
        alias = node.child_by_field_name("alias")
        value_node = node.child_by_field_name("value")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        name = self.text(alias.named_children[0]) if alias is not None else ""
        for case in node.named_children:
            if case.type not in ("type_case", "default_case"):
                continue
            self.push()
            types = case.children_by_field_name("type")
            if name:
                variable = self.declare(name, value if len(types) != 1 else NOTHING)
                for type_node in types:
                    self.annotate(variable, type_node)
            for child in case.named_children:
                if child not in types:
                    yield child
            self.pop()
        self.pop()
        return NOTHING

    def return_list(self, node: Node) -> Step:
        """Several values are returned as one container."""
        parts = node.named_children
        if len(parts) == 1 and parts[0].type == "expression_list":
            parts = parts[0].named_children
        found = []
        for child in parts:
            value = yield child
            found.append(value)
        if len(found) == 1:
            self.give_back(found[0])
        elif found:
            box = self.box("tuple")
            for position, value in enumerate(found):
                self.put(box, f"i:{position}", value)
            self.give_back(box)
        return NOTHING

    # ---------------------------------------------------------------------------- values

    def selector(self, node: Node) -> Step:
        operand = node.child_by_field_name("operand")
        name = node.child_by_field_name("field")
        if operand is None or name is None:
            return NOTHING
        holder = yield operand
        return self.load(holder, self.text(name))

    def index(self, node: Node) -> Step:
        operand = node.child_by_field_name("operand")
        index = node.child_by_field_name("index")
        holder = NOTHING
        if operand is not None:
            holder = yield operand
        if index is not None:
            yield index
        return self.get(holder, "*")

    def call_expression(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        listing = node.child_by_field_name("arguments")
        if callee is None:
            return NOTHING
        word = self.text(callee) if callee.type == "identifier" else ""
        if word in ("new", "make") and listing is not None and listing.named_children:
            site = self.site(callee)
            self.call(site, self.top(word), [])
            variable = self.new()
            self.annotate(variable, listing.named_children[0])
            return variable
        function = yield callee
        result = yield from self.call_value(callee, function, listing)
        if word == "append":
            values = [value for value in self.given if isinstance(value, int)]
            return self.appended(values)
        return result

    def appended(self, values: list[int]) -> int:
        box = self.box("list")
        for value in values[1:]:
            self.put(box, "*", value)
        return self.join([*values[:1], box])

    def composite(self, node: Node) -> Step:
        """``Type{…}``."""
        type_node = node.child_by_field_name("type")
        body = node.child_by_field_name("body")
        variable = self.new()
        if type_node is not None:
            self.annotate(variable, type_node)
        for child in body.named_children if body is not None else ():
            parts = child.named_children
            if child.type == "keyed_element" and len(parts) == 2:
                value = yield parts[1]
                name = self.text(parts[0])
                if value != NOTHING and name.isidentifier():
                    self.emit("st", variable, name, value, -1, self.scope.function)
                self.put(variable, "*", value)
            else:
                value = yield child
                self.put(variable, "*", value)
        return variable

    def assertion(self, node: Node) -> Step:
        operand = node.child_by_field_name("operand")
        type_node = node.child_by_field_name("type")
        if operand is not None:
            yield operand
        variable = self.new()
        if type_node is not None:
            self.annotate(variable, type_node)
        return variable

    def unary(self, node: Node) -> Step:
        """``<-channel``, ``&value``, ``*pointer``."""
        value = yield from self.only_child(node)
        receives = any(child.type == "<-" for child in node.children)
        return self.get(value, SENT) if receives else value

    def send(self, node: Node) -> Step:
        channel = node.child_by_field_name("channel")
        value_node = node.child_by_field_name("value")
        if channel is not None and value_node is not None:
            box = yield channel
            value = yield value_node
            self.put(box, SENT, value)
        return NOTHING

    def slice_node(self, node: Node) -> Step:
        value = NOTHING
        for position, child in enumerate(node.named_children):
            part = yield child
            value = part if position == 0 else value
        return value

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            kind = part.type
            if kind == "type_identifier":
                found.append(self.lookup(self.text(part)))
            elif kind == "qualified_type":
                found.append(self.dotted(self.text(part)))
            elif kind == "generic_type":
                work.extend(part.named_children[:1])
            elif kind in ("pointer_type", "parenthesized_type"):
                work.extend(part.named_children)
        return found

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            kind = part.type
            if kind in ("slice_type", "array_type", "map_type", "channel_type"):
                inner = part.child_by_field_name("element") or part.child_by_field_name("value")
                box = self.box("list")
                self.copy(holder, box)
                if inner is not None:
                    item = self.new()
                    self.put(box, SENT if kind == "channel_type" else "*", item)
                    work.append((item, inner))
            elif kind == "parameter_list":
                self.several(holder, part, work)
            elif kind == "type_identifier" and self.text(part) == "string":
                self.copy(holder, self.literal("str"))
            else:
                for value in self.types(part):
                    self.emit("inst", holder, value)

    def several(self, holder: int, node: Node, work: list[tuple[int, Node]]) -> None:
        """The types of several results."""
        rows = [row.type for row in self.parameters(node) if row.type is not None]
        if len(rows) == 1:
            work.append((holder, rows[0]))
        elif rows:
            box = self.box("tuple")
            self.copy(holder, box)
            for position, type_node in enumerate(rows):
                item = self.new()
                self.put(box, f"i:{position}", item)
                work.append((item, type_node))

    handlers: ClassVar[Mapping[str, Handler]] = {
        "source_file": source_file,
        "import_spec": import_spec,
        "function_declaration": function_declaration,
        "method_declaration": method_declaration,
        "type_spec": type_spec,
        "type_alias": type_spec,
        "func_literal": func_literal,
        "var_spec": var_spec,
        "const_spec": var_spec,
        "short_var_declaration": short_var,
        "assignment_statement": assignment,
        "range_clause": range_clause,
        "type_switch_statement": type_switch,
        "return_statement": return_list,
        "selector_expression": selector,
        "index_expression": index,
        "slice_expression": slice_node,
        "call_expression": call_expression,
        "composite_literal": composite,
        "type_assertion_expression": assertion,
        "type_conversion_expression": assertion,
        "block": TypedLowering.block,
        "if_statement": TypedLowering.block,
        "for_statement": TypedLowering.block,
        "expression_switch_statement": TypedLowering.block,
        "expression_case": TypedLowering.block,
        "communication_case": TypedLowering.block,
        "unary_expression": unary,
        "send_statement": send,
        "parenthesized_expression": TypedLowering.only_child,
        "literal_element": TypedLowering.only_child,
        "variadic_argument": TypedLowering.only_child,
        "identifier": TypedLowering.identifier,
        "interpreted_string_literal": TypedLowering.string,
        "raw_string_literal": TypedLowering.string,
        "int_literal": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("comment", "package_clause", "type_parameters", "parameter_list", "rune_literal"),
            *("type_identifier", "qualified_type", "pointer_type", "slice_type", "map_type"),
            *("type_arguments", "label_name", "interpreted_string_literal_content"),
        }
    )
