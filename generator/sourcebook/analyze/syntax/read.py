"""Reads one file along its syntax."""

import tree_sitter

from sourcebook.analyze.outline import Place, Reading
from sourcebook.analyze.syntax.blocks import Cuts
from sourcebook.analyze.syntax.captures import collect
from sourcebook.analyze.syntax.grammar import grammar, tree_of


def read_syntax(language: str, data: bytes) -> Reading | None:
    """Reads ``data`` with the grammar of ``language``; None where there is no grammar.

    Raises:
        ParseError: The grammar cannot be used, or the file takes too long.
    """
    loaded = grammar(language)
    if loaded is None:
        return None
    root = tree_of(loaded.parser, data).root_node
    reading = collect(loaded.query, root, data)
    reading.damaged = damage(root)
    reading.cuts = Cuts(root, data)
    return reading


def damage(root: tree_sitter.Node) -> list[Place]:
    """The places that the grammar could not read, outermost only, in order."""
    if not root.has_error:
        return []
    found: list[Place] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, node.end_byte))
        elif node.has_error:
            waiting.extend(node.children)
    return sorted(found)
