"""Reads one file along its syntax."""

from dataclasses import dataclass, replace
from functools import partial

import tree_sitter

from sourcebook.analyze.outline import Place, Reading
from sourcebook.analyze.syntax.blocks import Cuts
from sourcebook.analyze.syntax.captures import collect, collect_calls
from sourcebook.analyze.syntax.grammar import grammar
from sourcebook.analyze.syntax.repairs import changed, steps
from sourcebook.analyze.syntax.workarounds import is_balanced
from sourcebook.errors import ParseError
from sourcebook.grammars.languages import Language, language
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
    row = language(name)
    tree = tree_of(loaded.parser, data, narrow=row.narrow, ended=row.ended)
    tried = _Attempt(row, tree.root_node, data)
    if tried.root.has_error and len(data) <= _LONGEST:
        tried = _better(tried)
    damaged = errors(tried.root)
    _refuse_the_endless(name, tried.root, damaged, data)
    loaded = grammar(tried.row.name) or loaded
    reading = collect(loaded.query, tried.root, data)
    reading.more_calls = partial(collect_calls, loaded.calls, tried.root)
    places = sorted([*_places(damaged), *tried.faults])
    reading.damaged = [(start, min(end, len(data))) for start, end in places]
    reading.left_out = _left_out(data, tried.text)
    reading.embedded.extend(run for run in reading.left_out if is_balanced(data, run))
    reading.workarounds = list(tried.notes)
    reading.cuts = Cuts(tried.root, data)
    return reading


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One reading of a file: the grammar and the text it was read by, and what came of it."""

    row: Language
    root: tree_sitter.Node
    text: bytes
    notes: tuple[str, ...] = ()
    faults: tuple[Place, ...] = ()  # of the file itself, though the text has them no more

    @property
    def amount(self) -> int:
        """How much the grammar cannot read: bytes, and some for each place."""
        return sum(end - start + 20 for start, end in damage(self.root))


def _left_out(data: bytes, text: bytes) -> list[Place]:
    """Runs of lines that were written over in ``text``."""
    if text is data:
        return []
    runs: list[Place] = []
    start = 0
    for line in data.splitlines(keepends=True):
        end = start + len(line)
        if not text[start:end].strip():
            if runs and runs[-1][1] == start:
                runs[-1] = runs[-1][0], end
            else:
                runs.append((start, end))
        start = end
    return [run for run in runs if data[slice(*run)].strip()]


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


def _better(first: _Attempt) -> _Attempt:
    """Tries what is known to help; keeps what leaves less damage."""
    best, least = first, first.amount
    alternative = first.row.alternative
    if alternative and least:
        note = f"read as {alternative}"
        tried = _tried(replace(first, row=language(alternative), notes=(note,)))
        if tried is not None and tried.amount < least // 2:
            best, least = tried, tried.amount
    for step in steps(first.row.name):
        if least == 0:
            break
        text = step.text(best.text, damage(best.root))
        if text == best.text:
            continue
        faults = changed(best.text, text) if step.of_the_file else ()
        tried = _tried(
            replace(
                best,
                text=text,
                notes=(*best.notes, step.note),
                faults=(*best.faults, *faults),
            )
        )
        if tried is not None and tried.amount < least:
            best, least = tried, tried.amount
    return best


def _tried(attempt: _Attempt) -> _Attempt | None:
    """The attempt with the tree of its own grammar and text."""
    row = attempt.row
    loaded = grammar(row.name)
    if loaded is None:
        return None
    try:
        tree = tree_of(loaded.parser, attempt.text, narrow=row.narrow, ended=row.ended)
    except ParseError:
        return None
    return replace(attempt, root=tree.root_node)


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
