"""Which values stand behind the names of a condition, and when a rule's digest changes."""

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.thresholds import signed
from sourcebook.model import Rule
from tests.unit.analyze.reading import parsed


def rules(files: dict[str, str], path: str) -> tuple[Rule, ...]:
    """The rules of one file among others."""
    read = [parsed(name, text) for name, text in files.items()]
    (own,) = [file for file in signed(read, link(read)) if file.path == path]
    return own.rules


def shown(files: dict[str, str], path: str) -> list[tuple[str, str, str, int]]:
    return [
        (one.name, one.value, one.path, one.line)
        for rule in rules(files, path)
        for one in rule.constants
    ]


METHOD = "class A:\n    MAX = 9\n\n    def f(self, n):\n        if n > {}:\n            raise ValueError\n"
PAY = "def pay(total):\n    if total > {}:\n        raise Refused\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": f"LIMIT = 1000\n\n{PAY.format('LIMIT')}"}, ("LIMIT", "1000", "a.py", 1)),
        ({"a.py": f"AGE: int = 60 * 60  # s\n{PAY.format('AGE')}"}, ("AGE", "60 * 60", "a.py", 1)),
        (
            {"a.py": f"from b import MOST as TOP\n{PAY.format('TOP')}", "b.py": "\nMOST = 5\n"},
            ("TOP", "5", "b.py", 2),
        ),
        (
            {"a.py": f"import b\n{PAY.format('b.MOST')}", "b.py": "MOST = 5\n"},
            ("b.MOST", "5", "b.py", 1),
        ),
        (
            {
                "a.py": f"from b import Order\n{PAY.format('Order.MOST')}",
                "b.py": "class Order:\n    MOST = 5\n",
            },
            ("Order.MOST", "5", "b.py", 2),
        ),
        (
            {"a.py": METHOD.format("self.MAX")},
            ("self.MAX", "9", "a.py", 2),
        ),
        (
            {"a.ts": "import {LIMIT as L} from './b';\nfunction f(n) { if (n > L) { throw new E(); } }",
             "b.ts": "export const LIMIT = 1000;\n"},
            ("L", "1000", "b.ts", 1),
        ),
        (
            {"A.java": "class A {\n  static final int MAX = 1_000;\n  void f(int n) {\n"
             "    if (n > MAX) { throw new E(); }\n  }\n}\n"},
            ("MAX", "1_000", "A.java", 2),
        ),
        (
            {"a.go": "package a\n\nconst Limit = 7\n\nfunc f(n int) { if n > Limit { return } }\n"},
            ("Limit", "7", "a.go", 3),
        ),
        (
            {"a.c": "#define TOP (12)\nint f(int n) { if (n > TOP) return 0; return 1; }\n"},
            ("TOP", "(12)", "a.c", 1),
        ),
        (
            {"a.php": "<?php\nclass A {\n const MAX = 5;\n function f($n) {\n"
             "  if ($n > self::MAX) { throw new X(); }\n }\n}\n"},
            ("self::MAX", "5", "a.php", 3),
        ),
    ],
)  # fmt: skip
def test_a_constant_shows_its_value_and_where_it_stands(files, expected):
    assert shown(files, next(iter(files))) == [expected]


@pytest.mark.parametrize(
    "source",
    [
        f"LIMIT = 1\nLIMIT = 2\n{PAY.format('LIMIT')}",
        f"LIMIT = 1\nif slow:\n    LIMIT = 2\n{PAY.format('LIMIT')}",
        f"LIMIT = 1\nLIMIT += 2\n{PAY.format('LIMIT')}",
        f"LIMIT = 1\n\ndef turn():\n    global LIMIT\n    LIMIT = 2\n\n{PAY.format('LIMIT')}",
        f"LIMIT = read()\n{PAY.format('LIMIT')}",
        f"limit = 1\n{PAY.format('limit')}",
        f"LIMIT = 1\n{PAY.format('LIMIT()')}",
        METHOD.format("self.MAX") + "\n\nclass B(A):\n    MAX = 2\n",
        METHOD.format("MAX"),
        "LIMIT = 1\n" + PAY.format("'LIMIT'"),
        f"LIMIT = ('one',)\n{PAY.format('LIMIT')}",
    ],
)
def test_in_doubt_no_value_is_shown(source):
    (rule,) = rules({"a.py": source}, "a.py")
    assert rule.constants == ()


def digest(source: str) -> str:
    (rule,) = rules({"a.py": source}, "a.py")
    return rule.digest


BASE = (
    "LIMIT = 1000\n\n\ndef pay(total):\n    if total > LIMIT:  # as agreed\n        raise Refused\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raise Refused", 'log("x")'),
        ("raise Refused", "raise Ignored"),
        ("LIMIT = 1000", "LIMIT = 5000"),
        ("# as agreed", "# for now"),
        ("total > LIMIT:", "total >= LIMIT:"),
    ],
)
def test_the_digest_changes_with_the_line_the_outcome_and_the_constants(before, after):
    assert digest(BASE.replace(before, after)) != digest(BASE)


def test_an_outcome_without_a_word_of_its_own_counts_too():
    said = BASE.replace("raise Refused", "approve(total)")
    assert digest(said) != digest(said.replace("approve", "refuse"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n\ndef pay", "\n\nOTHER = 3\n\n\ndef pay"),
        ("raise Refused\n", "raise Refused\n    return total\n"),
        ("if total > LIMIT:  #", "if total  > LIMIT: #"),
    ],
)
def test_the_digest_stays_when_others_change(before, after):
    assert digest(BASE.replace(before, after)) == digest(BASE)
    assert len(digest(BASE)) == 6
