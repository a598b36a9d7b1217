"""Filters as people write them, and what is said of those that nothing fits."""

from pathlib import Path

import pytest

from sourcebook.errors import QueryError
from sourcebook.narrowing import Filters, narrowed
from sourcebook.store.catalog import Catalog

PATHS = ("README.md", "packages/cart/src/add.ts", "packages/till/pay.cpp")
CATALOG = Catalog(
    ids=("0", "1", "2"),
    kinds=("section", "function", "decision"),
    paths=PATHS,
    starts=(0, 1, 2),
    languages=("markdown", "typescript", "cpp"),
    scopes=("", "packages/cart", "packages/till"),
    classes=("document", "source", "source"),
    lines=(1, 1, 1),
    tongues=((), (), ()),
    names={},
)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository; the working directory is a folder in it."""
    here = tmp_path / "packages/cart"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    return tmp_path


def fitted(root: Path, **wanted: str) -> Filters:
    def warn(message: str) -> None:
        raise AssertionError(message)

    return narrowed(Filters(top=1, **wanted), CATALOG, root, warn)


def near(root: Path, path: str) -> tuple[tuple[str, ...], list[str]]:
    said: list[str] = []
    return narrowed(Filters(top=1, near=(path,)), CATALOG, root, said.append).near, said


def test_no_filter_stays_none(root: Path):
    assert fitted(root) == Filters(top=1)


@pytest.mark.parametrize(
    ("written", "language"),
    [("TypeScript", "typescript"), ("CPP", "cpp"), ("c++", "cpp"), ("markdown", "markdown")],
)
def test_languages_are_taken_as_people_write_them(root: Path, written: str, language: str):
    assert fitted(root, language=written).language == language


def test_what_there_is_not_is_told_with_what_there_is(root: Path):
    assert fitted(root, kind="Function").kind == "function"
    with pytest.raises(
        QueryError, match=r"--kind nosuch: not in this index; it has: decision, function, section$"
    ):
        fitted(root, kind="nosuch")
    with pytest.raises(
        QueryError, match=r"--lang perl: not in this index; it has: cpp, markdown, typescript$"
    ):
        fitted(root, language="perl")
    with pytest.raises(
        QueryError, match=r"--scope src/x: not in this index; it has: packages/cart, packages/till$"
    ):
        fitted(root, scope="src/x")


@pytest.mark.parametrize(
    ("written", "scope"),
    [
        ("./packages/cart/", "packages/cart"),
        ("packages//cart/../till", "packages/till"),
        ("packages", "packages"),
        ("src", "packages/cart/src"),
        ("*.md", "*.md"),
        (".", ""),
    ],
)
def test_a_scope_is_one_of_the_repository_or_seen_from_here(root: Path, written: str, scope: str):
    assert fitted(root, scope=written).scope == scope
    if "*" not in written:
        assert fitted(root, scope=str(root / (scope or "."))).scope == scope


@pytest.mark.parametrize(
    "written", [PATHS[1], f"./{PATHS[1]}", "src/add.ts", "./src/../src/add.ts"]
)
def test_a_near_file_is_one_of_the_repository_or_seen_from_here(root: Path, written: str):
    assert near(root, written) == ((PATHS[1],), [])
    assert near(root, str(root / PATHS[1])) == ((PATHS[1],), [])


def test_a_folder_may_be_near(root: Path):
    assert near(root, "packages/till/") == (("packages/till/",), [])
    assert near(root, "src") == (("packages/cart/src/",), [])


def test_a_file_that_is_not_there_stands_for_its_folder(root: Path):
    places, said = near(root, "packages/till/new/refund.cpp")
    assert places == ("packages/till/",)
    (one,) = said
    assert one.endswith(
        "refund.cpp: no file that is searched: what lies in packages/till/ is preferred"
    )
    assert near(root, "src/new.ts")[0] == ("packages/cart/src/",)


@pytest.mark.parametrize("written", ["nosuch.py", "nosuch/x.py", "../../../elsewhere.py", "/x.py"])
def test_a_path_from_elsewhere_changes_nothing_and_it_is_said(
    root: Path, monkeypatch: pytest.MonkeyPatch, written: str
):
    monkeypatch.chdir(root)
    places, (said,) = near(root, written)
    assert places == ()
    assert said == f"--near {written}: no file or folder that is searched: it changes nothing"
