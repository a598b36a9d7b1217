"""A true site is made untrue in a hundred and more ways, and the audit finds them.

The site is that of the part of Sourcebook that keeps the book. Each fault is one change of
the HTML of one page. Whether it makes the page untrue is decided here, without the audit:
by the text of the source.
"""

import ast
import itertools
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sourcebook_audit.audit import audit_built
from sourcebook_audit.built import Built
from sourcebook_audit.pages import read_html
from sourcebook_audit.source import Source
from tests.harness.running import sourcebook

STORE = Path(__file__).parents[3] / "generator" / "sourcebook" / "store"
EACH = 24
LIST = re.compile(r'<ul data-fact="(?:calls|called-by)">.*?</ul>')
ITEM = re.compile(r'<li data-at="(?P<at>[^"]*)">(?P<link>.*?)</li>')


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seeded")
    shutil.copytree(STORE, folder / "repo" / "store", ignore=shutil.ignore_patterns("__pycache__"))
    done = sourcebook("build", folder / "repo", "-o", folder / "out", "-q", home=folder)
    assert done.code == 0, done.said
    return folder


def test_faults_of_every_kind_are_found(home: Path):
    site, source = home / "out" / "site", Source(home / "repo")
    texts = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
    }
    pages = {name: read_html(text) for name, text in texts.items()}
    assert audit_built(site, Built(pages.items()), source).untrue == ()
    dice = random.Random(11)
    missed, seeded = [], 0
    for kind in (swapped, shifted, dropped, renamed, changed):
        found = [
            (name, wrong)
            for name, text in texts.items()
            if name.startswith("files/store/")
            for wrong in kind(text, source, f"store/{Path(name).stem}")
        ]
        assert len(found) > 5, kind.__name__
        for name, wrong in dice.sample(found, min(len(found), EACH)):
            seeded += 1
            built = Built((pages | {name: read_html(wrong)}).items())
            if not audit_built(site, built, source).untrue:
                missed.append((kind.__name__, name))
    assert seeded >= 100
    assert len(missed) * 100 <= seeded, missed


Fault = Callable[[str, Source, str], Iterator[str]]


def swapped(text: str, _source: Source, _file: str) -> Iterator[str]:
    """Two callees, or two callers, of one definition change places."""
    for block in LIST.finditer(text):
        items = list(ITEM.finditer(block[0]))
        for one, other in itertools.pairwise(items):
            shown, hidden = (re.sub("<.*?>", "", item["link"]) for item in (one, other))
            if one["at"] != other["at"] and shown != hidden:
                lists = block[0]
                changed_list = (
                    lists[: one.start("link")]
                    + other["link"]
                    + lists[one.end("link") : other.start("link")]
                    + one["link"]
                    + lists[other.end("link") :]
                )
                yield text.replace(lists, changed_list, 1)


def shifted(text: str, source: Source, file: str) -> Iterator[str]:
    """A call site is said to be some lines off, where the name does not stand."""
    for block in re.finditer(r'data-fact="calls">(.*?)</ul>', text):
        for item in re.finditer(r'<li data-at="(\d+)">(.*?)</li>', block[1]):
            name = re.sub("<.*?>", "", item[2]).rpartition(".")[2]
            for step in (-2, 1, 3):
                line = int(item[1]) + step
                if name not in source.text(file, line):
                    other = item[0].replace(item[1], str(line), 1)
                    yield text.replace(block[0], block[0].replace(item[0], other, 1), 1)


def dropped(text: str, source: Source, file: str) -> Iterator[str]:
    """An exception that a function raises is not said, nor where else it is mentioned."""
    for one in source.defined(file) or ():
        raised = {
            node.exc.func.id
            for node in ast.walk(one.node)
            if isinstance(node, ast.Raise)
            and isinstance(node.exc, ast.Call)
            and isinstance(node.exc.func, ast.Name)
        }
        block = re.search(
            rf'<div [^>]*data-name="{re.escape(one.name)}".*?\n\n?(?=<h|</article)', text, re.DOTALL
        )
        for name in raised if block and not isinstance(one.node, ast.ClassDef) else ():
            item = rf"<li>(?:(?!</li>).)*{name}.*?</li>"
            less = re.sub(
                r'data-fact="(?:raises|exception)">.*?</ul>',
                lambda found, item=item: re.sub(item, "", found[0]),
                block[0],
            )
            if less != block[0]:
                yield text.replace(block[0], less, 1)


def renamed(text: str, source: Source, file: str) -> Iterator[str]:
    """A definition, its signature, a parameter or a callee is called by another name."""
    for pattern in (
        r'(data-name=")([\w.]+)(")',
        r'(class="sb-sig">(?:<span.*?</span>\n)*def )(\w+)(\()',
        r'(data-fact="calls"><li data-at="\d+"><a [^>]*>)([\w.]+)(</a>)',
        r'(data-fact="base"><li>)(\w+)(<)',
    ):
        for found in re.finditer(pattern, text):
            other = f"{found[2]}_of_old"
            assert other.rpartition(".")[2] not in source.text(file, 1, 10_000)
            yield text[: found.start()] + f"{found[1]}{other}{found[3]}" + text[found.end() :]


def changed(text: str, _source: Source, _file: str) -> Iterator[str]:
    """A number is another: lines of the file, a default, a number in code or in a quote."""
    for pattern in (
        r'(data-fact="lines">(?:<a[^>]*>)?)(\d+)()',
        r'(data-fact="default"[^>]*>)(\d+)()',
        r'(<span class="m">)(\d+)(</span>)',
        r'(class="sb-sig">[^<]*= ?)(\d+)()',
        r'(class="sb-at" href="[^"]*" title="[^"]*>)(L\d+)(</a>)',
    ):
        for found in re.finditer(pattern, text):
            other = re.sub(r"\d+", lambda digits: str(int(digits[0]) + 7919), found[2])
            yield text[: found.start()] + f"{found[1]}{other}{found[3]}" + text[found.end() :]
