"""Every command, option and configuration key is documented, and nothing that is not there."""

import re
from pathlib import Path

import pytest

from sourcebook.config import keys
from sourcebook.store.book import __doc__ as book_chapter
from tests.docs.reference import FOLDER, commands, common, filled, named, pages, tables

TOP = Path(__file__).parents[2]
#: Pages whose TOML is that of the table of languages.
OTHER_TABLES = {"add-a-language.md"}
MEND = "a table is out of date; make it anew with: python -m tests.docs"


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in pages()])
def test_tables_are_up_to_date(page: Path):
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, MEND


def test_every_table_stands_on_one_page():
    standing = [name for page in pages() for name in named(page.read_text(encoding="utf-8"))]
    assert sorted(standing) == sorted(tables())


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_has_help_and_a_section(name: str):
    command = commands()[name]
    assert command.help
    section = _section(name)
    for option in {one for parameter in command.params for one in parameter.opts} - common():
        if option.startswith("-"):
            assert f"`{option}`" in section
    assert len(section.split("<!-- table")[0].split()) > 8, "the section has no prose of its own"


def test_no_command_is_documented_that_is_not_there():
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^## `?([a-z-]+)`?$", text, re.MULTILINE))
    assert headings == set(commands())


def test_no_option_is_documented_that_is_not_there():
    known = {one for command in commands().values() for p in command.params for one in p.opts}
    for name in commands():
        options = set(re.findall(r"`(--[a-z-]+)", _section(name)))
        assert options <= known | {"--help", "--version"}


def test_no_key_is_mentioned_that_is_not_there():
    """Configuration examples in all hand-written pages use keys that exist."""
    known = {key.name.rpartition(".")[2] for key in keys()} | {
        key.name.partition(".")[0] for key in keys()
    }
    for page in sorted((TOP / "site_src").rglob("*.md")):
        if "code" in page.relative_to(TOP / "site_src").parts[:1] or page.name in OTHER_TABLES:
            continue
        for block in re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            used = re.findall(r"^(\w+) *=", block, re.MULTILINE)
            used += re.findall(r"^\[(?:tool\.sourcebook\.?)?(\w*)\]", block, re.MULTILINE)
            assert set(used) - {""} <= known, page


def test_every_file_of_the_book_is_documented():
    text = (FOLDER / "book.md").read_text(encoding="utf-8")
    for name in re.findall(r"^ {4}(\S+\.\w+|\w+/)", book_chapter or "", re.MULTILINE):
        assert f"`{name}`" in text


def _section(name: str) -> str:
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    found = re.search(rf"^## `?{name}`?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{name} has no section in cli.md"
    return found.group(1)
