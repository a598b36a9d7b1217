import mmap
import sys

import pytest

from sourcebook.memory import held, mapped

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="told by Linux alone")

BLOCK = 64 << 20


def test_what_was_let_go_no_longer_counts():
    before = held(), mapped()
    # Not from the allocator, which may have as much left over from another test.
    block = mmap.mmap(-1, BLOCK)
    for start in range(0, BLOCK, mmap.PAGESIZE):
        block[start] = 1
    during = held(), mapped()
    block.close()
    after = held(), mapped()
    for low, high, again in zip(before, during, after, strict=True):
        assert high - low > BLOCK // 2
        assert high - again > BLOCK // 2
