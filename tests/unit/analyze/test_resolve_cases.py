"""Every case of tests/callgraph is exact: no false edge, none missing."""

from pathlib import Path

import pytest

from tests.bench.callgraph import score_case

CASES = Path(__file__).parents[2] / "callgraph"
FOLDERS = sorted(path.parent for path in CASES.rglob("callgraph.json"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.relative_to(CASES).as_posix())
def test_case_is_exact(folder: Path):
    score = score_case(folder, external=False)
    assert (score.false, score.missing) == ([], [])
