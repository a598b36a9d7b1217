"""Reviews of small changes: what is proven is said, what is not is not."""

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from sourcebook import pipeline
from sourcebook.config import Config
from sourcebook.errors import ConfigError
from sourcebook.progress import Quiet
from sourcebook.review import review
from sourcebook.review.changes import changes_of
from sourcebook.review.dismissed import NAME, read_dismissals
from sourcebook.review.forms import FORMS, MARK, plain
from sourcebook.review.values import Fault
from sourcebook.store.book import open_book
from sourcebook.store.output import output_of, writing
from tests.unit.analyze.making import commit, put


def record(title, status="Accepted", decision="We will do so.", head=""):
    return (
        f"{head}# {title}\n\n## Status\n\n{status}\n\n## Context\n\nSome.\n\n"
        f"## Decision\n\n{decision}\n"
    )


FILES = {
    "docs/adr/0001-cache.md": record("1. Cache answers", "Superseded by ADR-0002"),
    "docs/adr/0002-store.md": record(
        "2. Store answers", decision="We will store them. Later more."
    ),
    "docs/adr/0003-pay.md": record("3. Pay by card", head="---\ngoverns: src/pay/**\n---\n"),
    "docs/adr/0004-basket.md": record("4. Sum in `BasketTotal`"),
    "docs/adr/0005-walk.md": record(
        "5. Walk once", decision="`start_walk()` ends in `stop_walk()`."
    ),
    "docs/adr/0006-engine.md": record("6. Greet in the engine", decision="In `src/engine.py`."),
    "docs/adr/0007-limits.md": record(
        "7. Limit what is kept",
        decision="A `KeepLimit`, see\n\n```python\nclass KeepLimit:\n    most_kept: int\n```\n\n"
        "It takes the place of `old_bound` and `OldRest`.",
    ),
    "src/bound.py": "def old_bound():\n    return 1\n\n\nclass OldRest:\n    pass\n",
    "src/engine.py": "def greet():\n    return 1\n",
    "src/walk.py": 'class Walk:\n    """See ADR-0005."""\n\n'
    + "".join(f"    def step_{n}(self):\n        return {n}\n\n" for n in range(10)),
    "src/store.py": 'def store_it(x):\n    """Stores. See ADR-0002."""\n    return x\n\n\ndef other():\n    return 1\n',
    "src/pay/card.py": "def pay():\n    return 1\n",
    "src/old.py": "# see ADR-0001\ndef cache_it():\n    return 1\n",
    "src/basket.py": "class BasketTotal:\n    def total(self):\n        return 1\n",
    "src/talk.py": "def talk(a):\n    # See ADR-0006.\n    b = a\n    c = b\n    d = c\n    return d\n",
    "src/free.py": "def free():\n    return 1\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A repository with its book."""
    root = put(tmp_path_factory.mktemp("review") / "r", FILES)
    commit(root, "one")
    run = pipeline.Run(root, Config(), output_of(root, "", root.parent / "out"), Quiet())
    with writing(run.output):
        pipeline.index(run)
    return root


@pytest.fixture
def judge(home):
    """Makes a change, reviews it, and takes it back."""
    book = open_book(home.parent / "out" / "book")
    made = {}

    def of(changes, config=None, dismissals=(), today=None, book=book):
        for name, text in changes.items():
            made[name] = FILES.get(name)
            if text is None:
                (home / name).unlink()
            else:
                put(home, {name: text})
        commit(home, "two")
        found = changes_of(home, "HEAD~1..HEAD", None)
        return review(book, config or Config(), found, dismissals, today)

    yield of
    for name, text in made.items():
        if text is None:
            (home / name).unlink(missing_ok=True)
        else:
            put(home, {name: text})
    if made:
        commit(home, "back")


def said(found):
    return [(row.key, row.source, row.path, row.line) for row in found.rows]


def wrong(found):
    return [(fault.kind, fault.path, fault.line) for fault in found.faults]


def test_nothing_governed_is_silence(judge):
    found = judge({"src/free.py": "def free():\n    return 2\n"})
    assert not found.speaks
    assert {form: FORMS[form](found) for form in ("markdown", "github")} == {
        "markdown": "",
        "github": "",
    }


def test_a_declared_scope_governs_also_new_files(judge):
    found = judge({"src/pay/cash.py": "def cash():\n    return 1\n"})
    assert said(found) == [("adr-0003", "scope", "src/pay/cash.py", 1)]


def test_a_reference_governs_what_it_stands_at(judge):
    text = FILES["src/store.py"]
    found = judge({"src/store.py": text.replace("return x", "return 2 * x")})
    assert said(found) == [("adr-0002", "code", "src/store.py", 3)]
    assert found.rows[0].sentence == "We will store them."
    assert (found.rows[0].evidence.path, found.rows[0].evidence.line) == ("src/store.py", 2)


def test_a_reference_governs_nothing_else_in_the_file(judge):
    assert (
        said(judge({"src/store.py": FILES["src/store.py"].replace("return 1", "return 3")})) == []
    )


@pytest.mark.parametrize(
    ("changed", "speaks"),
    [(["b = a"], True), (["d = c"], False), (["c = b", "d = c"], True)],
    ids=["right below", "one further down", "several"],
)
def test_one_line_further_below_a_reference_is_a_detail(judge, changed, speaks):
    text = FILES["src/talk.py"]
    for line in changed:
        text = text.replace(line, f"{line} + 1")
    assert bool(said(judge({"src/talk.py": text}))) == speaks


@pytest.mark.parametrize(
    ("line", "speaks"),
    [("return self.other()", False), ("return self.start_walk(then=self.stop_walk)", True)],
)
def test_a_reference_that_speaks_of_much_needs_names_of_its_decision(judge, line, speaks):
    found = judge({"src/walk.py": FILES["src/walk.py"].replace("return 7", line)})
    assert said(found) == [("adr-0005", "code", "src/walk.py", 26)] * speaks


def test_a_reference_that_is_new_governs_what_it_stands_at(judge):
    text = FILES["src/walk.py"].replace("See ADR-0005.", "See ADR-0002 and ADR-0005.")
    assert ("adr-0002", "code", "src/walk.py", 2) in said(judge({"src/walk.py": text}))


def test_a_document_that_lists_records_is_not_governed_by_them(judge):
    text = "# Decisions\n\n- [ADR-0001](0001-cache.md)\n- [ADR-0002](0002-store.md)\n"
    assert not judge({"docs/adr/README.md": text, "NEWS.md": text}).speaks


def test_a_record_whose_title_names_the_code_governs_it(judge):
    found = judge({"src/basket.py": FILES["src/basket.py"].replace("return 1", "return 3")})
    assert said(found) == [("adr-0004", "record", "src/basket.py", 3)]


def test_names_that_a_record_gave_govern_the_change_that_brings_them(judge):
    found = judge({"src/limit.py": "class KeepLimit:\n    most_kept = 7\n"})
    assert said(found) == [("adr-0007", "record", "src/limit.py", 1)]
    at = found.rows[0].evidence
    assert (at.path, at.line, at.quote) == ("docs/adr/0007-limits.md", 13, "A `KeepLimit`, see")


def test_names_that_a_record_gave_govern_the_change_that_takes_the_last_of_them(judge):
    assert said(judge({"src/bound.py": None})) == [("adr-0007", "record", "src/bound.py", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "class KeepLimit:\n    keep_limit = 7\n",
        "class KeepLimit:\n    # most_kept\n    pass\n",
        "x = old_bound() + OldRest()\n",
    ],
    ids=["one name in two spellings", "in a comment", "names that the code has already"],
)
def test_names_that_may_be_an_accident_prove_nothing(judge, text):
    assert said(judge({"src/limit.py": text})) == []


def test_a_word_of_a_title_is_no_name_of_a_file(judge):
    assert said(judge({"src/engine.py": "def greet():\n    return 2\n"})) == []


def test_a_superseded_record_is_warned_of_with_its_successor(judge):
    found = judge({"src/old.py": FILES["src/old.py"].replace("return 1", "return 3")})
    assert (said(found), wrong(found)) == ([], [("superseded", "src/old.py", 1)])
    assert "adr-0002" in found.faults[0].text


def test_a_record_may_be_named_beside_its_successor(judge):
    text = FILES["src/old.py"].replace("see ADR-0001", "ADR-0002 (which supersedes ADR-0001)")
    assert wrong(judge({"src/old.py": text})) == []


def test_a_record_that_is_edited_keeps_its_date(judge, home):
    dates = {each.key: each.date for each in open_book(home.parent / "out" / "book").decisions}
    found = judge(
        {
            "docs/adr/0003-pay.md": FILES["docs/adr/0003-pay.md"] + "\nMore.\n",
            "src/pay/a.py": "x = 1\n",
        }
    )
    assert [(row.key, row.date) for row in found.rows] == [("adr-0003", dates["adr-0003"])]
    assert dates["adr-0003"]


def test_a_line_that_names_a_record_twice_is_warned_of_once(judge):
    text = "# ADR-0001: docs/adr/0001-cache.md\ndef free():\n    return 1\n"
    assert wrong(judge({"src/free.py": text})) == [("superseded", "src/free.py", 1)]


def test_a_reference_to_no_record_is_warned_of_where_it_is_added(judge):
    found = judge(
        {"src/free.py": "def free():\n    # ADR-0077\n    s = 'ADR-0078'\n    return s\n"}
    )
    assert wrong(found) == [("dangling", "src/free.py", 2)]


def test_what_a_change_does_to_records_is_told(judge):
    found = judge(
        {
            "docs/adr/0002-store.md": record("2. Store answers", decision="We will not."),
            "docs/adr/0003-other.md": record("3. Another"),
            "docs/adr/0004-basket.md": record("4. Sum in `BasketTotal`", "Deprecated"),
        }
    )
    assert wrong(found) == [
        ("number", "docs/adr/0003-other.md", 1),
        ("status", "docs/adr/0004-basket.md", 5),
        ("edited", "docs/adr/0002-store.md", 13),
    ]


def test_a_record_at_a_path_of_before_is_the_same_record(judge, home):
    """A change of an old branch, from before the records were moved to where they are."""
    book = open_book(home.parent / "out" / "book")
    book.__dict__["ledger"] = tuple(
        replace(holder, paths=("adr/0002-store.md", *holder.paths))
        if holder.key == "adr-0002"
        else holder
        for holder in book.ledger
    )
    text = record("2. Store answers", decision="We will store them.")
    found = judge({"adr/0002-store.md": text, "adr/0009-new.md": record("9. New")}, book=book)
    assert [related.key for related in found.related].count("adr-0002") == 1
    assert not found.faults


def test_marks_and_links_are_no_edit_of_a_decision(judge):
    text = record("2. Store answers", decision="We will **store** [them](x.md). Later more!")
    assert not judge({"docs/adr/0002-store.md": text}).faults


def test_what_was_dismissed_is_counted_until_its_day(judge, home):
    put(
        home,
        {
            NAME: '[[dismiss]]\ndecision = "adr-0003"\npath = "src/pay/"\nreason = "r"\nuntil = 2027-01-31\n'
        },
    )
    entries = read_dismissals(home)
    change = {"src/pay/card.py": "def pay():\n    return 2\n"}
    early = judge(change, dismissals=entries, today=date(2027, 1, 31))
    assert (early.dismissed, early.speaks) == (1, False)
    (home / NAME).unlink()


@pytest.mark.parametrize("text", ["x", "[[dismiss]]\npath = 1\n", "[other]\n"])
def test_a_wrong_dismissal_is_told(tmp_path, text):
    put(tmp_path, {NAME: text})
    with pytest.raises(ConfigError, match="dismissed"):
        read_dismissals(tmp_path)


def test_every_form_holds_the_review(judge):
    config = Config(site_url="https://example.org/docs/", repo_url="https://github.com/o/r")
    found = judge(
        {"src/pay/card.py": "def pay():\n    return 2\n", "src/free.py": "# ADR-0099\n"}, config
    )
    comment = FORMS["markdown"](found)
    assert comment.startswith(MARK)
    assert "https://example.org/docs/decisions/adr-0003/)" in comment
    assert re.search(
        r"`src/pay/card.py:2`: the record declares .* "
        r"\(\[`docs/adr/0003-pay.md:2`\]\(https://github.com/o/r/blob/\w{40}/docs/adr/0003-pay.md#L2\): ",
        comment,
    )
    assert json.loads(FORMS["json"](found))["rows"][0]["key"] == "adr-0003"
    log = json.loads(FORMS["sarif"](found))
    results = log["runs"][0]["results"]
    rules = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert [result["ruleId"] for result in results] == ["dangling", "governs"]
    assert {result["ruleId"] for result in results} <= rules
    lines = FORMS["github"](found).splitlines()
    assert lines[0].startswith("::warning file=src/free.py,line=1,title=")
    assert lines[1].startswith("::notice file=src/pay/card.py,line=2,title=adr-0003::")


def test_a_comment_stays_short_enough_to_be_posted(judge):
    found = judge({"src/pay/card.py": "def pay():\n    return 2\n"})
    fault = Fault("dangling", "", "a.py", 1, "x")
    comment = FORMS["markdown"](replace(found, rows=found.rows * 300, faults=(fault,) * 300))
    assert len(comment) < 20_000
    assert "280 further decisions" in comment
    assert "280 further warnings" in comment


def test_words_of_records_are_printed_as_they_are():
    text = plain("<img onerror=x> @all [a](javascript:x) `b` *c*\n::error::d")
    assert "<" not in text
    assert "\n" not in text
    assert "@all" not in text
    assert r"\[a\](" not in text
