"""Front end for Python: definitions, imports and statements."""

import re
from collections.abc import Generator, Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.containers import SENT
from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.python_patterns import PythonPatterns
from sourcebook.analyze.resolve.python_values import STRING, PythonValues
from sourcebook.analyze.resolve.scopes import NOTHING, Block

#: Decorators that turn a method into an attribute, by the last part of their name.
PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
MARKS = {
    "staticmethod": "s",
    "classmethod": "c",
    "overload": "",
    "abstractmethod": "d",
} | dict.fromkeys(PROPERTIES, "p")
#: The one statement of a method that heirs must have.
STATED = re.compile(r"\.\.\.$|raise NotImplementedError\b|return NotImplemented$")
MAIN = re.compile(r"__name__\s*==\s*.__main__")
ACCESSORS = frozenset({"setter", "deleter", "getter"})
#: Methods that are class methods without a decorator.
OF_CLASS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})

Parameters = list[tuple[str, int, str, int]]


class PythonLowering(PythonPatterns):
    """Values of Python, statement by statement."""

    #: Flags from the decorators of the definition that comes next.
    marks = ""

    # ----------------------------------------------------------------------- definitions

    def module_node(self, node: Node) -> Step:
        yield from self.each(node)
        for name, versions in self.module.versions.items():
            exported = self.module.captured.get(name)
            if exported is None or len(versions) == 1:
                exported = self.join([version for version, _ in versions])
            if exported != NOTHING:
                self.emit("exp", name, exported)
        self.leave()
        return NOTHING

    def decorated_definition(self, node: Node) -> Step:
        definition = node.child_by_field_name("definition")
        name_node = definition and definition.child_by_field_name("name")
        if definition is None or name_node is None:
            return NOTHING
        name = self.text(name_node)
        before = self.current(name)
        decorators = []
        marks: set[str] = set()
        overloaded = False
        accessed = NOTHING
        for child in node.named_children:
            if child.type != "decorator" or not child.named_children:
                continue
            expression = child.named_children[0]
            last = self.text(expression).rpartition(".")[2]
            if last in MARKS:
                marks.add(MARKS[last])
                overloaded = overloaded or last == "overload"
            elif last in ACCESSORS and expression.type == "attribute":
                accessed = yield expression.child_by_field_name("object") or expression
            else:
                value = yield expression
                decorators.append((expression, value))
        self.marks = "".join(sorted(marks))
        value = yield definition
        for expression, decorator in reversed(decorators):
            site = self.site(expression, reference=True)
            result = self.new()
            self.emit("dec", site, self.scope.function, decorator, value, result)
            value = result
        if accessed != NOTHING:
            self.emit("setter", accessed, value)
            value = accessed
        self.write(name, before if overloaded and before is not None else value)
        return value

    def function_definition(self, node: Node) -> Step:
        marks, self.marks = self.marks, ""
        name_node = node.child_by_field_name("name")
        if name_node is None:
            yield from self.each(node)
            return NOTHING
        name = self.text(name_node)
        symbol = self.symbol_at(name_node.start_byte)
        home = self.scope
        scope = self.open_function(node, symbol)
        parameters, types = yield from self.parameters(node)
        returns = node.child_by_field_name("return_type")
        if home.kind == "class" and "s" not in marks and parameters:
            scope.receiver = parameters[0][1]
            of_class = "c" in marks or name in OF_CLASS
            self.emit("self", scope.receiver, home.owner, "c" if of_class else "i")
        for variable, annotation in types:
            yield from self.annotate(variable, annotation)
        if returns is not None:
            yield from self.annotate(scope.result, returns)
        self.enter(scope)
        for parameter, variable, _, _ in parameters:
            self.write(parameter, variable)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.leave()
        marks += "d" if home.kind == "class" and self.is_stated(body) else ""
        value = self.function(scope, symbol, name, marks, parameters)
        self.write(name, value)
        return value

    def is_stated(self, body: Node | None) -> bool:
        """Whether a method says only that heirs have it: ``...``, ``NotImplementedError``."""
        parts = [child for child in body.named_children if child.type != "comment"] if body else []
        if parts and parts[0].type == "expression_statement" and self.text(parts[0])[-1:] in "'\"":
            parts = parts[1:]
        if len(parts) != 1:
            return not parts
        return bool(STATED.match(self.text(parts[0])))

    def lambda_node(self, node: Node) -> Step:
        symbol = self.symbol_at(node.start_byte)
        name = self.lambda_name()
        scope = self.open_function(node, symbol)
        parameters, _ = yield from self.parameters(node)
        self.enter(scope)
        for parameter, variable, _, _ in parameters:
            self.write(parameter, variable)
        body = node.child_by_field_name("body")
        if body is not None:
            value = yield body
            self.give_back(value)
        self.leave()
        return self.function(scope, symbol, name, "l", parameters)

    def parameters(
        self, node: Node
    ) -> Generator[Node, int, tuple[Parameters, list[tuple[int, Node]]]]:
        """Parameters with their defaults, and the annotations still to be read."""
        result: Parameters = []
        types: list[tuple[int, Node]] = []
        listing = node.child_by_field_name("parameters")
        named_only = ""
        for child in listing.named_children if listing is not None else ():
            style = named_only
            if child.type == "keyword_separator":
                named_only = "k"
                continue
            name = child.child_by_field_name("name") or child
            if child.type == "typed_parameter" and child.named_children:
                name = child.named_children[0]
            value = child.child_by_field_name("value")
            default = NOTHING
            if value is not None:
                default = yield value
            if name.type in ("list_splat_pattern", "dictionary_splat_pattern"):
                style = "*" if name.type == "list_splat_pattern" else "**"
                name = name.named_children[0] if name.named_children else name
                named_only = "k"
            if name.type != "identifier":
                continue
            variable = self.new()
            result.append((self.text(name), variable, style, default))
            annotation = child.child_by_field_name("type")
            if annotation is not None and not style.startswith("*"):
                types.append((variable, annotation))
        return result, types

    def class_definition(self, node: Node) -> Step:
        self.marks = ""
        name_node = node.child_by_field_name("name")
        if name_node is None:
            yield from self.each(node)
            return NOTHING
        bases: list[int] = []
        supers = node.child_by_field_name("superclasses")
        for child in supers.named_children if supers is not None else ():
            value = yield child
            if child.type != "keyword_argument" and value != NOTHING:
                bases.append(value)
        symbol = self.symbol_at(name_node.start_byte)
        scope, variable = self.open_class(node, symbol, self.text(name_node), "", bases)
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        for member, value in scope.blocks[0].names.items():
            if value != NOTHING:
                self.emit("mem", scope.owner, member, value)
        self.leave()
        self.write(self.text(name_node), variable)
        return variable

    def global_statement(self, node: Node) -> int:
        for child in node.named_children:
            self.scope.outer[self.text(child)] = self.module
        return NOTHING

    def nonlocal_statement(self, node: Node) -> int:
        for child in node.named_children:
            name = self.text(child)
            home = self.around(self.scope)
            while home is not None and home.kind == "function" and name not in home.versions:
                home = self.around(home)
            self.scope.outer[name] = home or self.module
        return NOTHING

    # --------------------------------------------------------------------------- imports

    def import_statement(self, node: Node) -> int:
        for child in node.children_by_field_name("name"):
            variable = self.new()
            module = child.child_by_field_name("name")
            alias = child.child_by_field_name("alias")
            if module is not None and alias is not None:
                self.emit("imp", variable, 0, self.text(module), "")
                self.write(self.text(alias), variable)
            else:
                root = self.text(child).partition(".")[0].strip()
                self.emit("imp", variable, 0, root, "")
                self.write(root, variable)
        return NOTHING

    def import_from_statement(self, node: Node) -> int:
        source = node.child_by_field_name("module_name")
        if source is None:
            return NOTHING
        dotted = "".join(self.text(source).split())
        module = dotted.lstrip(".")
        level = len(dotted) - len(module)
        for child in node.children_by_field_name("name"):
            name = child.child_by_field_name("name") or child
            alias = child.child_by_field_name("alias") or child
            variable = self.new()
            self.emit("imp", variable, level, module, self.text(name))
            self.write(self.text(alias), variable)
        if any(child.type == "wildcard_import" for child in node.named_children):
            self.emit("star", level, module)
        return NOTHING

    # ------------------------------------------------------------------------ statements

    def assignment(self, node: Node) -> Step:
        annotation = node.child_by_field_name("type")
        targets = []
        source: Node | None = node
        while source is not None and source.type == "assignment":
            left = source.child_by_field_name("left")
            if left is not None:
                targets.append(left)
            source = source.child_by_field_name("right")
        value = NOTHING
        if source is not None:
            value = yield source
            if self.scope is self.module and self.text(targets[0]) == "__all__":
                self.all_names(source)
        if annotation is not None:
            self.note_field(targets, annotation)
            typed = self.new()
            self.copy(typed, value)
            yield from self.annotate(typed, annotation)
            value = typed
        for target in targets:
            yield from self.bind(target, value)
        return value

    def note_field(self, targets: list[Node], annotation: Node) -> None:
        """A field from which the constructor of a data class is generated."""
        named = self.scope.kind == "class" and targets and targets[0].type == "identifier"
        if named and "ClassVar" not in self.text(annotation):
            self.emit("fld", self.scope.owner, self.text(targets[0]))

    def all_names(self, node: Node) -> None:
        if node.type in ("list", "tuple"):
            found = [STRING.fullmatch(self.text(child)) for child in node.named_children]
            self.emit("all", *(match[1] or match[2] or "" for match in found if match))

    def augmented_assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        old = yield left
        new = yield right
        if left.type == "identifier" and new != NOTHING:
            self.write(self.text(left), self.join([old, new]))
        return NOTHING

    def named_expression(self, node: Node) -> Step:
        value_node = node.child_by_field_name("value")
        name = node.child_by_field_name("name")
        if value_node is None or name is None:
            return NOTHING
        value = yield value_node
        self.write(self.text(name), value)
        return value

    def return_statement(self, node: Node) -> Step:
        for child in node.named_children:
            value = yield child
            self.give_back(value)
        self.scope.blocks[-1].dead = True
        return NOTHING

    def raise_statement(self, node: Node) -> Step:
        for child in node.named_children:
            value = yield child
            if child.type in ("identifier", "attribute") and value != NOTHING:
                self.emit("raise", value, child.start_byte, self.scope.function)
        self.scope.blocks[-1].dead = True
        return NOTHING

    def yield_node(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            value = yield child
        if any(child.type == "from" for child in node.children):
            value = self.iterate(value, node.start_byte)
        scope = self.scope
        if scope.kind == "function":
            if scope.yields == NOTHING:
                scope.yields = self.box("generator")
                self.copy(scope.result, scope.yields)
            self.put(scope.yields, "*", value)
            return self.load(scope.yields, SENT)
        return NOTHING

    def if_statement(self, node: Node) -> Step:
        branches: list[Block] = []
        clauses = [node, *node.children_by_field_name("alternative")]
        for clause in clauses:
            narrowed: dict[str, int] = {}
            test = clause.child_by_field_name("condition")
            if test is not None:
                yield test
                narrowed = yield from self.narrow(test)
            body = clause.child_by_field_name("consequence") or clause.child_by_field_name("body")
            if body is not None:
                self.push(names={n: v for n, v in narrowed.items() if n.isidentifier()})
                self.paths.update(narrowed)
                yield from self.each(body)
                branches.append(self.pop())
        test = node.child_by_field_name("condition")
        if self.scope is self.module and test is not None and MAIN.search(self.text(test)):
            self.emit("main", node.start_point.row + 1, node.end_point.row + 1)
        if clauses[-1].type != "else_clause":
            branches.append(Block())
        self.meet(branches)
        return NOTHING

    def for_statement(self, node: Node) -> Step:
        source = node.child_by_field_name("right")
        left = node.child_by_field_name("left")
        value = NOTHING
        if source is not None:
            value = yield source
            value = self.iterate(value, source.start_byte)
        self.push(loop=True)
        if left is not None:
            yield from self.bind(left, value)
        yield from self.loop_body(node)
        return NOTHING

    def while_statement(self, node: Node) -> Step:
        self.push(loop=True)
        test = node.child_by_field_name("condition")
        if test is not None:
            yield test
        yield from self.loop_body(node)
        return NOTHING

    def loop_body(self, node: Node) -> Step:
        body = node.child_by_field_name("body")
        if body is not None:
            yield from self.each(body)
        self.end_loop()
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            self.push()
            yield from self.each(alternative)
            self.meet([self.pop(), Block()])
        return NOTHING

    def try_statement(self, node: Node) -> Step:
        body_node = node.child_by_field_name("body")
        self.push()
        if body_node is not None:
            yield from self.each(body_node)
        body = self.pop()
        before = self.maybe(body)
        branches = [body]
        for child in node.named_children:
            if child.type in ("except_clause", "except_group_clause"):
                self.push(names=dict(before))
                yield from self.each(child)
                branches.append(self.pop())
            elif child.type == "else_clause":
                self.push(names=dict(body.names))
                yield from self.each(child)
                branches[0] = self.pop()
        self.meet(branches)
        for child in node.named_children:
            if child.type == "finally_clause":
                yield from self.each(child)
        return NOTHING

    def as_pattern(self, node: Node) -> Step:
        """``except Error as name``; that of ``with`` is read by its item."""
        first = node.named_children[0]
        alias = node.child_by_field_name("alias")
        caught = node.parent is not None and node.parent.type.startswith("except")
        several = caught and first.type == "tuple"
        value = typed = self.new()
        for part in first.named_children if several else [first]:
            value = yield part
            if caught and value != NOTHING:
                self.emit("inst", typed, value)
        if caught:
            value = typed
        if alias is not None:
            yield from self.bind(alias, value)
        return value

    def with_item(self, node: Node) -> Step:
        source = node.child_by_field_name("value")
        alias = None
        if source is not None and source.type == "as_pattern":
            alias = source.child_by_field_name("alias")
            source = source.named_children[0]
        if source is None:
            return NOTHING
        value = yield source
        if value != NOTHING:
            entered = self.new()
            self.emit("with", entered, value, source.start_byte, self.scope.function)
            value = entered
        if alias is not None:
            yield from self.bind(alias, value)
        return NOTHING

    handlers: ClassVar[Mapping[str, Handler]] = {
        "module": module_node,
        "decorated_definition": decorated_definition,
        "function_definition": function_definition,
        "lambda": lambda_node,
        "class_definition": class_definition,
        "global_statement": global_statement,
        "nonlocal_statement": nonlocal_statement,
        "import_statement": import_statement,
        "import_from_statement": import_from_statement,
        "assignment": assignment,
        "augmented_assignment": augmented_assignment,
        "named_expression": named_expression,
        "return_statement": return_statement,
        "raise_statement": raise_statement,
        "yield": yield_node,
        "if_statement": if_statement,
        "for_statement": for_statement,
        "while_statement": while_statement,
        "try_statement": try_statement,
        "with_item": with_item,
        "as_pattern": as_pattern,
        "match_statement": PythonPatterns.match_statement,
        "assert_statement": PythonPatterns.assert_statement,
        "identifier": PythonValues.identifier,
        "string": PythonValues.string,
        "concatenated_string": PythonValues.concatenated_string,
        "integer": PythonValues.integer,
        "parenthesized_expression": PythonValues.only_child,
        "await": PythonValues.only_child,
        "list_splat": PythonValues.only_child,
        "dictionary_splat": PythonValues.only_child,
        "expression_statement": PythonValues.effects,
        "delete_statement": PythonValues.delete_statement,
        "conditional_expression": PythonValues.either,
        "boolean_operator": PythonValues.either,
        "binary_operator": PythonValues.binary_operator,
        "list": PythonValues.display,
        "tuple": PythonValues.display,
        "set": PythonValues.display,
        "expression_list": PythonValues.display,
        "dictionary": PythonValues.dictionary,
        "list_comprehension": PythonValues.comprehension,
        "set_comprehension": PythonValues.comprehension,
        "dictionary_comprehension": PythonValues.comprehension,
        "generator_expression": PythonValues.comprehension,
        "subscript": PythonValues.subscript,
        "attribute": PythonValues.attribute,
        "call": PythonValues.call_node,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {"comment", "type", "type_parameter", "string_content", "escape_sequence"}
    )
