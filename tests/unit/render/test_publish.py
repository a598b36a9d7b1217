"""Built pages lose the white space of their theme, and nothing else."""

import re
from html.parser import HTMLParser
from pathlib import Path

from sourcebook.render.publish import lean, publish, rooted
from tests.harness.making import put

#: With letters that a theme's page has too.
CODE = (
    "<pre>def f():\n\n    return 1   \n"
    'a = f\'b xmlns="http://www.w3.org/2000/svg" "translations": {"c": "d"}\'</pre>'
)


class Words(HTMLParser):
    """Elements and texts of a page, white space between them apart."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, [pair for pair in attrs if pair[0] != "xmlns"]))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        if not data.startswith('{"annotate"'):  # settings of the theme's script
            self.found += data.split()


def test_a_lean_page_says_the_same(tmp_path: Path):
    put(tmp_path, "docs/index.md", f"# A &#95;name&#95; {{#top}}\n\n<div>{CODE}</div>\n")
    settings = "site_name: x\ntheme: {name: material, language: en, font: false}\nmarkdown_extensions: [attr_list]\n"
    put(tmp_path, "mkdocs.yml", settings)
    publish(tmp_path, tmp_path / "theirs", 0)
    put(tmp_path, "mkdocs.yml", f"# Written by Sourcebook\n{settings}")
    publish(tmp_path, tmp_path / "ours", 0)
    theirs = (tmp_path / "theirs/index.html").read_bytes()
    ours = (tmp_path / "ours/index.html").read_bytes()
    assert lean(theirs) == ours == lean(ours)
    for_tabs = re.compile(rb"<script>var target=.*?</script>")
    cutting = re.compile(rb'(md-nav__link[^<>]*>\s*)<span class="md-ellipsis">([^<]*)</span>')
    plain = cutting.sub(rb"\1\2", for_tabs.sub(b"", theirs))
    assert Words(ours).found == Words(plain).found
    assert plain.count(b"md-ellipsis") < theirs.count(b"md-ellipsis")
    assert CODE.encode() in ours
    assert b'"translations": {}' in ours.partition(b"</article>")[2]
    assert len(ours) < len(theirs) * 0.8


def test_a_page_of_another_form_stays():
    page = b"<html>\n\n  <p>&#95;</p></html>"
    assert lean(page) == page


def test_only_a_site_without_an_address_looks_for_its_root(tmp_path: Path):
    put(tmp_path, "docs/index.md", "# Home\n")
    settings = "# Written by Sourcebook\nsite_name: x\ntheme: {name: material, language: en, font: false}\n"
    put(tmp_path, "mkdocs.yml", settings)
    publish(tmp_path, tmp_path / "site", 0)
    missing = (tmp_path / "site/404.html").read_bytes()
    assert b'href="/' not in missing.replace(b'<base href="/">', b"")
    assert missing.index(b"assets/sourcebook.css") < missing.index(b"<link")
    assert b"XMLHttpRequest" not in (tmp_path / "site/index.html").read_bytes()
    put(tmp_path, "mkdocs.yml", f"{settings}site_url: https://example.org/repo/\n")
    publish(tmp_path, tmp_path / "site", 0)
    assert b'href="/repo/assets/' in (tmp_path / "site/404.html").read_bytes()


def test_addresses_of_other_hosts_stay():
    page = b'<head></head><a href="//host/x"></a><a href="/y"></a><a title="/z"></a>'
    assert rooted(page).endswith(b'<a href="//host/x"></a><a href="y"></a><a title="/z"></a>')
