from types import SimpleNamespace

from sourcebook.decisions import drafts
from sourcebook.model import Choice, Evidence

PLACE = Evidence("a.py", 2, 2, "import `requests`")


def test_a_habit_without_a_record_is_drafted_with_its_lines_and_no_why():
    book = SimpleNamespace(
        choices=(
            Choice("only", "HTTP client", ("requests", "httpx"), (20, 1), (PLACE,), (PLACE,)),
            Choice("only", "tests", ("pytest",), (20,), (PLACE,), decisions=("adr-1",)),
            Choice("rivals", "JSON", ("a", "b"), (9, 3), (PLACE,)),
            Choice("layer", "", ("ui", "store"), (20, 0), (PLACE,), oldest="2020-01-01"),
        )
    )
    first, second = drafts(book)
    assert "status: proposed" in first
    assert "# Use requests for HTTP client" in first
    assert "in 20 of 21 places" in first
    assert "- `a.py:2`: `import 'requests'`" in first
    assert "## Exceptions" in first
    assert "Not known" in first
    assert "# Let ui use store and not the reverse" in second
    assert "2020-01-01" in second
