"""The docs folder as a whole."""

import gc
import json
import re
import weakref
from dataclasses import replace

import pytest

from sourcebook.config import Config
from sourcebook.errors import RenderError
from sourcebook.model import (
    Chunk,
    ChunkId,
    ChunkKind,
    Entry,
    Level,
    Metadata,
    Span,
    Summary,
    SymbolId,
)
from sourcebook.render import site, view
from sourcebook.render.bundle import bundle
from sourcebook.render.publish import lean, publish
from sourcebook.render.site import render
from sourcebook.store.output import MARKER
from sourcebook.tokenizer.fields import fields_of
from tests.harness.site import Site
from tests.unit.render.sample import HOSTILE, book, contents


@pytest.fixture
def project(tmp_path):
    made = book(tmp_path / "book")
    render(made, Config(), tmp_path / "docs", tmp_path)
    return tmp_path


def docs(project):
    folder = project / "docs"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_search_has_the_room_that_pages_took(tmp_path, monkeypatch):
    """Nothing of what pages looked up waits for the collector when the search is made."""
    views, left = [], []

    class Watched(view.View):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            views.append(weakref.ref(self))

    def bundled(*arguments, **options):
        left.extend(one() for one in views)
        yield from bundle(*arguments, **options)

    monkeypatch.setattr(site, "View", Watched)
    monkeypatch.setattr(site, "bundle", bundled)
    made = book(tmp_path / "book")
    gc.disable()
    try:
        render(made, Config(), tmp_path / "docs", tmp_path)
    finally:
        gc.enable()
    assert left == [None]


def test_a_page_for_every_file_and_folder(project):
    names = docs(project)
    for name in (
        "index.md",
        "files/src/App.py~1.md",
        "files/src/app.py.md",
        "files/docs/0001.md.md",
        "modules/~/index.md",
        "modules/src/lib/index.md",
        "decisions/0001-use-it/index.md",
        "plans/milestones/index.md",
        "search/index.md",
        "search/manifest.json",
        "assets/sourcebook.css",
        "assets/tree.json",
        "llms.txt",
    ):
        assert name in names
    assert not any("logo.png" in name for name in names)


def test_pages_say_what_is_shared_how_calls_ended_and_how_stable_a_module_is(project):
    names = docs(project)
    file, module = (
        names["files/src/lib/run.py.md"].decode(),
        names["modules/src/lib/index.md"].decode(),
    )
    assert '<dt>Reads</dt><dd><ul data-fact="reads"><li data-at="2">' in file
    assert '<dd data-fact="call-ends">' in names["files/src/App.py~1.md"].decode()
    assert "0.25 (needs 1, needed by 3)" in module
    assert "0.25 (1 of 4 types)" in module
    table = module.partition("{#state}")[2]
    assert re.search(r"Read by.*>main<.*>run<", table, re.DOTALL)
    assert "logo.png" not in table  # nobody shares it


def test_the_same_book_gives_the_same_bytes(project, tmp_path_factory):
    other = tmp_path_factory.mktemp("elsewhere")
    render(book(other / "book"), Config(), other / "docs", other)
    assert docs(other) == docs(project)
    assert (other / "mkdocs.yml").read_bytes() == (project / "mkdocs.yml").read_bytes()


def test_a_second_run_touches_nothing(project):
    before = {path: path.stat() for path in project.rglob("docs/**/*") if path.is_file()}
    render(book(project / "book2"), Config(), project / "docs", project)
    for path, stat in before.items():
        assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stat.st_ino, stat.st_mtime_ns)


def test_what_others_put_into_the_folder_is_kept(project):
    (project / "docs" / "mine.txt").write_text("mine")
    gone = project / "docs" / "files" / "old.md"
    gone.write_text("was ours")
    with (project / "docs" / MARKER).open("a") as stream:
        stream.write("files/old.md\n")
    render(book(project / "book2"), Config(name="New"), project / "docs", project)
    assert (project / "docs" / "mine.txt").read_text() == "mine"
    assert not gone.exists()


def test_a_folder_of_someone_else_is_refused(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "theirs.md").write_text("theirs")
    with pytest.raises(RenderError, match="did not write"):
        render(book(tmp_path / "book"), Config(), tmp_path / "docs", tmp_path)
    assert (tmp_path / "docs" / "theirs.md").read_text() == "theirs"


def test_a_template_of_the_user_takes_the_place_of_ours(tmp_path):
    own = tmp_path / "own" / "pages"
    own.mkdir(parents=True)
    (own / "notices.md.jinja").write_text("# Mine: {{ _('Notices') }}\n")
    config = Config(templates=str(tmp_path / "own"))
    render(book(tmp_path / "book"), config, tmp_path / "docs", tmp_path)
    assert (tmp_path / "docs" / "notices.md").read_text() == "# Mine: Notices\n"


def test_a_mistake_in_a_template_names_its_place(tmp_path):
    own = tmp_path / "own" / "pages"
    own.mkdir(parents=True)
    (own / "notices.md.jinja").write_text("fine\n{% if %}\n")
    config = Config(templates=str(tmp_path / "own"))
    with pytest.raises(RenderError, match=r"notices.md.jinja:2"):
        render(book(tmp_path / "book"), config, tmp_path / "docs", tmp_path)


def test_the_tree_leads_to_pages(project):
    tree = json.loads(docs(project)["assets/tree.json"])
    names = {row[0]: row for row in tree["rows"]}
    assert list(names) == ["docs", "src"]
    inner = {row[0]: row[1] for row in names["src"][2]}
    assert inner == {
        "lib": "modules/src/lib/index.html",
        "App.py": "files/src/App.py~1.html",
        "app.py": "files/src/app.py.html",
    }


def test_a_repository_with_a_site_of_its_own(tmp_path, capsys):
    (tmp_path / "site_src").mkdir()
    settings = "site_name: Own\ndocs_dir: site_src\nx: !!python/name:a.b\n"
    (tmp_path / "mkdocs.yml").write_text(settings)
    made = book(tmp_path / "book")
    render(made, Config(), tmp_path / "site_src" / "code", None)
    assert (tmp_path / "mkdocs.yml").read_text() == settings
    assert (tmp_path / "site_src/code/files/src/app.py/index.md").is_file()  # directory URLs
    assert "code/assets/sourcebook.css" in capsys.readouterr().err


def test_code_that_no_definition_owns_has_a_place(tmp_path):
    """The head of an extension defines nothing, yet what is related leads to it."""
    made = contents()
    path = "src/lib/run.py"
    text, span = "extension Ext {\n}\n", Span(30, 48, 7, 8)
    file = SymbolId(path)
    chunk = Chunk(ChunkId(f"{path}::Ext"), path, "swift", ChunkKind.CLASS, span, text, symbol=file)
    head = Entry(chunk, Metadata(), Summary(chunk.id, Level.CHUNK, "Ext"))
    entries = (*made.entries, head)
    made = replace(made, entries=entries, fields=tuple(fields_of(entries, made.graph.symbols)))
    render(book(tmp_path / "book", made), Config(), tmp_path / "docs", tmp_path)
    page = (tmp_path / "docs" / "files" / f"{path}.md").read_text(encoding="utf-8")
    assert 'id="line.7"' in page
    assert "extension Ext" in page


def test_lists_of_all_modules_show_the_levels_that_fit(tmp_path, monkeypatch):
    monkeypatch.setattr(view, "MODULES", 3)
    render(book(tmp_path / "book"), Config(), tmp_path / "docs", tmp_path)
    modules = (tmp_path / "docs/modules/index.md").read_text()
    assert 'href="src/index.html"' in modules
    assert 'href="src/lib/index.html"' not in modules
    assert modules.count("<small>+1 more</small>") == 1
    assert 'href="lib/index.html"' in (tmp_path / "docs/modules/src/index.md").read_text()
    system = (tmp_path / "docs/summaries/system.md").read_text()
    assert "src/<wbr>lib" not in system
    assert "+1 more" in system


def test_the_built_site_is_whole(project):
    publish(project, project / "site", 0, strict=True)
    assert Site(project / "site").dead() == []
    assert Site(project / "site").foreign() == []
    missing = (project / "site/404.html").read_text(encoding="utf-8")
    assert '<a href="search/index.html">Search</a>' in missing
    page = (project / "site/files/src/App.py~1.html").read_text(encoding="utf-8")
    article = page.partition("<article")[2].partition("</article>")[0]
    assert "<script>alert" not in page
    assert "49" not in article
    assert "{{ 7*7 }}" in article
    assert "\u202e" not in page
    assert re.search(r"<title>App.py - sample</title>", page)
    decision = (project / "site/decisions/0001-use-it/index.html").read_text(encoding="utf-8")
    for anchor in ("status", "context", "decision"):
        assert f'id="{anchor}"' in decision
    assert HOSTILE not in decision
    assert not list(project.glob(".*.new"))


def test_pages_are_the_same_without_the_extension(project):
    publish(project, project / "fast", 0, strict=True)
    settings = project / "mkdocs.yml"
    settings.write_text("# Someone's own\n" + settings.read_text(encoding="utf-8"))
    publish(project, project / "plain", 0, strict=True)
    (project / "plain/404.html").unlink()  # says more where the settings are ours
    for page in (project / "plain").rglob("*.html"):
        fast = (project / "fast" / page.relative_to(project / "plain")).read_text("utf-8")
        plain = lean(page.read_bytes()).decode()
        assert [x for x in fast.split("\n") if x.strip()] == [
            x for x in plain.split("\n") if x.strip()
        ]


def test_mkdocs_faults_are_told_in_its_words(project):
    (project / "docs" / "index.md").write_text("[broken](nowhere.md)\n")
    with pytest.raises(RenderError, match=r"nowhere\.md"):
        publish(project, project / "site", 0, strict=True)
    assert not (project / "site").exists()


def test_without_pages_there_is_a_way_out(tmp_path):
    with pytest.raises(RenderError, match="sourcebook render"):
        publish(tmp_path, tmp_path / "site", 0)


def test_no_value_of_ours_is_printed_raw(project):
    for name, data in docs(project).items():
        if name.endswith((".md", ".txt")):
            assert b"Ref(text=" not in data
            assert b"Statement(text=" not in data
            assert b"Listing(items=" not in data
