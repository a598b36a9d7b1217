"""PHP inside HTML."""

import re

from sourcebook.model import CallStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def _plain(name: str) -> str:
    """A qualified name without its namespace, with one kind of separator."""
    return re.sub(r"^App(\\|::|\.)", "", name).replace(".", "::")


def test_1_symbols(built: Built):
    """Symbols: `render`, `V`, `V::__construct`, `V::show`, `Suit::label`."""
    names = {_plain(name) for name in built.names()}
    assert {"render", "V", "V::__construct", "V::show", "Suit::label"} <= names


def test_2_edges(built: Built):
    """`show` → `render`, `page` → `show` and `label`; `$this->text()` is not resolved."""
    edges = {tuple(_plain(end.split("::", 1)[1]) for end in edge) for edge in built.edges}
    assert {("V::show", "render"), ("page", "V::show"), ("page", "Suit::label")} <= edges
    (dynamic,) = [call for call in built.book.graph.calls if "text" in call.text]
    assert dynamic.status is CallStatus.UNKNOWN


def test_3_template_text_is_no_live_html(built: Built):
    """HTML text of the template is not shown as live HTML on any page."""
    for page in built.site.pages.values():
        assert [
            form for form in page.tree.css("form") if form.attributes.get("action") == "/x"
        ] == []
        assert page.article.css("input[name=q]") == []


def test_4_no_chunk_cuts_a_tag(built: Built):
    """No chunk starts or ends inside a tag name."""
    source = (built.repository / "view.php").read_bytes()
    for entry in built.book.entries:
        if entry.chunk.path == "view.php":
            for edge in (entry.chunk.span.start, entry.chunk.span.end):
                assert not re.search(rb"<[/?]?[\w]*$", source[:edge]), edge
