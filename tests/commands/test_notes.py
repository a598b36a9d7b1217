"""Notes and rules on the pages: what people wrote, what they confirmed, and every rule."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from sourcebook.analyze.link import link as linked
from sourcebook.analyze.thresholds import signed
from sourcebook.cli import cli
from sourcebook.render.pages import inventory
from tests.harness.making import commit_all, git, put
from tests.unit.analyze.reading import parsed

CODE = (
    "def close_invoice(invoice):\n"
    '    """Opens it."""\n'
    "    if invoice.total > 1000:\n"
    '        raise ValueError("too much")\n'
    "    if invoice.lines < 1:\n"
    '        raise ValueError("nothing")\n'
    "    invoice.open = False\n\n\n"
    "def pay(invoice):\n    return close_invoice(invoice)\n\n\n"
    "def refund(sum):\n"
    "    if sum > 77:\n"
    '        raise ValueError("more than was paid")\n'
)
NOTE = (
    "---\nof: shop/money.py::close_invoice\nconfirms: invoice.total > 1000 @{}\n---\n"
    "Seals the ledger for good.\n\nAccounting relies on it.\n"
)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    put(root, "shop/money.py", CODE)
    put(
        root, "tests/test_money.py", "from shop.money import pay\n\n\ndef test_pay():\n    pay(1)\n"
    )
    put(root, "sourcebook/notes/close.md", NOTE.format(digest("invoice.total > 1000")))
    commit_all(root)
    return root


def run(*arguments: str | Path, code: int = 0) -> str:
    done = CliRunner().invoke(
        cli, [str(one) for one in arguments], env={"LSP_ENABLE_LANGS": "none"}
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.stdout


LIMITS = "def test_it(sum):\n    if sum > 5:\n        raise ValueError\n"


def pages(repo: Path) -> dict[str, str]:
    run("index", repo, "-q")
    run("render", repo, "-q")
    docs = repo / ".sourcebook" / "docs"
    return {path.relative_to(docs).as_posix(): path.read_text() for path in docs.rglob("*.md")}


def conditions(text: str) -> set[str]:
    return set(re.findall(r'data-fact="condition"[^>]*>(.*?)</code>', text))


def digest(condition: str) -> str:
    """What a note says of a rule of the code, beside its condition."""
    files = [parsed("shop/money.py", CODE)]
    (file,) = signed(files, linked(files))
    return next(rule.digest for rule in file.rules if rule.text == condition)


def row(text: str, condition: str) -> str:
    return next(one for one in text.split("<tr>") if f">{condition}</code>" in one)


def test_the_words_of_a_person_stand_where_the_summary_stood(repo: Path):
    made = pages(repo)
    page = made["files/shop/money.py.md"]
    assert "Seals the ledger for good." in page
    assert "Accounting relies on it." in page
    assert 'title="Written by a person">by a person<' in page
    assert "close.md" in page, "the place of the note"
    first = json.loads(run("query", "seals ledger", "--repo", repo, "--json"))
    assert "shop/money.py" in {one["path"] for one in first}
    said = next(one for one in first if one["symbol"] == "close_invoice")
    assert (said["summary"], said["origin"]) == ("Seals the ledger for good.", "person")
    assert json.loads(run("stats", repo, "--json"))["statements"]["by people"] == 2


def test_the_page_shows_what_to_write_and_a_note_without_the_sign_is_told(repo: Path):
    put(repo, "sourcebook/notes/close.md", NOTE.replace(" @{}", ""))
    text = pages(repo)["rules.md"]
    assert ">confirmed</span>" not in text
    sign = re.search(r"@[0-9a-f]{6}", row(text, "invoice.total &gt; 1000"))
    assert sign is not None
    (found,) = json.loads(run("check", repo, "--only", "notes", "--json", code=1))
    assert found["text"].endswith(f"then write: confirms: invoice.total > 1000 {sign[0]}")
    put(repo, "sourcebook/notes/close.md", NOTE.replace("@{}", sign[0]))
    assert pages(repo)["rules.md"].count(">confirmed</span>") == 1
    assert run("check", repo, "--only", "notes") == ""


def test_a_rule_names_the_values_of_its_constants(repo: Path):
    put(repo, "shop/limits.py", "TOP = 1000\n")
    put(
        repo,
        "shop/money.py",
        "from shop.limits import TOP\n\n" + CODE.replace("1000", "TOP"),
    )
    shown = re.sub(r"<[^>]+>", "", row(pages(repo)["rules.md"], "invoice.total &gt; TOP"))
    assert "TOP = 1000 shop/limits.py:L1" in shown


def test_rules_of_tests_stand_in_a_part_of_their_own_and_are_counted(repo: Path):
    put(repo, "tests/test_limits.py", LIMITS)
    made = pages(repo)
    text = made["rules.md"]
    assert conditions(text[text.index("{#tests}") :]) == {"sum &gt; 5"}
    assert "3 rules, and 1 in tests." in text
    assert 'data-fact="rules">4</a> <small>1 in tests<' in made["index.md"]
    assert "Holds 4 rules" in made["summaries/system.md"]


def test_tests_that_have_no_room_are_counted_with_a_link(repo: Path):
    for name in ("a", "b", "c"):
        put(
            repo,
            f"tests/test_{name}.py",
            f"from shop.money import pay\n\n\ndef test_{name}():\n    pay(1)\n",
        )
    tests = row(pages(repo)["rules.md"], "invoice.lines &lt; 1").split("<td>")[-1]
    assert tests.count("<li>") == 2
    assert re.search(r'<a href="files/shop/money.py.html#close-invoice">\+2 more</a>', tests)


def test_every_rule_stands_with_its_tests_and_its_confirmation(repo: Path):
    text = pages(repo)["rules.md"]
    assert conditions(text) == {"invoice.total &gt; 1000", "invoice.lines &lt; 1", "sum &gt; 77"}
    confirmed, other = row(text, "invoice.total &gt; 1000"), row(text, "invoice.lines &lt; 1")
    assert "confirmed" in confirmed
    assert "close.md" in confirmed
    assert "confirmed" not in other
    assert "test_money.py" in other
    assert "test_money.py" not in row(text, "sum &gt; 77"), "no test reaches it"


def test_all_rules_are_reached_from_the_system(repo: Path, monkeypatch: pytest.MonkeyPatch):
    put(repo, "tests/test_limits.py", LIMITS)
    monkeypatch.setattr(inventory, "RULES", 2)
    monkeypatch.setattr("sourcebook.render.pages.RULES", 2)
    made = pages(repo)
    seen, reached = {"summaries/system.md"}, ["summaries/system.md"]
    while reached:
        page = reached.pop()
        for link in re.findall(r'href="([^"#]+)\.html', made[page]):
            target = re.sub(r"[^/]+/\.\./", "", f"{page.rpartition('/')[0]}/{link}".lstrip("/"))
            if re.match(r"rules(/\d+)?$", target) and f"{target}.md" not in seen:
                seen.add(f"{target}.md")
                reached.append(f"{target}.md")
    rules = [
        rule["text"].replace("<", "&lt;").replace(">", "&gt;")
        for line in (repo / ".sourcebook/book/files.jsonl").read_text().splitlines()
        for rule in json.loads(line)["rules"]
    ]
    assert len(seen) == 3
    assert set().union(*(conditions(made[page]) for page in seen)) == set(rules)
    assert len(rules) == 4
    assert "Holds 4 rules" in made["summaries/system.md"]


def test_a_confirmation_lapses_when_the_condition_changes(repo: Path):
    put(repo, "shop/money.py", CODE.replace("1000", "2000"))
    text = pages(repo)["rules.md"]
    assert ">confirmed</span>" not in row(text, "invoice.total &gt; 2000")
    found = json.loads(run("check", repo, "--only", "notes", "--json", code=1))
    assert [one["path"] for one in found] == ["sourcebook/notes/close.md"]
    assert "does not hold as written" in found[0]["text"]


@pytest.mark.parametrize(
    ("before", "after"),
    [('raise ValueError("too much")', 'log("x")'), ("> 1000:", "> 1000:  # for now")],
)
def test_a_confirmation_lapses_when_the_line_or_the_outcome_changes(
    repo: Path, before: str, after: str
):
    put(repo, "shop/money.py", CODE.replace(before, after))
    text = pages(repo)["rules.md"]
    assert ">confirmed</span>" not in text
    sign = re.search(r"@[0-9a-f]{6}", row(text, "invoice.total &gt; 1000"))
    (found,) = json.loads(run("check", repo, "--only", "notes", "--json", code=1))
    assert sign is not None
    assert "which has another line, outcome or value now" in found["text"]
    assert sign[0] in found["text"]


def test_a_note_follows_a_rename_and_one_of_what_is_gone_is_listed(repo: Path):
    git(repo, "mv", "shop/money.py", "shop/ledger.py")
    commit_all(repo)
    assert "Seals the ledger" in pages(repo)["files/shop/ledger.py.md"]
    assert run("notes", repo) == "sourcebook/notes/close.md: shop/ledger.py::close_invoice\n"
    assert run("check", repo, "--only", "notes") == ""
    put(repo, "shop/ledger.py", "def other():\n    pass\n")
    run("index", repo, "-q")
    listed = run("notes", repo)
    assert listed == "sourcebook/notes/close.md: shop/money.py::close_invoice (not there)\n"
    found = run("check", repo, "--only", "notes", code=1)
    assert "sourcebook/notes/close.md:1: is of shop/money.py::close_invoice" in found


def test_a_new_note_is_written_once_and_kept(repo: Path):
    name = run("notes", repo, "--new", "shop/money.py::pay").strip()
    assert name.endswith("sourcebook/notes/shop-money.py-pay.md")
    assert Path(name).read_text() == "---\nof: shop/money.py::pay\n---\n"
    Path(name).write_text("---\nof: shop/money.py::pay\n---\nPays.\n")
    run("notes", repo, "--new", "shop/money.py::pay")
    assert "Pays." in Path(name).read_text()
    assert "Pays." in pages(repo)["files/shop/money.py.md"]
