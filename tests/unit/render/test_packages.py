"""The packages of a repository of several: listed first, each searched by itself."""

from dataclasses import replace

from sourcebook.config import Config
from sourcebook.render.site import render
from tests.unit.render.sample import book, contents


def test_packages_are_on_the_first_page_and_lead_to_a_search_of_their_own(tmp_path):
    made = contents()
    made = replace(made, repository=replace(made.repository, scopes=("src/lib", "gone")))
    render(book(tmp_path / "book", made), Config(), tmp_path / "docs", tmp_path)
    first = (tmp_path / "docs/index.md").read_text(encoding="utf-8")
    packages = first.partition("{#packages}")[2].partition("\n## ")[0]
    assert 'href="modules/src/lib/index.html"' in packages
    assert "gone" not in packages
    page = (tmp_path / "docs/modules/src/lib/index.md").read_text(encoding="utf-8")
    assert 'href="../../../search/index.html?scope=src%2Flib"' in page
    assert "?scope=" not in (tmp_path / "docs/modules/src/index.md").read_text(encoding="utf-8")


def test_without_packages_there_is_no_such_section(tmp_path):
    render(book(tmp_path / "book"), Config(), tmp_path / "docs", tmp_path)
    assert "{#packages}" not in (tmp_path / "docs/index.md").read_text(encoding="utf-8")
