"""Every name of a decision leads to its page, and none to a page of something else."""

from dataclasses import replace

from sourcebook.config import Config
from sourcebook.model import (
    CodeLink,
    Decision,
    DecisionName,
    DecisionStatus,
    Evidence,
    Relation,
)
from sourcebook.render.pages.decisions import replaced_by
from sourcebook.render.site import render
from tests.unit.render.sample import HOSTILE, book, contents


def test_names_lead_on_or_are_told_apart(tmp_path):
    made = contents()
    key = made.decisions[0].key
    names = (
        DecisionName("0001", (key, "gone")),
        DecisionName("gone", (key,), HOSTILE, "docs/gone.md"),
        DecisionName("old-name", (key,)),
    )
    docs = tmp_path / "docs"
    render(
        book(tmp_path / "book", replace(made, names=names)),
        Config(),
        docs,
        tmp_path,
    )
    moved = (docs / "decisions/old-name/index.html").read_text()
    assert f'href="../{key}/index.html"' in moved
    assert not (docs / "decisions/old-name/index.md").exists()
    both = (docs / "decisions/0001/index.md").read_text()
    assert f'href="../{key}/index.html"' in both
    assert 'href="../gone/index.html"' in both
    gone = (docs / "decisions/gone/index.md").read_text()
    assert "docs/<wbr>gone.md" in gone
    assert "<script>" not in gone


def test_what_a_record_marks_as_code_is_code_in_its_quotes(tmp_path):
    made = contents()
    quotes = (
        Evidence("docs/0001.md", 3, 3, "It is `main`."),
        Evidence("src/App.py", 1, 1, "x = `1`"),
    )
    links = tuple(CodeLink("src/App.py", None, one, "code") for one in quotes)
    decision = replace(made.decisions[0], sentence="We take `run`.", links=links)
    render(
        book(tmp_path / "book", replace(made, decisions=(decision,))),
        Config(),
        tmp_path / "docs",
        tmp_path,
    )
    page = (tmp_path / "docs" / "decisions" / decision.key / "index.md").read_text()
    assert '<blockquote class="sb-text">We take <code>run</code>.</blockquote>' in page
    assert ">It is <code>main</code>.</q>" in page
    assert ">x = `1`</q>" in page


def _decision(key: str, status: DecisionStatus, *targets: tuple[str, str]) -> Decision:
    relations = tuple(Relation(kind, target, "", 1) for kind, target in targets)
    return Decision(key, f"{key}.md", key, status, "", relations=relations)


def test_the_chain_is_followed_to_the_live_record():
    old, new = DecisionStatus.SUPERSEDED, DecisionStatus.ACCEPTED
    known = {
        each.key: each
        for each in (
            _decision("a", old, ("superseded-by", "b")),
            _decision("b", old),
            _decision("c", new, ("supersedes", "b")),
            _decision("d", old, ("superseded-by", "e")),
            _decision("e", old, ("superseded-by", "d")),
        )
    }
    chains = {key: replaced_by(decision, known) for key, decision in known.items()}
    assert chains == {"a": ["b", "c"], "b": ["c"], "c": [], "d": ["e"], "e": ["d"]}
