"""No kind of page can come to be that the browser tests and the gallery do not look at."""

import pytest

from sourcebook.config import load_config
from sourcebook.render.builtin import templates_dir
from sourcebook.render.context import Context
from sourcebook.render.site import render
from sourcebook.store.book import open_book
from tests.browser.pages import KINDS, NO_PAGES

pytestmark = pytest.mark.browser

#: The page for missing addresses is the builder's own; its template is a script in it.
OF_THE_BUILDER = {"missing.html"}


def test_every_template_of_a_page_belongs_to_a_kind():
    templates = {path.name for path in (templates_dir() / "pages").iterdir()}
    assert {kind.template for kind in KINDS.values()} == templates - NO_PAGES


def test_the_page_of_every_kind_is_made_by_its_template(folders, tmp_path, monkeypatch):
    made: dict[tuple[str, str], str] = {}
    make = Context.page

    def told(context, path, template, /, **values):
        made[name, path.removesuffix(".md") + ".html"] = template
        return make(context, path, template, **values)

    monkeypatch.setattr(Context, "page", told)
    for name, folder in folders.items():
        home = folder.parents[1]
        settings = home / "config.toml"
        config = load_config(home, settings if settings.exists() else None)
        older = open_book(home / "before" / "book") if (home / "before").exists() else None
        book = open_book(home / "output" / "book")
        render(book, config, tmp_path / name / "docs", tmp_path / name, older=older)
    kinds = [kind for kind in KINDS.values() if kind.template not in OF_THE_BUILDER]
    wrong = [kind for kind in kinds if made.get((kind.site, kind.page)) != kind.template]
    assert wrong == []
    assert set(made.values()) - NO_PAGES == {kind.template for kind in kinds}
