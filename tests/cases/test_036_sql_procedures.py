"""Stored procedures in three dialects, where the grammar gives up on two."""

import pytest

from sourcebook.model import CallStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_symbols(built: Built):
    """Function `tidy`, procedures `close_day`, `dbo.CloseDay`; tables `t`, `t2`, `t3`."""
    kinds = {symbol.qualified: symbol.kind for symbol in built.symbols()}
    assert {kinds[name] for name in ("tidy", "close_day", "dbo.CloseDay")} == {"function"}
    assert {kinds[name] for name in ("t", "t2", "t3")} == {"table"}


@pytest.mark.parametrize(
    ("caller", "callee", "line"),
    [
        ("pg.sql::tidy", "audit", 3),
        ("my.sql::close_day", "audit", 4),
        ("ms.sql::dbo.CloseDay", "dbo.Audit", 3),
    ],
)
def test_2_call_sites(built: Built, caller: str, callee: str, line: int):
    """Each calls its audit, with the line; no edge is invented."""
    (call,) = built.calls(caller, callee)
    assert call.span.line == line
    assert call.status in (CallStatus.UNKNOWN, CallStatus.EXTERNAL)
    assert built.edges == frozenset()


@pytest.mark.parametrize(
    ("name", "lines"), [("tidy", (1, 6)), ("close_day", (2, 6)), ("dbo.CloseDay", (1, 4))]
)
def test_3_lines(built: Built, name: str, lines: tuple[int, int]):
    """Each symbol spans its true lines."""
    symbol = built.symbol(name)
    assert (symbol.name_line, symbol.span.end_line) == lines


def test_4_the_step_is_told(built: Built):
    """The report tells which step (syntax or pattern) made each symbol."""
    rungs = {symbol.qualified: symbol.rung for symbol in built.symbols()}
    assert set(rungs.values()) <= {"syntax", "pattern"}
    assert "pattern" in rungs.values()
    assert all(report.rung for report in built.report.values())
