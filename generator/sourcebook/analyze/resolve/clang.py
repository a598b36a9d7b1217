"""Front end for C and C++: definitions and declarations.

A name is what the file and the headers that it includes declare; a declaration without
body leads to the definition that the linker would take.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.clang_values import CONTAINERS, ClangValues
from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import CONSTRUCTOR, Parameter, TypedLowering

TYPES = frozenset({"struct_specifier", "class_specifier", "union_specifier", "enum_specifier"})


class ClangLowering(ClangValues):
    """Declarations of C and C++."""

    def translation_unit(self, node: Node) -> Step:
        yield from self.each(node)
        self.close()
        return NOTHING

    def include(self, node: Node) -> int:
        path = node.child_by_field_name("path")
        if path is not None:
            self.emit("inc", self.text(path).strip('<>" '))
        return NOTHING

    # ------------------------------------------------------------------------------ names

    def state(self, name: str, variable: int, *, linked: bool, body: bool = True) -> None:
        """A name at the top: seen by includers, and by the linker unless it is static."""
        self.tops.setdefault((self.space, name), []).append(variable)
        self.emit("cexp", self.space, name, variable)
        if linked and body:
            self.emit("pub", self.space, name, variable)
        elif linked:
            self.emit("proto", self.space, name, variable)

    def spaces(self) -> Iterator[str]:
        """The namespaces around, the inner ones first, then those of ``using``."""
        space = self.space
        while space:
            yield space
            space = space.rpartition(".")[0]
        yield ""
        yield from self.opened

    def declare(self, name: str, value: int = NOTHING, type_node: Node | None = None) -> int:
        variable = self.new()
        self.copy(variable, value)
        if type_node is not None:
            self.annotate(variable, type_node)
        if self.scope is self.module:
            self.state(name, variable, linked=False)
        self.scope.blocks[-1].names[name] = variable
        return variable

    def namespace(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        before = self.space
        if name is not None:
            inner = self.text(name).replace("::", ".")
            self.space = f"{before}.{inner}" if before else inner
        if body is not None:
            yield from self.each(body)
        self.space = before
        return NOTHING

    def using(self, node: Node) -> int:
        """``using namespace a;``, ``using a::b;``."""
        target = node.named_children[-1] if node.named_children else None
        if target is None:
            return NOTHING
        written = self.text(target).replace("::", ".").strip(".")
        if any(child.type == "namespace" for child in node.children):
            self.opened.append(written)
        else:
            variable = self.dotted(written)
            self.scope.blocks[-1].names[written.rpartition(".")[2]] = variable
        return NOTHING

    def alias(self, node: Node) -> int:
        """``using Name = Type;``."""
        name = node.child_by_field_name("name")
        type_node = node.child_by_field_name("type")
        if name is not None and type_node is not None:
            self.name_type(self.text(name), self.meant(type_node))
        return NOTHING

    def meant(self, type_node: Node) -> list[int]:
        """The classes that a type names, or the container that it is."""
        inner = type_node
        while inner.type in ("qualified_identifier", "type_descriptor") and inner.named_children:
            inner = inner.named_children[-1]
        if inner.type == "template_type" and self.leaf_text(inner) in CONTAINERS:
            variable = self.new()
            self.annotate(variable, type_node)
            return [variable]
        return self.types(type_node)

    def name_type(self, name: str, found: list[int]) -> None:
        value = self.join(found)
        if value == NOTHING:
            return
        if self.scope.kind == "class":
            self.member(self.scope, name, value)
        elif self.scope is self.module:
            self.state(name, value, linked=False)
        self.scope.blocks[-1].names[name] = value

    def type_definition(self, node: Node) -> Step:
        """``typedef struct { … } Name;``."""
        type_node = node.child_by_field_name("type")
        if type_node is None:
            return NOTHING
        names = [
            leaf
            for child in node.children_by_field_name("declarator")
            if (leaf := self.declared(child)[0]) is not None
        ]
        found = []
        if type_node.type in TYPES:
            self.alias_name = names[0] if names else None
            value = yield type_node
            self.alias_name = None
            found = [value] if value != NOTHING else self.types(type_node)
        else:
            found = self.meant(type_node)
        for leaf in names:
            self.name_type(self.text(leaf), found)
        return NOTHING

    alias_name: Node | None = None

    def macro(self, node: Node) -> int:
        """A macro with parameters is a function whose body is not read."""
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        if node.type == "preproc_def":
            value = node.child_by_field_name("value")
            written = self.text(value).strip() if value is not None else ""
            if written.isidentifier():
                self.state(label, self.top(written), linked=False)
            return NOTHING
        symbol = self.symbol_at(name.start_byte)
        scope = self.open_function(node, symbol)
        variable = self.function(scope, symbol, label, "", [])
        self.state(label, variable, linked=False)
        return NOTHING

    # ------------------------------------------------------------------------ definitions

    def declared(self, declarator: Node | None) -> tuple[Node | None, Node | None]:
        """The name that a declarator declares, and its parameters if it is a function."""
        listing = None
        node = declarator
        while node is not None:
            if node.type == "function_declarator":
                inner = node.child_by_field_name("declarator")
                if inner is not None and inner.type != "parenthesized_declarator":
                    listing = node.child_by_field_name("parameters")
                node = inner
            elif node.type in NAMES:
                return node, listing
            else:
                inner = node.child_by_field_name("declarator")
                if inner is None and node.named_children and node.type in WRAPPERS:
                    inner = node.named_children[-1]
                node = inner
        return None, None

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        for child in listing.named_children if listing is not None else ():
            if child.type in ("parameter_declaration", "optional_parameter_declaration"):
                type_node = child.child_by_field_name("type")
                name, _ = self.declared(child.child_by_field_name("declarator"))
                if name is None and type_node is not None and self.text(type_node) == "void":
                    continue
                label = self.text(name) if name is not None else "_"
                optional = child.type.startswith("optional")
                found.append(Parameter(label, type_node, "?" if optional else ""))
            elif child.type in ("variadic_parameter", "variadic_parameter_declaration", "..."):
                found.append(Parameter("...", None, "*"))
        return found

    def is_static(self, node: Node) -> bool:
        return any(
            child.type == "storage_class_specifier" and self.text(child) == "static"
            for child in node.named_children
        )

    def function_definition(self, node: Node) -> Step:
        name, listing = self.declared(node.child_by_field_name("declarator"))
        body = node.child_by_field_name("body")
        if name is None:
            yield from self.each(node)
            return NOTHING
        initializers = next(
            (child for child in node.named_children if child.type == "field_initializer_list"), None
        )
        if name.type == "qualified_identifier":
            return (yield from self.outside_definition(node, name, listing, body, initializers))
        return (yield from self.inside_definition(node, name, listing, body, initializers))

    def inside_definition(
        self,
        node: Node,
        name: Node,
        listing: Node | None,
        body: Node | None,
        initializers: Node | None,
    ) -> Step:
        label = self.text(name)
        home = self.scope
        flags = "O"
        if home.kind == "class" and self.is_static(node):
            flags += "s"
        symbol = self.symbol_at(name.start_byte)
        self.initializers = initializers
        if body is None and self.defaulted(node):
            body = name
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags=flags,
            result=node.child_by_field_name("type"),
            body=body,
        )
        if home.kind == "class":
            made = label == self.class_names.get(home.owner)
            self.overload(home, CONSTRUCTOR if made else label, value)
            return value
        if label == "main" and symbol != NOTHING:
            self.emit("start", symbol)
        self.state(label, value, linked=not self.is_static(node))
        if home is not self.module:
            home.blocks[-1].names[label] = value
        return value

    def defaulted(self, node: Node) -> bool:
        return any(child.type == "default_method_clause" for child in node.named_children)

    def outside_definition(
        self,
        node: Node,
        name: Node,
        listing: Node | None,
        body: Node | None,
        initializers: Node | None,
    ) -> Step:
        """``Type Class::name(…) { … }``."""
        parts = self.qualified_parts(name)
        leaf = self.leaf(name)
        label = parts[-1]
        holder = self.dotted(".".join(parts[:-1]))
        scope = self.extend(node, holder)
        self.class_names[scope.owner] = parts[-2] if len(parts) > 1 else ""
        symbol = self.symbol_at(leaf.start_byte, name.start_byte)
        self.initializers = initializers
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags="O",
            result=node.child_by_field_name("type"),
            body=body,
        )
        self.leave()
        made = len(parts) > 1 and label == parts[-2]
        self.overload(scope, CONSTRUCTOR if made else label, value)
        space = ".".join(part for part in (self.space, *parts[:-1]) if part)
        self.emit("pub", space, label, value)
        return value

    initializers: Node | None = None

    def compound(self, node: Node) -> Step:
        """A body; a constructor's initializers run before it."""
        initializers, self.initializers = self.initializers, None
        if initializers is not None:
            for child in initializers.named_children:
                yield from self.initializer(child)
        return (yield from self.block(node))

    def initializer(self, node: Node) -> Step:
        parts = node.named_children
        if not parts:
            return NOTHING
        value = NOTHING
        for child in parts[1:]:
            for argument in child.named_children:
                value = yield argument
        if parts[0].type == "field_identifier":
            self.assign(self.text(parts[0]), value)
        return NOTHING

    def class_specifier(self, node: Node) -> Step:
        """A struct, class, union or enum; one without body is only named."""
        body = node.child_by_field_name("body")
        name = node.child_by_field_name("name") or self.alias_name
        self.alias_name = None
        if body is None:
            return NOTHING
        bases: list[int] = []
        for child in node.named_children:
            if child.type == "base_class_clause":
                bases = [v for part in child.named_children for v in self.types(part)]
        label = self.text(name) if name is not None else "<anonymous>"
        places = [name.start_byte] if name is not None else []
        symbol = self.symbol_at(*places, node.start_byte)
        outer = self.scope
        scope, variable = self.begin_class(node, label, symbol, bases)
        self.class_names[scope.owner] = label
        if name is not None:
            if outer.kind == "class":
                self.member(outer, label, variable)
            elif outer is self.module:
                self.state(label, variable, linked=True)
            outer.blocks[-1].names[label] = variable
        if node.type != "enum_specifier":
            yield from self.each(body)
        self.leave()
        return variable

    def field(self, node: Node) -> Step:
        """A field of a class, or a method that is only declared."""
        home = self.scope
        type_node = node.child_by_field_name("type")
        if type_node is not None and type_node.type in TYPES:
            yield type_node
        for child in node.children_by_field_name("declarator"):
            name, listing = self.declared(child)
            if name is None or home.kind != "class":
                continue
            label = self.text(name)
            if listing is not None:
                yield from self.prototype(node, name, listing, home)
                continue
            variable = self.new()
            if type_node is not None:
                self.annotate_declared(variable, type_node, child)
            self.member(home, label, variable)
            self.emit("fld", home.owner, label)
        value_node = node.child_by_field_name("default_value")
        if value_node is not None:
            yield value_node
        return NOTHING

    def prototype(self, node: Node, name: Node, listing: Node, home: Scope) -> Step:
        """A function without a body."""
        label = self.text(name)
        symbol = self.symbol_at(name.start_byte)
        flags = "O"
        if home.kind == "class" and self.is_static(node):
            flags += "s"
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags=flags,
            result=node.child_by_field_name("type"),
        )
        if home.kind == "class":
            made = label == self.class_names.get(home.owner)
            self.overload(home, CONSTRUCTOR if made else label, value)
        else:
            self.state(label, value, linked=not self.is_static(node), body=False)
        return value

    def declaration(self, node: Node) -> Step:
        """Variables, and functions that are only declared."""
        type_node = node.child_by_field_name("type")
        made = NOTHING
        if type_node is not None and type_node.type in TYPES:
            made = yield type_node
        for child in node.children_by_field_name("declarator"):
            name, listing = self.declared(child)
            if name is None:
                continue
            if listing is not None and self.scope.kind in ("module", "class"):
                if name.type != "qualified_identifier":
                    yield from self.prototype(node, name, listing, self.scope)
                continue
            yield from self.variable(child, name, type_node, made)
        return NOTHING

    def variable(self, child: Node, name: Node, type_node: Node | None, made: int) -> Step:
        variable = self.declare(self.leaf_text(name))
        if made != NOTHING:
            self.emit("inst", variable, made)
        elif type_node is not None:
            self.annotate_declared(variable, type_node, child)
        value_node = child.child_by_field_name("value")
        if value_node is None:
            return NOTHING
        if value_node.type == "initializer_list":
            yield from self.fill(variable, value_node)
        elif value_node.type == "argument_list":
            found = self.types(type_node) if type_node is not None else []
            if found and type_node is not None:
                site = self.site(type_node)
                yield from self.arguments(value_node)
                self.call(site, found[0], self.given, "new")
        else:
            value = yield value_node
            self.copy(variable, value)
        return NOTHING

    handlers: ClassVar[Mapping[str, Handler]] = {
        **ClangValues.handlers,
        "translation_unit": translation_unit,
        "preproc_include": include,
        "preproc_def": macro,
        "preproc_function_def": macro,
        "namespace_definition": namespace,
        "using_declaration": using,
        "alias_declaration": alias,
        "type_definition": type_definition,
        "function_definition": function_definition,
        "compound_statement": compound,
        "struct_specifier": class_specifier,
        "class_specifier": class_specifier,
        "union_specifier": class_specifier,
        "enum_specifier": class_specifier,
        "field_declaration": field,
        "declaration": declaration,
        "for_statement": TypedLowering.block,
        "if_statement": TypedLowering.block,
    }


NAMES = frozenset(
    {
        *("identifier", "field_identifier", "type_identifier", "qualified_identifier"),
        *("destructor_name", "operator_name", "operator_cast", "primitive_type"),
    }
)
WRAPPERS = frozenset(
    {
        *("pointer_declarator", "reference_declarator", "parenthesized_declarator"),
        *("attributed_declarator", "array_declarator", "init_declarator"),
        *("abstract_pointer_declarator", "template_function"),
    }
)
