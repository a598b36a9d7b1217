import pytest

from sourcebook.analyze.decisions import read_decisions
from sourcebook.analyze.decisions.ledger import names, with_titles
from sourcebook.analyze.git import open_repository
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.scan import scan
from sourcebook.config import Config
from sourcebook.errors import ConfigError
from sourcebook.model import CallGraph, Holder
from sourcebook.store.ledger import NAME, read_ledger, write_ledger
from tests.unit.analyze.making import commit, git, put
from tests.unit.analyze.reading import parsed

RECORD = "# 1. Keep it\n\nStatus: Accepted\n\n## Context\n\nx\n\n## Decision\n\nWe will keep it.\n"


def decide(root, ledger=()):
    repository = scan(root, Config())
    files = [parsed(file.path, on_disk(root, file.path).read_bytes()) for file in repository.files]
    return read_decisions(files, CallGraph((), (), ()), repository, Config(), ledger)


def leads(decisions):
    return {name.name: name.keys for name in decisions.names}


def test_git_tells_the_names_of_before(tmp_path):
    root = put(tmp_path / "r", {"docs/adr/0001-keep-it.md": RECORD})
    commit(root, "one")
    git(root, "mv", "docs/adr/0001-keep-it.md", "docs/adr/0007-hold-it.md")
    commit(root, "two")
    found = decide(root)
    assert [each.key for each in found.records] == ["adr-0007"]
    assert leads(found) == dict.fromkeys(
        ["0001", "0001-keep-it", "0007", "0007-hold-it", "adr-0001", "hold-it", "keep-it"],
        ("adr-0007",),
    )


def test_the_ledger_keeps_a_key_without_history(tmp_path):
    root = put(tmp_path / "r", {"docs/adr/0001-keep-it.md": RECORD})
    ledger = decide(root).ledger
    (root / "docs/adr/0001-keep-it.md").rename(root / "docs/adr/0007-keep-it.md")
    put(root, {"docs/adr/0001-other.md": RECORD.replace("Keep it", "Another")})
    found = decide(root, ledger)
    assert {each.key: each.path for each in found.records} == {
        "adr-0001": "docs/adr/0007-keep-it.md",
        "adr-0001-b": "docs/adr/0001-other.md",
    }
    assert leads(found)["0001"] == ("adr-0001", "adr-0001-b")
    assert leads(found)["adr-0007"] == ("adr-0001",)


def test_a_record_that_is_gone_keeps_its_name():
    holder = Holder("adr-0001", paths=("docs/adr/0001-x.md",), titles=("Use X",))
    other = Holder("adr-0002", paths=("docs/adr/0002-x.md",))
    found = {name.name: name for name in names((holder, other), {"adr-0002"})}
    gone = found["adr-0001"]
    assert (gone.title, gone.path, gone.keys) == ("Use X", "docs/adr/0001-x.md", ("adr-0002",))
    assert found["0001"].keys == ("adr-0001", "adr-0002")


def test_titles_of_the_past_are_found(tmp_path):
    root = put(tmp_path / "r", {"docs/adr/0001-keep-it.md": RECORD})
    commit(root, "one")
    put(root, {"docs/adr/0001-keep-it.md": RECORD.replace("Keep it", "Hold it")})
    commit(root, "two")
    (holder,) = with_titles(decide(root).ledger, open_repository(root).patches)
    assert holder.titles == ("Keep it", "Hold it")


def test_a_ledger_is_read_as_it_was_written(tmp_path):
    assert read_ledger(tmp_path) == ()
    holders = (Holder("a", "c", ("x.md",), ("1",), ("Über",)), Holder("b"))
    assert write_ledger(tmp_path, holders)
    assert not write_ledger(tmp_path, holders)
    assert read_ledger(tmp_path) == holders


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<<<<<<< HEAD", "not a ledger"),
        ('{"schema":9,"decisions":[]}', "schema 9"),
        ('{"schema":1,"decisions":[{"key":"a"},{"key":"a"}]}', "given twice: a"),
    ],
)
def test_a_damaged_ledger_is_refused(tmp_path, text, why):
    (tmp_path / NAME).write_text(text)
    with pytest.raises(ConfigError, match=why):
        read_ledger(tmp_path)
