"""Front end for Rust: expressions, patterns and types."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Handler, Step
from sourcebook.analyze.resolve.scopes import NOTHING
from sourcebook.analyze.resolve.typed import Parameter, TypedLowering

#: Generic types that stand for what they hold.
TRANSPARENT = frozenset(
    {
        *("Box", "Rc", "Arc", "RefCell", "Cell", "Mutex", "RwLock", "Option", "Result", "Pin"),
        *("Cow", "Weak", "Ref", "RefMut", "MutexGuard", "OnceCell", "Lazy"),
    }
)
CONTAINERS = frozenset(
    {
        *("Vec", "VecDeque", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "LinkedList"),
        *("BinaryHeap", "IndexMap", "Iterator", "IntoIterator"),
    }
)
#: Variants that are seen through, as their types are.
WRAPPING = frozenset({"Some", "Ok", "Err", "Ready", "Borrowed", "Owned", "Continue", "Break"})


class RustValues(TypedLowering, ABC):
    """What the expressions of Rust hold."""

    def __init__(
        self,
        data: bytes,
        definitions: Mapping[int, int],
        shared: frozenset[tuple[str, int, str]] = frozenset(),
    ) -> None:
        super().__init__(data, definitions, shared)
        #: What ``Self`` means, the innermost last.
        self.own_type: list[int] = []
        self.variants: set[str] = set()

    # ------------------------------------------------------------------------------ names

    def around_name(self, name: str) -> tuple[list[int], int]:
        """Rust has no members by plain name."""
        _, found = super().around_name(name)
        return [], found

    def path_value(self, node: Node) -> int:
        """``a::b::c`` as a value or a type."""
        parts = []
        current: Node | None = node
        while current is not None and current.type in (
            "scoped_identifier",
            "scoped_type_identifier",
        ):
            name = current.child_by_field_name("name")
            if name is not None:
                parts.append(self.text(name))
            current = current.child_by_field_name("path")
        parts.reverse()
        if current is None:
            return self.lookup(parts[0]) if parts else NOTHING
        if current.type in ("crate", "self", "super"):
            variable = self.new()
            written = self.text(current)
            self.emit("use", variable, ".".join([written, *parts]), self.space)
            return variable
        if current.type in ("identifier", "type_identifier"):
            value = self.name_value(self.text(current))
        else:
            found = self.types(current)
            value = found[0] if found else NOTHING
        for part in parts:
            value = self.load(value, part)
        return value

    def name_value(self, name: str) -> int:
        if name == "Self":
            return self.own_type[-1] if self.own_type else NOTHING
        return self.lookup(name)

    def identifier(self, node: Node) -> int:
        return self.name_value(self.text(node))

    # ------------------------------------------------------------------------------ types

    def types(self, node: Node) -> list[int]:
        found: list[int] = []
        work = [node]
        while work:
            part = work.pop()
            kind = part.type
            if kind in ("type_identifier", "identifier"):
                found.append(self.name_value(self.text(part)))
            elif kind in ("scoped_type_identifier", "scoped_identifier"):
                found.append(self.path_value(part))
            elif kind == "generic_type":
                work.extend(self.generic_parts(part))
            elif kind in ("reference_type", "pointer_type"):
                inner = part.child_by_field_name("type")
                work += [inner] if inner is not None else []
            elif kind in (
                "dynamic_type",
                "abstract_type",
                "trait_bounds",
                "bracketed_type",
                "qualified_type",
                "bounded_type",
                "higher_ranked_trait_bound",
            ):
                work.extend(reversed(part.named_children))
        return [value for value in found if value != NOTHING]

    def generic_parts(self, node: Node) -> list[Node]:
        """The type itself, or its argument where it only wraps that."""
        head = node.child_by_field_name("type")
        arguments = node.child_by_field_name("type_arguments")
        name = self.text(head).rpartition("::")[2] if head is not None else ""
        if name in TRANSPARENT and arguments is not None:
            return [c for c in arguments.named_children if c.type != "lifetime"][:1]
        return [head] if head is not None else []

    def annotate(self, variable: int, node: Node) -> None:
        work = [(variable, node)]
        while work:
            holder, part = work.pop()
            kind = part.type
            if kind in ("reference_type", "pointer_type"):
                inner = part.child_by_field_name("type")
                work += [(holder, inner)] if inner is not None else []
            elif kind in ("array_type", "slice_type"):
                inner = part.child_by_field_name("element") or part.named_children[0]
                work.append((self.element(holder), inner))
            elif kind == "tuple_type":
                box = self.box("tuple")
                self.copy(holder, box)
                for position, child in enumerate(part.named_children):
                    item = self.new()
                    self.put(box, f"i:{position}", item)
                    work.append((item, child))
            elif kind == "generic_type":
                self.annotate_generic(holder, part, work)
            else:
                for value in self.types(part):
                    self.emit("inst", holder, value)

    def annotate_generic(self, holder: int, part: Node, work: list[tuple[int, Node]]) -> None:
        head = part.child_by_field_name("type")
        arguments = part.child_by_field_name("type_arguments")
        name = self.text(head).rpartition("::")[2] if head is not None else ""
        given = [c for c in arguments.named_children if c.type != "lifetime"] if arguments else []
        if name in TRANSPARENT and given:
            work.append((holder, given[0]))
        elif name in CONTAINERS and given:
            work.append((self.element(holder), given[-1]))
        elif head is not None:
            work.append((holder, head))

    # ------------------------------------------------------------------------- statements

    def let(self, node: Node) -> Step:
        value_node = node.child_by_field_name("value")
        pattern = node.child_by_field_name("pattern")
        type_node = node.child_by_field_name("type")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        if type_node is not None:
            typed = self.new()
            self.copy(typed, value)
            self.annotate(typed, type_node)
            value = typed
        self.bind(pattern, value)
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            yield alternative
        return NOTHING

    def bind(self, pattern: Node | None, value: int) -> None:
        """Names of a pattern; what wraps a value is seen through."""
        work = [(pattern, value)]
        while work:
            node, held = work.pop()
            if node is None:
                continue
            kind = node.type
            if kind == "identifier":
                self.declare(self.text(node), held)
            elif kind == "tuple_pattern":
                for position, child in enumerate(node.named_children):
                    work.append((child, self.get(held, f"i:{position}")))
            elif kind == "struct_pattern":
                work.extend(self.struct_parts(node, held))
            elif kind == "tuple_struct_pattern":
                head, *inner = node.named_children
                variant = self.text(head).rpartition("::")[2]
                for position, child in enumerate(inner):
                    through = variant in WRAPPING
                    part = held if through else self.part(held, variant, str(position))
                    work.append((child, part))
            elif kind == "shorthand_field_identifier":
                self.declare(self.text(node), held)
            elif kind not in ("scoped_identifier", "string_literal", "integer_literal"):
                work.extend((child, held) for child in node.named_children)

    def struct_parts(self, node: Node, held: int) -> list[tuple[Node | None, int]]:
        pairs: list[tuple[Node | None, int]] = []
        type_node = node.child_by_field_name("type")
        variant = self.text(type_node).rpartition("::")[2] if type_node is not None else ""
        for child in node.named_children:
            if child.type != "field_pattern":
                continue
            name = child.child_by_field_name("name")
            if name is not None:
                inner = child.child_by_field_name("pattern") or name
                pairs.append((inner, self.part(held, variant, self.text(name))))
        return pairs

    def part(self, held: int, variant: str, label: str) -> int:
        """A field of a struct, or of a variant of an enum."""
        return self.join([self.load(held, label), self.load(held, f"{variant}.{label}")])

    def match(self, node: Node) -> Step:
        value_node = node.child_by_field_name("value")
        body = node.child_by_field_name("body")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        results = []
        for arm in body.named_children if body is not None else ():
            if arm.type != "match_arm":
                continue
            self.push()
            pattern = arm.child_by_field_name("pattern")
            if pattern is not None and pattern.named_children:
                self.bind(pattern.named_children[0], value)
                for child in pattern.named_children[1:]:  # noqa: UP028 - values are sent in
                    yield child
            result_node = arm.child_by_field_name("value")
            if result_node is not None:
                result = yield result_node
                results.append(result)
            self.pop()
        return self.join(results)

    def if_node(self, node: Node) -> Step:
        self.push()
        test = node.child_by_field_name("condition")
        if test is not None:
            yield test
        results = []
        for name in ("consequence", "alternative"):
            child = node.child_by_field_name(name)
            if child is not None:
                result = yield child
                results.append(result)
        self.pop()
        return self.join(results)

    def let_condition(self, node: Node) -> Step:
        value_node = node.child_by_field_name("value")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        self.bind(node.child_by_field_name("pattern"), value)
        return NOTHING

    def for_node(self, node: Node) -> Step:
        self.push()
        value_node = node.child_by_field_name("value")
        value = NOTHING
        if value_node is not None:
            value = yield value_node
        self.bind(node.child_by_field_name("pattern"), self.get(value, "*"))
        body = node.child_by_field_name("body")
        if body is not None:
            yield body
        self.pop()
        return NOTHING

    def while_node(self, node: Node) -> Step:
        self.push()
        yield from self.each(node)
        self.pop()
        return NOTHING

    def assignment(self, node: Node) -> Step:
        left = node.child_by_field_name("left")
        right = node.child_by_field_name("right")
        if left is None or right is None:
            return NOTHING
        value = yield right
        if left.type == "identifier":
            self.assign(self.text(left), value)
        elif left.type == "field_expression":
            holder_node = left.child_by_field_name("value")
            name = left.child_by_field_name("field")
            if holder_node is not None and name is not None:
                holder = yield holder_node
                if NOTHING not in (holder, value):
                    self.emit("st", holder, self.text(name), value, -1, self.scope.function)
        else:
            yield left
        return NOTHING

    # ---------------------------------------------------------------------------- values

    def field(self, node: Node) -> Step:
        holder_node = node.child_by_field_name("value")
        name = node.child_by_field_name("field")
        if holder_node is None or name is None:
            return NOTHING
        holder = yield holder_node
        label = self.text(name)
        return self.get(holder, f"i:{label}") if label.isdigit() else self.load(holder, label)

    def call_expression(self, node: Node) -> Step:
        callee = node.child_by_field_name("function")
        if callee is None:
            return NOTHING
        inner = callee
        if callee.type == "generic_function":
            inner = callee.child_by_field_name("function") or callee
        plain = inner.type == "identifier"
        function = self.identifier(inner) if plain else (yield inner)
        result = yield from self.call_value(callee, function, node.child_by_field_name("arguments"))
        if self.text(inner) in ("Some", "Ok", "Err", "Box::new", "Rc::new", "Arc::new"):
            values = [value for value in self.given if isinstance(value, int)]
            return values[0] if values else NOTHING
        return result

    def name_as_value(self, node: Node) -> Step | int:
        """A name; that of a type without fields is its one value."""
        value = self.identifier(node)
        if value == NOTHING or not self.text(node)[:1].isupper():
            return value
        result = self.new()
        self.emit("unit", result, value)
        return result

    def generic_function(self, node: Node) -> Step:
        inner = node.child_by_field_name("function")
        value = NOTHING
        if inner is not None:
            value = yield inner
        return value

    def struct_expression(self, node: Node) -> Step:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        variable = self.new()
        if name is not None:
            self.annotate(variable, name)
        for child in body.named_children if body is not None else ():
            label = child.child_by_field_name("field")
            value_node = child.child_by_field_name("value")
            if child.type == "shorthand_field_initializer" and child.named_children:
                label = value_node = child.named_children[-1]
            if value_node is None:
                yield from self.each(child)
                continue
            value = yield value_node
            if label is not None and value != NOTHING:
                self.emit("st", variable, self.text(label), value, -1, self.scope.function)
        return variable

    def closure(self, node: Node) -> Step:
        return (
            yield from self.define(
                node,
                self.lambda_name(),
                NOTHING,
                self.parameters(node.child_by_field_name("parameters")),
                flags="sle",
                result=node.child_by_field_name("return_type"),
                body=node.child_by_field_name("body"),
            )
        )

    @abstractmethod
    def parameters(self, listing: Node | None) -> list[Parameter]:
        """The parameters of a function; declarations are read by the class that derives."""

    def tuple_node(self, node: Node) -> Step:
        box = self.box("tuple")
        for position, child in enumerate(node.named_children):
            value = yield child
            self.put(box, f"i:{position}", value)
        return box

    def index(self, node: Node) -> Step:
        parts = node.named_children
        holder = NOTHING
        for position, child in enumerate(parts):
            value = yield child
            holder = value if position == 0 else holder
        return self.get(holder, "*")

    def cast(self, node: Node) -> Step:
        value = yield node.named_children[0]
        return value

    # ----------------------------------------------------------------------------- macros

    def macro_invocation(self, node: Node) -> int:
        """A macro is called; in its text, plain names before parentheses are, too."""
        name = node.child_by_field_name("macro")
        if name is None:
            return NOTHING
        label = f"{self.text(name).rpartition('::')[2]}!"
        _, found = self.around_name(label)
        function = found if found != NOTHING else self.macro(label)
        self.call(self.site(name), function, [])
        work = [child for child in node.named_children if child.type == "token_tree"]
        while work:
            tree = work.pop()
            children = tree.children
            for position, child in enumerate(children):
                if child.type == "token_tree":
                    work.append(child)
                    if position and self.text(child).startswith("("):
                        self.token_call(children, position)
        return NOTHING

    def macro(self, label: str) -> int:
        key = (label, ("macro:",))
        found = self.searched.get(key)
        if found is None:
            found = self.searched[key] = self.new()
        return found

    def token_call(self, tokens: list[Node], position: int) -> None:
        """``name(…)`` or ``a::name(…)`` in the text of a macro."""
        first = position - 1
        while first >= 2 and tokens[first].type == "identifier" and tokens[first - 1].type == "::":
            first -= 2
        names = [t for t in tokens[first:position] if t.type in ("identifier", "self", "crate")]
        before = tokens[first - 1].type if first else ""
        if (
            not names
            or tokens[position - 1].type != "identifier"
            or before in ("fn", ".", "struct")
        ):
            return
        if before == "identifier" or names[0].type != "identifier":
            return
        value = self.name_value(self.text(names[0]))
        for part in names[1:]:
            value = self.load(value, self.text(part))
        self.call(self.site_of(names[0], names[-1]), value, [])

    handlers: ClassVar[Mapping[str, Handler]] = {
        "let_declaration": let,
        "match_expression": match,
        "if_expression": if_node,
        "let_condition": let_condition,
        "for_expression": for_node,
        "while_expression": while_node,
        "loop_expression": while_node,
        "assignment_expression": assignment,
        "field_expression": field,
        "call_expression": call_expression,
        "generic_function": generic_function,
        "struct_expression": struct_expression,
        "closure_expression": closure,
        "tuple_expression": tuple_node,
        "array_expression": TypedLowering.display,
        "index_expression": index,
        "type_cast_expression": cast,
        "macro_invocation": macro_invocation,
        "scoped_identifier": path_value,
        "identifier": name_as_value,
        "shorthand_field_identifier": identifier,
        "self": TypedLowering.this,
        "return_expression": TypedLowering.return_node,
        "try_expression": TypedLowering.only_child,
        "await_expression": TypedLowering.only_child,
        "reference_expression": TypedLowering.only_child,
        "unary_expression": TypedLowering.only_child,
        "parenthesized_expression": TypedLowering.only_child,
        "unsafe_block": TypedLowering.only_child,
        "async_block": TypedLowering.only_child,
        "else_clause": TypedLowering.only_child,
        "string_literal": TypedLowering.string,
        "integer_literal": TypedLowering.number,
        "expression_statement": TypedLowering.effects,
    }
    silent: ClassVar[frozenset[str]] = frozenset(
        {
            *("line_comment", "block_comment", "attribute_item", "inner_attribute_item"),
            *("token_tree", "type_parameters", "type_arguments", "lifetime", "char_literal"),
            *("visibility_modifier", "where_clause", "mutable_specifier", "string_content"),
        }
    )
