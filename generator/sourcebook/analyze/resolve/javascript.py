"""Front end for JavaScript and TypeScript: modules and statements."""

from collections.abc import Generator, Mapping
from types import MappingProxyType
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.javascript_types import JavaScriptTypes
from sourcebook.analyze.resolve.javascript_values import FUNCTIONS, JavaScriptValues
from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Block


class JavaScriptLowering(JavaScriptTypes):
    """Values of JavaScript, statement by statement."""

    def whole(self, node: Node) -> Step:
        self.exported: dict[str, str] = {}
        self.namespaces = 0
        yield from self.each(node)
        for name, local in self.exported.items():
            self.emit("exp", name, self.capture(self.module, local))
        if not any(fact[0] in ("exp", "imp", "req", "star") for fact in self.facts):
            # A script: what it declares is global.
            for name in self.module.versions:
                self.emit("top", name, self.capture(self.module, name))
        self.leave()
        return NOTHING

    # ---------------------------------------------------------------------------- modules

    def import_statement(self, node: Node) -> int:
        source = node.child_by_field_name("source")
        module = self.constant(source) if source is not None else ""
        for clause in node.named_children:
            if clause.type == "import_require_clause":
                self.import_require(clause)
            elif clause.type == "import_clause":
                for child in clause.named_children:
                    self.import_names(child, module)
        return NOTHING

    def import_require(self, clause: Node) -> None:
        """``import name = require("module")``."""
        source = clause.child_by_field_name("source")
        if source is not None and clause.named_children:
            variable = self.new()
            self.emit("req", variable, self.constant(source))
            self.declare(self.text(clause.named_children[0]), variable)

    def import_names(self, child: Node, module: str) -> None:
        if child.type == "identifier":
            self.imported(module, "default", self.text(child))
        elif child.type == "namespace_import":
            self.imported(module, "", self.text(child.named_children[-1]))
        elif child.type == "named_imports":
            for item in child.named_children:
                name = item.child_by_field_name("name")
                alias = item.child_by_field_name("alias") or name
                if name is not None and alias is not None:
                    self.imported(module, self.name_of(name), self.text(alias))

    def name_of(self, node: Node) -> str:
        return self.constant(node) if node.type == "string" else self.text(node)

    def imported(self, module: str, name: str, local: str) -> None:
        variable = self.new()
        self.emit("imp", variable, 0, module, name)
        self.declare(local, variable)

    def export_statement(self, node: Node) -> Step:
        source = node.child_by_field_name("source")
        if source is not None:
            self.export_from(node, self.constant(source))
            return NOTHING
        declaration = node.child_by_field_name("declaration")
        value_node = node.child_by_field_name("value")
        default = any(child.type == "default" for child in node.children)
        if declaration is not None:
            value = yield declaration
            for decorator in node.named_children:
                if decorator.type == "decorator":
                    yield from self.decorate(decorator, value)
            if default and value != NOTHING:
                self.emit("exp", "default", value)
            elif not default and not self.namespaces:
                self.exported.update((name, name) for name in self.declared_by(declaration))
        elif value_node is not None:
            value = yield value_node
            if value != NOTHING:
                self.emit("exp", "default", value)
        else:
            yield from self.export_rest(node)
        return NOTHING

    def export_rest(self, node: Node) -> Step:
        """``export { a as b }`` and ``export = value``."""
        assigned = any(child.type == "=" for child in node.children)
        for clause in node.named_children:
            if clause.type == "export_clause":
                for item in clause.named_children:
                    name = item.child_by_field_name("name")
                    alias = item.child_by_field_name("alias") or name
                    if name is not None and alias is not None:
                        self.exported[self.name_of(alias)] = self.text(name)
            elif assigned:
                value = yield clause
                if value != NOTHING:
                    self.emit("exp", "=", value)
        return NOTHING

    def export_from(self, node: Node, module: str) -> None:
        clause = next((c for c in node.named_children if c.type == "export_clause"), None)
        space = next((c for c in node.named_children if c.type == "namespace_export"), None)
        if clause is not None:
            for item in clause.named_children:
                name = item.child_by_field_name("name")
                alias = item.child_by_field_name("alias") or name
                if name is not None and alias is not None:
                    variable = self.new()
                    self.emit("imp", variable, 0, module, self.name_of(name))
                    self.emit("exp", self.name_of(alias), variable)
        elif space is not None:
            variable = self.new()
            self.emit("imp", variable, 0, module, "")
            self.emit("exp", self.name_of(space.named_children[-1]), variable)
        else:
            self.emit("star", 0, module)

    def declared_by(self, node: Node) -> list[str]:
        """Names that a declaration declares."""
        name = node.child_by_field_name("name")
        if name is not None:
            return [self.text(name)]
        names = []
        work = [child.child_by_field_name("name") for child in node.named_children]
        while work:
            part = work.pop()
            if part is None:
                continue
            if part.type in ("identifier", "shorthand_property_identifier_pattern"):
                names.append(self.text(part))
            elif part.type == "pair_pattern":
                work.append(part.child_by_field_name("value"))
            elif part.type in ("assignment_pattern", "object_assignment_pattern"):
                work.append(part.child_by_field_name("left"))
            else:
                work.extend(part.named_children)
        return names

    def namespace(self, node: Node) -> Step:
        """``namespace Name { … }``: an object of what it declares."""
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if body is None:
            return NOTHING
        self.namespaces += 1
        self.push()
        yield from self.each(body)
        block = self.pop()
        self.namespaces -= 1
        if name is None or name.type == "string":
            return NOTHING
        box = self.box("object")
        for member, value in block.names.items():
            self.put(box, f"s:{member}", value)
        self.declare(self.text(name).partition(".")[0], box)
        return box

    # ------------------------------------------------------------------------- statements

    def declarator(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        value_node = node.child_by_field_name("value")
        annotation = node.child_by_field_name("type")
        if name is None:
            return NOTHING
        value = NOTHING
        if value_node is not None:
            if value_node.type in FUNCTIONS or value_node.type == "class":
                self.named = name
            value = yield value_node
        if annotation is not None:
            typed = self.new()
            self.copy(typed, value)
            self.annotate(typed, annotation)
            value = typed
        lexical = node.parent is not None and node.parent.type == "lexical_declaration"
        if lexical and len(self.scope.blocks) > 1 and name.type == "identifier":
            self.scope.blocks[-1].declared.add(self.text(name))
        yield from self.bind(name, value, declaring=True)
        return value

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        if right.type in FUNCTIONS or right.type == "class":
            self.named = left.child_by_field_name("property") or left
        value = yield right
        yield from self.bind(left, value, declaring=False)
        return value

    def augmented(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        old = yield left
        new = yield right
        operator = node.child_by_field_name("operator")
        logical = operator is not None and operator.type in ("||=", "??=", "&&=")
        if left.type == "identifier" and NOTHING not in (old, new):
            self.assign(self.text(left), self.join([old, new]))
        elif left.type == "member_expression" and new != NOTHING:
            yield from self.store_member(left, new)
        elif left.type == "subscript_expression" and new != NOTHING:
            yield from self.store_item(left, new)
        return self.join([old, new]) if logical else NOTHING

    def return_statement(self, node: Node) -> Step:
        for child in node.named_children:
            value = yield child
            self.give(value)
        self.scope.blocks[-1].dead = True
        return NOTHING

    def throw_statement(self, node: Node) -> Step:
        yield from self.each(node)
        self.scope.blocks[-1].dead = True
        return NOTHING

    def yield_node(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            value = yield child
        if any(child.type == "*" for child in node.children):
            value = self.iterate(value, node.start_byte)
        scope = self.scope
        if scope.kind == "function":
            if scope.yields == NOTHING:
                scope.yields = self.box("generator")
                self.copy(scope.result, scope.yields)
            self.put(scope.yields, "*", value)
        return NOTHING

    def block(self, node: Node) -> Step:
        """``{ … }``: what it declares ends with it, what it assigns does not."""
        self.push()
        yield from self.each(node)
        block = self.drop()
        self.scope.blocks[-1].names.update(block.names)
        self.scope.blocks[-1].dead = block.dead
        return NOTHING

    def drop(self) -> Block:
        """Close a block and forget what it declared."""
        block = self.pop()
        for name in block.declared:
            block.names.pop(name, None)
        return block

    def narrow(self, test: Node) -> Generator[Node, int, dict[str, int]]:
        """Names, and paths of names, to which ``instanceof`` gives a type."""
        found: dict[str, int] = {}
        work = [test]
        while work:
            node = work.pop()
            operator = node.child_by_field_name("operator")
            left = node.child_by_field_name("left")
            right = node.child_by_field_name("right")
            if node.type == "parenthesized_expression":
                work.extend(node.named_children)
            elif operator is None or left is None or right is None:
                continue
            elif operator.type == "&&":
                work += [right, left]
            elif operator.type == "instanceof":
                value = yield left
                kind = yield right
                if NOTHING not in (value, kind):
                    typed = found[self.text(left)] = self.new()
                    self.emit("nar", typed, value, kind)
        return found

    def branch(self, node: Node | None, narrowed: Mapping[str, int] = MappingProxyType({})) -> Step:
        """Run a part in a block of its own; the block is left in ``self.last``."""
        self.push(names={name: value for name, value in narrowed.items() if "." not in name})
        self.scope.blocks[-1].declared.update(self.scope.blocks[-1].names)
        self.paths.update(narrowed)
        if node is not None:
            if node.type == "statement_block":
                yield from self.each(node)
            else:
                yield node
        self.last = self.drop()
        return NOTHING

    def if_statement(self, node: Node) -> Step:
        test = node.child_by_field_name("condition")
        narrowed: dict[str, int] = {}
        if test is not None:
            yield test
            narrowed = yield from self.narrow(test)
        yield from self.branch(node.child_by_field_name("consequence"), narrowed)
        branches = [self.last]
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            yield from self.branch(alternative.named_children[0])
            branches.append(self.last)
        else:
            branches.append(Block())
        self.meet(branches)
        return NOTHING

    def loop(self, node: Node) -> Step:
        self.push(loop=True)
        for name in ("initializer", "condition", "body", "increment"):
            child = node.child_by_field_name(name)
            if child is not None:
                yield child
        self.end_loop()
        return NOTHING

    def for_in(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        value = NOTHING
        if right is not None:
            value = yield right
            if operator is not None and operator.type == "of":
                value = self.iterate(value, right.start_byte)
            else:
                value = self.literal("str")
        self.push(loop=True)
        if left is not None:
            declaring = node.child_by_field_name("kind") is not None
            yield from self.bind(left, value, declaring=declaring)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.end_loop()
        return NOTHING

    def switch(self, node: Node) -> Step:
        value = node.child_by_field_name("value")
        body = node.child_by_field_name("body")
        if value is not None:
            yield value
        branches = [Block()]
        for case in body.named_children if body is not None else ():
            self.push()
            yield from self.each(case)
            branches.append(self.drop())
            branches[-1].dead = False
        self.meet(branches)
        return NOTHING

    def try_statement(self, node: Node) -> Step:
        yield from self.branch(node.child_by_field_name("body"))
        branches = [self.last]
        before = self.maybe(self.last)
        handler = node.child_by_field_name("handler")
        if handler is not None:
            self.push(names=dict(before))
            parameter = handler.child_by_field_name("parameter")
            if parameter is not None:
                yield from self.bind(parameter, NOTHING, declaring=True)
            body = handler.child_by_field_name("body")
            if body is not None:
                yield from self.each(body)
            branches.append(self.drop())
        self.meet(branches)
        finalizer = node.child_by_field_name("finalizer")
        if finalizer is not None:
            yield from self.each(finalizer)
        return NOTHING

    # -------------------------------------------------------------------------------- JSX

    def jsx_opening(self, node: Node) -> Step:
        """``<Name …>``: the component is used with an object of its attributes."""
        name = node.child_by_field_name("name")
        box = self.box("object")
        for child in node.named_children:
            if child == name:
                continue
            if child.type == "jsx_attribute":
                parts = child.named_children
                value = NOTHING
                if len(parts) > 1:
                    value = yield parts[-1]
                self.put(box, f"s:{self.text(parts[0])}", value)
            elif child.type == "jsx_expression":
                value = yield child
                self.put(box, "**", value)
        if name is None or (name.type == "identifier" and self.text(name)[:1].islower()):
            return NOTHING
        site = self.site(name, reference=True)
        component = yield name
        return self.call(site, component, [box])

    handlers: ClassVar[Mapping[str, Handler]] = {
        "import_statement": import_statement,
        "export_statement": export_statement,
        "internal_module": namespace,
        "module": namespace,
        "function_declaration": JavaScriptTypes.function_declaration,
        "generator_function_declaration": JavaScriptTypes.function_declaration,
        "function_signature": JavaScriptTypes.function_declaration,
        "function_expression": JavaScriptTypes.function_expression,
        "generator_function": JavaScriptTypes.function_expression,
        "arrow_function": JavaScriptTypes.function_expression,
        "method_definition": JavaScriptTypes.method_definition,
        "method_signature": JavaScriptTypes.method_definition,
        "abstract_method_signature": JavaScriptTypes.method_definition,
        "class_declaration": JavaScriptTypes.class_node,
        "abstract_class_declaration": JavaScriptTypes.class_node,
        "class": JavaScriptTypes.class_node,
        "interface_declaration": JavaScriptTypes.interface,
        "type_alias_declaration": JavaScriptTypes.type_alias,
        "enum_declaration": JavaScriptTypes.enum,
        "variable_declarator": declarator,
        "assignment_expression": assignment,
        "augmented_assignment_expression": augmented,
        "return_statement": return_statement,
        "throw_statement": throw_statement,
        "yield_expression": yield_node,
        "statement_block": block,
        "if_statement": if_statement,
        "for_statement": loop,
        "while_statement": loop,
        "do_statement": loop,
        "for_in_statement": for_in,
        "switch_statement": switch,
        "try_statement": try_statement,
        "jsx_opening_element": jsx_opening,
        "jsx_self_closing_element": jsx_opening,
        "jsx_expression": JavaScriptValues.only_child,
        "expression_statement": JavaScriptValues.effects,
        "identifier": JavaScriptValues.identifier,
        "this": JavaScriptValues.this,
        "super": JavaScriptValues.super_node,
        "string": JavaScriptValues.string,
        "template_string": JavaScriptValues.template,
        "number": JavaScriptValues.number,
        "parenthesized_expression": JavaScriptValues.only_child,
        "spread_element": JavaScriptValues.only_child,
        "sequence_expression": JavaScriptValues.only_child,
        "as_expression": JavaScriptValues.first_child,
        "satisfies_expression": JavaScriptValues.first_child,
        "non_null_expression": JavaScriptValues.first_child,
        "instantiation_expression": JavaScriptValues.first_child,
        "type_assertion": JavaScriptValues.cast,
        "ternary_expression": JavaScriptValues.ternary,
        "binary_expression": JavaScriptValues.binary,
        "await_expression": JavaScriptValues.awaited,
        "array": JavaScriptValues.array,
        "object": JavaScriptValues.object,
        "member_expression": JavaScriptValues.member,
        "subscript_expression": JavaScriptValues.subscript,
        "call_expression": JavaScriptValues.call_node,
        "new_expression": JavaScriptValues.new_expression,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            "comment",
            "type_annotation",
            "type_arguments",
            "type_parameters",
            "string_fragment",
            "escape_sequence",
            "regex",
            "jsx_closing_element",
            "jsx_text",
            "property_identifier",
            "statement_identifier",
            "import_alias",
        }
    )
