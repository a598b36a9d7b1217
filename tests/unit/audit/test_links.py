from pathlib import Path

import pytest

from sourcebook_audit.links import check_site


def site(folder: Path, **pages: str) -> Path:
    for name, body in pages.items():
        path = folder / f"{name.replace('__', '/')}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<!doctype html><body>{body}", encoding="utf-8")
    return folder


def reasons(folder: Path) -> list[str]:
    return [f"{item.url}: {item.reason}" for item in check_site(folder)]


GOOD = [
    '<a href="b.html">',
    '<a href="b.html#part">',
    '<a href="b.html#old">',
    '<a href="#top">',
    '<a href="">',
    '<a href="sub/">',
    '<a href="sub/index.html">',
    '<a href="./sub/../b.html?x=1#part">',
    '<a href="na%20me.html">',
    '<a href="https://example.org/x">',
    '<a href="mailto:a@example.org">',
    '<img src="data:image/png;base64,AA==">',
    '<link rel="canonical" href="https://example.org/">',
]


@pytest.mark.parametrize("link", GOOD)
def test_what_leads_somewhere_is_no_finding(tmp_path, link):
    target = '<p id="part"></p><a name="old"></a>'
    site(tmp_path, a=link, b=target, sub__index="", **{"na me": ""})
    assert reasons(tmp_path) == []


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ('<a href="c.html">', "c.html: no such file"),
        ('<a href="B.html">', "B.html: no such file (only b.html)"),
        ('<a href="b.html#Part">', "b.html#Part: no such anchor"),
        ('<a href="#part">', "#part: no such anchor"),
        ('<a href="../x.html">', "../x.html: leads out of the site"),
        ('<a href="/b.html">', "/b.html: leads out of the site"),
        ('<a href="na%2520me.html">', "na%2520me.html: no such file"),
        ('<script src="x.js"></script>', "x.js: no such file"),
        ('<link rel="stylesheet" href="x.css">', "x.css: no such file"),
        ('<img srcset="x.png 1x, b.html 2x">', "x.png: no such file"),
        ('<svg><a xlink:href="y.html" href="c.html"/></svg>', "c.html: no such file"),
        (
            '<script src="https://cdn.example.org/x.js">',
            "https://cdn.example.org/x.js: fetched from another host",
        ),
        ('<img src="//example.org/x.png">', "//example.org/x.png: fetched from another host"),
        ('<p id="x"></p><p id="x"></p>', "#x: id given twice"),
    ],
)
def test_what_leads_nowhere_is_found(tmp_path, link, reason):
    site(tmp_path, a=link, b='<p id="part">', **{"na me": ""})
    assert reasons(tmp_path) == [reason]


def test_the_page_for_missing_pages_may_be_absolute(tmp_path):
    site(tmp_path, **{"404": '<a href="/docs/b.html">'}, b="")
    assert reasons(tmp_path) == []
    site(tmp_path, **{"404": '<a href="/docs/c.html">'})
    assert reasons(tmp_path) == ["/docs/c.html: leads out of the site"]


def test_style_sheets_fetch_nothing_from_elsewhere(tmp_path):
    (tmp_path / "a.css").write_text("a{src:url(x.woff)}\nb{background:url('https://h/x.png')}")
    found = check_site(tmp_path)
    assert [(item.line, item.reason) for item in found] == [
        (1, "no such file"),
        (2, "fetched from another host"),
    ]
