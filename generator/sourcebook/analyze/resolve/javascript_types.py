"""Front end for JavaScript and TypeScript: functions, classes and types."""

from tree_sitter import Node

from sourcebook.analyze.resolve.javascript_values import FUNCTIONS, JavaScriptValues
from sourcebook.analyze.resolve.lowering import Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope

#: Generic types that stand for their argument.
TRANSPARENT = frozenset(
    {"Partial", "Required", "Readonly", "NonNullable", "Awaited", "Omit", "Pick", "Ref"}
)
ARRAYS = frozenset({"Array", "ReadonlyArray", "Iterable", "IterableIterator", "Iterator", "Set"})
MAPS = frozenset({"Map", "Record", "ReadonlyMap", "WeakMap"})

Parameters = list[tuple[str, int, str, int]]


class JavaScriptTypes(JavaScriptValues):
    """Definitions, and what annotations say of values."""

    # -------------------------------------------------------------------------- functions

    def function_like(self, node: Node, name: str, symbol: int, flags: str) -> Step:
        """Any function; ``flags`` holds "a" for one without ``this`` of its own."""
        scope = self.open_function(node, symbol)
        parameters: Parameters = []
        if "a" not in flags:
            scope.receiver = self.new()
            parameters.append(("this", scope.receiver, "", NOTHING))
            flags += "t"
        home = self.scope
        if home.kind == "class" and "a" not in flags:
            of_class = "s" in flags
            self.emit("self", scope.receiver, home.owner, "c" if of_class else "i")
        self.enter(scope)
        if any(child.type == "async" for child in node.children):
            scope.promise = self.box("promise")
            self.copy(scope.result, scope.promise)
        yield from self.parameters(node, scope, parameters)
        returns = node.child_by_field_name("return_type")
        if returns is not None:
            self.annotate(scope.result, returns)
        body = node.child_by_field_name("body")
        if body is None:
            flags += "d"
        elif body.type == "statement_block":
            yield from self.each(body)
        else:
            value = yield body
            self.give(value)
        self.leave()
        self.give_arguments(scope, parameters)
        value = self.function(scope, symbol, name, flags.replace("s", ""), parameters)
        if scope.receiver != NOTHING:
            self.receivers[value] = scope.receiver
        return value

    def give_arguments(self, scope: Scope, parameters: Parameters) -> None:
        """``arguments``: what the parameters hold, and the rest."""
        if scope.given == NOTHING or any(kind for _, _, kind, _ in parameters):
            return
        if len(parameters) == 1:
            parameters.append(("arguments", scope.given, "*", NOTHING))
            return
        box = self.box("array")
        for position, (_, variable, _, _) in enumerate(parameters[1:]):
            self.put(box, f"i:{position}", variable)
        rest = self.new()
        self.put(box, "*", self.iterate(rest))
        parameters.append(("arguments", rest, "*", NOTHING))
        self.copy(scope.given, box)

    def give(self, value: int) -> None:
        """``return value``."""
        scope = self.scope
        if scope.promise != NOTHING:
            self.put(scope.promise, "*", value)
        else:
            self.give_back(value)

    def parameters(self, node: Node, scope: Scope, result: Parameters) -> Step:
        single = node.child_by_field_name("parameter")
        listing = node.child_by_field_name("parameters")
        parts = [single] if single is not None else []
        parts += listing.named_children if listing is not None else []
        for part in parts:
            pattern = part.child_by_field_name("pattern") or part
            value_node = part.child_by_field_name("value")
            if part.type == "assignment_pattern":
                pattern = part.child_by_field_name("left") or part
                value_node = part.child_by_field_name("right")
            if part.type in ("comment", "decorator"):
                continue
            annotation = part.child_by_field_name("type")
            if pattern.type == "this":
                if annotation is not None and scope.receiver != NOTHING:
                    self.annotate(scope.receiver, annotation)
                continue
            yield from self.parameter(part, pattern, value_node, annotation, result)
        return NOTHING

    def parameter(
        self,
        part: Node,
        pattern: Node,
        value_node: Node | None,
        annotation: Node | None,
        result: Parameters,
    ) -> Step:
        variable = self.new()
        default = NOTHING
        if value_node is not None:
            default = yield value_node
        kind = ""
        if pattern.type == "rest_pattern":
            kind = "*"
            pattern = pattern.named_children[0] if pattern.named_children else pattern
        named = pattern.type == "identifier"
        name = self.text(pattern) if named else ""
        result.append((name, variable, kind, default))
        if annotation is not None and not kind:
            self.annotate(variable, annotation)
        yield from self.bind(pattern, variable, declaring=True)
        if any(child.type in ("accessibility_modifier", "readonly") for child in part.children):
            # A parameter property of TypeScript: also a field of the instance.
            receiver = self.scope.receiver
            if named and receiver != NOTHING:
                self.emit("st", receiver, name, variable, part.start_byte, self.scope.function)
        return NOTHING

    def function_expression(self, node: Node) -> Step:
        hint, self.named = self.named, None
        own = node.child_by_field_name("name")
        places = [place.start_byte for place in (hint, own, node) if place is not None]
        symbol = self.symbol_at(*places)
        flags = "a" if node.type == "arrow_function" else ""
        if symbol == NOTHING:
            flags += "l"
        named = own or (hint if symbol != NOTHING else None)
        name = self.text(named) if named is not None else self.lambda_name()
        value = yield from self.function_like(node, name, symbol, flags)
        return value

    def function_declaration(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        if name is None:
            return (yield from self.function_expression(node))
        symbol = self.symbol_at(name.start_byte)
        value = yield from self.function_like(node, self.text(name), symbol, "")
        self.declare(self.text(name), value)
        return value

    def method_definition(self, node: Node) -> Step:
        """A method of a class or of an object; gives the function."""
        name = node.child_by_field_name("name")
        if name is None:
            return NOTHING
        flags = "p" if any(child.type == "get" for child in node.children) else ""
        if any(child.type == "static" for child in node.children):
            flags += "s"
        label = self.key(name)[0][2:] or self.text(name)
        symbol = self.symbol_at(name.start_byte, node.start_byte)
        return (yield from self.function_like(node, label, symbol, flags))

    # ---------------------------------------------------------------------------- classes

    def class_node(self, node: Node) -> Step:
        hint, self.named = self.named, None
        own = node.child_by_field_name("name")
        bases: list[int] = []
        decorators = []
        for child in node.children:
            if child.type == "class_heritage":
                yield from self.heritage(child, bases)
            elif child.type == "decorator":
                decorators.append(child)
        places = [place.start_byte for place in (own, hint, node) if place is not None]
        symbol = self.symbol_at(*places)
        named = own or hint
        name = self.text(named) if named is not None else "<class>"
        scope, variable = self.open_class(node, symbol, name, "j", bases)
        if own is not None:
            self.declare_in_parent(name, variable)
        body = node.child_by_field_name("body")
        if body is not None:
            yield from self.class_body(body, scope)
        self.leave()
        for decorator in decorators:
            yield from self.decorate(decorator, variable)
        if own is not None and node.type != "class":
            self.declare(name, variable)
        return variable

    def declare_in_parent(self, name: str, variable: int) -> None:
        """Let the class's own code see it by name."""
        scope = self.scope
        if scope.parent is not None:
            self.scope = scope.parent
            if self.current(name) is None:
                self.declare(name, variable)
            self.scope = scope

    def heritage(self, node: Node, bases: list[int]) -> Step:
        for child in node.named_children:
            if child.type == "extends_clause":
                value_node = child.child_by_field_name("value")
                if value_node is not None:
                    value = yield value_node
                    bases.append(value)
            elif child.type == "implements_clause":
                for part in child.named_children:
                    value = self.type_value(part)
                    bases.append(value)
            elif child.type not in ("comment", "type_arguments"):
                value = yield child
                bases.append(value)
        bases[:] = [base for base in bases if base != NOTHING]
        return NOTHING

    def class_body(self, body: Node, scope: Scope) -> Step:
        instance, itself = self.new(), self.new()
        self.emit("self", instance, scope.owner, "i")
        self.emit("self", itself, scope.owner, "c")
        waiting: list[Node] = []
        for child in body.named_children:
            static = any(part.type == "static" for part in child.children)
            scope.receiver = itself if static else instance
            value = NOTHING
            if child.type == "decorator":
                waiting.append(child)
                continue
            if child.type in METHODS:
                value = yield child
                self.method_member(child, scope.owner, value, static=static)
            elif child.type in ("field_definition", "public_field_definition"):
                value = yield from self.field(child, scope, static=static)
            elif child.type == "class_static_block":
                scope.receiver = itself
                yield child
            own = [part for part in child.children if part.type == "decorator"]
            for decorator in (*waiting, *own):
                yield from self.decorate(decorator, value)
            waiting = []
        scope.receiver = NOTHING
        return NOTHING

    def method_member(self, node: Node, owner: int, value: int, *, static: bool) -> None:
        name = node.child_by_field_name("name")
        if name is None or value == NOTHING:
            return
        label = self.key(name)[0][2:] or self.text(name)
        if any(child.type == "set" for child in node.children):
            label = f"={label}"
        self.emit("mem", owner, f"::{label}" if static else label, value)

    def field(self, node: Node, scope: Scope, *, static: bool) -> Step:
        name = node.child_by_field_name("property") or node.child_by_field_name("name")
        value_node = node.child_by_field_name("value")
        annotation = node.child_by_field_name("type")
        value = NOTHING
        if name is None:
            return NOTHING
        if value_node is not None:
            if value_node.type in FUNCTIONS or value_node.type == "class":
                self.named = name
            value = yield value_node
        if annotation is not None:
            typed = self.new()
            self.copy(typed, value)
            self.annotate(typed, annotation)
            value = typed
        label = self.key(name)[0][2:] or self.text(name)
        if value != NOTHING:
            self.emit("st", scope.receiver, label, value, name.start_byte, self.scope.function)
        if static and value != NOTHING:
            self.emit("mem", scope.owner, f"::{label}", value)
        return value

    def decorate(self, node: Node, value: int) -> Step:
        if not node.named_children:
            return NOTHING
        expression = node.named_children[0]
        decorator = yield expression
        site = self.site(expression, reference=True)
        self.emit("dec", site, self.scope.function, decorator, value, self.new())
        return NOTHING

    # ------------------------------------------------------------------------------ types

    def interface(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body") or node.child_by_field_name("value")
        if name is None:
            return NOTHING
        bases = [
            self.type_value(part)
            for child in node.named_children
            if child.type in ("extends_type_clause", "extends_clause")
            for part in child.named_children
        ]
        bases = [base for base in bases if base != NOTHING]
        symbol = self.symbol_at(name.start_byte)
        scope, variable = self.open_class(node, symbol, self.text(name), "ji", bases)
        for child in body.named_children if body is not None else ():
            label_node = child.child_by_field_name("name")
            if label_node is None:
                continue
            label = self.key(label_node)[0][2:] or self.text(label_node)
            if child.type == "method_signature":
                value = yield child
                self.emit("mem", scope.owner, label, value)
            elif child.type == "property_signature":
                annotation = child.child_by_field_name("type")
                typed = self.new()
                if annotation is not None:
                    self.annotate(typed, annotation)
                self.emit("mem", scope.owner, label, typed)
        self.leave()
        self.declare(self.text(name), variable)
        return variable

    def type_alias(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        value = node.child_by_field_name("value")
        if name is None or value is None:
            return NOTHING
        if value.type == "object_type":
            return (yield from self.interface(node))
        self.declare(self.text(name), self.type_value(value))
        return NOTHING

    def enum(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None:
            return NOTHING
        if body is not None:
            yield from self.each(body)
        symbol = self.symbol_at(name.start_byte)
        _, variable = self.open_class(node, symbol, self.text(name), "j", [])
        self.leave()
        self.declare(self.text(name), variable)
        return variable

    def type_value(self, node: Node) -> int:
        """The classes that a type names."""
        found = []
        work = [node]
        while work:
            part = work.pop()
            if part.type in ("type_identifier", "identifier"):
                found.append(self.read(self.text(part)))
            elif part.type in ("nested_type_identifier", "member_expression"):
                first, *rest = self.text(part).split(".")
                value = self.read(first)
                for name in rest:
                    value = self.load(value, name.strip())
                found.append(value)
            elif part.type == "generic_type":
                work.extend(part.named_children[:1])
            elif part.type in ("union_type", "intersection_type", "parenthesized_type"):
                work.extend(reversed(part.named_children))
        return self.join(found)

    def annotate(self, variable: int, annotation: Node) -> None:
        """Give ``variable`` instances of what a type names."""
        work = [(variable, annotation)]
        while work:
            holder, node = work.pop()
            kind = node.type
            parts = node.named_children
            if kind in ("type_identifier", "nested_type_identifier"):
                value = self.type_value(node)
                if value != NOTHING:
                    self.emit("inst", holder, value)
            elif kind == "predefined_type":
                if self.text(node) in ("string", "number"):
                    self.copy(holder, self.literal("str" if self.text(node) == "string" else "int"))
            elif kind in PASSED_THROUGH:
                work.extend((holder, part) for part in reversed(parts))
            elif kind == "array_type" and parts:
                work.append((self.element_of(holder, "array"), parts[0]))
            elif kind == "generic_type" and len(parts) > 1:
                self.generic(holder, parts, work)
            elif kind == "object_type":
                self.object_type(holder, node, work)
            elif kind == "function_type":
                self.function_type(holder, node, work)

    def function_type(self, holder: int, node: Node, work: list[tuple[int, Node]]) -> None:
        """``(name: Type) => Type``: a function that comes here is given such values."""
        listing = node.child_by_field_name("parameters")
        places: list[int] = []
        receiver = NOTHING
        for part in listing.named_children if listing is not None else ():
            annotation = part.child_by_field_name("type")
            pattern = part.child_by_field_name("pattern")
            if pattern is None or pattern.type == "rest_pattern":
                continue
            typed = NOTHING
            if annotation is not None:
                typed = self.new()
                work.append((typed, annotation))
            if pattern.type == "this":
                receiver = typed
            else:
                places.append(typed)
        if any(place != NOTHING for place in (receiver, *places)):
            self.emit("given", holder, receiver, *places)

    def element_of(self, holder: int, kind: str) -> int:
        """Give ``holder`` a container; gives the variable of its elements."""
        box = self.box(kind)
        self.copy(holder, box)
        item = self.new()
        self.put(box, "*", item)
        return item

    def generic(self, holder: int, parts: list[Node], work: list[tuple[int, Node]]) -> None:
        name = self.text(parts[0]).rpartition(".")[2]
        arguments = parts[1].named_children
        if not arguments:
            return
        if name in TRANSPARENT:
            work.append((holder, arguments[0]))
        elif name in ARRAYS:
            work.append((self.element_of(holder, "array"), arguments[0]))
        elif name in MAPS:
            work.append((self.element_of(holder, "map"), arguments[-1]))
        elif name in ("Promise", "PromiseLike"):
            work.append((self.element_of(holder, "promise"), arguments[0]))
        else:
            work.append((holder, parts[0]))

    def object_type(self, holder: int, node: Node, work: list[tuple[int, Node]]) -> None:
        """``{ name: Type }``."""
        box = NOTHING
        for child in node.named_children:
            name = child.child_by_field_name("name")
            annotation = child.child_by_field_name("type")
            if child.type != "property_signature" or name is None or annotation is None:
                continue
            if box == NOTHING:
                box = self.box("object")
                self.copy(holder, box)
            item = self.new()
            self.put(box, f"s:{self.text(name)}", item)
            work.append((item, annotation))


METHODS = frozenset(
    {"method_definition", "abstract_method_signature", "method_signature", "function_signature"}
)
PASSED_THROUGH = frozenset(
    {
        "type_annotation",
        "union_type",
        "intersection_type",
        "parenthesized_type",
        "readonly_type",
        "optional_type",
        "asserts_annotation",
    }
)
