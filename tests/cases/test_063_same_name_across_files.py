"""No false edges between functions of one name."""

import csv

from sourcebook.model import CallStatus
from tests.harness.case import CASES, Built
from tests.harness.general import GeneralConditions

with (CASES / "063-same-name-across-files" / "edges.tsv").open(encoding="utf-8") as stream:
    EDGES = {(row["caller"], row["callee"]) for row in csv.DictReader(stream, delimiter="\t")}


class TestGeneral(GeneralConditions):
    pass


def _dotted(label: str) -> str:
    """`a/io.py::load` as `a.io.load`; other languages as `w/parse.js:run`."""
    path, name = label.split("::", 1)
    if path.endswith(".py"):
        return path.removesuffix(".py").replace("/", ".") + "." + name
    return f"{path}:{name}"


def test_1_exactly_these_edges(built: Built):
    """Exactly the edges of `edges.tsv`, no other edge between symbols of the repository."""
    assert {(_dotted(caller), _dotted(callee)) for caller, callee in built.edges} == EDGES


def test_2_undecided_calls_are_unknown(built: Built):
    """`obj.save()` is unknown with the reason; candidates are never drawn or exported."""
    (call,) = built.calls("c/run.py::run", "obj.save")
    assert (call.status, call.targets) == (CallStatus.UNKNOWN, ())
    assert call.reason
    for one in built.book.graph.calls:
        assert not set(one.targets) & set(one.candidates)


def test_3_no_edge_between_languages(built: Built):
    """There is no edge between languages."""
    for caller, callee in built.edges:
        assert caller.split("::")[0].rsplit(".")[-1] == callee.split("::")[0].rsplit(".")[-1]
