from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.verify import QUOTE_LIMIT, Sources, verified, verified_summary
from sourcebook.model import Claim, ClaimKind, Evidence, Level, Summary
from tests.unit.analyze.hand import python

LONG = "x = [" + ", ".join(str(number) for number in range(200)) + "]"
FILE = python(
    "a.py",
    "import os\n\n\n",
    'def close(self):\n    """Close the\n    session now."""\n    self.open = False  \n    return 1\n\n\n',
    f"def wide():\n    {LONG}\n",
)
SOURCES = Sources([FILE])
TRUE = Evidence("a.py", 4, 4, "def close(self):")
CLAIM = Claim("Closes.", ClaimKind.RESPONSIBILITY, (TRUE,))


def test_a_file_is_the_text_of_its_chunks():
    assert SOURCES.lines("a.py")[3:5] == ("def close(self):", '    """Close the')
    assert SOURCES.lines("other.py") == ()
    assert "a.py" in SOURCES
    assert "other.py" not in SOURCES


@pytest.mark.parametrize(
    "false",
    [
        replace(TRUE, line=5, end_line=5),
        replace(TRUE, line=3, end_line=3),
        replace(TRUE, line=4, end_line=999),
        replace(TRUE, line=0),
        replace(TRUE, line=5, end_line=4),
        replace(TRUE, path="b.py"),
        replace(TRUE, quote="def open(self):"),
        replace(TRUE, quote=" "),
    ],
)
def test_evidence_holds_only_at_its_place(false):
    assert SOURCES.holds(TRUE)
    assert not SOURCES.holds(false)


def test_a_sentence_is_found_between_its_markers():
    assert SOURCES.locate("a.py", "Close the session now.", 5, 6) == Evidence(
        "a.py", 5, 6, '"""Close the\n    session now."""'
    )
    assert SOURCES.locate("a.py", "Open the session", 5, 6) is None
    assert SOURCES.locate("a.py", "...", 5, 6) is None


def test_a_name_is_found_as_a_word():
    assert SOURCES.find("a.py", "self", 4, 9) == Evidence("a.py", 4, 4, "def close(self):")
    assert SOURCES.find("a.py", "sel", 4, 9) is None


def test_a_long_line_is_quoted_around_what_matters():
    quote = SOURCES.quote("a.py", 12, around="150, 151")
    assert quote is not None
    assert "150, 151" in quote.quote
    assert len(quote.quote) <= QUOTE_LIMIT
    assert SOURCES.holds(quote)


def test_blank_lines_are_not_quoted():
    assert SOURCES.quote("a.py", 2, 4) == TRUE
    assert SOURCES.quote("a.py", 2, 3) is None


@given(st.integers(-2, 20), st.integers(-2, 20), st.text(max_size=5))
def test_every_quote_that_is_made_holds(line, end_line, around):
    quote = SOURCES.quote("a.py", line, end_line, around)
    if quote is not None:
        assert SOURCES.holds(quote)
        assert quote.quote.count("\n") == quote.end_line - quote.line


def test_what_holds_is_published_unchanged():
    assert verified(CLAIM, SOURCES) is CLAIM


def test_a_claim_keeps_only_the_evidence_that_holds():
    false = replace(TRUE, line=5, end_line=5)
    kept = verified(replace(CLAIM, evidence=(false, TRUE)), SOURCES)
    assert kept == CLAIM


def test_a_claim_without_support_becomes_an_assumption():
    false = replace(CLAIM, evidence=(replace(TRUE, quote="nothing"),))
    kept = verified(false, SOURCES)
    assert kept is not None
    assert (kept.kind, kept.evidence, kept.confidence <= 0.2) == (ClaimKind.ASSUMPTION, (), True)
    assert verified(replace(false, text=" "), SOURCES) is None


def test_an_unsupported_responsibility_moves_to_the_assumptions():
    false = replace(CLAIM, evidence=())
    summary = verified_summary(Summary("a.py", Level.FILE, "a.py", false, (CLAIM,)), SOURCES)
    assert summary.responsibility is None
    assert [claim.kind for claim in summary.claims] == [
        ClaimKind.RESPONSIBILITY,
        ClaimKind.ASSUMPTION,
    ]
