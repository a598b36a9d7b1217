"""Aliases, star imports in a ring, a submodule shadowed by a function."""

import pytest

from sourcebook.model import CallStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_ends(built: Built):
    """The run ends within 10 s."""
    built.done()
    assert built.run.taken < 10


@pytest.mark.parametrize(
    ("caller", "callee"),
    [
        ("app.py::main", "pkg/deep/leaf.py::grow"),
        ("app.py::main", "pkg/index.py::index"),
        ("app.py::main", "ns/part/piece.py::cut"),
        ("ring_user.py::ring_user", "ring/ring_c.py::base"),
    ],
)
def test_2_edges(built: Built, caller: str, callee: str):
    """Each call leads to its definition."""
    assert (caller, callee) in built.edges


def test_3_a_missing_package_is_external(built: Built):
    """`absent.thing()` is marked external, not dropped and not bound to a local name."""
    (call,) = built.calls("app.py::main", "absent")
    assert (call.status, call.targets) == (CallStatus.EXTERNAL, ())
    assert call.external.startswith("absent")


def test_4_module_and_function_have_two_places(built: Built):
    """`pkg.index` the module and `pkg.index.index` the function have two pages or anchors."""
    page = built.page("pkg/index.py")
    hit = next(hit for hit in built.hits("index") if hit["symbol"] == "index")
    target = built.site.resolve("index.html", str(hit["url"]))
    assert target is not None
    assert target[0] == page.path
    assert target[1] in page.ids
