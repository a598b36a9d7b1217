"""C: braces cut by #ifdef, function macros, extern "C".

The grammar knows no preprocessor: functions get lost, get wrong names or swallow the rest.
"""

from sourcebook.model import FileStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_two_heads_for_one_body(built: Built):
    """port.c: `before`, `open_port`, `after`; `after` starts at line 13 and has no parent."""
    names = built.names("port.c")
    assert {"before", "open_port", "after"} <= names
    after = built.symbol("after", "port.c")
    assert (after.name_line, after.parent) == (13, None)


def test_2_a_branch_in_a_branch(built: Built):
    """pick.c: `pick` ends at line 11, `tail` starts at line 12."""
    assert built.symbol("pick", "pick.c").span.end_line == 11
    assert built.symbol("tail", "pick.c").name_line == 12


def test_3_function_macros(built: Built):
    """macros.c: `plain`, `run`, `last` exist; no symbol is called `(on_open)` or `HANDLER`."""
    functions = {s.name for s in built.symbols("macros.c") if s.kind == "function"}
    assert {"plain", "run", "last"} <= functions
    assert not functions & {"(on_open)", "HANDLER"}


def test_4_extern_c(built: Built):
    """api.h: `api_one`, `api_two` exist and are not children of `__cplusplus`."""
    for name in ("api_one", "api_two"):
        assert all(symbol.parent is None for symbol in built.named(name, "api.h"))
        assert built.named(name, "api.h")


def test_5_what_was_not_parsed_is_said(built: Built):
    """A file with an error is partly parsed with its line; a recovered one names the way."""
    for path in ("port.c", "pick.c", "macros.c", "api.h"):
        report = built.report[path]
        if report.status is FileStatus.PARTLY:
            assert report.error_line > 0
        else:
            assert report.status is FileStatus.INDEXED
            assert report.notes


def test_6_edge(built: Built):
    """Edge `run` → `plain` exists."""
    assert ("macros.c::run", "macros.c::plain") in built.edges
