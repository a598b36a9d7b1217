"""Front end for Java."""

from collections.abc import Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import CONSTRUCTOR, Parameter, TypedLowering

#: Generic types of which an element is what the argument names.
CONTAINERS = frozenset(
    {
        *("List", "ArrayList", "LinkedList", "Set", "HashSet", "Collection", "Iterable"),
        *("Iterator", "Queue", "Deque", "Stream", "Optional", "Map", "HashMap", "TreeMap"),
        *("SortedMap", "ConcurrentMap", "ConcurrentHashMap", "LinkedHashMap", "Vector"),
        *("CopyOnWriteArrayList", "TreeSet", "LinkedHashSet", "Supplier", "Class"),
    }
)
PRIMITIVE = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})


def makes(node: Node | None) -> bool:
    """Whether an expression makes an object, so that its class is known better than declared."""
    return node is not None and node.type == "object_creation_expression"


class JavaLowering(TypedLowering):
    """Declarations and calls of Java."""

    def whole(self, node: Node) -> Step:
        for child in node.named_children:
            if child.type == "package_declaration" and child.named_children:
                self.space = "".join(self.text(child.named_children[-1]).split())
        yield from self.each(node)
        self.close()
        return NOTHING

    def import_declaration(self, node: Node) -> int:
        written = [child for child in node.named_children if child.type != "asterisk"]
        if not written:
            return NOTHING
        name = "".join(self.text(written[0]).split())
        if any(child.type == "asterisk" for child in node.named_children):
            if any(child.type == "static" for child in node.children):
                variable = self.new()
                self.emit("use", variable, name)
                self.statics.append(variable)
            else:
                self.opened.append(name)
            return NOTHING
        variable = self.new()
        self.emit("use", variable, name)
        self.module.blocks[0].names[name.rpartition(".")[2]] = variable
        return NOTHING

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        #: Classes whose static members are imported all.
        self.statics: list[int] = []

    # ------------------------------------------------------------------------ definitions

    def class_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        bases = []
        for child in node.named_children:
            if child.type in ("superclass", "super_interfaces", "extends_interfaces"):
                bases += self.types(child)
        symbol = self.symbol_at(name.start_byte)
        label = self.text(name)
        outer = self.scope
        scope, variable = self.begin_class(node, label, symbol, bases)
        if outer.kind == "class":
            self.member(outer, label, variable)
        elif outer is self.module:
            self.publish(label, variable)
        outer.blocks[-1].names[label] = variable
        listing = node.child_by_field_name("parameters")
        if listing is not None:
            self.record_parts(scope, listing)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.leave()
        return variable

    def record_parts(self, scope: Scope, listing: Node) -> None:
        for part in self.parameters(listing):
            variable = self.new()
            if part.type is not None:
                self.annotate(variable, part.type)
            self.member(scope, part.name, variable)

    def method(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        listing = node.child_by_field_name("parameters")
        if name is None:
            return NOTHING
        made = node.type in ("constructor_declaration", "compact_constructor_declaration")
        flags = "os" if self.has_modifier(node, "static") else "o"
        symbol = self.symbol_at(name.start_byte, node.start_byte)
        home = self.scope
        body = node.child_by_field_name("body")
        value = yield from self.define(
            node,
            self.text(name),
            symbol,
            self.parameters(listing),
            flags=flags,
            result=node.child_by_field_name("type"),
            body=body,
        )
        if node.type != "compact_constructor_declaration":
            self.overload(home, CONSTRUCTOR if made else self.text(name), value)
        if self.text(name) == "main" and "s" in flags and symbol != NOTHING:
            self.emit("start", symbol)
        return value

    def has_modifier(self, node: Node, word: str) -> bool:
        return any(
            part.type == word
            for child in node.named_children
            if child.type == "modifiers"
            for part in child.children
        )

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        for child in listing.named_children if listing is not None else ():
            if child.type == "formal_parameter":
                name = child.child_by_field_name("name")
                if name is not None:
                    found.append(Parameter(self.text(name), child.child_by_field_name("type")))
            elif child.type == "spread_parameter":
                parts = child.named_children
                name = parts[-1].child_by_field_name("name") or parts[-1]
                found.append(Parameter(self.text(name), None, "*"))
            elif child.type == "identifier":
                found.append(Parameter(self.text(child)))
        return found

    def field(self, node: Node) -> Step:
        home = self.scope
        type_node = node.child_by_field_name("type")
        for child in node.children_by_field_name("declarator"):
            name = child.child_by_field_name("name")
            value_node = child.child_by_field_name("value")
            if name is None:
                continue
            variable = self.new()
            if type_node is not None and not makes(value_node):
                self.annotate(variable, type_node)
            if value_node is not None:
                value = yield value_node
                self.copy(variable, value)
            if home.kind == "class":
                self.member(home, self.text(name), variable)
        return NOTHING

    def enum_constant(self, node: Node) -> Step:
        """``NAME(arguments) { … }``: an instance of the enum, or of a class of its own."""
        name = node.child_by_field_name("name")
        home = self.scope
        if name is None or home.kind != "class":
            return NOTHING
        listing = node.child_by_field_name("arguments")
        own = self.class_value()
        value = self.made(own)
        if listing is not None:
            site = self.site(name)
            yield from self.arguments(listing)
            value = self.call(site, own, self.given, "new")
        self.member(home, self.text(name), value)
        body = node.child_by_field_name("body")
        if body is not None:
            self.begin_class(node, self.text(name), self.symbol_at(node.start_byte), [own])
            yield body
            self.leave()
        return NOTHING

    # --------------------------------------------------------------------------- variables

    def local(self, node: Node) -> Step:
        type_node = node.child_by_field_name("type")
        for child in node.children_by_field_name("declarator"):
            name = child.child_by_field_name("name")
            value_node = child.child_by_field_name("value")
            value = NOTHING
            if value_node is not None:
                value = yield value_node
            if name is not None:
                known = makes(value_node)
                self.declare(self.text(name), value, None if known else type_node)
        return NOTHING

    def resource(self, node: Node) -> Step:
        value_node = node.child_by_field_name("value")
        name = node.child_by_field_name("name")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        if name is not None:
            self.declare(self.text(name), value, node.child_by_field_name("type"))
        else:
            yield from self.each(node)
        return NOTHING

    def for_each(self, node: Node) -> Step:
        self.push()
        value_node = node.child_by_field_name("value")
        name = node.child_by_field_name("name")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        if name is not None:
            self.declare(self.text(name), self.iterate(value), node.child_by_field_name("type"))
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.pop()
        return NOTHING

    def catch(self, node: Node) -> Step:
        self.push()
        for child in node.named_children:
            if child.type == "catch_formal_parameter":
                name = child.child_by_field_name("name")
                types = [c for c in child.named_children if c.type == "catch_type"]
                if name is not None:
                    self.declare(self.text(name), NOTHING, types[0] if types else None)
            else:
                yield child
        self.pop()
        return NOTHING

    def pattern(self, node: Node) -> Step:
        """``value instanceof Type name``, ``case Type name``."""
        value = NOTHING
        type_node = node.child_by_field_name("right")
        name = node.child_by_field_name("name")
        left = node.child_by_field_name("left")
        if left is not None:
            value = yield left
        if node.type == "type_pattern":
            parts = node.named_children
            type_node, name = (parts[0], parts[-1]) if len(parts) > 1 else (None, None)
        if name is not None and name.type == "identifier":
            self.declare(self.text(name), value, type_node)
        return NOTHING

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        if left.type == "identifier":
            self.assign(self.text(left), value)
        elif left.type == "field_access":
            holder_node = left.child_by_field_name("object")
            name = left.child_by_field_name("field")
            if holder_node is not None and name is not None:
                holder = yield holder_node
                if NOTHING not in (holder, value):
                    self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        elif left.type == "array_access":
            holder_node = left.child_by_field_name("array")
            if holder_node is not None:
                holder = yield holder_node
                self.put(holder, "*", value)
        return value

    # ---------------------------------------------------------------------------- values

    def field_access(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("field")
        if holder_node is None or name is None:
            return NOTHING
        if name.type == "this":
            return self.this(node)
        holder = yield holder_node
        return self.load(holder, self.text(name))

    def array_access(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("array")
        index = node.child_by_field_name("index")
        holder = NOTHING
        if holder_node is not None:
            holder = yield holder_node
        if index is not None:
            yield index
        return self.get(holder, "*")

    def invocation(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        holder_node = node.child_by_field_name("object")
        if name is None:
            return NOTHING
        if holder_node is None:
            function = self.lookup(self.text(name), "mcall")
            if self.statics:
                loaded = [self.load(value, self.text(name)) for value in self.statics]
                function = self.join([function, *loaded])
        else:
            holder = yield holder_node
            function = self.load(holder, self.text(name))
        site = self.site_of(holder_node or name, name)
        yield from self.arguments(node.child_by_field_name("arguments"))
        return self.call(site, function, self.given)

    def explicit_constructor(self, node: Node) -> Step:
        """``this(…)`` and ``super(…)``."""
        target = node.child_by_field_name("constructor")
        if target is None:
            return NOTHING
        holder = self.this(node) if target.type == "this" else self.parent_value(node)
        function = self.load(holder, CONSTRUCTOR)
        return (yield from self.call_value(target, function, node.child_by_field_name("arguments")))

    def creation(self, node: Node) -> Step:
        """``new Type(…) { … }``."""
        type_node = node.child_by_field_name("type")
        if type_node is None:
            return NOTHING
        found = self.types(type_node)
        class_value = found[0] if found else NOTHING
        site = self.site(type_node)
        yield from self.arguments(node.child_by_field_name("arguments"))
        body = next((c for c in node.named_children if c.type == "class_body"), None)
        result = self.call(site, class_value, self.given, "new")
        if body is None:
            return result
        name = f"<{self.text(type_node)}>"
        symbol = self.symbol_at(node.start_byte, body.start_byte, type_node.start_byte)
        _, variable = self.begin_class(node, name, symbol, [class_value])
        yield body
        self.leave()
        return self.made(variable)

    def lambda_node(self, node: Node) -> Step:
        listing = node.child_by_field_name("parameters")
        body = node.child_by_field_name("body")
        names = self.parameters(listing)
        if listing is not None and listing.type == "identifier":
            names = [Parameter(self.text(listing))]
        return (
            yield from self.define(node, self.lambda_name(), NOTHING, names, flags="sle", body=body)
        )

    def method_reference(self, node: Node) -> Step:
        parts = node.named_children
        if not parts:
            return NOTHING
        holder = yield parts[0]
        if any(child.type == "new" for child in node.children):
            return holder
        return self.load(holder, self.text(parts[-1])) if len(parts) > 1 else holder

    def class_name(self, node: Node) -> int:
        found = self.types(node)
        return found[0] if found else NOTHING

    def class_literal(self, _node: Node) -> int:
        return self.made(self.top("Class"))

    def cast(self, node: Node) -> Step:
        value = NOTHING
        value_node = node.child_by_field_name("value")
        type_node = node.child_by_field_name("type")
        if value_node is not None:
            value = yield value_node
        result = self.new()
        self.copy(result, value)
        if type_node is not None:
            self.annotate(result, type_node)
        return result

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            kind = part.type
            if kind in ("type_identifier", "identifier"):
                if self.text(part) != "var":
                    found.append(self.lookup(self.text(part), "mtype"))
            elif kind in ("scoped_type_identifier", "scoped_identifier"):
                found.append(self.dotted(self.text(part).partition("<")[0]))
            elif kind == "generic_type":
                work.extend(part.named_children[:1])
            elif kind not in PRIMITIVE and kind not in ("type_arguments", "array_type"):
                work.extend(reversed(part.named_children))
        return [value for value in found if value != NOTHING]

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            if part.type == "array_type":
                work += [(self.element(holder), child) for child in part.named_children[:1]]
            elif part.type == "generic_type" and self.holds_others(part):
                arguments = part.named_children[-1].named_children
                if arguments:
                    work.append((self.element(holder), arguments[-1]))
            elif part.type == "type_identifier" and self.text(part) == "String":
                self.copy(holder, self.literal("str"))
            else:
                for value in self.types(part):
                    self.emit("inst", holder, value)

    def holds_others(self, node: Node) -> bool:
        name = self.text(node.named_children[0]).rpartition(".")[2]
        return name in CONTAINERS and node.named_children[-1].type == "type_arguments"

    handlers: ClassVar[Mapping[str, Handler]] = {
        "import_declaration": import_declaration,
        "class_declaration": class_declaration,
        "interface_declaration": class_declaration,
        "enum_declaration": class_declaration,
        "record_declaration": class_declaration,
        "annotation_type_declaration": class_declaration,
        "method_declaration": method,
        "constructor_declaration": method,
        "compact_constructor_declaration": method,
        "field_declaration": field,
        "constant_declaration": field,
        "enum_constant": enum_constant,
        "local_variable_declaration": local,
        "resource": resource,
        "enhanced_for_statement": for_each,
        "catch_clause": catch,
        "instanceof_expression": pattern,
        "type_pattern": pattern,
        "assignment_expression": assignment,
        "field_access": field_access,
        "array_access": array_access,
        "method_invocation": invocation,
        "explicit_constructor_invocation": explicit_constructor,
        "object_creation_expression": creation,
        "lambda_expression": lambda_node,
        "method_reference": method_reference,
        "class_literal": class_literal,
        "cast_expression": cast,
        "array_initializer": TypedLowering.display,
        "type_identifier": class_name,
        "block": TypedLowering.block,
        "constructor_body": TypedLowering.block,
        "for_statement": TypedLowering.block,
        "try_with_resources_statement": TypedLowering.block,
        "return_statement": TypedLowering.return_node,
        "parenthesized_expression": TypedLowering.only_child,
        "ternary_expression": TypedLowering.either,
        "identifier": TypedLowering.identifier,
        "this": TypedLowering.this,
        "super": TypedLowering.parent_value,
        "string_literal": TypedLowering.string,
        "decimal_integer_literal": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("line_comment", "block_comment", "modifiers", "type_parameters", "dimensions"),
            *("package_declaration", "type_arguments", "throws", "marker_annotation"),
            *("annotation", "character_literal", "superclass", "super_interfaces"),
        }
    )
