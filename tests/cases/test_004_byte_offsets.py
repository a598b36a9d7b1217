"""Names and snippets stay exact after non-ASCII text.

A parser's offsets count bytes; slicing text with them shifts every name after the first
accent, dash or emoji. The input holds one TypeScript, one Python and one Java file with
emoji, CJK and combining marks before and inside the symbols.
"""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_exact_names(built: Built):
    """Exact symbol names."""
    names = {symbol.name for symbol in built.symbols()}
    assert names >= {"renderBadge", "ΔTotal", "価格計算", "after_all", "Étage", "monter"}


def test_2_the_code_is_that_of_the_file(built: Built):
    """For each symbol, the stored code equals the file text from its first to its last line."""
    for entry in built.book.entries:
        if entry.chunk.symbol is None or entry.chunk.parts > 1:
            continue
        source = (built.repository / entry.chunk.path).read_bytes()
        span = entry.chunk.span
        assert entry.chunk.text == source[span.start : span.end].decode()
    for symbol in built.symbols():
        source = (built.repository / symbol.path).read_bytes()
        lines = source.decode().split("\n")
        text = source[symbol.span.start : symbol.span.end].decode().strip("\n")
        assert text.split("\n")[0].strip() in lines[symbol.span.line - 1]
        assert text.split("\n")[-1].strip() in lines[symbol.span.end_line - 1]
        assert symbol.name in lines[symbol.name_line - 1]


def test_3_columns_count_characters(built: Built):
    """Columns count characters."""
    (call,) = built.calls("price.py::after_all")
    line = (built.repository / "price.py").read_text(encoding="utf-8").split("\n")[10]
    assert (call.span.line, line[call.column - 1 :]) == (11, "価格計算(3)")


@pytest.mark.parametrize(
    ("query", "name"), [("価格計算", "価格計算"), ("etage", "Étage"), ("Étage", "Étage")]
)
def test_4_search_finds_the_symbol(built: Built, query: str, name: str):
    """Searching `価格計算` and `etage` or `Étage` finds the right symbol."""
    assert name in built.found(query)
