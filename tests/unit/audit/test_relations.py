"""Statements of pages that are true though the plain name does not stand where they point."""

from pathlib import Path

import pytest

from sourcebook_audit.audit import audit_built
from sourcebook_audit.built import Built
from sourcebook_audit.coverage import coverage
from sourcebook_audit.pages import read_html
from sourcebook_audit.source import Source


def untrue(repository: Path, page: str) -> list[str]:
    """The findings on one page."""
    built = Built([("page.html", read_html(page))])
    return [str(one) for one in audit_built(repository, built, Source(repository)).untrue]


def block(file: str, fact: str, name: str = "run", stop: int = 4) -> str:
    """The page of a file with one definition, which states one fact."""
    return (
        f'<article data-file="{file}"><div data-fact="symbol" data-name="{name}" data-start="1" '
        f'data-stop="{stop}">{fact}</div></article>'
    )


@pytest.mark.parametrize(
    ("file", "text", "true", "false"),
    [
        (
            "a.py",
            "def run(all):\n    yield from all\n    return all\n",
            '<i data-fact="calls" data-at="2">Box.__iter__</i>',
            '<i data-fact="calls" data-at="3">Box.__iter__</i>',
        ),
        (
            "a.py",
            "def run():\n    raise Broken\n    return 1\n",
            '<i data-fact="raises">Broken</i><i data-fact="calls" data-at="2">Broken.__init__</i>',
            '<i data-fact="raises">Broken</i><i data-fact="calls" data-at="3">Broken.__init__</i>',
        ),
        (
            "a.py",
            "def run(x):\n    with (\n        x,\n        Box(x) as y,\n    ):\n        y.go()\n",
            '<i data-fact="may-call" data-at="4">Box.__exit__</i>',
            '<i data-fact="may-call" data-at="6">Box.__exit__</i>',
        ),
        (
            "a.go",
            "func run() {\n\tgo func() {\n\t\tclose()\n\t}()\n",
            '<i data-fact="calls" data-at="2" data-as="func">run.&lt;lambda1&gt;</i>',
            '<i data-fact="calls" data-at="3" data-as="func">run.&lt;lambda1&gt;</i>',
        ),
        (
            "a.py",
            "def run():\n    CACHE[1] = 2\n\nPLAIN = 1\n",
            '<i data-fact="writes" data-at="2">CACHE</i>',
            '<i data-fact="writes" data-at="2">STORE</i>',
        ),
        (
            "a.py",
            "def run():\n    CACHE[1] = 2\n",
            '<i data-fact="reads" data-at="2">data/a.txt</i>',
            '<i data-fact="reads" data-at="3">data/a.txt</i>',
        ),
        (
            "a.c",
            "void run(const char key[], int /* n */);\n",
            '<i data-fact="type">const char[]</i>',
            '<i data-fact="type">char const[]</i>',
        ),
        (
            "a.c",
            "void run(const char key[], int /* n */);\n",
            '<pre data-fact="signature">void run(const char key[], int)</pre>',
            '<pre data-fact="signature">void run(const char key[])</pre>',
        ),
        (
            "a.cc",
            "namespace a { namespace run {\n}}\n",
            '<pre data-line="1">namespace run {</pre>',
            '<pre data-line="1">namespace walk {</pre>',
        ),
        (
            "a.rs",
            "use shop::{cart::Cart, till};\nfn run() {}\n",
            '<i data-fact="imports" data-at="1"><span title="shop::cart">a.rs</span></i>',
            '<i data-fact="imports" data-at="1"><span title="shop::bank">a.rs</span></i>',
        ),
        (
            "a.rs",
            "fn run(a: u8, #[cfg(x)] b: u8) {}\n",
            '<pre data-fact="signature">fn run(a: u8, #[cfg(x)] b: u8)</pre>',
            '<pre data-fact="signature">fn run(a: u8, b: u8)</pre>',
        ),
        (
            "a.rs",
            "use shop_front::open;\nfn run() {}\n",
            '<i data-fact="needs" data-target="shop-front/src" data-path="a.rs" data-line="1">x</i>',
            '<i data-fact="needs" data-target="back/src" data-path="a.rs" data-line="1">x</i>',
        ),
        (
            "a.txt",
            "run\n\fpage two\n\ttabbed\n",
            '<pre data-line="1">run\n\u240cpage two\n\ttabbed</pre>',
            '<pre data-line="1">run\n\u240cpage two\ntabbed</pre>',
        ),
    ],
)
def test_both_sides(tmp_path: Path, file: str, text: str, true: str, false: str):
    (tmp_path / file).write_text(text, encoding="utf-8")
    stop = text.count("\n")
    assert untrue(tmp_path, block(file, true, stop=stop)) == []
    assert len(untrue(tmp_path, block(file, false, stop=stop))) == 1


def test_a_name_of_words_may_stand_without_its_blanks(tmp_path: Path):
    (tmp_path / "a.js").write_text('cases = {\n"reads a byte": function() {}\n}\n')
    assert untrue(tmp_path, block("a.js", "", "cases.readsabyte")) == []
    assert len(untrue(tmp_path, block("a.js", "", "cases.readsaword"))) == 1


def test_the_root_may_be_a_package_of_a_name_that_it_does_not_show(tmp_path: Path):
    (tmp_path / "__init__.py").write_text("VERSION = 1\n")
    (tmp_path / "a.py").write_text("import django\nimport os\n")
    page = (
        '<i data-file="__init__.py"></i><article data-file="a.py"><div>'
        '<b data-fact="imports" data-at="{}"><a href="x">__init__.py</a></b></div></article>'
    )
    assert untrue(tmp_path, page.format(1)) == []
    assert len(untrue(tmp_path, page.format(2))) == 1


def test_callers_stand_in_the_file_that_their_link_leads_to(tmp_path: Path):
    (tmp_path / "a.py").write_text("def run():\n    pass\n")
    (tmp_path / "b.py").write_text("import a\n\n\ndef go():\n    a.run()\n")
    pages = {
        "files/a.py.html": '<article data-file="a.py"><div data-name="run" data-start="1" '
        'data-stop="2"><ul data-fact="called-by"><li data-at="{}"><a href="../b.html#go">go</a>'
        '</li><li class="sb-more">+3 more</li></ul></div></article>',
        "b.html": '<h2 id="in.b.py">b.py</h2><p data-file="b.py"></p>'
        '<div id="go" data-name="go" data-start="4" data-stop="5"></div>',
    }

    def findings(line: int) -> list[str]:
        built = Built((name, read_html(page.format(line))) for name, page in pages.items())
        assert sum(fact.kind == "called-by" for _, fact in built.facts()) == 1
        return [one.fact for one in audit_built(tmp_path, built, Source(tmp_path)).untrue]

    assert findings(5) == []
    assert findings(4) == ["called-by go (a.py run)"]


def test_only_definitions_must_be_shown(tmp_path: Path):
    """Ctags also lists calls of macros, objects and functions without a name."""
    (tmp_path / "a.cpp").write_text("TEST_CASE(adds) {\n}\nint SUM(int a) {\n  return a;\n}\n")
    (tmp_path / "a.js").write_text(
        "var all = {one: function() {}};\nclass Box {\n}\n(function() {})();\n"
    )
    built = Built([("page.html", read_html('<p data-file="a.cpp"></p><p data-file="a.js"></p>'))])
    missing = {one.name for one in coverage(Source(tmp_path), built).missing}
    assert {"SUM", "Box"} <= missing
    assert not missing & {"TEST_CASE"}
    assert not any(name.startswith("Anonymous") for name in missing)
