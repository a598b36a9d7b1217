"""Front end for Python: what a test or a pattern says of a value.

``isinstance`` and class patterns keep of a value what is of the class; where nothing that
is known to flow there is of it, the class itself is taken, as an annotation would be.
"""

from collections.abc import Generator

from tree_sitter import Node

from sourcebook.analyze.resolve.lowering import Step
from sourcebook.analyze.resolve.python_values import PythonValues
from sourcebook.analyze.resolve.scopes import NOTHING, Block

Matches = list[tuple[Node, int]]


class PythonPatterns(PythonValues):
    """``match``, ``isinstance`` and ``assert``."""

    def narrow_to(self, value: int, classes: list[int]) -> int:
        """What ``value`` holds of these classes."""
        typed = self.new()
        for kind in classes:
            if kind != NOTHING:
                self.emit("nar", typed, value, kind)
        return typed

    def narrow(self, test: Node) -> Generator[Node, int, dict[str, int]]:
        """Names, and paths of names, to which a true ``test`` gives a type."""
        found: dict[str, int] = {}
        work = [test]
        while work:
            node = work.pop()
            if node.type == "parenthesized_expression":
                work.extend(node.named_children)
            elif node.type == "boolean_operator" and node.child_by_field_name("operator"):
                if any(child.type == "and" for child in node.children):
                    work.extend(reversed(node.named_children))
            elif node.type == "call" and self.text(node).startswith("isinstance("):
                found |= yield from self.instance_test(node)
        return found

    def instance_test(self, node: Node) -> Generator[Node, int, dict[str, int]]:
        """``isinstance(name, classes)``."""
        listing = node.child_by_field_name("arguments")
        parts = listing.named_children if listing is not None else []
        if len(parts) != 2 or parts[0].type not in ("identifier", "attribute"):
            return {}
        value = yield parts[0]
        classes = []
        one = parts[1].type not in ("tuple", "binary_operator")
        for part in parts[1:] if one else parts[1].named_children:
            kind = yield part
            classes.append(kind)
        return {self.text(parts[0]): self.narrow_to(value, classes)}

    def assert_statement(self, node: Node) -> Step:
        yield from self.each(node)
        narrowed = yield from self.narrow(node.named_children[0])
        for name, value in narrowed.items():
            if name.isidentifier():
                self.write(name, value)
        return NOTHING

    # --------------------------------------------------------------------------- patterns

    def match_statement(self, node: Node) -> Step:
        subjects = node.children_by_field_name("subject")
        values = []
        for subject in subjects:
            value = yield subject
            values.append(value)
        value = values[0] if len(values) == 1 else self.sequence("tuple", values)
        branches = []
        body = node.child_by_field_name("body")
        for clause in body.named_children if body is not None else ():
            if clause.type == "case_clause":
                self.push()
                yield from self.case(clause, value)
                branches.append(self.pop())
        self.meet([*branches, Block()])
        return NOTHING

    def case(self, clause: Node, value: int) -> Step:
        patterns = [child for child in clause.named_children if child.type == "case_pattern"]
        whole = [(pattern, value) for pattern in patterns]
        self.match(self.elements_of(patterns, value) if len(patterns) > 1 else whole)
        for field in ("guard", "consequence"):
            part = clause.child_by_field_name(field)
            if part is not None:
                yield from self.each(part)
        return NOTHING

    def match(self, work: Matches) -> None:
        """Bind the names of patterns to the parts of the values that they match."""
        while work:
            node, value = work.pop()
            kind = node.type
            parts = [part for part in node.named_children if part.type != "comment"]
            if kind == "dotted_name":
                if len(parts) == 1:
                    self.write(self.text(node), value)
            elif kind == "identifier":
                self.write(self.text(node), value)
            elif kind in ("case_pattern", "union_pattern", "splat_pattern"):
                work.extend((part, value) for part in reversed(parts))
            elif kind == "as_pattern":
                inner = parts[0].named_children[0] if parts[0].named_children else parts[0]
                if inner.type == "class_pattern":
                    value = self.class_pattern(inner, value, work)
                else:
                    work.append((parts[0], value))
                work.append((parts[-1], value))
            elif kind == "class_pattern":
                self.class_pattern(node, value, work)
            elif kind in ("list_pattern", "tuple_pattern"):
                work.extend(self.elements_of(parts, value))
            elif kind == "dict_pattern":
                self.entries_of(node, value, work)

    def class_pattern(self, node: Node, value: int, work: Matches) -> int:
        """``Class(name, attribute=name)``: what ``value`` holds of the class."""
        head, *parts = node.named_children
        names = head.named_children or [head]
        kind = self.read(self.text(names[0]))
        for name in names[1:]:
            kind = self.load(kind, self.text(name))
        typed = self.narrow_to(value, [kind])
        for part in parts:
            inner = part.named_children[0] if part.named_children else part
            if inner.type == "keyword_pattern":
                name, *rest = inner.named_children
                work.extend((item, self.load(typed, self.text(name))) for item in rest)
            else:
                work.append((part, typed if self.text(head) in SELF_MATCHING else self.new()))
        return typed

    def elements_of(self, parts: list[Node], value: int) -> Matches:
        """The elements of a sequence, paired with their patterns."""
        found: Matches = []
        star = len(parts)
        for position, part in enumerate(parts):
            inner = part.named_children[0] if part.named_children else part
            if "splat_pattern" in (part.type, inner.type):
                star = position
                found.append((part, self.cut(value, position, 0)))
            else:
                found.append((part, self.get(value, f"i:{position}" if position < star else "*")))
        return found

    def entries_of(self, node: Node, value: int, work: Matches) -> None:
        """The entries of a mapping."""
        keys = node.children_by_field_name("key")
        for key, part in zip(keys, node.children_by_field_name("value"), strict=False):
            name, _ = self.key(key)
            work.append((part, self.get(value, name or "*")))
        work.extend((part, value) for part in node.named_children if part.type == "splat_pattern")


#: Built-in classes whose one positional pattern is the value itself.
SELF_MATCHING = frozenset(
    {"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
)
