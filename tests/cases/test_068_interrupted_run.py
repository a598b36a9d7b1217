"""Ctrl-C, kill and a full disk at any moment."""

import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.harness.case import Case
from tests.harness.folders import contents, differences, relative
from tests.harness.general import GeneralConditions
from tests.harness.interrupting import interrupt
from tests.harness.running import environment, run, sourcebook

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
MOMENTS = 10
PARTS = ("book/", "docs/", "site/")


class TestGeneral(GeneralConditions):
    pass


@dataclass(frozen=True)
class States:
    """An output of the repository before a change, and a clean one after it."""

    repository: Path
    home: Path
    old: Path
    before: dict[str, bytes]
    after: dict[str, bytes]
    seconds: float

    def copy(self, to: Path) -> Path:
        shutil.copytree(self.old, to)
        return to


@pytest.fixture(scope="module")
def states(case: Case, tmp_path_factory: pytest.TempPathFactory) -> States:
    home = tmp_path_factory.mktemp("interrupted")
    repository = home / "repo"
    shutil.copytree(case.root, repository)
    assert sourcebook("build", repository, "-o", home / "old", "-q", home=home).code == 0
    for path in sorted(repository.rglob("*.py")):
        path.write_text(path.read_text().replace("Does step", "Makes step"))
    clean = sourcebook("build", repository, "-o", home / "new", "-q", home=home)
    assert clean.code == 0, clean.said
    return States(
        repository,
        home,
        home / "old",
        contents(home / "old"),
        contents(home / "new"),
        clean.seconds,
    )


def _part(found: dict[str, bytes], part: str) -> dict[str, bytes]:
    return {name: data for name, data in found.items() if name.startswith(part)}


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_1_and_2_whole_then_and_right_after(states: States, moment: int, tmp_path: Path):
    """The old or the new is there, whole; the next ordinary run gives the right bytes."""
    output = states.copy(tmp_path / "out")
    arguments: list[str | Path] = ["build", states.repository, "-o", output, "-q"]
    ended = interrupt(
        arguments,
        home=tmp_path,
        after=states.seconds * (moment + 1) / (MOMENTS + 2),
        number=SIGNALS[moment % len(SIGNALS)],
    )
    found = contents(output)
    # A kill between the two renames of a switch leaves the old under its staging name.
    for part in PARTS:
        if moment % len(SIGNALS) == 2 and not (output / part).exists():
            continue
        assert _part(found, part) in (_part(states.before, part), _part(states.after, part)), part
    assert ended.code != 0 or not ended.in_time
    again = sourcebook(*arguments, home=tmp_path)
    assert again.code == 0, again.said
    assert differences(contents(output), states.after) == []


@pytest.mark.parametrize("moment", [0.15, 0.4, 0.8])
def test_3_ctrl_c(states: States, moment: float, tmp_path: Path):
    """SIGINT ends within 5 s with code 130 and one line; no child process stays."""
    for attempt in range(4):  # a machine that has become quicker is done before the signal
        output = states.copy(tmp_path / f"out{attempt}")
        ended = interrupt(
            ["build", states.repository, "-o", output, "-q"],
            home=tmp_path,
            after=max(0.3, states.seconds * moment * 0.7**attempt),
            number=signal.SIGINT,
        )
        if ended.in_time:
            break
    assert ended.in_time
    assert ended.code == 130
    assert ended.took < 5
    assert len(ended.err.strip().splitlines()) == 1, ended.err
    assert ended.left == ()


@pytest.mark.parametrize("kilobytes", [4, 64, 256])
def test_4_a_full_disk(states: States, kilobytes: int, tmp_path: Path):
    """A clear message, a code, the old state intact; the next run tidies up."""
    output = states.copy(tmp_path / "out")
    (output / "memo.sqlite").unlink()
    arguments = [sys.executable, "-m", "sourcebook", "build", states.repository, "-o", output, "-q"]
    limited = ["bash", "-c", f'ulimit -f {kilobytes}; exec "$@"', "bash", *map(str, arguments)]
    stopped = run(limited, cwd=tmp_path, env=environment(tmp_path))
    assert stopped.code not in (0, 130), stopped.said
    assert "Traceback" not in stopped.said
    assert stopped.err.strip()
    found = contents(output)
    for part in PARTS:
        assert _part(found, part) in (_part(states.before, part), _part(states.after, part)), part
    again = sourcebook("build", states.repository, "-o", output, "-q", home=tmp_path)
    assert again.code == 0, again.said
    assert differences(contents(output), states.after) == []
    assert not [name for name in relative(output) if name.startswith(".") and ".new" in name]
