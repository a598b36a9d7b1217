"""What a reference in code speaks of."""

import pytest

from tests.unit.analyze.making import put
from tests.unit.analyze.records import read

RECORD = "# 7. A choice\n\n## Status\n\nAccepted\n\n## Decision\n\nWe will.\n"
JAVA = """\
package a;

import b.C;

/**
 * Keeps words.
 * See ADR-0007.
 */
public class Words {
    @ADR(7)
    private int n;
    private int o;

    private int m;

    @ADR(7)
    int one() {
        return 1;
    }

    int two() {
        // ADR-0007: no rest
        return 2;
    }

    int many(int x) {
        int y = x + 1;

        // ADR-0007
        // says why
        y = y + 2;
        y = y + 3;

        return y; // ADR-0007
    }
}
"""
PYTHON = '''\
"""Words.

See ADR-0007.
"""

import os


# ADR-0007
@os.mark
def one():
    return 1


def two():
    """Counts; see ADR-0007."""
    return 2
'''


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        (
            "src/Words.java",
            JAVA,
            {
                ("Words", 5, 36), ("Words", 10, 11), ("Words.one", 16, 19), ("Words.two", 21, 24),
                ("Words.many", 29, 32), ("Words.many", 34, 34),
            },
        ),
        ("src/words.py", PYTHON, {("", 0, 0), ("one", 9, 12), ("two", 15, 17)}),
    ],
)  # fmt: skip
def test_a_reference_speaks_of_what_it_heads_or_of_what_follows(tmp_path, name, text, meant):
    found = read(put(tmp_path, {"docs/adr/0007-choice.md": RECORD, name: text}))
    links = found["adr-0007"].links
    assert {
        ((link.symbol or "").partition("::")[2], link.line, link.end_line) for link in links
    } == meant
