"""Front end for C#."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING
from sourcebook.analyze.resolve.typed import CONSTRUCTOR, Parameter, TypedLowering

#: Generic types of which an element is what the last argument names.
CONTAINERS = frozenset(
    {
        *("List", "IList", "IEnumerable", "ICollection", "HashSet", "Queue", "Stack", "Dictionary"),
        *("IDictionary", "IReadOnlyList", "IReadOnlyCollection", "ConcurrentDictionary"),
        *("SortedDictionary", "LinkedList", "IQueryable", "ISet", "Func", "Lazy"),
    }
)
TRANSPARENT = frozenset({"Task", "ValueTask", "Nullable"})
MADE = frozenset({"object_creation_expression", "implicit_object_creation_expression"})


class CSharpLowering(TypedLowering):
    """Declarations and calls of C#."""

    def compilation_unit(self, node: Node) -> Step:
        for child in node.named_children:
            if child.type == "file_scoped_namespace_declaration":
                name = child.child_by_field_name("name")
                self.space = self.text(name) if name is not None else ""
        yield from self.each(node)
        self.close()
        return NOTHING

    def using(self, node: Node) -> int:
        parts = node.named_children
        alias = node.child_by_field_name("name")
        if not parts:
            return NOTHING
        written = "".join(self.text(parts[-1]).split()).removeprefix("global::")
        if alias is not None and alias != parts[-1]:
            variable = self.new()
            self.emit("use", variable, written)
            self.module.blocks[0].names[self.text(alias)] = variable
        else:
            self.opened.append(written)
        return NOTHING

    def namespace(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        before = self.space
        inner = self.text(name) if name is not None else ""
        self.space = f"{before}.{inner}" if before else inner
        if body is not None:
            yield from self.each(body)
            self.space = before
        return NOTHING

    def spaces(self) -> Iterator[str]:
        space = self.space
        while space:
            yield space
            space = space.rpartition(".")[0]
        yield ""
        yield from self.opened

    # ------------------------------------------------------------------------ definitions

    def class_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        bases = [
            value
            for child in node.named_children
            if child.type == "base_list"
            for part in child.named_children
            for value in self.types(part)
        ]
        label = self.text(name)
        outer = self.scope
        symbol = self.symbol_at(name.start_byte)
        scope, variable = self.begin_class(node, label, symbol, bases)
        if outer.kind == "class":
            self.member(outer, label, variable)
        elif outer is self.module:
            self.publish(label, variable)
        for child in node.named_children:
            if child.type == "parameter_list":
                for row in self.parameters(child):
                    held = self.new()
                    if row.type is not None:
                        self.annotate(held, row.type)
                    self.member(scope, row.name, held)
        body = node.child_by_field_name("body")
        if body is not None:
            yield from self.each(body)
        self.leave()
        return variable

    def enum_member(self, node: Node) -> int:
        name = node.child_by_field_name("name")
        if name is not None and self.scope.kind == "class":
            self.member(self.scope, self.text(name), self.made(self.class_value()))
        return NOTHING

    def method(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        listing = node.child_by_field_name("parameters")
        if name is None:
            return NOTHING
        home = self.scope
        made = node.type == "constructor_declaration"
        label = self.text(name)
        symbol = self.symbol_at(name.start_byte)
        static = self.has_modifier(node, "static")
        body = node.child_by_field_name("body")
        self.initializer = next(
            (c for c in node.named_children if c.type == "constructor_initializer"), None
        )
        arrow = body is not None and body.type == "arrow_expression_clause"
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags="o" + ("s" if static else "") + ("e" if arrow else ""),
            result=node.child_by_field_name("returns") or node.child_by_field_name("type"),
            body=body,
        )
        if home.kind == "class":
            self.overload(home, CONSTRUCTOR if made else label, value)
        else:
            home.blocks[-1].names[label] = value
        if label == "Main" and static and symbol != NOTHING:
            self.emit("start", symbol)
        return value

    initializer: Node | None = None

    def block_node(self, node: Node) -> Step:
        """A body; ``: base(…)`` and ``: this(…)`` run before that of a constructor."""
        initializer, self.initializer = self.initializer, None
        if initializer is not None:
            own = any(child.type == "this" for child in initializer.children)
            holder = self.this(node) if own else self.parent_value(node)
            word = next((c for c in initializer.children if c.type in ("this", "base")), None)
            listing = initializer.named_children[0] if initializer.named_children else None
            if word is not None:
                function = self.load(holder, CONSTRUCTOR)
                yield from self.call_value(word, function, listing)
        return (yield from self.block(node))

    def has_modifier(self, node: Node, word: str) -> bool:
        return any(
            child.type == "modifier" and self.text(child) == word for child in node.named_children
        )

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        rest = False
        for child in listing.children if listing is not None else ():
            if child.type == "params":
                rest = True
            elif child.type == "parameter":
                name = child.child_by_field_name("name")
                optional = any(part.type == "=" for part in child.children)
                if name is not None:
                    type_node = child.child_by_field_name("type")
                    found.append(Parameter(self.text(name), type_node, "?" if optional else ""))
            elif child.type == "identifier":
                found.append(Parameter(self.text(child), None, "*" if rest else ""))
        return found

    def field(self, node: Node) -> Step:
        """Fields of a class, and local variables."""
        home = self.scope
        for child in node.named_children:
            if child.type != "variable_declaration":
                continue
            type_node = child.child_by_field_name("type")
            for part in child.named_children:
                if part.type != "variable_declarator":
                    continue
                name = part.child_by_field_name("name")
                value = NOTHING
                known = False
                for inner in part.named_children[1:]:
                    known = inner.type == "object_creation_expression"
                    self.expected = type_node
                    value = yield inner
                if name is None:
                    continue
                declared = None if known else type_node
                if home.kind == "class":
                    variable = self.new()
                    self.copy(variable, value)
                    if declared is not None:
                        self.annotate(variable, declared)
                    self.member(home, self.text(name), variable)
                else:
                    self.declare(self.text(name), value, declared)
        return NOTHING

    expected: Node | None = None

    def property_node(self, node: Node) -> Step:
        home = self.scope
        name = node.child_by_field_name("name")
        type_node = node.child_by_field_name("type")
        if name is None or home.kind != "class":
            return NOTHING
        symbol = self.symbol_at(name.start_byte)
        variable = self.new()
        if type_node is not None:
            self.annotate(variable, type_node)
        accessors = node.child_by_field_name("accessors")
        value_node = node.child_by_field_name("value")
        bodies = [
            body
            for child in (accessors.named_children if accessors is not None else ())
            if (body := child.child_by_field_name("body")) is not None
        ]
        if value_node is not None and value_node.type == "arrow_expression_clause":
            bodies.append(value_node)
        elif value_node is not None:
            value = yield value_node
            self.copy(variable, value)
        for body in bodies:
            function = yield from self.define(
                body, self.text(name), symbol, [Parameter("value")], flags="e", body=body
            )
            result = self.new()
            self.emit("result", result, function)
            self.copy(variable, result)
        self.member(home, self.text(name), variable)
        return NOTHING

    def lambda_node(self, node: Node) -> Step:
        listing = node.child_by_field_name("parameters")
        rows = self.parameters(listing)
        if listing is not None and listing.type in ("identifier", "implicit_parameter"):
            rows = [Parameter(self.text(listing))]
        return (
            yield from self.define(
                node,
                self.lambda_name(),
                NOTHING,
                rows,
                flags="sle",
                body=node.child_by_field_name("body"),
            )
        )

    # ------------------------------------------------------------------------- statements

    def foreach(self, node: Node) -> Step:
        self.push()
        right = node.child_by_field_name("right")
        left = node.child_by_field_name("left")
        value = NOTHING
        if right is not None:
            value = yield right
        if left is not None and left.type == "identifier":
            self.declare(self.text(left), self.get(value, "*"), node.child_by_field_name("type"))
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.pop()
        return NOTHING

    def declared_pattern(self, node: Node) -> int:
        """``is Type name``, ``catch (Type name)``, ``out Type name``."""
        name = node.child_by_field_name("name")
        if name is not None and name.type == "identifier":
            return self.declare(self.text(name), NOTHING, node.child_by_field_name("type"))
        return NOTHING

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        if left.type == "identifier":
            self.assign(self.text(left), value)
        elif left.type == "member_access_expression":
            holder_node = left.child_by_field_name("expression")
            name = left.child_by_field_name("name")
            if name is not None:
                holder = NOTHING
                if holder_node is not None:
                    holder = yield holder_node
                elif left.children and left.children[0].type == "this":
                    holder = self.this(left)
                if NOTHING not in (holder, value):
                    self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        elif left.type == "element_access_expression" and left.named_children:
            holder = yield left.named_children[0]
            self.put(holder, "*", value)
        return value

    # ---------------------------------------------------------------------------- values

    def member_access(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("expression")
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        if holder_node is not None:
            holder = yield holder_node
        elif node.children and node.children[0].type == "base":
            holder = self.parent_value(node)
        else:
            holder = self.this(node)
        return self.load(holder, self.plain_name(name))

    def plain_name(self, node: Node) -> str:
        return self.text(node).partition("<")[0]

    def conditional_access(self, node: Node) -> Step:
        """``value?.Name``, ``value?.Name()``."""
        holder_node = node.child_by_field_name("condition")
        if holder_node is None:
            return NOTHING
        holder = yield holder_node
        rest = node.named_children[-1]
        before, self.conditional = self.conditional, holder
        value = yield rest
        self.conditional = before
        return value

    conditional = NOTHING

    def member_binding(self, node: Node) -> int:
        name = node.child_by_field_name("name")
        return self.load(self.conditional, self.plain_name(name)) if name is not None else NOTHING

    def element_access(self, node: Node) -> Step:
        holder = NOTHING
        for position, child in enumerate(node.named_children):
            value = yield child
            holder = value if position == 0 else holder
        return self.get(holder, "*")

    def invocation(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        if callee is None:
            return NOTHING
        if callee.type == "generic_name":
            function = self.lookup(self.plain_name(callee), "mcall")
        elif callee.type == "identifier":
            function = self.lookup(self.text(callee), "mcall")
        else:
            function = yield callee
        return (yield from self.call_value(callee, function, node.child_by_field_name("arguments")))

    def creation(self, node: Node) -> Step:
        expected, self.expected = self.expected, None
        type_node = node.child_by_field_name("type") or expected
        if type_node is None:
            yield from self.each(node)
            return NOTHING
        found = self.types(type_node)
        site = self.site(node.child_by_field_name("type") or node.children[0])
        listing = node.child_by_field_name("arguments") or next(
            (c for c in node.named_children if c.type == "argument_list"), None
        )
        yield from self.arguments(listing)
        result = self.call(site, found[0] if found else NOTHING, self.given, "new")
        initializer = node.child_by_field_name("initializer")
        for child in initializer.named_children if initializer is not None else ():
            left = child.child_by_field_name("left")
            right = child.child_by_field_name("right")
            if child.type == "assignment_expression" and left is not None and right is not None:
                value = yield right
                if value != NOTHING and left.type == "identifier":
                    label = self.text(left)
                    self.emit("st", result, label, value, -1, self.scope.function)
            else:
                yield child
        return result

    def cast(self, node: Node) -> Step:
        """``(Type)value``, ``value as Type``."""
        type_node = node.child_by_field_name("type") or node.child_by_field_name("right")
        value_node = node.child_by_field_name("value") or node.child_by_field_name("left")
        result = self.new()
        if value_node is not None:
            value = yield value_node
            self.copy(result, value)
        if type_node is not None:
            self.annotate(result, type_node)
        return result

    def generic_name(self, node: Node) -> int:
        return self.lookup(self.plain_name(node))

    def predefined(self, node: Node) -> int:
        return self.top(self.text(node))

    def base_node(self, node: Node) -> int:
        return self.parent_value(node)

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            kind = part.type
            if kind == "identifier":
                found.append(self.lookup(self.text(part), "mtype"))
            elif kind in ("qualified_name", "alias_qualified_name"):
                found.append(self.dotted(self.text(part).partition("<")[0]))
            elif kind == "generic_name":
                found.append(self.lookup(self.plain_name(part), "mtype"))
            elif kind in ("nullable_type", "ref_type", "primary_constructor_base_type"):
                work.extend(part.named_children[:1])
        return [value for value in found if value != NOTHING]

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            kind = part.type
            if kind == "array_type":
                inner = part.child_by_field_name("type")
                work += [(self.element(holder), inner)] if inner is not None else []
            elif kind == "nullable_type":
                work += [(holder, child) for child in part.named_children[:1]]
            elif kind == "generic_name" and len(part.named_children) > 1:
                arguments = part.named_children[-1].named_children
                name = self.plain_name(part)
                if name in TRANSPARENT and arguments:
                    work.append((holder, arguments[0]))
                elif name in CONTAINERS and arguments:
                    work.append((self.element(holder), arguments[-1]))
                else:
                    for value in self.types(part):
                        self.emit("inst", holder, value)
            elif kind == "predefined_type":
                if self.text(part) == "string":
                    self.copy(holder, self.literal("str"))
            else:
                for value in self.types(part):
                    self.emit("inst", holder, value)

    handlers: ClassVar[Mapping[str, Handler]] = {
        "compilation_unit": compilation_unit,
        "using_directive": using,
        "namespace_declaration": namespace,
        "class_declaration": class_declaration,
        "interface_declaration": class_declaration,
        "struct_declaration": class_declaration,
        "record_declaration": class_declaration,
        "record_struct_declaration": class_declaration,
        "enum_declaration": class_declaration,
        "enum_member_declaration": enum_member,
        "method_declaration": method,
        "constructor_declaration": method,
        "local_function_statement": method,
        "field_declaration": field,
        "event_field_declaration": field,
        "local_declaration_statement": field,
        "using_statement": field,
        "property_declaration": property_node,
        "lambda_expression": lambda_node,
        "foreach_statement": foreach,
        "declaration_pattern": declared_pattern,
        "catch_declaration": declared_pattern,
        "declaration_expression": declared_pattern,
        "assignment_expression": assignment,
        "member_access_expression": member_access,
        "conditional_access_expression": conditional_access,
        "member_binding_expression": member_binding,
        "element_access_expression": element_access,
        "invocation_expression": invocation,
        "object_creation_expression": creation,
        "implicit_object_creation_expression": creation,
        "cast_expression": cast,
        "as_expression": cast,
        "generic_name": generic_name,
        "base": base_node,
        "predefined_type": predefined,
        "block": block_node,
        "catch_clause": TypedLowering.block,
        "for_statement": TypedLowering.block,
        "return_statement": TypedLowering.return_node,
        "arrow_expression_clause": TypedLowering.only_child,
        "parenthesized_expression": TypedLowering.only_child,
        "await_expression": TypedLowering.only_child,
        "argument": TypedLowering.only_child,
        "conditional_expression": TypedLowering.either,
        "identifier": TypedLowering.identifier,
        "this": TypedLowering.this,
        "this_expression": TypedLowering.this,
        "string_literal": TypedLowering.string,
        "integer_literal": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("comment", "modifier", "attribute_list", "type_parameter_list"),
            *("type_parameter_constraints_clause", "base_list", "string_literal_content"),
            *("implicit_type", "type_argument_list", "label_name", "typeof_expression"),
        }
    )
