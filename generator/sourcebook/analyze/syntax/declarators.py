"""Declarators of C and C++: where the name stands inside of pointers, arrays and brackets."""

from dataclasses import dataclass

import tree_sitter

_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "primitive_type",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
    }
)


@dataclass(frozen=True, slots=True)
class Declared:
    """What a declarator declares; ``parameters`` are those of the function, if it is one."""

    name: tree_sitter.Node
    parameters: tree_sitter.Node | None


def declared(node: tree_sitter.Node, *, macros: bool = True) -> Declared | None:
    """Finds the name in a declarator; None when it holds none, as in ``MACRO(x)``.

    Without ``macros``, as in ``typedef int (hook)(int)``, brackets are brackets.

    What is bound first stands innermost: in ``int (*get(void))(int)`` the function ``get``
    has the parameters ``(void)``, and in ``int (*hook)(int)`` the variable is a pointer.
    """
    parameters: tree_sitter.Node | None = None
    bare = False  # brackets around a name alone are the arguments of a macro
    current: tree_sitter.Node | None = node
    while current is not None and current.type not in _NAMES:
        if current.type == "function_declarator":
            parameters = current.child_by_field_name("parameters")
            inner = current.child_by_field_name("declarator")
            bare = inner is not None and inner.type == "parenthesized_declarator"
        elif current.type not in ("parenthesized_declarator", "attributed_declarator"):
            parameters, bare = None, False
        current = current.child_by_field_name("declarator") or _first(current)
    if current is None or (bare and macros):
        return None
    return Declared(current, parameters)


def _first(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The first named child that can hold a name."""
    for child in node.named_children:
        if child.type.endswith("declarator") or child.type in _NAMES:
            return child
    return None
