"""The largest memory that indexing takes, stage by stage.

    python tests/bench/memory.py FOLDER [--vendored]

Runs phase 1 with a fresh memo and prints, for each stage, the peak of the process itself
since the stage began, and at the end that of its workers: of one of them, for each is a
process of its own. ``--vendored`` reads third-party code, too. Linux only, since no other
system forgets a peak.
"""

import argparse
import gc
import os
import re
import resource
import tempfile
from dataclasses import replace
from pathlib import Path

from sourcebook import pipeline
from sourcebook.config import Config
from sourcebook.progress import Quiet
from sourcebook.run import Run
from sourcebook.store.output import output_of, writing

STATUS = Path("/proc/self/status")


class Peaks(Quiet):
    """Notes the peak of each stage when the next one begins."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, int]] = []
        self._stage = "start"

    def start(self, stage: str, total: int = 0) -> None:
        del total
        self.found.append((self._stage, peak()))
        Path("/proc/self/clear_refs").write_text("5")  # forgets the peak
        self._stage = stage


def peak() -> int:
    """The largest memory since it was last forgotten, in MB."""
    match = re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text())
    assert match is not None
    return int(match[1]) * 1024 // 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--vendored", action="store_true", help="read third-party code, too")
    options = parser.parse_args()
    os.environ["LSP_ENABLE_LANGS"] = "none"
    gc.set_threshold(200_000, 50, 1000)  # as the command sets it
    config = replace(Config(), vendored="index") if options.vendored else Config()
    peaks = Peaks()
    with tempfile.TemporaryDirectory() as work:
        folder = options.folder.resolve()
        output = output_of(folder, config.docs, Path(work))
        with writing(output):
            pipeline.index(Run(folder, config, output, peaks))
    peaks.start("end")
    print("| stage | peak, MB |\n|---|---:|")
    for stage, most in peaks.found:
        print(f"| {stage} | {most:,} |")
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 // 1_000_000
    print(f"| a worker of parse | {worker:,} |")


if __name__ == "__main__":
    main()
