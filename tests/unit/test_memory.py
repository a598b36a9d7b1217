import sys

import pytest

from sourcebook.memory import held, mapped

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="told by Linux alone")

BLOCK = 64 << 20


def test_what_was_let_go_no_longer_counts():
    before = held(), mapped()
    block = b"x" * BLOCK
    during = held(), mapped()
    del block
    after = held(), mapped()
    for low, high, again in zip(before, during, after, strict=True):
        assert high - low > BLOCK // 2
        assert high - again > BLOCK // 2
