"""Queries: the patterns for calls stand in one query, all others in the other."""

import pytest
import tree_sitter

from sourcebook.analyze.syntax.captures import collect_calls
from sourcebook.analyze.syntax.grammar import Grammar, grammar
from sourcebook.grammars.languages import languages


def _loaded(name: str) -> Grammar:
    loaded = grammar(name)
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("name", [name for name, row in languages().items() if row.grammar])
def test_no_pattern_is_in_both_queries(name: str):
    loaded = _loaded(name)
    assert loaded.query.pattern_count == loaded.calls.pattern_count
    tree = loaded.parser.parse(b"f(1)\nclass a\nA.b(c)\n{x: y}\n")
    kinds = [
        {number for number, _ in tree_sitter.QueryCursor(query).matches(tree.root_node)}
        for query in (loaded.query, loaded.calls)
    ]
    assert not kinds[0] & kinds[1]


@pytest.mark.parametrize(
    ("name", "source", "calls"),
    [
        ("python", "@d\ndef f():\n    g(1)\n", {("d", True), ("g", False)}),
        ("java", "class A { void f() { a.b(); c(); } }", {("a.b", False), ("c", False)}),
        ("lua", "f(1)\n", {("f", False)}),
    ],
)
def test_the_query_for_calls_finds_calls(name: str, source: str, calls: set[tuple[str, bool]]):
    loaded = _loaded(name)
    data = source.encode()
    found = collect_calls(loaded.calls, loaded.parser.parse(data).root_node)
    assert {(data[start:end].decode(), reference) for start, end, reference in found} == calls
