"""Front end for JavaScript and TypeScript: expressions and patterns."""

import re
from collections.abc import Generator, Mapping

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Lowering, Step
from sourcebook.analyze.resolve.scopes import NOTHING, Scope

STRING = re.compile(r"""(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)""")
FUNCTIONS = frozenset(
    {"function_expression", "arrow_function", "generator_function", "method_definition", "function"}
)


class JavaScriptValues(Lowering):
    """What the expressions of JavaScript hold."""

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        #: Variables of array displays, with the variables of their elements.
        self.shapes: dict[int, list[int]] = {}
        #: Variable of a function -> variable of its ``this``.
        self.receivers: dict[int, int] = {}
        #: Place of the name that the next function expression is given.
        self.named: Node | None = None

    # ------------------------------------------------------------------------------ names

    def identifier(self, node: Node) -> int:
        name = self.text(node)
        if name == "arguments":
            scope: Scope | None = self.scope
            while scope is not None and scope.receiver == NOTHING:
                scope = scope.parent
            if scope is not None and scope.kind == "function" and name not in scope.versions:
                scope.given = scope.given if scope.given != NOTHING else self.new()
                return scope.given
        return self.read(name)

    def declare(self, name: str, value: int) -> None:
        """``let``, ``const``, ``var``, a parameter, a function or a class."""
        self.scope.versions.setdefault(name, [])
        self.write(name, value)

    def assign(self, name: str, value: int) -> None:
        """Write to a name where it is declared, which may be around this scope."""
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.versions or (scope.kind, scope.key, name) in self.shared:
                break
            scope = self.around(scope)
        if scope is self.scope:
            self.write(name, value)
        elif scope is not None:
            self.found_shared.add((scope.kind, scope.key, name))
            self.copy(self.capture(scope, name), value)
        elif self.scope is self.module:
            self.declare(name, value)
        else:
            self.scope.undeclared.add(name)

    def leave(self) -> Scope:
        """Hand names that were assigned before they were declared to where they are."""
        scope = self.scope
        for name in sorted(scope.undeclared):
            outer = self.around(scope)
            if name in scope.versions or outer is None:
                self.found_shared.add((scope.kind, scope.key, name))
            elif name in outer.versions:
                self.found_shared.add((outer.kind, outer.key, name))
            else:
                outer.undeclared.add(name)
        return super().leave()

    def this(self, _node: Node) -> int:
        scope: Scope | None = self.scope
        while scope is not None and scope.receiver == NOTHING:
            scope = scope.parent
        return NOTHING if scope is None else scope.receiver

    # --------------------------------------------------------------------- simple values

    def constant(self, node: Node) -> str:
        match = STRING.fullmatch(self.text(node))
        return (match[1] or match[2] or match[3] or "") if match else ""

    def string(self, node: Node) -> int:
        return self.literal("str", self.constant(node))

    def template(self, node: Node) -> Step:
        yield from self.each(node)
        return self.literal("str", self.constant(node))

    def number(self, node: Node) -> int:
        return self.literal("int", self.text(node))

    def only_child(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            if child.type != "comment":
                value = yield child
        return value

    def first_child(self, node: Node) -> Step:
        """``value as Type``, ``value!``: the value."""
        value = yield node.named_children[0]
        return value

    def cast(self, node: Node) -> Step:
        """``<Type>value``."""
        value = yield node.named_children[-1]
        return value

    def effects(self, node: Node) -> Step:
        yield from self.each(node)
        return NOTHING

    def ternary(self, node: Node) -> Step:
        values = []
        for name in ("condition", "consequence", "alternative"):
            child = node.child_by_field_name(name)
            if child is not None:
                value = yield child
                values.append(value)
        return self.join(values[1:])

    def binary(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return NOTHING
        first = yield left
        second = yield right
        if operator.type in ("||", "??"):
            return self.join([first, second])
        if operator.type == "&&":
            return second
        return self.literal("str") if operator.type == "+" else NOTHING

    def awaited(self, node: Node) -> Step:
        value = yield node.named_children[0]
        if value == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("await", result, value)
        return result

    # ------------------------------------------------------------------------- containers

    def array(self, node: Node) -> Step:
        parts = []
        spread = False
        for child in node.named_children:
            if child.type == "comment":
                continue
            value = yield child
            if child.type == "spread_element":
                spread = True
                value = self.iterate(value)
            parts.append(value)
        return self.sequence(parts, ordered=not spread)

    def sequence(self, parts: list[int], *, ordered: bool = True) -> int:
        box = self.box("array")
        constants = set(self.literals.values())
        for position, value in enumerate(parts):
            if value in constants and len(parts) > 8:
                continue
            self.put(box, f"i:{position}" if ordered else "*", value)
        if ordered:
            self.shapes[box] = parts
        return box

    def object(self, node: Node) -> Step:
        box = self.box("object")
        entries: dict[str, int] = {}
        for place, child in enumerate(node.named_children):
            kind = child.type
            if kind == "pair":
                yield from self.pair(child, box, entries)
            elif kind == "shorthand_property_identifier":
                name = self.text(child)
                entries[f"s:{name}"] = self.read(name)
            elif kind == "spread_element":
                value = yield child
                for key, entry in entries.items():
                    self.put(box, key, entry)
                entries = {}
                self.put(box, "|".join(["**", *self.keys_after(node, place)]), value)
            elif kind == "method_definition":
                value = yield child
                self.seed_this(value, box)
                name_node = child.child_by_field_name("name")
                if name_node is not None:
                    key = self.key(name_node)[0] or "*"
                    getter = any(part.type == "get" for part in child.children)
                    entries[key] = self.result_of(value) if getter else value
        for key, entry in entries.items():
            self.put(box, key, entry)
        return box

    def keys_after(self, node: Node, place: int) -> list[str]:
        """Constant keys of a display that replace what is spread at ``place``."""
        found = []
        for child in node.named_children[place:]:
            if child.type == "shorthand_property_identifier":
                found.append(f"s:{self.text(child)}")
            elif child.type in ("pair", "method_definition"):
                field = "key" if child.type == "pair" else "name"
                key = child.child_by_field_name(field)
                found.append(self.key(key)[0] if key is not None else "")
        return [key for key in found if key]

    def pair(self, child: Node, box: int, entries: dict[str, int]) -> Step:
        key_node = child.child_by_field_name("key")
        value_node = child.child_by_field_name("value")
        if key_node is None or value_node is None:
            return NOTHING
        key, variable = self.key(key_node)
        if not key:
            variable = yield key_node
        if value_node.type in FUNCTIONS:
            self.named = key_node
        value = yield value_node
        self.seed_this(value, box)
        if key:
            entries[key] = value
        else:
            self.put(box, "", value, variable)
        return NOTHING

    def result_of(self, function: int) -> int:
        """What a function returns, called by nobody in particular."""
        result = self.new()
        self.emit("result", result, function)
        return result

    def seed_this(self, function: int, holder: int) -> None:
        """A function written as a member of ``holder`` has it as ``this``."""
        receiver = self.receivers.get(function)
        if receiver is not None and holder != NOTHING:
            self.copy(receiver, holder)

    def key(self, node: Node) -> tuple[str, int]:
        """A constant key, "" for a computed one."""
        kind = node.type
        found = ""
        if kind in ("property_identifier", "private_property_identifier"):
            found = f"s:{self.text(node)}"
        elif kind == "number":
            found = f"i:{self.text(node)}"
        elif kind in ("string", "template_string") and STRING.fullmatch(self.text(node)):
            text = self.constant(node)
            found = f"{'i' if text.isdigit() else 's'}:{text}"
        elif kind == "computed_property_name" and node.named_children:
            inner = node.named_children[0]
            if inner.type in ("string", "number"):
                return self.key(inner)
            if self.text(inner).startswith("Symbol."):
                found = f"s:[{self.text(inner)}]"
        return found, NOTHING

    # ---------------------------------------------------------------- members and calls

    def member(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("property")
        if holder_node is None or name is None:
            return NOTHING
        if self.paths and (known := self.paths.get(self.text(node))) is not None:
            return known
        holder = yield holder_node
        return self.load(holder, self.text(name), name.start_byte)

    def subscript(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object")
        index = node.child_by_field_name("index")
        if holder_node is None or index is None:
            return NOTHING
        if self.paths and (known := self.paths.get(self.text(node))) is not None:
            return known
        holder = yield holder_node
        key, variable = self.key(index)
        if not key:
            variable = yield index
        if holder == NOTHING:
            return NOTHING
        if key.startswith("s:"):
            return self.load(holder, key[2:], index.start_byte)
        return self.get(holder, key, variable)

    def call_node(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        listing = node.child_by_field_name("arguments")
        if callee is None:
            return NOTHING
        if callee.type in ("identifier", "import") and listing is not None:
            module = self.required(callee, listing)
            if module != NOTHING:
                return module
        while callee.type == "parenthesized_expression" and len(callee.named_children) == 1:
            callee = callee.named_children[0]
        site = self.site(callee)
        if callee.type == "super":
            return (yield from self.super_call(site, listing))
        holder = NOTHING
        if callee.type == "member_expression":
            holder, function = yield from self.method(callee)
        elif callee.type == "subscript_expression":
            object_node = callee.child_by_field_name("object")
            if object_node is not None and object_node.type in ("identifier", "this"):
                holder = yield object_node
            function = yield callee
        else:
            function = yield callee
        arguments = yield from self.arguments(listing)
        if holder != NOTHING:
            arguments = ["this", holder, *arguments]
        result = self.call(site, function, arguments)
        self.note_assign(callee, listing)
        return result

    def method(self, callee: Node) -> Generator[Node, int, tuple[int, int]]:
        """The receiver of a method call, and the method."""
        name = callee.child_by_field_name("property")
        object_node = callee.child_by_field_name("object")
        known = self.paths.get(self.text(callee)) if self.paths else None
        holder = NOTHING
        if object_node is not None:
            holder = yield object_node
        if known is not None or name is None:
            return holder, NOTHING if known is None else known
        return holder, self.load(holder, self.text(name))

    def required(self, callee: Node, listing: Node) -> int:
        """``require("module")`` and ``import("module")``: an import, not a call."""
        word = self.text(callee)
        if word not in ("require", "import") or self.current(word) is not None:
            return NOTHING
        parts = listing.named_children
        if len(parts) != 1 or parts[0].type not in ("string", "template_string"):
            return NOTHING
        module = self.constant(parts[0])
        if not module:
            return NOTHING
        result = self.new()
        self.emit("req", result, module)
        return result

    def super_call(self, site: int, listing: Node | None) -> Step:
        """``super(...)``: the constructor of the class above."""
        scope: Scope | None = self.scope
        while scope is not None and not (
            scope.kind == "function" and scope.parent is not None and scope.parent.kind == "class"
        ):
            scope = scope.parent
        arguments = yield from self.arguments(listing)
        function = NOTHING
        if scope is not None and scope.parent is not None:
            function = self.load(self.super_value(scope), "constructor")
        self.call(site, function, arguments)
        return NOTHING

    def super_value(self, scope: Scope) -> int:
        value = self.new()
        owner = scope.parent.owner if scope.parent is not None else NOTHING
        self.emit("super", value, owner, scope.receiver)
        return value

    def super_node(self, _node: Node) -> int:
        scope: Scope | None = self.scope
        while scope is not None and not (
            scope.kind == "function" and scope.parent is not None and scope.parent.kind == "class"
        ):
            scope = scope.parent
        return NOTHING if scope is None else self.super_value(scope)

    def new_expression(self, node: Node) -> Step:
        callee = node.child_by_field_name("constructor")
        if callee is None:
            return NOTHING
        site = self.site(callee)
        function = yield callee
        arguments = yield from self.arguments(node.child_by_field_name("arguments"))
        return self.call(site, function, arguments, "new")

    def arguments(self, listing: Node | None) -> Generator[Node, int, list[int | str]]:
        result: list[int | str] = []
        if listing is None:
            return result
        if listing.type == "template_string":
            yield listing
            return result
        for child in listing.named_children:
            if child.type == "comment":
                continue
            value = yield child
            result += ["*", value] if child.type == "spread_element" else [value]
        return result

    def note_assign(self, callee: Node, listing: Node | None) -> None:
        """``Object.assign(name, {...})`` replaces what constant keys held."""
        if listing is None or self.text(callee) != "Object.assign":
            return
        parts = listing.named_children
        if len(parts) != 2 or parts[0].type != "identifier" or parts[1].type != "object":
            return
        entries = {fact[2]: fact[4] for fact in self.facts[-40:] if fact[0] == "sx"}
        for pair in parts[1].named_children:
            key_node = pair.child_by_field_name("key")
            key = self.key(key_node)[0] if key_node is not None else ""
            value = entries.get(key)
            if key_node is None or not isinstance(value, int):
                continue
            quoted = self.text(key_node)
            for path in (f"[{quoted}]", f".{key[2:]}", f'["{key[2:]}"]'):
                self.paths[self.text(parts[0]) + path] = value

    # --------------------------------------------------------------------------- patterns

    def bind(self, target: Node, value: int, *, declaring: bool) -> Step:
        """Give ``value`` to a name, a member or a pattern."""
        work = [(target, value)]
        write = self.declare if declaring else self.assign
        while work:
            node, value = work.pop()
            kind = node.type
            if kind in ("identifier", "shorthand_property_identifier_pattern"):
                write(self.text(node), value)
            elif kind == "member_expression":
                yield from self.store_member(node, value)
            elif kind == "subscript_expression":
                yield from self.store_item(node, value)
            elif kind in ("assignment_pattern", "object_assignment_pattern"):
                left = node.child_by_field_name("left")
                right = node.child_by_field_name("right")
                if left is not None and right is not None:
                    default = yield right
                    if kind == "object_assignment_pattern":
                        value = self.load(value, self.text(left), left.start_byte)
                    work.append((left, self.join([value, default])))
            elif kind in ("object_pattern", "object"):
                work.extend(reversed(self.members_of(node, value)))
            elif kind in ("array_pattern", "array"):
                work.extend(reversed(self.elements_of(node, value)))
            elif node.named_child_count == 1:
                work.append((node.named_children[0], value))
        return NOTHING

    def members_of(self, node: Node, value: int) -> list[tuple[Node, int]]:
        pairs = []
        for child in node.named_children:
            if child.type in ("pair_pattern", "pair"):
                key = child.child_by_field_name("key")
                inner = child.child_by_field_name("value")
                if key is not None and inner is not None:
                    name = self.key(key)[0][2:] or self.text(key)
                    pairs.append((inner, self.load(value, name, key.start_byte)))
            elif child.type in (
                "shorthand_property_identifier_pattern",
                "shorthand_property_identifier",
            ):
                pairs.append((child, self.load(value, self.text(child), child.start_byte)))
            else:
                pairs.append((child, value))
        return pairs

    def elements_of(self, node: Node, value: int) -> list[tuple[Node, int]]:
        parts = self.shapes.get(value)
        pairs = []
        position = 0
        for child in node.children:
            if child.type == ",":
                position += 1
            elif child.is_named and child.type != "comment":
                if child.type in ("rest_pattern", "spread_element"):
                    rest = (
                        self.sequence(parts[position:])
                        if parts is not None
                        else self.cut(value, position)
                    )
                    pairs.append((child, rest))
                elif parts is not None:
                    item = parts[position] if position < len(parts) else NOTHING
                    pairs.append((child, item))
                else:
                    pairs.append((child, self.get(value, f"i:{position}")))
        return pairs

    def cut(self, holder: int, low: int) -> int:
        if holder == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("slice", result, holder, low, 0)
        return result

    def store_member(self, node: Node, value: int) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("property")
        if holder_node is None or name is None:
            return NOTHING
        path = self.text(node)
        if self.export_member(path, self.text(holder_node), self.text(name), value):
            return NOTHING
        holder = yield holder_node
        if NOTHING not in (holder, value):
            self.seed_this(value, holder)
            self.emit("st", holder, self.text(name), value, name.start_byte, self.scope.function)
        self.remember(path, value)
        return NOTHING

    def export_member(self, path: str, holder: str, name: str, value: int) -> bool:
        """``module.exports = …`` and ``exports.name = …``."""
        if path == "module.exports" and self.current("module") is None:
            if value != NOTHING:
                self.emit("exp", "=", value)
            return True
        if holder in ("module.exports", "exports") and self.current("exports") is None:
            if value != NOTHING:
                self.emit("exp", name, value)
            return True
        return False

    def store_item(self, node: Node, value: int) -> Step:
        holder_node = node.child_by_field_name("object")
        index = node.child_by_field_name("index")
        if holder_node is None or index is None:
            return NOTHING
        holder = yield holder_node
        key, variable = self.key(index)
        if not key:
            variable = yield index
        if key.startswith("s:") and NOTHING not in (holder, value):
            self.emit("st", holder, key[2:], value, index.start_byte, self.scope.function)
        else:
            self.put(holder, key, value, variable)
        self.remember(self.text(node), value)
        return NOTHING
