"""Functions without a name get ids that nothing else has."""

from sourcebook.analyze.link import link
from sourcebook.model import SymbolKind
from tests.unit.analyze.reading import parsed

TWICE = """\
function run(f) { f(); }
A.prototype = { flush: function (a) { run(() => a()); } };
B.prototype = { flush: function (a) { run(() => a()); run(function go() { a(); }); } };
C.prototype = { flush: function (a) { run(function go() { a(); }); run(function go() { a(); }); } };
"""


def test_functions_in_definitions_of_one_name_are_told_apart():
    graph = link([parsed("a.js", TWICE)])
    ids = [symbol.id for symbol in graph.symbols]
    assert len(set(ids)) == len(ids)
    found = [symbol for symbol in graph.symbols if symbol.kind is SymbolKind.LAMBDA]
    assert [symbol.qualified for symbol in found if "lambda" in symbol.name] == [
        "flush.<lambda1>",
        "flush.<lambda1>",
    ]
    parents = {symbol.parent for symbol in found}
    assert {"a.js::flush", "a.js::flush~2", "a.js::flush~3"} <= parents
