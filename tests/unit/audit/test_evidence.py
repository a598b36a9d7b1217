import html
import random
from pathlib import Path

import pytest

from sourcebook_audit.__main__ import main
from sourcebook_audit.audit import audit as audited

SOURCE = "".join(
    f"def part_{n}(a, b={n}):\n    if a > {n * 3}:\n        raise ValueError({n})\n    return b + {n}\n"
    for n in range(1, 60)
)


def quote(text: str, line: int, end: int, path: str = "a.py") -> str:
    return (
        f'<q data-fact="quote" data-path="{path}" data-line="{line}" data-end="{end}">'
        f"{html.escape(text)}</q>"
    )


def audit(folder: Path, *quotes: str, source: str | bytes = SOURCE) -> list[str]:
    site, repository = folder / "site", folder / "repository"
    site.mkdir(exist_ok=True)
    repository.mkdir(exist_ok=True)
    raw = source.encode() if isinstance(source, str) else source
    (repository / "a.py").write_bytes(raw)
    (site / "a.html").write_text("<p>" + "</p><p>".join(quotes), encoding="utf-8")
    found = audited(site, repository).untrue
    return [item.reason for item in found if item.fact != "symbol"]


def test_true_quotes_are_no_findings(tmp_path):
    lines = SOURCE.split("\n")
    quotes = [
        quote("\n".join(lines[at : at + many]).strip(), at + 1, at + many)
        for at, many in [(0, 1), (1, 2), (4, 4), (100, 3)]
    ]
    assert audit(tmp_path, *quotes, quote("a > 3", 2, 2)) == []


@pytest.mark.parametrize(
    ("group", "line", "faults"),
    [("a.py", 2, 0), ("a.py", 3, 1), ("b.py", 2, 1)],
)
def test_a_condition_is_of_the_file_of_its_group_of_rows(tmp_path, group, line, faults):
    rows = (
        '<table><tbody data-path="other.py"></tbody>'
        f'<tbody data-path="{group}"><tr><td><code data-fact="condition" data-line="{line}">'
        "a &gt; 3</code></td></tr></tbody></table>"
    )
    assert len(audit(tmp_path, rows)) == faults


def test_a_quote_may_hold_elements_and_character_references(tmp_path):
    marked = quote("", 2, 2).replace("></q>", "><b>if</b> a &gt; 3:</q>")
    assert audit(tmp_path, marked) == []


def test_a_tag_for_code_is_shown_by_what_it_holds(tmp_path):
    source = "Of {@link a.B#c() c}, {@code x} and @c argv.\n"
    assert audit(tmp_path, quote("Of c, x and argv.", 1, 1), source=source) == []
    assert audit(tmp_path, quote("Of b, x and argv.", 1, 1), source=source) != []
    assert audit(tmp_path, quote("Of c, x and argc.", 1, 1), source=source) != []


@pytest.mark.parametrize(
    "raw", [b"a\r\nb = 1\r\nc\r\n", "a\nb = 1\nc".encode("utf-16"), b"\xef\xbb\xbfa\nb = 1\n"]
)
def test_encodings_and_line_ends_do_not_matter(tmp_path, raw):
    assert audit(tmp_path, quote("b = 1", 2, 2), source=raw) == []


def test_a_mark_stands_for_the_secret_of_its_line(tmp_path):
    source = 'key = "0123456789"\nother = 1\n'
    assert audit(tmp_path, quote('key = "[redacted: token]"', 1, 1), source=source) == []
    assert audit(tmp_path, quote('kex = "[redacted: token]"', 1, 1), source=source) != []


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        (quote("x", 1, 1, "../site/a.html"), "no such file in the repository"),
        (quote("x", 1, 1, "/etc/hostname"), "no such file in the repository"),
        (quote("def", 9999, 9999), "the file has 237 lines"),
        (quote("def", 2, 1), "the file has 237 lines"),
        (quote(" ", 1, 1), "no line numbers, or no text"),
        (quote("def part_1(a, b=1):", 1, 2), "names 2 lines, quotes 1"),
    ],
)
def test_other_faults_are_named(tmp_path, mark, reason):
    assert audit(tmp_path, mark) == [reason]


def block(inner: str) -> str:
    return f'<div data-file="a.py"><div data-start="1" data-stop="4">{inner}</div></div>'


def test_code_is_that_of_the_lines_it_names(tmp_path):
    right = '<pre data-line="2">    <b>if</b> a &gt; 3:\n        raise ValueError(1)\n</pre>'
    assert audit(tmp_path, block(right)) == []
    assert audit(tmp_path, block(right.replace('"2"', '"3"'))) == ["line 3 differs"]
    assert audit(tmp_path, block(right.replace("(1)", "(2)"))) == ["line 3 differs"]


def test_a_signature_stands_within_its_definition(tmp_path):
    right = '<pre data-fact="signature">def part_1(a,\n b=1):</pre>'
    assert audit(tmp_path, block(right)) == []
    assert audit(tmp_path, block(right.replace("b=1", "b=2"))) == ["does not stand there"]
    assert audit(tmp_path, block(right.replace("part_1(a", "part_2(a"))) == ["does not stand there"]


def test_a_citation_stands_at_the_lines_it_links_to(tmp_path):
    right = '<a class="sb-at" title="if a > 3: raise" href="../x/a.py.html#L2">L2-3</a>'
    assert audit(tmp_path, right) == []
    assert audit(tmp_path, right.replace("L2-3", "L2")) == ["does not stand there"]
    assert audit(tmp_path, right.replace("a > 3", "a > 4")) == ["does not stand there"]
    assert audit(tmp_path, right.replace("a.py.html", "b.py.html").replace("a > 3", "b")) == []


def test_a_citation_is_of_the_file_that_the_linked_page_shows(tmp_path):
    (tmp_path / "site" / "source").mkdir(parents=True)
    page = tmp_path / "site" / "source" / "A~1.py.html"
    page.write_text('<div data-source="a.py"></div>', encoding="utf-8")
    right = '<a class="sb-at" title="if a > 3: raise" href="source/A~1.py.html#L2">L2-3</a>'
    assert audit(tmp_path, right) == []
    assert audit(tmp_path, right.replace("a > 3", "a > 4")) == ["does not stand there"]


def test_signs_for_what_cannot_be_seen_are_that(tmp_path):
    shown = '<div data-file="a.py"><pre data-line="1">a = "⟨U+FEFF⟩x"</pre></div>'
    assert audit(tmp_path, shown, source='a = "\ufeffx"\n') == []
    assert audit(tmp_path, shown, source='a = "\ufeffy"\n') == ["line 1 differs"]


def test_what_is_said_before_a_citation_without_a_title_is_its_quote(tmp_path):
    right = '<p>if a &gt; 3: raise <a class="sb-at" href="../x/a.py.html#L2" data-said>L2-3</a></p>'
    assert audit(tmp_path, f"<p>More.</p>{right}") == []
    assert audit(tmp_path, right.replace("L2-3", "L2")) == ["does not stand there"]
    assert audit(tmp_path, right.replace("3:", "4:")) == ["does not stand there"]


def test_of_a_hundred_seeded_faults_at_least_ninety_nine_are_found(tmp_path):
    dice = random.Random(20)
    lines = SOURCE.split("\n")
    faults = []
    for number in range(100):
        at = dice.randrange(4, len(lines) - 6)
        text, line = lines[at].strip(), at + 1
        kind = number % 4
        if kind == 0:
            line += dice.choice((-1, 1))
        elif kind == 1:
            digits = [i for i, sign in enumerate(lines[0]) if sign.isdigit()]
            text, line = lines[0][: digits[0]] + "7" + lines[0][digits[0] + 1 :], 1
        elif kind == 2:
            text = text.replace(text.split("(")[0].split()[-1], "renamed", 1)
        else:
            text = lines[at - 4].strip()
        faults.append(quote(text, line, line))
    assert len(audit(tmp_path, *faults)) >= 99


def test_the_command_prints_findings_and_tells_by_its_exit_code(tmp_path, capsys):
    audit(tmp_path, quote("def part_1(a, b=1):", 1, 1))
    folders = [str(tmp_path / "site"), str(tmp_path / "repository")]
    assert main(folders) == 0
    audit(tmp_path, quote("def part_1(a, b=1):", 2, 2))
    assert main(folders) == 1
    assert "a.html:1: quote a.py:2: does not stand there" in capsys.readouterr().out
    assert main([folders[0], str(tmp_path / "none")]) == 2
