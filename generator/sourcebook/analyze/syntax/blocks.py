"""Where an oversized stretch of code may be cut: between statements, outermost first."""

import re

import tree_sitter

#: Types of nodes whose children are statements, members or elements, over all grammars.
_LISTS = re.compile(
    r"block|body|statements|suite|declaration_list|members|class_body|program|module$|source_file"
    r"|translation_unit|source$|chunk$|document$|compilation_unit|switch_|case|enum_|template_body"
    r"|if_statement|for_statement|while_statement|try_statement|with_statement|else_clause"
    r"|catch_clause|except_clause|finally_clause|elif_clause|match_|do_statement|namespace"
    r"|decorated_definition|_definition$|_declaration$|_item$|preproc_|stream|stylesheet|element"
    r"|labeled_statement|expression_statement|lexical_declaration|variable_declarator"
    r"|export_statement"
)
_LITERALS = re.compile(
    r"array|list|dictionary|object|tuple|hash|initializer|literal_value|pair|assignment"
    r"|arguments|call|literal|mapping|sequence|table|element"
)


class Cuts:
    """Finds the places for one tree. Called with a stretch and a limit in tokens."""

    def __init__(self, root: tree_sitter.Node, data: bytes) -> None:
        self._root = root
        self._data = data

    def __call__(self, start: int, end: int, limit: int) -> list[int]:
        """Places in ``(start, end)`` where a statement begins, as deep as the limit needs.

        A byte is the least a token can have, so that what has fewer bytes than ``limit``
        is never opened.
        """
        node = self._root.descendant_for_byte_range(start, max(start, end - 1)) or self._root
        places: list[int] = []
        waiting = [node]
        while waiting:
            node = waiting.pop()
            for child in node.named_children:
                if child.end_byte <= start or child.start_byte >= end:
                    continue
                if child.start_byte > start and _opens(node.type):
                    places.append(self._line(child.start_byte))
                if child.end_byte - child.start_byte > limit and _contains(child.type):
                    waiting.append(child)
        return sorted(place for place in set(places) if start < place < end)

    def _line(self, place: int) -> int:
        """The start of the line, if only blanks stand before ``place`` on it."""
        start = self._data.rfind(b"\n", 0, place) + 1
        return place if self._data[start:place].strip() else start


def _opens(kind: str) -> bool:
    return _LISTS.search(kind) is not None


def _contains(kind: str) -> bool:
    return _LISTS.search(kind) is not None or _LITERALS.search(kind) is not None
