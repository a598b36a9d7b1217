"""Front end for C and C++: expressions and types."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING
from sourcebook.analyze.resolve.typed import Parameter, TypedLowering

#: Templates that stand for what they point to.
POINTERS = frozenset(
    {"unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "scoped_ptr"}
)
#: Templates of which an element is what the last argument names.
CONTAINERS = frozenset(
    {
        *("vector", "list", "set", "map", "deque", "array", "unordered_map", "unordered_set"),
        *("multimap", "queue", "stack", "span", "initializer_list"),
    }
)
MAKERS = frozenset({"make_unique", "make_shared"})


class ClangValues(TypedLowering, ABC):
    """What the expressions of C and C++ hold."""

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        self.class_names: dict[int, str] = {}

    # ------------------------------------------------------------------------------ names

    def leaf(self, node: Node) -> Node:
        """The last name of a qualified one."""
        while node.type in ("qualified_identifier", "template_function", "template_type"):
            inner = node.child_by_field_name("name")
            if inner is None:
                break
            node = inner
        return node

    def leaf_text(self, node: Node) -> str:
        return self.text(self.leaf(node))

    def qualified_parts(self, node: Node) -> list[str]:
        """``a::b<c>::d`` as ``[a, b, d]``."""
        parts = []
        current: Node | None = node
        while current is not None and current.type == "qualified_identifier":
            scope = current.child_by_field_name("scope")
            if scope is not None:
                parts.append(self.leaf_text(scope))
            current = current.child_by_field_name("name")
        if current is not None:
            parts.append(self.leaf_text(current))
        return [part.strip() for part in parts if part.strip()]

    def qualified(self, node: Node) -> int:
        return self.dotted(".".join(self.qualified_parts(node)))

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            kind = part.type
            if kind in ("type_identifier", "identifier", "namespace_identifier"):
                found.append(self.lookup(self.text(part), "mtype"))
            elif kind == "qualified_identifier":
                found.append(self.qualified(part))
            elif kind == "template_type":
                name = part.child_by_field_name("name")
                work += [name] if name is not None else []
            elif kind in ("struct_specifier", "class_specifier", "union_specifier"):
                name = part.child_by_field_name("name")
                if name is not None:
                    found.append(self.lookup(self.text(name)))
            elif kind in ("type_descriptor", "dependent_type"):
                work.extend(part.named_children[:1])
        return [value for value in found if value != NOTHING]

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            inner = part
            while inner.type == "qualified_identifier":
                inner = inner.child_by_field_name("name") or inner.named_children[-1]
            arguments = inner.child_by_field_name("arguments")
            if inner.type == "template_type" and arguments is not None:
                name = self.leaf_text(inner)
                given = arguments.named_children
                if name in POINTERS and given:
                    work.append((holder, given[0]))
                    continue
                if name in CONTAINERS and given:
                    work.append((self.element(holder), given[-1]))
                    continue
            if self.text(inner).endswith("iterator"):
                continue
            if part.type == "type_descriptor" and part.named_children:
                work.append((holder, part.child_by_field_name("type") or part.named_children[0]))
                continue
            for value in self.types(part):
                self.emit("inst", holder, value)

    def annotate_declared(self, variable: int, type_node: Node, declarator: Node) -> None:
        """A declared type; an array of it is a container."""
        if declarator.type == "array_declarator":
            self.annotate(self.element(variable), type_node)
        self.annotate(variable, type_node)

    # ---------------------------------------------------------------------------- values

    def field_expression(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("argument")
        name = node.child_by_field_name("field")
        if holder_node is None or name is None:
            return NOTHING
        holder = yield holder_node
        return self.load(holder, self.leaf_text(name))

    def subscript(self, node: Node) -> Step:
        holder = NOTHING
        for position, child in enumerate(node.named_children):
            value = yield child
            holder = value if position == 0 else holder
        return self.follow(holder)

    def pointer(self, node: Node) -> Step:
        """``*value`` and ``&value``."""
        value = yield node.named_children[-1]
        return self.follow(value) if self.text(node).startswith("*") else value

    def follow(self, holder: int) -> int:
        """What a pointer, an iterator or an array leads to."""
        if holder == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("deref", result, holder)
        return result

    def template_function(self, node: Node) -> int:
        return self.lookup(self.leaf_text(node))

    def call_expression(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        listing = node.child_by_field_name("arguments")
        if callee is None:
            return NOTHING
        while callee.type == "parenthesized_expression" and len(callee.named_children) == 1:
            callee = callee.named_children[0]
        inner = callee
        while inner.type == "qualified_identifier":
            inner = inner.child_by_field_name("name") or inner.named_children[-1]
        if inner.type == "template_function":
            name = self.leaf_text(inner)
            if name in MAKERS:
                return (yield from self.maker(inner, listing))
            if name.endswith("_cast"):
                return (yield from self.named_cast(inner, listing))
        if callee.type == "identifier":
            function = self.lookup(self.text(callee), "mcall")
        else:
            function = yield callee
        return (yield from self.call_value(callee, function, listing))

    def maker(self, node: Node, listing: Node | None) -> Step:
        """``make_unique<Type>(…)`` calls the constructor of ``Type``."""
        arguments = node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        found = self.types(given[0]) if given else []
        site = self.site(node)
        yield from self.arguments(listing)
        return self.call(site, found[0] if found else NOTHING, self.given, "new")

    def named_cast(self, node: Node, listing: Node | None) -> Step:
        """``static_cast<Type>(value)``."""
        arguments = node.child_by_field_name("arguments")
        yield from self.arguments(listing)
        result = self.new()
        for value in self.given[:1]:
            self.copy(result, int(value))
        for part in arguments.named_children[:1] if arguments is not None else ():
            self.annotate(result, part)
        return result

    def new_expression(self, node: Node) -> Step:
        type_node = node.child_by_field_name("type")
        if type_node is None:
            return NOTHING
        found = self.types(type_node)
        site = self.site(type_node)
        yield from self.arguments(node.child_by_field_name("arguments"))
        return self.call(site, found[0] if found else NOTHING, self.given, "new")

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        while left.type in ("parenthesized_expression", "pointer_expression"):
            left = left.named_children[-1]
        if left.type == "identifier":
            self.assign(self.text(left), value)
        elif left.type == "field_expression":
            holder_node = left.child_by_field_name("argument")
            name = left.child_by_field_name("field")
            if holder_node is not None and name is not None:
                holder = yield holder_node
                if NOTHING not in (holder, value):
                    self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        elif left.type == "subscript_expression" and left.named_children:
            holder = yield left.named_children[0]
            self.put(holder, "*", value)
        return value

    def fill(self, variable: int, node: Node) -> Step:
        """``Type name = { .field = value, value }``; inner braces fill elements."""
        work = [(variable, node)]
        while work:
            holder, listing = work.pop()
            for position, child in enumerate(listing.named_children):
                if child.type == "initializer_list":
                    work.append((self.inside(holder, position), child))
                elif child.type == "initializer_pair":
                    name = child.child_by_field_name("designator")
                    value_node = child.child_by_field_name("value")
                    if name is None or value_node is None:
                        continue
                    label = self.text(name).strip(". ")
                    if value_node.type == "initializer_list":
                        inner = self.load(holder, label) if label.isidentifier() else holder
                        work.append((inner, value_node))
                        continue
                    value = yield value_node
                    if value != NOTHING and label.isidentifier():
                        self.emit("st", holder, label, value, -1, self.scope.function)
                    self.put(holder, "*", value)
                else:
                    value = yield child
                    self.put(holder, "*", value)
                    if NOTHING not in (holder, value):
                        self.emit("pos", holder, position, value)
        return NOTHING

    def inside(self, holder: int, position: int) -> int:
        """What the braces at a place within braces fill."""
        if holder == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("inside", result, holder, position)
        return result

    def compound_literal(self, node: Node) -> Step:
        """``(Type){ … }``, ``Type{…}``."""
        type_node = node.child_by_field_name("type")
        value_node = node.child_by_field_name("value")
        variable = self.new()
        if type_node is not None:
            self.annotate(variable, type_node)
        if value_node is not None and value_node.type == "initializer_list":
            yield from self.fill(variable, value_node)
        return variable

    def cast(self, node: Node) -> Step:
        type_node = node.child_by_field_name("type")
        value_node = node.child_by_field_name("value")
        result = self.new()
        if value_node is not None:
            value = yield value_node
            self.copy(result, value)
        if type_node is not None:
            self.annotate(result, type_node)
        return result

    def range_loop(self, node: Node) -> Step:
        self.push()
        right = node.child_by_field_name("right")
        declarator = node.child_by_field_name("declarator")
        value = NOTHING
        if right is not None:
            value = yield right
        while declarator is not None and declarator.type != "identifier":
            parts = declarator.named_children
            declarator = parts[-1] if parts else None
        if declarator is not None:
            type_node = node.child_by_field_name("type")
            self.declare(self.text(declarator), self.get(value, "*"), type_node)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.pop()
        return NOTHING

    def lambda_node(self, node: Node) -> Step:
        declarator = node.child_by_field_name("declarator")
        listing = declarator.child_by_field_name("parameters") if declarator is not None else None
        rows: list[Parameter] = self.parameters(listing)
        return (
            yield from self.define(
                node,
                self.lambda_name(),
                NOTHING,
                rows,
                flags="sl",
                body=node.child_by_field_name("body"),
            )
        )

    @abstractmethod
    def parameters(self, listing: Node | None) -> list[Parameter]:
        """The parameters of a function; declarations are read by the class that derives."""

    def catch(self, node: Node) -> Step:
        self.push()
        for row in self.parameters(node.child_by_field_name("parameters")):
            self.declare(row.name, NOTHING, row.type)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.pop()
        return NOTHING

    handlers: ClassVar[Mapping[str, Handler]] = {
        "field_expression": field_expression,
        "subscript_expression": subscript,
        "call_expression": call_expression,
        "new_expression": new_expression,
        "assignment_expression": assignment,
        "compound_literal_expression": compound_literal,
        "cast_expression": cast,
        "for_range_loop": range_loop,
        "lambda_expression": lambda_node,
        "catch_clause": catch,
        "qualified_identifier": qualified,
        "return_statement": TypedLowering.return_node,
        "conditional_expression": TypedLowering.either,
        "pointer_expression": pointer,
        "template_function": template_function,
        "parenthesized_expression": TypedLowering.only_child,
        "identifier": TypedLowering.identifier,
        "this": TypedLowering.this,
        "string_literal": TypedLowering.string,
        "number_literal": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("comment", "preproc_arg", "type_descriptor", "type_identifier", "primitive_type"),
            *(
                "sized_type_specifier",
                "template_parameter_list",
                "char_literal",
                "access_specifier",
            ),
            *(
                "storage_class_specifier",
                "type_qualifier",
                "attribute_specifier",
                "sizeof_expression",
            ),
            *(
                "friend_declaration",
                "string_content",
                "field_initializer_list",
                "template_argument_list",
            ),
            *("base_class_clause", "parameter_list", "statement_identifier", "decltype"),
        }
    )
