"""Front end for PHP."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import CONSTRUCTOR, Parameter, TypedLowering


class PhpLowering(TypedLowering):
    """Declarations and calls of PHP. Fields are kept apart from methods by a dollar sign."""

    def whole(self, node: Node) -> Step:
        self.root = node
        for child in node.named_children:
            if child.type == "namespace_definition":
                name = child.child_by_field_name("name")
                self.space = dotted(self.text(name)) if name is not None else ""
                body = child.child_by_field_name("body")
                if body is not None:
                    yield body
            else:
                yield child
        self.close()
        return NOTHING

    def use(self, node: Node) -> int:
        r"""``use A\B as C;``; groups are joined with their prefix."""
        function = any(child.type == "function" for child in node.children)
        prefix = ""
        for child in node.named_children:
            if child.type == "namespace_name":
                prefix = f"{dotted(self.text(child))}."
        work = list(node.named_children)
        while work:
            part = work.pop(0)
            if part.type == "namespace_use_group":
                work.extend(part.named_children)
            elif part.type in ("namespace_use_clause", "namespace_use_group_clause"):
                alias = part.child_by_field_name("alias")
                names = [c for c in part.named_children if c != alias]
                if not names:
                    continue
                written = prefix + dotted(self.text(names[-1] if prefix else names[0]))
                local = self.text(alias) if alias is not None else written.rpartition(".")[2]
                variable = self.new()
                self.emit("use", variable, written)
                key = f"{local}()" if function else local
                self.module.blocks[0].names[key] = variable
        return NOTHING

    # ------------------------------------------------------------------------------ names

    def around_name(self, name: str) -> tuple[list[int], int]:
        """PHP has no members by plain name."""
        _, found = super().around_name(name)
        return [], found

    def spaces(self) -> Iterable[str]:
        return (self.space,)

    def class_named(self, written: str) -> int:
        """A class by its name as written."""
        if written in ("self", "static", "$this"):
            return self.class_value()
        if written == "parent":
            return self.parent_value_of_class()
        if written.startswith("\\"):
            return self.absolute(dotted(written))
        first, *rest = dotted(written).split(".")
        value = self.lookup(first)
        for part in rest:
            value = self.load(value, part)
        return value

    def absolute(self, written: str) -> int:
        variable = self.new()
        self.emit("use", variable, written)
        return variable

    def parent_value_of_class(self) -> int:
        return self.parent_value(self.root)

    root: Node

    def function_named(self, written: str) -> int:
        """A function: imported, of the namespace, or global."""
        if written.startswith("\\") or "\\" in written:
            return self.absolute(dotted(written) + "()")
        _, found = self.around_name(f"{written}()")
        if found != NOTHING:
            return found
        key = (f"{written}()", (self.space, ""))
        known = self.searched.get(key)
        if known is None:
            known = self.searched[key] = self.new()
        return known

    def variable(self, node: Node) -> int:
        name = self.text(node)
        if name == "$this":
            return self.this(node)
        _, found = self.around_name(name)
        return found if found != NOTHING else self.declare(name)

    def name_node(self, node: Node) -> int:
        return self.class_named(self.text(node))

    # ------------------------------------------------------------------------ definitions

    def class_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        bases = [
            self.class_named(self.text(part))
            for child in node.named_children
            if child.type in ("base_clause", "class_interface_clause")
            for part in child.named_children
        ]
        label = self.text(name) if name is not None else "class@anonymous"
        symbol = self.symbol_at(*([name.start_byte] if name is not None else []), node.start_byte)
        self.root = node
        _, variable = self.begin_class(node, label, symbol, bases, "o")
        if name is not None:
            self.publish(label, variable)
        if body is not None:
            yield from self.each(body)
        self.leave()
        return variable

    def use_trait(self, node: Node) -> int:
        """``use Trait;`` within a class adds to what it inherits."""
        scope = self.scope
        if scope.kind != "class":
            return NOTHING
        bases = [
            self.class_named(self.text(c)) for c in node.named_children if c.type != "use_list"
        ]
        self.extend(node, self.class_value(), bases)
        self.leave()
        return NOTHING

    def function_definition(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        home = self.scope
        symbol = self.symbol_at(name.start_byte)
        listing = node.child_by_field_name("parameters")
        static = any(child.type == "static_modifier" for child in node.named_children)
        flags = ("s" if static else "") if home.kind == "class" else ""
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags=flags,
            result=node.child_by_field_name("return_type"),
            body=node.child_by_field_name("body"),
        )
        if home.kind == "class":
            made = label.lower() == "__construct"
            self.member(home, CONSTRUCTOR if made else label, value)
            if made and listing is not None:
                self.promote(listing, home)
        else:
            self.publish(f"{label}()", value)
        return value

    def promote(self, listing: Node, home: Scope) -> None:
        """Parameters of a constructor that are fields as well."""
        for child in listing.named_children:
            name = child.child_by_field_name("name")
            type_node = child.child_by_field_name("type")
            if child.type == "property_promotion_parameter" and name is not None:
                variable = self.new()
                if type_node is not None:
                    self.annotate(variable, type_node)
                self.member(home, self.text(name), variable)

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        for child in listing.named_children if listing is not None else ():
            name = child.child_by_field_name("name")
            if name is None:
                continue
            default = child.child_by_field_name("default_value")
            kind = "*" if child.type == "variadic_parameter" else ("?" if default else "")
            type_node = child.child_by_field_name("type") if kind != "*" else None
            found.append(Parameter(self.text(name), type_node, kind, default))
        return found

    def closure(self, node: Node) -> Step:
        flags = "sl" + ("e" if node.type == "arrow_function" else "")
        return (
            yield from self.define(
                node,
                self.lambda_name(),
                NOTHING,
                self.parameters(node.child_by_field_name("parameters")),
                flags=flags,
                result=node.child_by_field_name("return_type"),
                body=node.child_by_field_name("body"),
            )
        )

    def property_node(self, node: Node) -> Step:
        home = self.scope
        type_node = node.child_by_field_name("type")
        for child in node.named_children:
            name = child.child_by_field_name("name")
            if child.type != "property_element" or name is None or home.kind != "class":
                continue
            variable = self.new()
            if type_node is not None:
                self.annotate(variable, type_node)
            value_node = child.child_by_field_name("default_value")
            if value_node is not None:
                value = yield value_node
                self.copy(variable, value)
            self.member(home, self.text(name), variable)
        return NOTHING

    def constant(self, node: Node) -> Step:
        home = self.scope
        for child in node.named_children:
            parts = child.named_children
            if child.type == "const_element" and len(parts) > 1:
                value = yield parts[1]
                if home.kind == "class":
                    self.member(home, self.text(parts[0]), value)
        return NOTHING

    def enum_case(self, node: Node) -> int:
        name = node.child_by_field_name("name")
        if name is not None and self.scope.kind == "class":
            self.member(self.scope, self.text(name), self.made(self.class_value()))
        return NOTHING

    # ------------------------------------------------------------------------- statements

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        if left.type == "variable_name":
            self.assign_local(self.text(left), value)
        elif left.type == "member_access_expression":
            holder_node = left.child_by_field_name("object")
            name = left.child_by_field_name("name")
            if holder_node is not None and name is not None:
                holder = yield holder_node
                if NOTHING not in (holder, value):
                    label = f"${self.text(name)}"
                    self.emit("st", holder, label, value, -1, self.scope.function)
        elif left.type == "scoped_property_access_expression":
            yield from self.store_static(left, value)
        elif left.type == "subscript_expression" and left.named_children:
            holder = yield left.named_children[0]
            self.put(holder, "*", value)
        return value

    def assign_local(self, name: str, value: int) -> None:
        _, found = self.around_name(name)
        if found == NOTHING:
            self.declare(name, value)
        else:
            self.copy(found, value)

    def store_static(self, left: Node, value: int) -> Step:
        scope = left.child_by_field_name("scope")
        name = left.child_by_field_name("name")
        if scope is not None and name is not None:
            holder = yield from self.scope_value(scope)
            if NOTHING not in (holder, value):
                self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        return NOTHING

    def foreach(self, node: Node) -> Step:
        parts = node.named_children
        if len(parts) < 2:
            return NOTHING
        value = yield parts[0]
        target = parts[1]
        if target.type == "pair" and target.named_children:
            target = target.named_children[-1]
        if target.type == "variable_name":
            self.assign_local(self.text(target), self.get(value, "*"))
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        return NOTHING

    def catch(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        type_node = node.child_by_field_name("type")
        if name is not None:
            self.declare(self.text(name), NOTHING, type_node)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        return NOTHING

    # ------------------------------------------------------------------------------ calls

    def member_access(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("name")
        if holder_node is None or name is None:
            return NOTHING
        holder = yield holder_node
        return self.load(holder, f"${self.text(name)}") if name.type == "name" else NOTHING

    def scope_value(self, scope: Node) -> Step:
        if scope.type in ("name", "qualified_name", "relative_scope"):
            return self.class_named(self.text(scope))
        value = yield scope
        return value

    def class_constant(self, node: Node) -> Step:
        parts = node.named_children
        if len(parts) < 2:
            return NOTHING
        holder = yield from self.scope_value(parts[0])
        return holder if self.text(parts[1]) == "class" else self.load(holder, self.text(parts[1]))

    def static_property(self, node: Node) -> Step:
        scope = node.child_by_field_name("scope")
        name = node.child_by_field_name("name")
        if scope is None or name is None:
            return NOTHING
        holder = yield from self.scope_value(scope)
        return self.load(holder, self.text(name))

    def member_call(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object") or node.child_by_field_name("scope")
        name = node.child_by_field_name("name")
        if holder_node is None or name is None:
            return NOTHING
        if node.type == "scoped_call_expression":
            holder = yield from self.scope_value(holder_node)
        else:
            holder = yield holder_node
        label = self.text(name)
        if label.lower() == "__construct":
            label = CONSTRUCTOR
        function = self.load(holder, label) if name.type == "name" else NOTHING
        site = self.site_of(holder_node, name)
        yield from self.arguments(node.child_by_field_name("arguments"))
        return self.call(site, function, self.given)

    def function_call(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        if callee is None:
            return NOTHING
        if callee.type in ("name", "qualified_name"):
            function = self.function_named(self.text(callee))
        else:
            function = yield callee
        return (yield from self.call_value(callee, function, node.child_by_field_name("arguments")))

    def creation(self, node: Node) -> Step:
        """``new Name(…)``, ``new class { … }``."""
        listing = next((c for c in node.named_children if c.type == "arguments"), None)
        target = next((c for c in node.named_children if c.type != "arguments"), None)
        if target is None:
            return NOTHING
        if target.type in ("name", "qualified_name", "relative_scope"):
            class_value = self.class_named(self.text(target))
        else:
            class_value = yield target
        site = self.site(target) if target.type != "anonymous_class" else -1
        yield from self.arguments(listing)
        if site < 0:
            return self.made(class_value)
        return self.call(site, class_value, self.given, "new")

    def array(self, node: Node) -> Step:
        box = self.box("list")
        for child in node.named_children:
            parts = child.named_children
            value = NOTHING
            for part in parts:
                value = yield part
            self.put(box, "*", value)
        return box

    def subscript(self, node: Node) -> Step:
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
            if part.type in ("name", "qualified_name"):
                found.append(self.class_named(self.text(part)))
            elif part.type not in ("primitive_type", "type_arguments"):
                work.extend(reversed(part.named_children))
        return [value for value in found if value != NOTHING]

    handlers: ClassVar[Mapping[str, Handler]] = {
        "namespace_use_declaration": use,
        "class_declaration": class_declaration,
        "interface_declaration": class_declaration,
        "trait_declaration": class_declaration,
        "enum_declaration": class_declaration,
        "anonymous_class": class_declaration,
        "use_declaration": use_trait,
        "function_definition": function_definition,
        "method_declaration": function_definition,
        "anonymous_function": closure,
        "anonymous_function_creation_expression": closure,
        "arrow_function": closure,
        "property_declaration": property_node,
        "const_declaration": constant,
        "enum_case": enum_case,
        "assignment_expression": assignment,
        "reference_assignment_expression": assignment,
        "foreach_statement": foreach,
        "catch_clause": catch,
        "member_access_expression": member_access,
        "nullsafe_member_access_expression": member_access,
        "class_constant_access_expression": class_constant,
        "scoped_property_access_expression": static_property,
        "member_call_expression": member_call,
        "nullsafe_member_call_expression": member_call,
        "scoped_call_expression": member_call,
        "function_call_expression": function_call,
        "object_creation_expression": creation,
        "array_creation_expression": array,
        "subscript_expression": subscript,
        "variable_name": variable,
        "name": name_node,
        "qualified_name": name_node,
        "return_statement": TypedLowering.return_node,
        "parenthesized_expression": TypedLowering.only_child,
        "argument": TypedLowering.only_child,
        "clone_expression": TypedLowering.only_child,
        "conditional_expression": TypedLowering.either,
        "string": TypedLowering.string,
        "encapsed_string": TypedLowering.string,
        "integer": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("comment", "text", "php_tag", "text_interpolation", "visibility_modifier"),
            *("attribute_list", "namespace_name", "base_clause", "class_interface_clause"),
            *("named_type", "optional_type", "union_type", "primitive_type", "string_content"),
            *("formal_parameters", "anonymous_function_use_clause"),
        }
    )


def dotted(written: str) -> str:
    """A name of PHP with dots for backslashes."""
    return written.strip().strip("\\").replace("\\", ".")
