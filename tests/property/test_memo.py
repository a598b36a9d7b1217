"""An incremental run gives the bytes of a clean one, whatever changed in between."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourcebook.config import ChunkConfig, Config, SiteConfig
from tests.harness.case import CASES, make_of
from tests.harness.folders import contents, differences, stamps, written
from tests.harness.making import commit_all, git
from tests.harness.running import sourcebook
from tests.harness.stages import book_and_docs

Edit = Callable[[Path, Config], Config]


def _start(root: Path) -> None:
    """Two branches of a small repository in two languages."""
    root.mkdir(parents=True)
    (root / "shop").mkdir()
    (root / "shop" / "money.py").write_text("def add(a, b):\n    return a + b\n")
    (root / "shop" / "cart.py").write_text(
        "from shop.money import add\n\n\ndef total(items):\n    return add(items[0], items[1])\n"
    )
    (root / "page.js").write_text("export function show(text) { return text; }\n")
    (root / "README.md").write_text("# Shop\n\nAdds things.\n\n## Use\n\nCall `total`.\n")
    commit_all(root, "start")
    git(root, "checkout", "-qb", "other")
    (root / "shop" / "money.py").write_text(
        "def add(a, b):\n    return sub(a, -b)\n\n\ndef sub(a, b):\n    return a - b\n"
    )
    commit_all(root, "other")
    git(root, "checkout", "-q", "main")


def _edit(root: Path, config: Config) -> Config:
    path = root / "shop" / "cart.py"
    if path.exists():
        path.write_text(path.read_text() + "\n\ndef more():\n    return total([1, 2])\n")
    return config


def _rename(root: Path, config: Config) -> Config:
    if (root / "page.js").exists():
        (root / "page.js").rename(root / "view.js")
    return config


def _delete(root: Path, config: Config) -> Config:
    (root / "shop" / "money.py").unlink(missing_ok=True)
    return config


def _branch(root: Path, config: Config) -> Config:
    git(root, "checkout", "-qf", "other")
    return config


def _back(root: Path, config: Config) -> Config:
    git(root, "checkout", "-qf", "main")
    return config


def _chunking(root: Path, config: Config) -> Config:
    return replace(config, chunk=ChunkConfig(strategy="bytes", size=60))


def _site(root: Path, config: Config) -> Config:
    return replace(config, site=SiteConfig(code_lines=2), language="ja")


def _defaults(root: Path, config: Config) -> Config:
    return Config()


EDITS: dict[str, Edit] = {
    edit.__name__.strip("_"): edit
    for edit in (_edit, _rename, _delete, _branch, _back, _chunking, _site, _defaults)
}


@pytest.mark.slow
@settings(
    deadline=None, max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(script=st.lists(st.sampled_from(sorted(EDITS)), min_size=2, max_size=4))
def test_any_edits_give_the_bytes_of_a_clean_run(tmp_path_factory, script: list[str]):
    work = tmp_path_factory.mktemp("edits")
    root, config = work / "repo", Config()
    _start(root)
    book_and_docs(root, work / "kept")
    for number, name in enumerate(script):
        config = EDITS[name](root, config)
        kept = book_and_docs(root, work / "kept", config)
        assert differences(kept, book_and_docs(root, work / f"clean{number}", config)) == []
    shutil.rmtree(work)


@pytest.mark.parametrize("name", sorted(EDITS))
def test_one_edit_gives_the_bytes_of_a_clean_run(name: str, tmp_path: Path):
    root = tmp_path / "repo"
    _start(root)
    before = book_and_docs(root, tmp_path / "kept")
    config = EDITS[name](root, Config())
    kept = book_and_docs(root, tmp_path / "kept", config)
    assert differences(kept, book_and_docs(root, tmp_path / "clean", config)) == []
    assert (differences(kept, before) == []) == (name in ("back", "defaults"))


@pytest.mark.slow
def test_a_second_run_is_nearly_free(tmp_path: Path):
    """It writes no byte and takes under 5 % of the first run's processor time."""
    root = tmp_path / "repo"
    root.mkdir()
    make_of(CASES / "068-interrupted-run").make(root)
    arguments = ("build", root, "-q", "-o", tmp_path / "out")
    first = sourcebook(*arguments, home=tmp_path)
    assert first.code == 0, first.said
    before = stamps(tmp_path / "out")
    second = min((sourcebook(*arguments, home=tmp_path) for _ in range(3)), key=lambda run: run.cpu)
    assert second.code == 0, second.said
    assert written(before, stamps(tmp_path / "out")) == []
    assert second.cpu < 0.05 * first.cpu, f"{second.cpu:.2f} of {first.cpu:.2f} s"


def test_a_damaged_memo_only_costs_time(tmp_path: Path):
    root = tmp_path / "repo"
    _start(root)
    before = book_and_docs(root, tmp_path / "out")
    (tmp_path / "out" / "memo.sqlite").write_bytes(b"not a database" * 100)
    shutil.rmtree(tmp_path / "out" / "book")
    assert differences(book_and_docs(root, tmp_path / "out"), before) == []
    assert contents(tmp_path / "out").keys() == before.keys()
