"""What is kept out of the site is told nowhere on it."""

from pathlib import Path

from sourcebook.config import Config, Exclude
from tests.harness.stages import book_and_docs
from tests.unit.analyze.making import commit, put

HIDDEN = '''\
"""Zebradoc of a module that nobody may see."""
import os
from shop.open import open_shop, Shop

# TODO: zebratodo must go
# FIXME zebrafix (ADR-0001)

ZEBRA_LIMIT = 5


class ZebraShop(Shop):
    """Zebraclass of shops."""

    def fetch_zebra(self, key):
        if key > 3:
            raise ValueError("zebraerror")
        return open_shop(key)


def run_it(command):
    """Zebrarun for a process."""
    os.system(command)
    return zebra_two(command)


def zebra_two(x):
    return run_it(x)
'''
FILES = {
    "priv/zebra_file.py": HIDDEN,
    "priv/notes.md": "# Zebranotes\n\nZebratext, see `open_shop`.\n",
    "shop/open.py": "def open_shop(a):\n    return a\n\n\nclass Shop:\n    def go(self):\n        return open_shop(1)\n",
    "shop/user.py": "from priv import run_it\n\n\ndef user_of():\n    return run_it(1)\n",
    "docs/adr/0001-x.md": "# 1. Use X\n\nStatus: Accepted\n\n## Decision\n\nWe use X.\n",
}


def test_nothing_of_a_hidden_file_is_on_any_page(tmp_path: Path):
    put(tmp_path / "repo", dict(FILES))
    commit(tmp_path / "repo", "Start")
    hidden = Config(exclude=Exclude(publish=("priv/",)))
    made = book_and_docs(tmp_path / "repo", tmp_path / "out", hidden)
    docs = {name: data.lower() for name, data in made.items() if name.startswith("docs/")}
    assert [name for name, data in docs.items() if b"zebra" in data] == []
    assert any(b"run_it" in data for name, data in docs.items() if "user.py" in name)
    assert any(b"open_shop" in data for name, data in docs.items() if "/terms/" in name)


def test_without_hidden_files_all_is_told(tmp_path: Path):
    put(tmp_path / "repo", dict(FILES))
    made = book_and_docs(tmp_path / "repo", tmp_path / "out")
    assert any(b"Zebraclass" in data for name, data in made.items() if name.startswith("docs/"))
