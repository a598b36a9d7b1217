"""UTF-16 source is text, a file with stray zero bytes is not.

Files with a zero byte per letter are dropped by a test for zero bytes, or indexed as
garbage once the mark at their start is gone. The input holds the same C# class in UTF-16
with a mark (both orders), in UTF-16 without one and in UTF-8 with one, and a binary.
"""

import pytest

from sourcebook.model import FileClass, FileStatus
from tests.harness.case import Built
from tests.harness.folders import is_text, walk
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(
    ("path", "name"), [("Le.cs", "LedgerA"), ("Be.cs", "LedgerB"), ("Utf8Bom.cs", "LedgerD")]
)
def test_1_files_with_a_mark_are_read(built: Built, path: str, name: str):
    """`LedgerA`, `LedgerB`, `LedgerD` are symbols with method `Close`, first line 3."""
    assert built.symbol(name, path).span.line == 3
    assert built.symbol(f"{name}.Close", path).name == "Close"


def test_2_without_a_mark_read_or_refused(built: Built):
    """`NoBom.cs` is indexed with `LedgerC`, or skipped for its encoding; never garbage."""
    report = built.report["NoBom.cs"]
    if report.status is FileStatus.SKIPPED:
        assert "encoding" in report.reason or "UTF-16" in report.reason
        assert built.symbols("NoBom.cs") == []
    else:
        assert built.names("NoBom.cs") == {"LedgerC", "LedgerC.Close"}


def test_3_the_binary_is_skipped(built: Built):
    """`blob.cs` is listed as skipped (binary) and has no symbols."""
    report = built.report["blob.cs"]
    assert (report.status, report.file_class) == (FileStatus.SKIPPED, FileClass.BINARY)
    assert built.symbols("blob.cs") == []


def test_4_no_stray_character(built: Built):
    """No page, chunk or search entry contains U+0000, U+FEFF or U+FFFD."""
    built.done()
    for folder in (built.output / "book", built.output / "docs", built.output / "site"):
        for path in walk(folder):
            # The theme's own scripts name these characters.
            if is_text(path) and "assets" not in path.relative_to(folder).parts:
                text = path.read_text(encoding="utf-8")
                assert not set(text) & set("\0\ufeff\ufffd"), path


def test_5_search_finds_it_first(built: Built):
    """Searching `LedgerB` finds `Be.cs` first."""
    assert built.hits("LedgerB")[0]["path"] == "Be.cs"
