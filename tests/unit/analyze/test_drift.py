"""What documents name that is gone: proven by the history, or not said."""

import pytest

from sourcebook.analyze.drift import MANIFEST, TARGETS, Present, drift
from sourcebook.analyze.drift.declared import declares, requires
from sourcebook.analyze.drift.mentions import Document, mentions, speaks_of_the_past
from sourcebook.analyze.drift.past import Past
from sourcebook.analyze.drift.rules import breaches, rules
from sourcebook.analyze.git import open_repository
from sourcebook.model import ImportEdge
from tests.unit.analyze.making import commit, git, put

GUIDE = """# Guide

Run `make docs`. Read `src/app/store.py` and [the notes](notes.md).

`StoreKeeper` has `keep_all()`, set by `STORE_LIMIT`, with `left-pad-lib`.

Never built: `FutureThing`, `src/app/future.py`, `make future`, `other-future-lib`.
"""
FILES = {
    "docs/guide.md": GUIDE,
    "docs/notes.md": "# Notes\n",
    "src/app/store.py": "class StoreKeeper:\n    def keep_all(self):\n        return STORE_LIMIT\n\n\nSTORE_LIMIT = 10\n",
    "requirements.txt": "left-pad-lib==1\n",
    "Makefile": "docs:\n\techo\n",
}


def found(root, path="docs/guide.md", present=None):
    names = frozenset(entry.path.decode() for entry in open_repository(root).tracked())
    there = Present(root, names)
    commits = git(root, "log", "--format=%H", "--", path).split()
    past = Past(open_repository(root), {path: commits}, MANIFEST, TARGETS, there.words)
    document = Document(path, there.text(path), present)
    return {gone.mention.name: gone.loss for gone in drift([document], there, past)}


@pytest.fixture
def root(tmp_path):
    made = put(tmp_path, FILES)
    commit(made, "one")
    return made


def test_what_is_there_is_none(root):
    assert found(root) == {}


@pytest.mark.parametrize(
    ("change", "name", "now"),
    [
        ({"src/app/store.py": ("StoreKeeper", "StoreHolder")}, "StoreKeeper", "StoreHolder"),
        ({"src/app/store.py": ("keep_all", "hold_all")}, "keep_all()", "hold_all"),
        ({"src/app/store.py": ("STORE_LIMIT", "10")}, "STORE_LIMIT", ""),
        ({"requirements.txt": ("left-pad-lib", "right-pad-lib")}, "left-pad-lib", None),
        ({"Makefile": ("docs:", "site:")}, "make docs", None),
    ],
)
def test_what_is_gone_is_found_with_its_name_of_today(root, change, name, now):
    for path, (old, new) in change.items():
        put(root, {path: FILES[path].replace(old, new)})
    taken = commit(root, "two", day=2).strip()
    losses = found(root)
    assert list(losses) == [name]
    assert losses[name].commit == (taken or losses[name].commit)
    assert losses[name].day == "2024-01-02"
    assert now is None or losses[name].now == now


def test_a_path_that_moved_is_followed(root):
    git(root, "mv", "src/app/store.py", "src/app/shelf.py")
    commit(root, "two")
    git(root, "mv", "src/app/shelf.py", "src/app/rack.py")
    (root / "docs/notes.md").unlink()
    commit(root, "three")
    losses = found(root)
    assert {name: loss.now for name, loss in losses.items()} == {
        "src/app/store.py": "src/app/rack.py",
        "notes.md": "",
    }


def test_only_lines_of_the_present_are_read(root):
    (root / "docs/notes.md").unlink()
    put(root, {"src/app/store.py": "x = 1\n"})
    commit(root, "two")
    assert set(found(root, present=frozenset({5}))) == {"StoreKeeper", "keep_all()", "STORE_LIMIT"}


@pytest.mark.parametrize(
    "text",
    [
        "plain words", "`word`", "`v1.0.0-alpha.2`", "`lib-v0.34`", "`favicon.ico`", "`StoreKeeper` was removed",
        "[`keeper`] (formerly `StoreKeeper`)", "```\nclass StoreKeeper:\n```\nIt is `StoreKeeper`.",
        "So::\n\n    keep(store_limit=1)\n\nsets `store_limit`.", "`a/*.py`", "`Email/get`", "`https://x.org/a.py`", "`{name}.py`",
        "[x](https://a.org/b.md)", "[x](#here)", "```\nStoreKeeper\n```", "`10.0.0.0/24`", "`--flag`", "`utf-8`",
    ],
)  # fmt: skip
def test_what_has_no_shape_of_a_reference_is_none(text):
    assert list(mentions(Document("a.md", text))) == []


def test_a_name_that_was_only_used_is_none(root):
    used = "from lib import LeftKeeper\n\n\ndef f():\n    return LeftKeeper.open_it()\n"
    put(
        root,
        {
            "src/app/use.py": used,
            "docs/guide.md": "Not `LeftKeeper`, nor `LeftKeeper.open_it()`.\n",
        },
    )
    commit(root, "two")
    put(root, {"src/app/use.py": "\n"})
    commit(root, "three")
    assert found(root) == {}


def test_files_that_git_ignores_or_code_writes_are_none(root):
    paths = ["editor/settings.json", "build/api/index.html", "src/old/index.html"]
    text = " ".join(f"`{path}`" for path in paths)
    put(root, {"docs/guide.md": f"{text}\n", **dict.fromkeys(paths, "{}\n")})
    commit(root, "two")
    for path in paths:
        (root / path).unlink()
    put(
        root,
        {".gitignore": "editor/\n", "make.py": "OUT = 'build/api'\n", "build/api/.gitkeep": ""},
    )
    commit(root, "three")
    assert list(found(root)) == ["src/old/index.html"]


def test_a_folder_that_git_ignores_is_no_package_that_is_gone(root):
    put(root, {"docs/guide.md": "`src-gen` is filled, `left-pad-lib` is there.\n"})
    put(root, {"pom.xml": "<source>src-gen</source>\n<id>left-pad-lib</id>\n"})
    commit(root, "two")
    put(root, {"pom.xml": "\n", "requirements.txt": "\n", ".gitignore": "src-gen/\n"})
    commit(root, "three")
    assert list(found(root)) == ["left-pad-lib"]


def test_a_key_with_dashes_is_sought_as_code_writes_it(root):
    put(root, {"docs/guide.md": "`build.out-dir`, `build.old-dir`, `net.as-is`, `CI_ONLY_FLAG`.\n"})
    put(root, {"src/keys.py": 'KEYS = ["out-dir", "old-dir", "as-is"]\n'})
    put(root, {".travis.yml": "env:\n  CI_ONLY_FLAG: 1\n"})
    commit(root, "two")
    put(root, {"src/keys.py": "out_dir = 1\n", "src/keys.toml": "as-is = 1\n", ".travis.yml": "\n"})
    commit(root, "three")
    assert list(found(root)) == ["build.old-dir"]


def test_a_link_leads_where_it_says_and_not_to_a_file_of_that_name(root):
    put(root, {"other/x.py": "x = 1\n"})
    git(root, "mv", "docs/notes.md", "other/notes.md")
    git(root, "mv", "src/app/store.py", "src/store.py")
    put(
        root,
        {
            "lib/docs/notes.md": "x\n",
            "lib/src/app/store.py": "STORE_LIMIT = StoreKeeper = keep_all = 1\n",
        },
    )
    commit(root, "two")
    assert found(root)["notes.md"].now == "other/notes.md"
    assert "src/app/store.py" not in found(root)


def test_a_path_that_went_away_under_its_old_name_has_no_name_now(root):
    for old, new in (("store", "shelf"), ("shelf", "store")):
        git(root, "mv", f"src/app/{old}.py", f"src/app/{new}.py")
        commit(root, new)
    git(root, "rm", "-q", "src/app/store.py")
    commit(root, "gone")
    assert found(root)["src/app/store.py"].now == ""


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        ("class Keeper:", True), ("func (s *Shop) Keeper(x int) {", True), ("Keeper := 1", True),
        ("  Keeper: 3", True), ("  public static Shop Keeper(int x) {", True), ("self.Keeper = x", True),
        ("  KeeperField, Keeper,", False), ("  Keeper,", True), ('conf["Keeper"]', True), ("open(Keeper=1)", True),
        ("  Keeper string", True), ("  private Shop Keeper;", True), ("return Keeper(x)", False),
        ("x = Lib.Keeper(1)", False), ("import Keeper", False), ("from Keeper import x", False),
        ("new Keeper(1)", False), ("if Keeper == 1", False), ("run(Keeper)", False), ("class Keepers:", False),
    ],
)  # fmt: skip
def test_a_declaration_is_told_from_a_use(line, declared):
    assert declares(f"first\n{line}\nlast\n", "Keeper") is declared


@pytest.mark.parametrize(
    ("line", "required"),
    [
        ('"left-pad": "1"', True), ("left-pad==1", True), ("org.x:left-pad:1", True),
        ("srcDir 'left-pad/main'", False), ("left-pad-more", False), ("lib/left-pad", False),
    ],
)  # fmt: skip
def test_a_package_stands_by_itself(line, required):
    assert requires(line, "left-pad") is required


@pytest.mark.parametrize(
    ("path", "past"),
    [
        ("CHANGELOG.md", True),
        ("docs/release-notes/1.md", True),
        ("spec/legacy/messages.md", True),
        ("docs/guide.md", False),
        ("README.md", False),
    ],
)
def test_change_logs_speak_of_the_past(path, past):
    assert speaks_of_the_past(path) is past


def test_a_stated_rule_is_held_against_the_imports():
    text = "# A\n\nThe folder `shop/web` must never\nimport `shop/db`. `shop.web` must not use `sqlalchemy`.\n"
    files = ["shop/web/a.py", "shop/web/b.py", "shop/db/c.py", "shop/d.py"]
    edges = [
        ImportEdge("shop/web/a.py", 3, "shop.db.c", target="shop/db/c.py"),
        ImportEdge("shop/d.py", 1, "shop.db.c", target="shop/db/c.py"),
        ImportEdge("shop/web/b.py", 2, "sqlalchemy.orm", external="sqlalchemy.orm"),
        ImportEdge("shop/web/b.py", 4, "flask", external="flask"),
    ]
    stated = list(rules([Document("r.md", text)]))
    assert [(rule.line, rule.who, rule.what) for rule in stated] == [
        (3, "shop/web", "shop/db"),
        (4, "shop.web", "sqlalchemy"),
    ]
    assert [(rule.what, edge.path, edge.line) for rule, edge in breaches(stated, edges, files)] == [
        ("shop/db", "shop/web/a.py", 3),
        ("sqlalchemy", "shop/web/b.py", 2),
    ]
