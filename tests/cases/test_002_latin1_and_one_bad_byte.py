"""One undecodable byte must not cost the file, let alone the run.

The input: a Python file with a latin-1 coding line, a C file in Latin-1 without any
declaration, a UTF-8 file with one stray byte in a comment, and a plain one.
"""

from sourcebook.model import FileStatus
from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_all_four_are_indexed(built: Built):
    """All four files are indexed; `greet`, `prix_total`, `measure`, `plain` exist."""
    assert {report.status for report in built.report.values()} == {FileStatus.INDEXED}
    assert built.names() == {"greet", "prix_total", "measure", "plain"}


def test_2_the_coding_line_is_honoured(built: Built):
    """The summary or docstring of `greet` contains `naïve`."""
    assert "naïve" in built.symbol("greet").doc
    assert "naïve" in built.page("cookie.py").text


def test_3_a_guess_is_named(built: Built):
    """The comment of `prix_total` shows `é` or U+FFFD; the report names the encoding."""
    comment = built.symbol("prix_total").doc
    assert "café" in comment or "caf\ufffd" in comment
    report = built.report["prix.c"]
    assert report.encoding
    assert report.guessed


def test_4_only_the_bad_byte_is_replaced(built: Built):
    """In `stray.py` one byte is replaced, `± 5` is intact, `measure` has lines 3 to 5."""
    assert built.report["stray.py"].replaced == 1
    text = "".join(one.chunk.text for one in built.book.entries if one.chunk.path == "stray.py")
    assert "# tolerance ± 5\n# bad byte: \ufffd\n" in text
    symbol = built.symbol("measure")
    assert (symbol.name_line, symbol.span.end_line) == (3, 5)


def test_5_the_order_of_the_listing_does_not_matter(built: Built, case: Case, tmp_path):
    """The order of files in a directory listing does not change any of this."""
    other = Case(case.folder, tmp_path)
    other.root.rename(other.root.with_name("kept"))
    other.root.mkdir()
    for path in sorted(other.root.with_name("kept").iterdir(), reverse=True):
        path.rename(other.root / path.name)
    assert other.build().book.files == built.book.files
    assert other.build().book.entries == built.book.entries
