"""Which letters of a source text are words of the language, strings, comments and so on.

The syntax tree knows it, and says it faster and more truly than a list of regular
expressions for each language could. ``marks.toml`` names the nodes that count, for all
grammars alike.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars.languages import language
from sourcebook.grammars.parsing import grammar, tree_of

#: Rows of the table whose mark is for a field of the node, not for the node.
FIELDS = frozenset({"name", "declarator", "key"})


class Mark(NamedTuple):
    """Characters ``start`` to ``end`` of a text, and what they are.

    The class is one letter: ``k`` word of the language, ``s`` string, ``c`` comment,
    ``m`` number or constant, ``f`` name of a definition, ``d`` decorator or directive.
    """

    start: int
    end: int
    name: str


def marks(name: str, text: str) -> list[Mark] | None:
    """The marks of a text in the language ``name``, in order, none within another.

    None where the language has no grammar, or the text cannot be parsed in time.
    """
    data = text.encode("utf-8", "replace")
    try:
        loaded = grammar(name)
        query = _query(name)
        if loaded is None or query is None:
            return None
        row = language(name)
        parser = tree_sitter.Parser(loaded)
        tree = tree_of(parser, data, narrow=row.narrow, ended=row.ended)
    except ParseError:
        return None
    captures = tree_sitter.QueryCursor(query).captures(tree.root_node)
    found = [
        (node.start_byte, -node.end_byte, capture[-1])
        for capture, nodes in captures.items()
        for node in _marked(capture, nodes)
    ]
    found.sort()
    outer: list[Mark] = []
    end = 0
    for start, minus_end, kind in found:
        if start >= end and start < -minus_end:
            outer.append(Mark(start, -minus_end, kind))
            end = -minus_end
    return outer if len(data) == len(text) else list(_in_characters(outer, data))


def _in_characters(found: list[Mark], data: bytes) -> Iterator[Mark]:
    """The same marks, counted in characters instead of bytes of UTF-8."""
    at = position = 0
    for start, end, kind in found:
        first = position + len(data[at:start].decode(errors="replace"))
        at, position = end, first + len(data[start:end].decode(errors="replace"))
        yield Mark(first, position, kind)


def _marked(capture: str, nodes: list[tree_sitter.Node]) -> Iterator[tree_sitter.Node]:
    """The nodes to colour: those of a capture, or what stands in their field of its name."""
    field, _, _ = capture.rpartition(".")
    if field not in FIELDS:
        yield from nodes
        return
    for node in nodes:
        if (child := node.child_by_field_name(field)) is not None:
            yield child


@cache
def _query(name: str) -> tree_sitter.Query | None:
    """The query for all nodes that are coloured in a language.

    Its captures are called ``row.mark``, after the table. No pattern has a child: a query
    with children takes a large grammar a third of a second to check.
    """
    loaded = grammar(name)
    if loaded is None:
        return None
    named: set[str] = set()
    words: set[str] = set()
    for number in range(loaded.node_kind_count):
        kind = loaded.node_kind_for_id(number)
        if kind and loaded.node_kind_is_visible(number):
            (named if loaded.node_kind_is_named(number) else words).add(kind)
    patterns = []
    for row, expressions in _table().items():
        if row == ("name" if language(name).kind == "data" else "key"):
            continue
        for mark, expression in expressions.items():
            whole = re.compile(expression.replace("\n", ""))
            found = sorted(filter(whole.fullmatch, words if row == "words" else named))
            nodes = [f'"{kind}"' if row == "words" else f"({kind})" for kind in found]
            if nodes:
                patterns.append(f"[{' '.join(nodes)}] @{row}.{mark}")
    return tree_sitter.Query(loaded, "\n".join(patterns))


@cache
def _table() -> dict[str, dict[str, str]]:
    source = resources.files(__package__).joinpath("marks.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
