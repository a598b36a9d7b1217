"""Claims below a sentence: of which function they hold, and what is none."""

import pytest

from sourcebook.model import ClaimKind
from tests.unit.analyze.test_summarize_compose import summaries


def claims(text: str, kind: ClaimKind, name: str = "f") -> list[str]:
    found = summaries("a.py", "python", text)[name].claims
    return [claim.text for claim in found if claim.kind is kind]


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (
            "def f(x):\n    def g():\n        raise KeyError(x)\n    raise KeyError(g)\n",
            ClaimKind.EXCEPTION,
            ["Raises `KeyError`."],
        ),
        (
            "def f(x):\n    def g():\n        if x is None:\n            return 1\n    return g\n",
            ClaimKind.RULE,
            ["When `x is None` in its inner `g`, returns `1`."],
        ),
        (
            'def f(x):\n    """Does.\n\n    ::\n\n        self.a = 1\n    """\n    return x\n',
            ClaimKind.SIDE_EFFECT,
            [],
        ),
        (
            "def f(x):\n    class A:\n        def g(self):\n            self.a = 1\n    return A\n",
            ClaimKind.SIDE_EFFECT,
            [],
        ),
        (
            "import json\n\ndef f(load):\n    return load('a')\n\nf(json.load)\n",
            ClaimKind.SIDE_EFFECT,
            [],
        ),
        (
            'def f():\n    """Does.\n\n    .. deprecated:: 2.0\n    """\n    return 1\n',
            ClaimKind.NOTE,
            ["Deprecated: since 2.0."],
        ),
    ],
)
def test_claims(text: str, kind: ClaimKind, told: list[str]):
    assert claims(text, kind) == told


GUESSED = """
class A:
    def write(self): pass

class B:
    def write(self): pass

def f(x):
    x.write()
    return 1

f(A())
"""


def test_one_of_several_that_may_be_meant_is_told_as_written():
    found = summaries("a.py", "python", GUESSED)["f"]
    assert found.responsibility is not None
    assert found.responsibility.text.startswith("Returns `1`; calls `x.write`")
    assert not [one for one in found.claims if one.kind is ClaimKind.DEPENDENCY]
