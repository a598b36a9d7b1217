"""Front end for Python: expressions, assignment targets and annotations."""

import re
from collections.abc import Generator

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Lowering, Step
from sourcebook.analyze.resolve.scopes import NOTHING

#: Generic types that stand for their arguments.
TRANSPARENT = frozenset(
    {"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable", "Coroutine", "Required"}
)
#: Generic types whose argument (the last for mappings) is what iteration or a key gives.
CONTAINERS = frozenset(
    {
        *("list", "set", "tuple", "frozenset", "deque", "dict", "defaultdict"),
        *("List", "Set", "Tuple", "FrozenSet", "Deque", "Dict", "DefaultDict", "OrderedDict"),
        *("Mapping", "MutableMapping", "Sequence", "MutableSequence", "Collection"),
        *("Iterable", "Iterator", "Generator", "AsyncIterable", "AsyncIterator"),
        *("AsyncGenerator", "ValuesView"),
    }
)
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
STRING = re.compile(r"""[rbuRBU]*(?:"([^"\\]*)"|'([^'\\]*)')""")
SPLATS = frozenset({"list_splat_pattern", "list_splat"})


class PythonValues(Lowering):
    """What the expressions of Python hold."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        #: Variables of list and tuple displays, with the variables of their elements.
        self.shapes: dict[int, list[int]] = {}

    # ------------------------------------------------------------------------ simple ones

    def identifier(self, node: Node) -> int:
        return self.read(self.text(node))

    def string(self, node: Node) -> Step | int:
        if node.named_child_count and any(c.type == "interpolation" for c in node.named_children):
            return self.interpolated(node)
        return self.literal("str", self.constant(node))

    def interpolated(self, node: Node) -> Step:
        yield from self.each(node)
        return self.literal("str")

    def concatenated_string(self, node: Node) -> Step:
        yield from self.each(node)
        return self.literal("str")

    def integer(self, node: Node) -> int:
        return self.literal("int", self.text(node))

    def constant(self, node: Node) -> str:
        match = STRING.fullmatch(self.text(node))
        return (match[1] or match[2] or "") if match else ""

    def only_child(self, node: Node) -> Step:
        value = NOTHING
        for child in node.named_children:
            if child.type != "comment":
                value = yield child
        return value

    def either(self, node: Node) -> Step:
        """``a or b``, ``a if test else b``: what one of them holds."""
        values = []
        for child in node.named_children:
            value = yield child
            values.append(value)
        if node.type == "conditional_expression" and len(values) == 3:
            del values[1]
        return self.join(values)

    def binary_operator(self, node: Node) -> Step:
        values = []
        for child in node.named_children:
            value = yield child
            values.append(value)
        operator = node.child_by_field_name("operator")
        sign = operator.type if operator is not None else ""
        if sign in ("+", "|"):
            return self.join(values)
        return values[0] if sign in ("/", "%") and values else NOTHING

    def effects(self, node: Node) -> Step:
        yield from self.each(node)
        return NOTHING

    def delete_statement(self, node: Node) -> Step:
        """What is deleted is not read, only the object that it is deleted from."""
        listed = node.named_children
        if len(listed) == 1 and listed[0].type == "expression_list":
            listed = listed[0].named_children
        for child in listed:
            owner = child.child_by_field_name("object") if child.type == "attribute" else child
            if owner is not None:
                yield owner
        return NOTHING

    def slice_node(self, node: Node) -> Step:
        yield from self.each(node)
        return NOTHING

    # ------------------------------------------------------------------------- containers

    def display(self, node: Node) -> Step:
        """List, tuple, set."""
        kind = {"expression_list": "tuple"}.get(node.type, node.type)
        parts = []
        spread = False
        for child in node.named_children:
            if child.type == "comment":
                continue
            value = yield child
            if child.type in SPLATS:
                spread = True
                value = self.iterate(value, child.start_byte)
            parts.append(value)
        return self.sequence(kind, parts, ordered=kind != "set" and not spread)

    def sequence(self, kind: str, parts: list[int], *, ordered: bool = True) -> int:
        box = self.box(kind, len(parts) if ordered else NOTHING)
        constants = set(self.literals.values())
        for position, value in enumerate(parts):
            if value in constants and len(parts) > 8:
                continue
            self.put(box, f"i:{position}" if ordered else "*", value)
        if ordered:
            self.shapes[box] = parts
        return box

    def dictionary(self, node: Node) -> Step:
        box = self.box("dict")
        for place, child in enumerate(node.named_children):
            if child.type == "pair":
                key_node = child.child_by_field_name("key")
                value_node = child.child_by_field_name("value")
                if key_node is None or value_node is None:
                    continue
                name, variable = self.key(key_node)
                if not name:
                    variable = yield key_node
                value = yield value_node
                self.put(box, name or ("" if variable != NOTHING else "*"), value, variable)
            elif child.type == "dictionary_splat":
                value = yield child
                self.put(box, "|".join(["**", *self.keys_after(node, place)]), value)
        return box

    def keys_after(self, node: Node, place: int) -> list[str]:
        """Constant keys of a display that replace what is merged at ``place``."""
        pairs = [child for child in node.named_children[place:] if child.type == "pair"]
        keys = [pair.child_by_field_name("key") for pair in pairs]
        return [name for key in keys if key is not None and (name := self.key(key)[0])]

    def key(self, node: Node) -> tuple[str, int]:
        """A constant key as text, "" for any other expression."""
        if node.type == "string" and (found := STRING.fullmatch(self.text(node))):
            return f"s:{found[1] or found[2] or ''}", NOTHING
        if node.type == "integer":
            return f"i:{self.text(node)}", NOTHING
        if node.type == "unary_operator" and self.text(node)[1:].isdigit():
            return f"i:{self.text(node)}", NOTHING
        return "", NOTHING

    def comprehension(self, node: Node) -> Step:
        kind = node.type.partition("_")[0]
        box = self.box({"dictionary": "dict"}.get(kind, kind))
        self.push()
        for child in node.named_children:
            if child.type == "for_in_clause":
                source = child.child_by_field_name("right")
                left = child.child_by_field_name("left")
                if source is None or left is None:
                    continue
                value = yield source
                yield from self.bind(left, self.iterate(value, source.start_byte))
            elif child.type == "if_clause":
                yield from self.each(child)
        body = node.child_by_field_name("body")
        if body is not None and body.type == "pair":
            yield body.child_by_field_name("key") or body
            body = body.child_by_field_name("value")
        if body is not None:
            value = yield body
            self.put(box, "*", value)
        self.pop()
        return box

    def subscript(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("value")
        if holder_node is None:
            return NOTHING
        if self.paths and (known := self.paths.get(self.text(node))) is not None:
            return known
        holder = yield holder_node
        keys = node.children_by_field_name("subscript")
        if len(keys) == 1 and keys[0].type == "slice":
            return self.cut(holder, *self.bounds(keys[0]))
        name, variable = self.key(keys[0]) if len(keys) == 1 else ("*", NOTHING)
        for key in keys:
            if not name or name == "*":
                variable = yield key
        if holder == NOTHING:
            return NOTHING
        self.emit("op", holder, "__getitem__", holder_node.end_byte, self.scope.function)
        return self.get(holder, name, variable if not name else NOTHING)

    def bounds(self, node: Node) -> tuple[int, int]:
        """Constant bounds of a slice; ``(0, 0)`` stands for any."""
        match = re.fullmatch(r"\s*(\d*)\s*:\s*(\d*)\s*", self.text(node))
        if not match:
            return 0, 0
        return int(match[1] or 0), int(match[2] or 0)

    def cut(self, holder: int, low: int, high: int) -> int:
        """A slice; ``high`` 0 stands for the end."""
        if holder == NOTHING:
            return NOTHING
        result = self.new()
        self.emit("slice", result, holder, low, high)
        return result

    # ------------------------------------------------------------------ attributes, calls

    def attribute(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("attribute")
        if holder_node is None or name is None:
            return NOTHING
        if self.paths and (known := self.paths.get(self.text(node))) is not None:
            return known
        holder = yield holder_node
        return self.load(holder, self.text(name), name.start_byte)

    def call_node(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        listing = node.child_by_field_name("arguments")
        if callee is None:
            return NOTHING
        site = self.site(callee)
        holder = NOTHING
        function = NOTHING
        method = ""
        if callee.type == "attribute":
            name = callee.child_by_field_name("attribute")
            method = self.text(name) if name is not None else ""
            known = self.paths.get(self.text(callee)) if self.paths else None
            holder_node = callee.child_by_field_name("object")
            if holder_node is not None:
                holder = yield holder_node
            function = self.load(holder, method) if known is None else known
        else:
            function = yield callee
            method = self.text(callee) if callee.type == "identifier" else ""
        arguments: list[int | str] = []
        if listing is not None:
            arguments = yield from self.arguments(listing)
        result = self.call(site, function, arguments)
        special = SPECIAL.get(method)
        if special is not None:
            return special(self, node, holder, arguments, result)
        return result

    def arguments(self, listing: Node) -> Generator[Node, int, list[int | str]]:
        """Arguments as the solver wants them: a name or star stands before its value."""
        result: list[int | str] = []
        if listing.type == "generator_expression":
            value = yield listing
            return [value]
        for child in listing.named_children:
            kind = child.type
            if kind == "keyword_argument":
                name = child.child_by_field_name("name")
                value_node = child.child_by_field_name("value")
                if name is None or value_node is None:
                    continue
                value = yield value_node
                result += [self.text(name), value]
            elif kind == "comment":
                continue
            else:
                value = yield child
                star = {"list_splat": "*", "dictionary_splat": "**"}.get(kind)
                result += [value] if star is None else [star, value]
        return result

    def super_call(self, _node: Node, holder: int, _arguments: list[int | str], result: int) -> int:
        scope = self.scope
        while scope.parent is not None and not (
            scope.kind == "function" and scope.parent.kind == "class"
        ):
            scope = scope.parent
        if holder != NOTHING or scope.parent is None or scope.receiver == NOTHING:
            return result
        value = self.new()
        self.emit("super", value, scope.parent.owner, scope.receiver)
        return value

    def getattr_call(
        self, node: Node, _holder: int, arguments: list[int | str], result: int
    ) -> int:
        name = self.second_constant(node)
        if name and isinstance(arguments[0], int):
            defaults = [a for a in arguments[2:] if isinstance(a, int)]
            return self.join([self.load(arguments[0], name), *defaults])
        return result

    def setattr_call(
        self, node: Node, _holder: int, arguments: list[int | str], result: int
    ) -> int:
        name = self.second_constant(node)
        if name and len(arguments) == 3 and isinstance(arguments[0], int):
            value = arguments[2]
            if isinstance(value, int) and NOTHING not in (value, arguments[0]):
                start = node.start_byte
                self.emit("st", arguments[0], name, value, start, self.scope.function)
        return result

    def second_constant(self, node: Node) -> str:
        listing = node.child_by_field_name("arguments")
        parts = listing.named_children if listing is not None else []
        if len(parts) < 2 or parts[1].type != "string":
            return ""
        return self.constant(parts[1])

    def update_call(self, node: Node, holder: int, _arguments: list[int | str], result: int) -> int:
        """``name.update({...})`` with constant keys replaces what they held."""
        callee = node.child_by_field_name("function")
        listing = node.child_by_field_name("arguments")
        if holder == NOTHING or callee is None or listing is None or not listing.named_children:
            return result
        target = callee.child_by_field_name("object")
        display = listing.named_children[0]
        if target is None or target.type != "identifier" or display.type != "dictionary":
            return result
        entries = {fact[2]: fact[4] for fact in self.facts[-40:] if fact[0] == "sx"}
        for pair in display.named_children:
            key = pair.child_by_field_name("key")
            if key is None or not self.key(key)[0]:
                continue
            value = entries.get(self.key(key)[0])
            if isinstance(value, int):
                self.paths[f"{self.text(target)}[{self.text(key)}]"] = value
        return result

    # ------------------------------------------------------------------ targets of binding

    def bind(self, target: Node, value: int) -> Step:
        """Give ``value`` to a target, which may be a pattern of targets."""
        work = [(target, value)]
        while work:
            node, value = work.pop()
            kind = node.type
            parts = [part for part in node.named_children if part.type != "comment"]
            if kind == "identifier":
                self.write(self.text(node), value)
            elif kind == "attribute":
                yield from self.store_attribute(node, value)
            elif kind == "subscript":
                yield from self.store_item(node, value)
            elif kind in ("parenthesized_expression", "as_pattern_target"):
                work.extend((part, value) for part in parts[:1])
            elif kind in PATTERNS:
                work.extend(reversed(self.unpack(parts, value)))
        return NOTHING

    def store_attribute(self, node: Node, value: int) -> Step:
        holder_node = node.child_by_field_name("object")
        name = node.child_by_field_name("attribute")
        if holder_node is None or name is None:
            return NOTHING
        holder = yield holder_node
        if NOTHING not in (holder, value):
            self.emit("st", holder, self.text(name), value, name.start_byte, self.scope.function)
        self.remember(self.text(node), value)
        return NOTHING

    def store_item(self, node: Node, value: int) -> Step:
        holder_node = node.child_by_field_name("value")
        key = node.child_by_field_name("subscript")
        if holder_node is None or key is None:
            return NOTHING
        holder = yield holder_node
        if key.type != "slice":
            name, variable = self.key(key)
            if not name:
                variable = yield key
            self.put(holder, name, value, variable)
            if holder != NOTHING:
                self.emit("op", holder, "__setitem__", node.start_byte, self.scope.function)
        self.remember(self.text(node), value)
        return NOTHING

    def unpack(self, targets: list[Node], value: int) -> list[tuple[Node, int]]:
        """Pair the parts of a pattern with the parts of a value."""
        star = next((i for i, part in enumerate(targets) if part.type in SPLATS), len(targets))
        parts = self.shapes.get(value)
        known = parts is not None and len(parts) >= len(targets) - (star < len(targets))
        pairs = []
        for i, target in enumerate(targets):
            if i < star:
                item = parts[i] if known and parts else self.get(value, f"i:{i}")
            elif i > star:
                back = i - len(targets)
                item = parts[back] if known and parts else self.get(value, "*")
            else:
                stop = len(parts or ()) - (len(targets) - star - 1)
                item = (
                    self.sequence("list", parts[star:stop])
                    if known and parts
                    else self.cut(value, i, 0)
                )
            starred = i == star and target.named_children
            pairs.append((target.named_children[0] if starred else target, item))
        return pairs

    # ------------------------------------------------------------------------ annotations

    def annotate(self, variable: int, annotation: Node) -> Step:
        """Give ``variable`` instances of what the annotation names."""
        work = [(variable, annotation)]
        while work:
            holder, node = work.pop()
            kind = node.type
            parts = node.named_children
            if kind in ("identifier", "attribute"):
                value = yield node
                if value != NOTHING:
                    self.emit("inst", holder, value)
            elif kind == "string":
                self.forward(holder, node)
            elif kind in ("type", "binary_operator", "union_type", "parenthesized_expression"):
                work.extend((holder, part) for part in reversed(parts))
            elif kind == "member_type" or (kind in ("generic_type", "subscript") and not parts):
                continue
            elif kind in ("generic_type", "subscript"):
                yield from self.generic(holder, node, work)
        return NOTHING

    def forward(self, holder: int, node: Node) -> None:
        """An annotation in quotes: a dotted name, or one inside Optional."""
        written = self.constant(node).removesuffix("| None").strip()
        written = re.sub(r"^(?:\w+\.)?Optional\[(.*)\]$", r"\1", written)
        if DOTTED.fullmatch(written) and written != "None":
            first, *rest = written.split(".")
            value = self.read(first)
            for name in rest:
                value = self.load(value, name)
            if value != NOTHING:
                self.emit("inst", holder, value)

    def generic(self, holder: int, node: Node, work: list[tuple[int, Node]]) -> Step:
        """``Name[arguments]``."""
        head, *rest = node.named_children
        arguments = [
            part
            for child in rest
            for part in (child.named_children if child.type == "type_parameter" else [child])
        ]
        name = self.text(head).rpartition(".")[2]
        if name in ("Type", "type"):
            for part in arguments[:1]:
                inner = part.named_children[0] if part.type == "type" else part
                if inner.type in ("identifier", "attribute"):
                    value = yield inner
                    self.copy(holder, value)
        elif name in TRANSPARENT:
            work.extend((holder, part) for part in reversed(arguments))
        elif name in CONTAINERS:
            box = self.box(name)
            self.copy(holder, box)
            item = self.new()
            self.put(box, "*", item)
            chosen = arguments[:1] if "Generator" in name else arguments[-1:]
            if name in ("tuple", "Tuple"):
                chosen = arguments
            work.extend((item, part) for part in chosen)
        elif name not in ("Callable", "Literal", "TypeVar"):
            work.append((holder, head))
        return NOTHING


PATTERNS = frozenset(
    {"pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list"}
)
SPECIAL = {
    "super": PythonValues.super_call,
    "getattr": PythonValues.getattr_call,
    "setattr": PythonValues.setattr_call,
    "update": PythonValues.update_call,
}
