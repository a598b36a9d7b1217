"""The rules of reference/tokenizer.md, by shared vectors and by what must always hold."""

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourcebook.tokenizer import LONGEST, runs, split, stem, terms_of, tokenize, whole

ROOT = Path(__file__).parents[3]
VECTORS = json.loads((ROOT / "tests/search/tokenizer.json").read_text(encoding="utf-8"))["vectors"]
BROWSER = ROOT / "templates" / "search"

# Characters that every runtime in use knows: an edition of Unicode that one of the two
# lacks may normalise a new character in another way.
LETTERS = st.characters(max_codepoint=0x2FFFF, exclude_categories=["Cn", "Cs"])
WORDS = st.text(st.sampled_from("abcdstXYZ019_ _-.éßİΣσς設データﾃﾞ사용ǅ①ﬁ🙂"), max_size=24)


@pytest.mark.parametrize(("text", "terms"), VECTORS)
def test_the_shared_vectors_hold(text: str, terms: list[str]) -> None:
    assert tokenize(text) == terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("setTimeout", "set_timeout"),
        ("setTimeout", "settimeout"),
        ("HTTPServer", "http_servers"),
        ("30_000", "30000"),
        ("60'000u", "60000u"),
        ("30_000L", "30000L"),
        ("ＪＳＯＮ", "json"),
        ("ﾃﾞｰﾀ", "データ"),
    ],
)
def test_forms_of_one_name_share_the_whole(one: str, other: str) -> None:
    (first,), (second,) = runs(one), runs(other)
    assert whole(first) == whole(second)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("iOSVersion", ["i", "OS", "Version"]),
        ("URLs", ["URLs"]),
        ("URLsParser", ["UR", "Ls", "Parser"]),
        ("sha256sum", ["sha", "256", "sum"]),
        ("_", ["_"]),
        ("_1_000_", ["1000"]),
        ("30_000L", ["30000", "L"]),
        ("1_000_to_2_000", ["1000", "to", "2000"]),
        ("v1_2", ["v", "1", "2"]),
        ("ÉtéÀVenir", ["Été", "À", "Venir"]),
    ],
)
def test_identifiers_are_split_at_case_digits_and_underscores(name: str, parts: list[str]) -> None:
    assert split(name) == parts


@given(st.text(LETTERS))
def test_no_word_is_lost(text: str) -> None:
    for run in runs(text):
        terms = terms_of(run)
        assert terms
        assert all(terms)
        assert all(len(term) <= 2 * LONGEST for term in terms)


@given(st.text(LETTERS), st.text(LETTERS))
def test_a_blank_separates(one: str, other: str) -> None:
    assert tokenize(f"{one} {other}") == tokenize(one) + tokenize(other)


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=LONGEST))
def test_a_stem_is_never_empty(word: str) -> None:
    assert stem(word)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(st.text(LETTERS, max_size=24), WORDS), min_size=40, max_size=120))
def test_the_browser_gives_the_same_terms(texts: list[str]) -> None:
    assert _in_node("tokenize.js", "tokenize", texts) == [tokenize(text) for text in texts]


def test_the_browser_gives_the_same_stems() -> None:
    letters, ends = (
        "aeioubdlnrst",
        ["ing", "ed", "eed", "ies", "sses", "tional", "enci", "ization", "biliti", "ogist", "li"],
    )
    ends += [
        "ative",
        "iciti",
        "ical",
        "ness",
        "ement",
        "ion",
        "e",
        "l",
        "ll",
        "y",
        "s",
        "ful",
        "ously",
        "edly",
        "ingly",
        "ator",
        "er",
    ]
    words = [a + b + c + end for a in letters for b in letters for c in letters[:6] for end in ends]
    assert _in_node("stem.js", "stem", words) == [stem(word) for word in words]


def _in_node(module: str, function: str, arguments: list[str]) -> list[object]:
    program = f"""
        import {{ {function} }} from {json.dumps((BROWSER / module).as_uri())};
        let text = "";
        for await (const part of process.stdin.setEncoding("utf8")) text += part;
        const answers = JSON.parse(text).map((one) => {function}(one));
        process.stdout.write(JSON.stringify(answers));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", program],
        input=json.dumps(arguments).encode(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    answers: list[object] = json.loads(done.stdout)
    return answers
