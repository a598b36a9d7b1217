"""Reads one file along its syntax."""

import tree_sitter

from sourcebook.analyze.languages import language
from sourcebook.analyze.outline import Place, Reading
from sourcebook.analyze.syntax.blocks import Cuts
from sourcebook.analyze.syntax.captures import collect
from sourcebook.analyze.syntax.grammar import Grammar, grammar, tree_of
from sourcebook.analyze.syntax.workarounds import steps
from sourcebook.errors import ParseError

_LONGEST = 400_000  # larger damaged files are not read several times


def read_syntax(name: str, data: bytes) -> Reading | None:
    """Reads ``data`` with the grammar of a language; None where there is no grammar.

    Raises:
        ParseError: The grammar cannot be used, or the file takes too long.
    """
    loaded = grammar(name)
    if loaded is None:
        return None
    root = tree_of(loaded.parser, data).root_node
    notes: list[str] = []
    if root.has_error and len(data) <= _LONGEST:
        loaded, root, notes = _better(name, loaded, root, data)
    reading = collect(loaded.query, root, data)
    reading.damaged = damage(root)
    reading.workarounds = notes
    reading.cuts = Cuts(root, data)
    return reading


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
