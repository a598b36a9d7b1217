"""Each command does what its help says, on one small repository."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from sourcebook.analyze.provider import ADDRESSES, ENVIRONMENT
from sourcebook.cli import cli
from tests.harness.folders import strict_json
from tests.harness.making import commit_all, git, put
from tests.harness.running import Finished, environment, run, sourcebook


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a built repository in it."""
    home = tmp_path_factory.mktemp("commands")
    root = home / "repo"
    put(
        root,
        "shop/money.py",
        'def add(a, b):\n    """Adds two sums of money."""\n    return a + b\n',
    )
    put(
        root,
        "shop/cart.py",
        "from shop.money import add\n\nSUMS = {}\n\n\n"
        "def total(x):\n    SUMS[x] = add(x, 1)\n    return SUMS[x]\n",
    )
    put(root, "README.md", "# Shop\n\nSells things.\n")
    commit_all(root)
    done = sourcebook("build", root, "-q", home=home)
    assert done.code == 0, done.said
    return home


def _said(home: Path, *arguments: str | Path) -> str:
    done = sourcebook(*arguments, home=home, cwd=home / "repo")
    assert done.code == 0, done.said
    return done.out


def test_build_says_where_the_site_is(home: Path):
    done = sourcebook("build", home / "repo", home=home)
    assert done.code == 0
    assert done.out.strip() == str(home / "repo" / ".sourcebook" / "site" / "index.html")
    assert "sourcebook serve" in done.err


def test_query_finds_code(home: Path):
    rows = strict_json(_said(home, "query", "add money", "--json"))
    first = rows[0]
    assert (first["path"], first["symbol"]) == ("shop/money.py", "add")
    assert {
        "line",
        "end_line",
        "kind",
        "score",
        "title",
        "summary",
        "url",
        "origin",
    } <= first.keys()
    assert "shop/money.py" in _said(home, "query", "add money")


def test_query_searches_a_built_site_as_it_does_the_book(home: Path):
    site = home / "repo" / ".sourcebook" / "site"
    for text in ("add money", "total"):
        book = strict_json(_said(home, "query", text, "--json"))
        published = strict_json(_said(home, "query", text, "--json", "--site", site))
        assert all(
            row.pop("url").endswith(own.pop("url"))
            for row, own in zip(published, book, strict=True)
        )
        assert published == book


def test_query_asks_a_field_and_prefers_what_is_near(home: Path):
    rows = strict_json(_said(home, "query", 'purpose:"two sums"', "--json"))
    assert rows[0]["symbol"] == "add"
    assert all("sums" in row["summary"] for row in rows)
    (far, *_) = strict_json(_said(home, "query", "sells things", "--json"))
    (near, *_) = strict_json(
        _said(home, "query", "sells things", "--json", "--near", "shop/new.py")
    )
    assert (near["path"], far["path"]) == ("README.md", "README.md")
    assert near["score"] < far["score"], "it lies in another folder"


def test_query_takes_a_batch(home: Path):
    put(
        home,
        "questions.jsonl",
        '{"id": "1", "query": "add money"}\n{"id": "2", "query": "total"}\n',
    )
    lines = _said(home, "query", "--batch", home / "questions.jsonl").splitlines()
    rows = [strict_json(line) for line in lines]
    assert [row["id"] for row in rows] == ["1", "2"]
    assert all(row["results"] for row in rows)


def test_query_takes_a_strategy(home: Path):
    # Three functions give no vectors to order by.
    lexical = _said(home, "query", "add money", "--strategy", "lexical", "--explain")
    assert "shop/money.py" in lexical
    assert "functions" in lexical
    assert "vector" not in lexical
    for other in (("--strategy", "rerank"), ("--no-dense",)):
        assert _said(home, "query", "add money", "--explain", *other) == lexical


def test_query_names_the_strategies_that_there_are(home: Path):
    done = sourcebook("query", "add", "--strategy", "magic", home=home, cwd=home / "repo")
    assert done.code == 2
    assert "magic: no such strategy; there are: hybrid, lexical, rerank" in done.err


def test_query_keeps_to_its_filters(home: Path):
    rows = strict_json(_said(home, "query", "shop", "--json", "--kind", "section"))
    assert {row["path"] for row in rows} == {"README.md"}
    assert len(strict_json(_said(home, "query", "add", "--json", "--top", "1"))) == 1


def test_query_reads_its_batch_from_standard_input(home: Path):
    arguments = ["query", "--repo", str(home / "repo"), "--batch", "-", "--explain"]
    done = CliRunner().invoke(cli, arguments, input='{"id": "1", "query": "add money"}\n')
    assert done.exit_code == 0, done.output
    (row, *_) = strict_json(done.stdout)["results"]
    assert row["signals"]["functions"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "--batch", "-"), "Give a TEXT to search for, or --batch FILE."),
        ((), "Give a TEXT to search for, or --batch FILE."),
        (("--batch", "nosuch.jsonl"), "nosuch.jsonl"),
        (
            ("add", "--kind", "nosuch"),
            "--kind nosuch: not in this index; it has: function, section",
        ),
        (("add", "--scope", "nosuch"), "--scope nosuch: not in this index; it has: shop"),
        (("add", "--lang", "Perl"), "--lang Perl: not in this index; it has: markdown, python"),
    ],
)
def test_a_query_that_cannot_be_meant_so_is_told(home: Path, arguments: tuple[str, ...], said: str):
    done = sourcebook("query", *arguments, home=home, cwd=home / "repo")
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_query_says_beside_its_results_what_they_lack(home: Path):
    done = sourcebook(
        "query", "monye", "--json", "--near", "nosuch.py", home=home, cwd=home / "repo"
    )
    assert strict_json(done.out)
    assert done.err.splitlines() == [
        "warning: there are no word vectors: only hits that share a word with the query are found",
        "warning: --near nosuch.py: no file or folder that is searched: it changes nothing",
        "monye: not known, read as money",
    ]
    done = sourcebook("query", "monneyy", "--json", home=home, cwd=home / "repo")
    assert (done.code, done.out) == (0, "[]\n")
    assert done.err.splitlines()[1:] == ["near terms: money"]


def test_stats_gives_figures(home: Path):
    figures = strict_json(_said(home, "stats", "--json"))
    assert figures["files"] == 3
    assert "shop" not in figures
    assert "python" in _said(home, "stats").lower()


def test_export_gives_every_chunk(home: Path):
    rows = [strict_json(line) for line in _said(home, "export", "jsonl").splitlines()]
    assert {row["chunk"]["path"] for row in rows} == {"shop/money.py", "shop/cart.py", "README.md"}
    assert not [row for row in rows if "vector" in row]
    with_vectors = _said(home, "export", "jsonl", "--vectors").splitlines()
    assert all(
        "vector" in json.loads(line) or "embedding" in json.loads(line) for line in with_vectors
    )


def test_export_gives_the_graph(home: Path):
    rows = [strict_json(line) for line in _said(home, "export", "graph").splitlines()]
    symbols = {row["id"]: row for row in rows if row["type"] == "symbol"}
    calls = [row for row in rows if row["type"] == "call"]
    assert symbols["shop/money.py::add"]["qualified"] == "shop.money.add"
    (call,) = [row for row in calls if row["caller"] == "shop/cart.py::total"]
    assert (call["callee"], call["status"], call["line"]) == ("shop/money.py::add", "resolved", 7)


def test_graph_finds_the_way_from_one_symbol_to_another(home: Path, tmp_path: Path):
    picture = tmp_path / "way.svg"
    assert _said(home, "graph", "total", "add", "--picture", picture).splitlines() == [
        "shop/cart.py::total  shop/cart.py:6",
        "  -> shop/money.py::add  shop/cart.py:7",
    ]
    assert picture.read_bytes().startswith(b"<svg xmlns=")
    (way,) = strict_json(_said(home, "graph", "shop/cart.py", "add", "--json"))
    assert [step["symbol"] for step in way] == ["shop/cart.py::total", "shop/money.py::add"]
    done = sourcebook("graph", "nobody", "add", home=home, cwd=home / "repo")
    assert (done.code, "sourcebook query nobody" in done.err) == (2, True)


def test_export_gives_shared_state(home: Path):
    rows = [strict_json(line) for line in _said(home, "export", "graph").splitlines()]
    assert [row for row in rows if row["type"] == "state"] == [
        {
            "type": "state",
            "symbol": "shop/cart.py::total",
            "state": "shop/cart.py::SUMS",
            "kind": "variable",
            "access": access,
            "path": "shop/cart.py",
            "line": line,
        }
        for access, line in (("read", 8), ("write", 7))
    ]


def test_check_finds_a_broken_link_and_an_untrue_fact(home: Path):
    assert _said(home, "check", "--audit") == ""
    page = home / "repo" / ".sourcebook" / "site" / "files" / "shop" / "money.py.html"
    text = page.read_text(encoding="utf-8")
    try:
        page.write_text(
            text.replace('data-line="1"', 'data-line="3"').replace("assets/", "asset/"),
            encoding="utf-8",
        )
        links = sourcebook("check", home=home, cwd=home / "repo")
        both = sourcebook("check", "--audit", "--json", home=home, cwd=home / "repo")
    finally:
        page.write_text(text, encoding="utf-8")
    assert links.code == both.code == 1
    assert "no such file" in links.out
    assert {row["check"] for row in strict_json(both.out)} == {"links", "audit"}
    wrong = sourcebook("check", "--only", "spelling", home=home, cwd=home / "repo")
    assert (wrong.code, "links, audit" in wrong.err) == (2, True)


def test_init_writes_what_can_be_read(tmp_path: Path):
    put(tmp_path, "new/a.py", "def a():\n    return 1\n")
    done = sourcebook("init", tmp_path / "new", home=tmp_path)
    assert done.code == 0, done.said
    assert (tmp_path / "new" / "sourcebook.toml").is_file()
    assert list((tmp_path / "new" / ".github" / "workflows").iterdir())
    offered = (tmp_path / "new" / "env.example").read_text().replace("# ", "")
    assert all(
        name in offered for name in (*ENVIRONMENT.values(), *ADDRESSES.values(), "OPENAI_API_KEY")
    )
    built = sourcebook("index", tmp_path / "new", "-o", tmp_path / "out", "-q", home=tmp_path)
    assert built.code == 0, built.said
    again = sourcebook("init", tmp_path / "new", home=tmp_path)
    assert "left alone" in again.out


def test_clean_removes_what_was_written(tmp_path: Path):
    put(tmp_path, "new/a.py", "def a():\n    return 1\n")
    assert sourcebook("build", tmp_path / "new", "-q", home=tmp_path).code == 0
    output = tmp_path / "new" / ".sourcebook"
    assert sourcebook("clean", tmp_path / "new", home=tmp_path).code == 0
    assert not {"book", "docs", "site", "mkdocs.yml"} & {path.name for path in output.iterdir()}
    assert (output / "memo.sqlite").exists()
    assert sourcebook("clean", tmp_path / "new", "--all", home=tmp_path).code == 0
    assert not (output / "memo.sqlite").exists()


def test_strict_counts_warnings(home: Path, tmp_path: Path):
    """A shallow checkout lacks the history that search uses, which is worth a warning."""
    whole = tmp_path / "whole"
    git(tmp_path, "clone", "-q", (home / "repo").as_uri(), "whole")
    put(whole, "shop/more.py", "def more():\n    return 1\n")
    commit_all(whole, "more")
    git(tmp_path, "clone", "-q", "--depth", "1", whole.as_uri(), "shallow")
    arguments = ("index", tmp_path / "shallow", "-q", "-o", tmp_path / "out")
    plain = sourcebook(*arguments, home=tmp_path)
    assert (plain.code, plain.err.count("warning: ")) == (0, 1)
    strict = sourcebook(*arguments, "--strict", home=tmp_path)
    assert strict.code == 1
    assert "--strict" in strict.err


def test_debug_shows_the_traceback(tmp_path: Path):
    done = sourcebook("stats", tmp_path, "--debug", home=tmp_path)
    assert "Traceback" in done.err
    assert "Traceback" not in sourcebook("stats", tmp_path, home=tmp_path).err


def test_plain_lines_where_there_is_no_terminal(home: Path, tmp_path: Path):
    done = sourcebook("index", home / "repo", "-o", tmp_path / "out", home=home)
    assert done.code == 0
    assert "\r" not in done.err
    assert [line for line in done.err.splitlines() if line.startswith("parse")]


def _results(done: Finished) -> list[str]:
    return done.out.splitlines()


def test_results_and_progress_go_different_ways(home: Path, tmp_path: Path):
    done = sourcebook("index", home / "repo", "-o", tmp_path / "out", home=home)
    assert _results(done) == [str(tmp_path / "out" / "book")]


def test_a_site_above_the_budget_is_a_warning_and_under_strict_a_finding(tmp_path: Path):
    root = tmp_path / "repo"
    put(root, "a.py", "def f():\n    return 1\n")
    put(root, "sourcebook.toml", "[site]\nmax_bytes = 1_000_000\n")
    commit_all(root)
    done = sourcebook("build", root, "--strict", home=tmp_path)
    assert done.code == 1, done.said
    assert "more than site.max_bytes = 1,000,000" in done.err


SWALLOWED = """
import os, signal
from sourcebook import cli

def native(*arguments, **options):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("Operation has been terminated") from None

cli.cli.main = native
cli.main(["build"])
"""


def test_an_interruption_that_native_code_turns_into_its_own_error(tmp_path: Path):
    done = run([sys.executable, "-c", SWALLOWED], cwd=tmp_path, env=environment(tmp_path))
    assert (done.code, len(done.err.splitlines())) == (130, 1)


def test_decisions_are_listed_locked_and_reviewed(home: Path):
    root = home / "decided"
    record = "# 1. Whole pence\n\nStatus: Accepted\n\n## Decision\n\nWe will count in pence.\n"
    put(root, "docs/adr/0001-pence.md", record)
    put(root, "money.py", "# ADR-0001\ndef add(a, b):\n    return a + b\n")
    commit_all(root)
    listed = sourcebook("decisions", "--lock", home=home, cwd=root)
    assert (listed.code, (root / "decisions.lock.json").is_file()) == (0, True)
    rows = strict_json(sourcebook("decisions", "--json", home=home, cwd=root).out)
    assert [(row["key"], row["status"]) for row in rows] == [("adr-0001", "accepted")]
    put(root, "money.py", "# ADR-0001, ADR-0009\ndef add(a, b):\n    return b + a\n")
    found = sourcebook("decisions", "--diff", "HEAD", "--strict", home=home, cwd=root)
    assert found.code == 1
    assert "We will count in pence." in found.out
    assert "ADR-0009, which is no record here" in found.out
