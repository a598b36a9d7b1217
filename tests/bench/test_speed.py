"""The benchmark itself runs, and its ratios are those of its seconds."""

import sys
from pathlib import Path

import pytest

from tests.harness.case import CASES
from tests.harness.folders import strict_json
from tests.harness.running import environment, run


@pytest.mark.slow
def test_ratios_of_one_run(tmp_path: Path):
    script = Path(__file__).with_name("speed.py")
    folder = CASES / "052-honest-empty-result" / "input"
    done = run(
        [sys.executable, script, folder, "--runs", "1", "--json"],
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert done.code == 0, done.said
    rows = {row["name"]: row for row in strict_json(done.out)}
    assert {"sourcebook", "training", "again", "cat"} <= rows.keys()
    own, again = rows["sourcebook"], rows["again"]
    assert own["output_bytes"] > 0
    assert own["peak_bytes"] > 0
    assert again["sourcebook_to_this"] == pytest.approx(
        own["cpu_seconds"] / again["cpu_seconds"], rel=0.05
    )
