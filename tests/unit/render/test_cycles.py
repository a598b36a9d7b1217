"""Cycles, their pictures, and the tests that reach a definition."""

import json
from dataclasses import replace

from sourcebook.model import ImportEdge
from sourcebook.render.cycles import call_cycles, module_cycles
from sourcebook.render.pages.cycles import Cycles
from sourcebook.render.reach import reaching_files, reaching_tests
from tests.unit.render.sample import context_of, of_symbols, symbol

EVEN, ODD, TWICE = (symbol("n/a.py", name) for name in ("even", "odd", "twice"))
PING, PONG = symbol("n/a.py", "ping"), symbol("m/b.py", "pong")


def test_each_cycle_has_a_picture_of_its_members(tmp_path):
    calls = [(EVEN, ODD), (ODD, EVEN), (TWICE, EVEN)]
    context = context_of(tmp_path, of_symbols(EVEN, ODD, TWICE, calls=calls))
    assert [cycle.members for cycle in call_cycles(context.view)] == [(EVEN.id, ODD.id)]
    page, picture = Cycles(context).pages()
    assert page.path == "graphs/cycles.md"
    assert picture.path == "graphs/cycle.1.json"
    edges = {(edge["from"], edge["to"]) for edge in json.loads(picture.data)["edges"]}
    assert edges == {(EVEN.id, ODD.id), (ODD.id, EVEN.id)}
    assert b'data-size="2"' in page.data


def test_modules_form_a_cycle_by_imports_and_not_by_calls(tmp_path):
    made = of_symbols(PING, PONG, calls=[(PING, PONG), (PONG, PING)])
    assert module_cycles(context_of(tmp_path / "calls", made).view) == []
    pairs = ((PING.path, PONG.path), (PONG.path, PING.path))
    imports = tuple(ImportEdge(path, 1, "x", target) for path, target in pairs)
    made = replace(made, graph=replace(made.graph, imports=imports))
    (cycle,) = module_cycles(context_of(tmp_path / "imports", made).view)
    assert cycle.members == ("m", "n")


def test_the_nearest_test_of_each_file_reaches_a_definition():
    near, far = symbol("test_a.py", "near"), symbol("test_b.py", "far")
    made = of_symbols(
        EVEN, ODD, near, far, calls=[(near, EVEN), (far, near), (far, ODD), (ODD, EVEN)]
    )
    reached = reaching_tests(made.graph.calls, lambda path: path.startswith("test"))
    assert reached[EVEN.id] == (near.id, far.id)
    assert reached[ODD.id] == (far.id,)


def test_every_file_of_tests_that_reaches_a_definition_is_counted():
    tests = [symbol(f"test_{name}.py", name) for name in "abcde"]
    calls = [(tests[0], PING), (PING, PONG), (PONG, PING), (tests[1], tests[2])]
    calls += [(one, PONG) for one in tests[2:]]
    made = of_symbols(PING, PONG, EVEN, *tests, calls=calls)
    counts = reaching_files(made.graph.calls, lambda path: path.startswith("test"))
    assert (counts[PING.id], counts[PONG.id]) == (5, 5)
    assert EVEN.id not in counts
