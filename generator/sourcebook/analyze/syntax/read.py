"""Reads one file along its syntax."""

import tree_sitter

from sourcebook.analyze.outline import Place, Reading
from sourcebook.analyze.syntax.blocks import Cuts
from sourcebook.analyze.syntax.captures import collect
from sourcebook.analyze.syntax.grammar import Grammar, grammar
from sourcebook.analyze.syntax.workarounds import steps
from sourcebook.errors import ParseError
from sourcebook.grammars.languages import language
from sourcebook.grammars.parsing import tree_of

_LONGEST = 400_000  # larger damaged files are not read several times
_WIDEST = 10_000  # parts of one error
_UNCLOSED = 2_000  # comments
_DEEPEST = 30_000  # levels of the tree


def read_syntax(name: str, data: bytes) -> Reading | None:
    """Reads ``data`` with the grammar of a language; None where there is no grammar.

    Raises:
        ParseError: The grammar cannot be used, or the file takes too long.
    """
    loaded = grammar(name)
    if loaded is None:
        return None
    if data.count(b"/*") - data.count(b"*/") > _UNCLOSED:
        # Scanners of nested comments look for each end anew, and cannot be stopped at it.
        raise ParseError(f"grammar of {name} not tried on comments that are never closed")
    root = tree_of(loaded.parser, data, narrow=language(name).narrow).root_node
    notes: list[str] = []
    if root.has_error and len(data) <= _LONGEST:
        loaded, root, notes = _better(name, loaded, root, data)
    damaged = errors(root)
    _refuse_the_endless(name, root, damaged, data)
    reading = collect(loaded.query, root, data)
    reading.damaged = _places(damaged)
    reading.workarounds = notes
    reading.cuts = Cuts(root, data)
    return reading


def _refuse_the_endless(
    name: str, root: tree_sitter.Node, damaged: list[tree_sitter.Node], data: bytes
) -> None:
    """Stops before a query that would not end.

    A query takes time by the square of the parts of one error, and never comes back from
    a tree that is deeper than its counters.
    """
    widest = max((node.child_count for node in damaged), default=0)
    if widest > _WIDEST:
        raise ParseError(f"grammar of {name} lost its way: one error of {widest} parts")
    if len(data) < _DEEPEST:
        return
    depth = 0
    node: tree_sitter.Node | None = root
    while node is not None and depth <= _DEEPEST:
        depth += 1
        node = max(node.children, key=_length, default=None)
    if depth > _DEEPEST:
        raise ParseError(f"grammar of {name} lost its way: nested deeper than {_DEEPEST}")


def _length(node: tree_sitter.Node) -> int:
    return node.end_byte - node.start_byte


def _better(
    name: str, loaded: Grammar, root: tree_sitter.Node, data: bytes
) -> tuple[Grammar, tree_sitter.Node, list[str]]:
    """Tries what is known to help; keeps what leaves less damage."""
    notes: list[str] = []
    least = _amount(damage(root))
    row = language(name)
    other = grammar(row.alternative) if row.alternative else None
    if other is not None and least:
        tried = _tried(other, data)
        if tried is not None and _amount(damage(tried)) < least // 2:
            loaded, root, least = other, tried, _amount(damage(tried))
            notes.append(f"read as {row.alternative}")
    if name not in ("c", "cpp"):
        return loaded, root, notes
    text = data
    for note, step in steps():
        if least == 0:
            break
        changed = step(text, damage(root))
        tried = _tried(loaded, changed) if changed != text else None
        if tried is not None and _amount(damage(tried)) < least:
            text, root, least = changed, tried, _amount(damage(tried))
            notes.append(note)
    return loaded, root, notes


def _tried(loaded: Grammar, data: bytes) -> tree_sitter.Node | None:
    try:
        return tree_of(loaded.parser, data).root_node
    except ParseError:
        return None


def _amount(damaged: list[Place]) -> int:
    """How much is damaged: bytes, and some for each place."""
    return sum(end - start + 20 for start, end in damaged)


def damage(root: tree_sitter.Node) -> list[Place]:
    """The places that the grammar could not read, outermost only, in order."""
    return _places(errors(root))


def _places(nodes: list[tree_sitter.Node]) -> list[Place]:
    return sorted((node.start_byte, node.end_byte) for node in nodes)


def errors(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The outermost nodes that stand for errors."""
    if not root.has_error:
        return []
    found: list[tree_sitter.Node] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            found.append(node)
        elif node.has_error:
            waiting.extend(node.children)
    return found
