"""Front end for Rust: items, paths and types."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.rust_values import RustValues
from sourcebook.analyze.resolve.scopes import NOTHING, Scope
from sourcebook.analyze.resolve.typed import Parameter, TypedLowering


class RustLowering(RustValues):
    """Items of Rust. The module tree follows from paths when files are linked."""

    def source_file(self, node: Node) -> Step:
        yield from self.each(node)
        self.close()
        return NOTHING

    def module_item(self, node: Node) -> Step:
        """``mod name { … }``; one without body is a file of its own."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None or body is None:
            return NOTHING
        before, opened = self.space, self.opened
        names = self.scope.blocks[0].names
        self.scope.blocks[0].names = {}
        self.space = f"{before}.{self.text(name)}"
        self.opened = []
        yield from self.each(body)
        self.scope.blocks[0].names = names
        self.space, self.opened = before, opened
        return NOTHING

    def use(self, node: Node) -> int:
        argument = node.child_by_field_name("argument")
        work = [(argument, "")] if argument is not None else []
        while work:
            part, prefix = work.pop()
            kind = part.type
            path = part.child_by_field_name("path")
            if kind == "use_list":
                work.extend((child, prefix) for child in reversed(part.named_children))
            elif kind == "scoped_use_list":
                listing = part.child_by_field_name("list")
                inner = joined(prefix, self.path_text(path) if path is not None else "")
                work += [(listing, inner)] if listing is not None else []
            elif kind == "use_wildcard":
                written = joined(
                    prefix, "".join(self.path_text(c) for c in part.named_children[:1])
                )
                self.opened = [*self.opened, f"use:{self.space}:{written}"]
            elif kind == "use_as_clause":
                alias = part.child_by_field_name("alias")
                if path is not None and alias is not None:
                    self.bind_use(joined(prefix, self.path_text(path)), self.text(alias))
            else:
                written = joined(prefix, self.path_text(part))
                if written.endswith(".self"):
                    written = written.removesuffix(".self")
                self.bind_use(written, written.rpartition(".")[2])
        return NOTHING

    def path_text(self, node: Node) -> str:
        return "".join(self.text(node).split()).replace("::", ".").strip(".")

    def bind_use(self, written: str, local: str) -> None:
        variable = self.new()
        self.emit("use", variable, written, self.space)
        self.scope.blocks[-1].names[local] = variable
        if self.scope is self.module:
            self.emit("pub", self.space, local, variable)

    def spaces(self) -> Iterator[str]:
        yield self.space
        yield from self.opened

    # ------------------------------------------------------------------------ definitions

    def function_item(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = self.text(name)
        symbol = self.symbol_at(name.start_byte)
        home = self.scope
        listing = node.child_by_field_name("parameters")
        method = home.kind == "class"
        own = listing is not None and any(
            child.type == "self_parameter" for child in listing.named_children
        )
        itself = self.new()
        if home.kind == "function":
            home.blocks[-1].names[label] = itself
        self.push()
        self.generics(node)
        value = yield from self.define(
            node,
            label,
            symbol,
            self.parameters(listing),
            flags="e" if own or not method else "es",
            result=node.child_by_field_name("return_type"),
            body=node.child_by_field_name("body"),
        )
        self.pop()
        if method:
            self.member(home, label, value)
        elif home is self.module:
            self.publish(label, value)
            if label == "main" and not self.space and symbol != NOTHING:
                self.emit("start", symbol)
        self.copy(itself, value)
        return value

    def generics(self, node: Node) -> None:
        """Type parameters stand for the traits that bound them."""
        listing = node.child_by_field_name("type_parameters")
        for child in listing.named_children if listing is not None else ():
            name = child.child_by_field_name("name") or child.child_by_field_name("left")
            bounds = child.child_by_field_name("bounds")
            if name is None:
                continue
            found = [value for part in ([bounds] if bounds else []) for value in self.types(part)]
            self.scope.blocks[-1].names[self.text(name)] = self.join(found)
        for child in node.named_children:
            if child.type == "where_clause":
                for part in child.named_children:
                    left = part.child_by_field_name("left")
                    bounds = part.child_by_field_name("bounds")
                    if left is not None and bounds is not None and left.type == "type_identifier":
                        self.scope.blocks[-1].names[self.text(left)] = self.join(self.types(bounds))

    def parameters(self, listing: Node | None) -> list[Parameter]:
        found = []
        for child in listing.named_children if listing is not None else ():
            if child.type == "parameter":
                pattern = child.child_by_field_name("pattern")
                name = self.pattern_name(pattern)
                found.append(Parameter(name, child.child_by_field_name("type")))
            elif child.type in ("identifier", "captured_pattern", "reference_pattern"):
                found.append(Parameter(self.pattern_name(child)))
            elif child.type not in ("self_parameter", "attribute_item", "line_comment"):
                found.append(Parameter("_"))
        return found

    def pattern_name(self, pattern: Node | None) -> str:
        while pattern is not None and pattern.type != "identifier":
            parts = pattern.named_children
            if pattern.type not in ("mut_pattern", "reference_pattern", "ref_pattern") or not parts:
                return "_"
            pattern = parts[-1]
        return self.text(pattern) if pattern is not None else "_"

    def type_item(self, node: Node) -> Step:
        """``struct``, ``enum``, ``union``, ``trait``."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None:
            return NOTHING
        label = self.text(name)
        symbol = self.symbol_at(name.start_byte)
        bounds = node.child_by_field_name("bounds")
        bases = self.types(bounds) if bounds is not None else []
        home = self.scope
        scope, variable = self.begin_class(node, label, symbol, bases, "r")
        if home is self.module:
            self.publish(label, variable)
        else:
            home.blocks[-1].names[label] = variable
        self.own_type.append(variable)
        if body is not None:
            if node.type == "trait_item":
                yield from self.each(body)
            else:
                self.parts(body, scope, variable)
        self.own_type.pop()
        self.leave()
        return variable

    def parts(self, body: Node, scope: Scope, variable: int) -> None:
        position = 0
        for child in body.named_children:
            name = child.child_by_field_name("name")
            type_node = child.child_by_field_name("type")
            if child.type == "enum_variant" and name is not None:
                made = self.made(variable)
                self.variants.add(self.text(name))
                self.member(scope, self.text(name), made)
                self.variant_parts(child, scope, self.text(name))
                continue
            if child.type == "field_declaration" and type_node is not None and name is not None:
                label = self.text(name)
            elif child.type.endswith("type") or child.type == "type_identifier":
                label, type_node = str(position), child
                position += 1
            else:
                continue
            held = self.new()
            self.annotate(held, type_node)
            self.member(scope, label, held)

    def variant_parts(self, node: Node, scope: Scope, variant: str) -> None:
        """What a variant of an enum holds, as members of the enum: ``Variant.0``."""
        body = node.child_by_field_name("body")
        parts = [c for c in body.named_children if "comment" not in c.type] if body else []
        for position, part in enumerate(parts):
            name = part.child_by_field_name("name")
            type_node = part.child_by_field_name("type") or part
            held = self.new()
            self.annotate(held, type_node)
            label = self.text(name) if name is not None else str(position)
            self.member(scope, f"{variant}.{label}", held)

    def impl_item(self, node: Node) -> Step:
        """``impl Type``, ``impl Trait for Type``."""
        type_node = node.child_by_field_name("type")
        trait = node.child_by_field_name("trait")
        body = node.child_by_field_name("body")
        if type_node is None or body is None:
            return NOTHING
        self.push()
        self.generics(node)
        # What only wraps a type in other places is the type itself here.
        head = type_node.child_by_field_name("type") if type_node.type == "generic_type" else None
        found = self.types(head or type_node)
        bases = self.types(trait) if trait is not None else []
        holder = found[0] if found else NOTHING
        self.extend(node, holder, bases)
        self.own_type.append(holder)
        yield from self.each(body)
        self.own_type.pop()
        self.leave()
        self.pop()
        return NOTHING

    def macro_definition(self, node: Node) -> int:
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        label = f"{self.text(name)}!"
        symbol = self.symbol_at(name.start_byte)
        scope = self.open_function(node, symbol)
        variable = self.function(scope, symbol, self.text(name), "", [])
        self.scope.blocks[-1].names[label] = variable
        self.emit("pub", "macro:", label, variable)
        return NOTHING

    def constant(self, node: Node) -> Step:
        """``const`` and ``static``."""
        name = node.child_by_field_name("name")
        value_node = node.child_by_field_name("value")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        if name is None:
            return NOTHING
        home = self.scope
        if home.kind == "class":
            held = self.new()
            self.copy(held, value)
            self.member(home, self.text(name), held)
        else:
            self.declare(self.text(name), value, node.child_by_field_name("type"))
        return NOTHING

    def type_alias(self, node: Node) -> int:
        name = node.child_by_field_name("name")
        type_node = node.child_by_field_name("type")
        if name is None or type_node is None:
            return NOTHING
        value = self.join(self.types(type_node))
        if value == NOTHING:
            return NOTHING
        if self.scope.kind == "class":
            self.member(self.scope, self.text(name), value)
        elif self.scope is self.module:
            self.publish(self.text(name), value)
        self.scope.blocks[-1].names[self.text(name)] = value
        return NOTHING

    handlers: ClassVar[Mapping[str, Handler]] = {
        **RustValues.handlers,
        "source_file": source_file,
        "mod_item": module_item,
        "use_declaration": use,
        "function_item": function_item,
        "function_signature_item": function_item,
        "struct_item": type_item,
        "enum_item": type_item,
        "union_item": type_item,
        "trait_item": type_item,
        "impl_item": impl_item,
        "macro_definition": macro_definition,
        "const_item": constant,
        "static_item": constant,
        "type_item": type_alias,
        "associated_type": type_alias,
        "block": TypedLowering.block,
    }


def joined(prefix: str, path: str) -> str:
    return ".".join(part for part in (prefix, path) if part)
