import pytest

from tests.unit.analyze.reading import parsed


def notes(path: str, source: str) -> list[tuple[str, str, int]]:
    return [(each.kind, each.text, each.line) for each in parsed(path, source).notes]


def test_notes_stand_in_comments_only():
    source = (
        'x = \'TODO: no\'\n# TODO(a): mend this\ndef f():\n    """Doc.\n\n    FIXME wrong\n    """\n'
        "    return 1  # see ADR-0012\n# Decided in docs/decisions/0003-money.md.\n"
    )
    assert notes("a.py", source) == [
        ("todo", "mend this", 2),
        ("fixme", "wrong", 6),
        ("decision", "see ADR-0012", 8),
        ("decision", "Decided in docs/decisions/0003-money.md.", 9),
    ]


def test_notes_of_other_languages():
    source = "/**\n * @deprecated use g\n */\nfunction f() {} /* TODO: drop */\n"
    assert notes("a.js", source) == [("deprecated", "@deprecated use g", 2), ("todo", "drop", 4)]
    assert notes("a.sql", "-- FIXME: slow\nSELECT 1;\n") == [("fixme", "slow", 1)]


def rules(path: str, source: str) -> list[tuple[str, str, int]]:
    return [(each.text, each.outcome, each.span.line) for each in parsed(path, source).rules]


@pytest.mark.parametrize(
    ("path", "source", "rule"),
    [
        ("a.py", "def f(n):\n    if n > 3:\n        raise ValueError('x')\n",
         ("n > 3", "raises ValueError", 2)),
        ("a.py", "def f(n):\n    if not n:\n        # why\n        return None\n",
         ("not n", "returns None", 2)),
        ("a.js", "function f(n) {\n  if (n === 'a') { throw new RangeError(n); }\n}\n",
         ("n === 'a'", "raises RangeError", 2)),
        ("a.go", "package a\nfunc F(n int) error {\n\tif n > max {\n\t\treturn ErrMany\n\t}\n\treturn nil\n}\n",
         ("n > max", "returns ErrMany", 3)),
        ("a.c", "int f(int n) {\n  if (n >= LIMIT) n = 1;\n  return n;\n}\n",
         ("n >= LIMIT", "", 2)),
        ("a.py", "def f(n):\n    if not n:\n        return g(h(n))  # why\n    return 1\n",
         ("not n", "returns g(h(n))", 2)),
        ("a.py", "def f(n):\n    if not n:\n        return g(\n            n, m=1\n        )\n    return 1\n",
         ("not n", "returns g( n, m=1 )", 2)),
        ("a.py", "def f(n):\n    if n:\n        return f'<{n!r}>'\n    return ''\n",
         ("n", "returns f'<{n!r}>'", 2)),
        ("a.rs", 'fn f(n: u8) { if n > 9 { panic!("x") } }\n', ("n > 9", "fails", 1)),
    ],
)  # fmt: skip
def test_rules(path: str, source: str, rule: tuple[str, str, int]):
    assert rules(path, source) == [rule]


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("a.py", "def f(d, n):\n    if d is False:\n        if not n:\n            return False\n",
         [("not n", ["d is False"])]),
        ("a.py", "def f(n):\n    if n < 2:\n        n = 1\n    else:\n        if n > 4:\n            raise X\n",
         [("n < 2", []), ("n > 4", [])]),
        ("a.js", "function f(n) { if (n > 3) { const g = () => { if (n === 6) return 7; } } }\n",
         [("n > 3", []), ("n === 6", [])]),
        ("a.c", "int f(int n) { if (n > 3) if (n > 5) { if (n == 7) return 1; } return 0; }\n",
         [("n > 3", []), ("n > 5", ["n > 3"]), ("n == 7", ["n > 3", "n > 5"])]),
    ],
)  # fmt: skip
def test_a_rule_knows_the_conditions_around_it(path, source, found):
    told = [(each.text, [one.text for one in each.within]) for each in parsed(path, source).rules]
    assert told == found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.swift", "func f(n: Int) -> Int {\n  guard n > 3 else { return 0 }\n  return 1\n}\n"),
        ("a.rb", "def f(n)\n  return 0 unless n > 3\nend\n"),
        ("a.rb", "def f(n)\n  unless n > 3\n    return 0\n  end\nend\n"),
    ],
)
def test_what_follows_where_a_condition_does_not_hold(path, source):
    (rule,) = parsed(path, source).rules
    assert (rule.text, rule.outcome, rule.negated) == ("n > 3", "returns 0", True)


def test_a_condition_that_states_nothing_is_no_rule():
    assert rules("a.py", "def f(n):\n    if n:\n        n = g(n)\n    return n\n") == []
