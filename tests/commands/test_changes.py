"""What changed between two books: the command, the page, and the audit of the page."""

import json
from pathlib import Path

import pytest

from sourcebook.config import Config
from sourcebook_audit.audit import audit_built
from sourcebook_audit.built import Built
from sourcebook_audit.pages import read_html
from sourcebook_audit.source import Source
from tests.harness.making import commit_all, git, put
from tests.harness.running import sourcebook
from tests.harness.stages import book_and_docs

CART = '''"""The cart."""


class Cart:
    """Items."""

    def add(self, item):
        """Puts an item in."""
        self.items.append(item)

    def total(self):
        """Sums up."""
        return sum(self.items)
'''
ADR = "# Keep it small\n\nStatus: {status}\n\n## Context\n\nSize.\n\n## Decision\n\nSmall.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository, the output of an earlier commit of it, and the docs of the later one."""
    home = tmp_path_factory.mktemp("changes")
    repo = home / "repo"
    put(repo, "shop/cart.py", CART)
    put(repo, "shop/old.py", "def gone():\n    return 1\n\n\ndef kept():\n    return 2\n")
    put(repo, "shop/moves.py", "def stays():\n    return 1\n")
    put(repo, "docs/adr/0001-small.md", ADR.format(status="Proposed"))
    put(repo, "tests/test_cart.py", "from shop.cart import Cart\n\n\ndef test_it():\n    Cart()\n")
    commit_all(repo, "One")
    book_and_docs(repo, home / "before")
    git(repo, "mv", "shop/moves.py", "shop/moved.py")
    later = CART.replace("def add(self, item)", "def add(self, item, count=1)")
    later = later.replace("sum(self.items)", "sum(self.items, 0)")
    put(repo, "shop/cart.py", "\n\n" + later + "\n\ndef load():\n    return Cart()\n")
    put(repo, "shop/old.py", "import util.text\n\n\ndef kept():\n    return 2\n")
    put(repo, "util/text.py", "def _hidden():\n    return ''\n")
    put(repo, "docs/adr/0001-small.md", ADR.format(status="Accepted"))
    put(repo, "tests/test_cart.py", "def test_other():\n    pass\n")
    commit_all(repo, "Two")
    book_and_docs(repo, home / "after", Config(since=str(home / "before")))
    return home


def test_the_command_tells_what_changed(home: Path):
    done = sourcebook("changes", home / "before", home / "after", home=home)
    assert done.code == 0, done.said
    lines = done.out.splitlines()
    assert "! shop/cart.py:9 Cart.add" in lines
    assert "    is  def add(self, item, count=1)" in lines
    assert "+ shop/cart.py:18 load" in lines
    assert "- shop/old.py:1 gone" in lines
    assert "+ shop needs util" in lines
    assert "~ decision adr-0001: accepted (was proposed)" in lines
    assert not any("stays" in line or "kept" in line or "_hidden" in line for line in lines)
    assert "files: 1 added, 1 moved, 4 changed" in lines


def test_the_machine_form_holds_everything(home: Path):
    done = sourcebook("changes", home / "before", home / "after", "--json", home=home)
    found = json.loads(done.out)
    kinds = {row["symbol"]: row["kind"] for row in found["symbols"]}
    assert kinds == {
        "Cart.add": "signature",
        "Cart.total": "changed",
        "load": "added",
        "_hidden": "added",
        "gone": "removed",
    }
    moved = [file for file in found["files"] if file["kind"] == "moved"]
    assert [(file["before"], file["path"]) for file in moved] == [
        ("shop/moves.py", "shop/moved.py")
    ]


def test_equal_books_do_not_differ(home: Path):
    done = sourcebook("changes", home / "after", home / "after" / "book", home=home)
    assert "definitions: none changed" in done.out


def test_without_a_book_it_says_what_to_name(home: Path):
    done = sourcebook("changes", home / "repo", home / "after", home=home)
    assert done.code == 2
    assert "no book here. Name a book, an output folder or a repository." in done.err


def page_of(home: Path) -> str:
    return (home / "after" / "docs" / "changes.md").read_text(encoding="utf-8")


def untrue(home: Path, text: str) -> list[str]:
    """What the audit says against a page; its blocks are HTML already."""
    built = Built([("changes.html", read_html(text))])
    report = audit_built(home / "after" / "docs", built, Source(home / "repo"))
    return [str(one) for one in report.untrue if "place on its page" not in str(one)]


def test_the_page_is_true_and_the_audit_sees_when_not(home: Path):
    text = page_of(home)
    assert untrue(home, text) == []
    for old, new in (
        ('data-line="1"><a', 'data-line="2"><a'),  # where what is gone stood
        ("def add(self, item)<", "def add(self, items)<"),  # what it was
        ('data-path="shop/cart.py" data-line="18"', 'data-path="shop/cart.py" data-line="19"'),
        (">load<", ">Cart<"),  # what is new
    ):
        changed = text.replace(old, new, 1) if old in text else text.replace(old[:-2], new[:-2], 1)
        assert changed != text, old
        assert untrue(home, changed), old


def test_the_page_is_in_the_navigation_only_with_an_earlier_book(home: Path):
    assert "changes.md" in (home / "after" / "mkdocs.yml").read_text()
    assert "changes.md" not in (home / "before" / "mkdocs.yml").read_text()
