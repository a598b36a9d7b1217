"""What is packed for the browser is what was there."""

import json

import pytest

from sourcebook.store.packing import DIGIT, packed, unpacked

ROWS = [[], [0], [1, 57, 58, 91, 92, 127], [DIGIT - 1, DIGIT, DIGIT + 1, 0], [700_000_000, 5]]


@pytest.mark.parametrize("numbers", ROWS)
def test_numbers_are_kept_through_json(numbers: list[int]):
    text = json.loads(json.dumps(packed(numbers), ensure_ascii=False))
    assert unpacked(text).tolist() == numbers


def test_a_small_number_is_one_byte():
    assert len(packed(range(57)).encode()) == 57
