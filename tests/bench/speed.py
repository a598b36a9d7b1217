"""Processor time and memory of Sourcebook and its peers on the same input, as ratios.

    python tests/bench/speed.py FOLDER [--sources SUBFOLDER] [--runs 3] [--graphs]

Everything runs in one go on one machine, one after the other, so that what else the
machine does hits all alike. Figures are seconds of processor time (user and system, child
processes included), the median of the runs; "spread" is (largest - smallest) / median, and
a ratio to a peer whose spread is above a quarter is marked with "?". Judge ratios, never
seconds.

Sourcebook   reads FOLDER, writes book, pages and site, from nothing.
  training   the share of it that trains the word vectors: the difference to a run that
             leaves every file without vectors.
  again      a second run without changes.
doxygen      source browser and search; with --graphs also call and caller graphs as SVG.
ctags        Universal Ctags over all languages: the floor of analysis.
cat          reads every file: the floor of input.

A peer that is not installed is left out. --sources names the part of FOLDER that the peers
read, when the whole holds what they would not document.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.harness.running import Finished, environment, run

DOXYFILE = """\
PROJECT_NAME = peer
INPUT = "{sources}"
OUTPUT_DIRECTORY = "{output}"
RECURSIVE = YES
EXTRACT_ALL = YES
SOURCE_BROWSER = YES
SEARCHENGINE = YES
GENERATE_LATEX = NO
QUIET = YES
WARNINGS = NO
HAVE_DOT = {graphs}
CALL_GRAPH = {graphs}
CALLER_GRAPH = {graphs}
DOT_IMAGE_FORMAT = svg
DOT_NUM_THREADS = 2
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """The runs of one program."""

    name: str
    cpu: float
    spread: float
    peak: int
    output: int  # bytes written


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sources", default=".", help="what the peers read, within FOLDER")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--graphs", action="store_true", help="doxygen draws call graphs")
    parser.add_argument("--seconds", type=float, default=1800, help="limit of one run")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(folder, folder / options.sources, Path(work), options)
        rows = list(bench.rows())
    print(_as_json(rows) if options.json else _as_table(rows))


class Bench:
    """One comparison on one input."""

    def __init__(
        self, folder: Path, sources: Path, work: Path, options: argparse.Namespace
    ) -> None:
        self.folder = folder
        self.sources = sources
        self.work = work
        self.options = options
        self.env = environment(work)

    def rows(self) -> Iterator[Measured]:
        self._run(["cat", *self._files(self.folder)])  # the first reader warms the file cache
        whole = self._measure("sourcebook", self._build, self.work / "out")
        yield whole
        own = self.folder / "sourcebook.toml"
        settings = own.read_text(encoding="utf-8") if own.is_file() else ""
        (self.work / "plain.toml").write_text(f'{settings}\n[exclude]\nembed = ["**"]\n')
        plain = self._measure(
            "training",
            lambda: self._build("--config", self.work / "plain.toml"),
            self.work / "out",
        )
        yield Measured("  training", max(0.0, whole.cpu - plain.cpu), plain.spread, 0, 0)
        self._build()
        yield self._measure("  again", self._sourcebook, self.work / "nothing")
        if shutil.which("doxygen"):
            yield self._measure(self._doxygen_name, self._doxygen, self.work / "doxygen")
        if shutil.which("ctags"):
            tags = self.work / "tags"
            yield self._measure("ctags", lambda: self._ctags(tags), tags)
        files = self._files(self.sources)
        yield self._measure("cat", lambda: self._run(["cat", *files]), self.work / "nothing")

    @property
    def _doxygen_name(self) -> str:
        return "doxygen, call graphs" if self.options.graphs else "doxygen"

    def _measure(self, name: str, once: Callable[[], Finished], output: Path) -> Measured:
        runs = [once() for _ in range(self.options.runs)]
        for done in runs:
            if done.code:
                sys.exit(f"{name}: exit {done.code}\n{done.said[-2000:]}")
        times = [done.cpu for done in runs]
        middle = statistics.median(times)
        return Measured(
            name,
            middle,
            (max(times) - min(times)) / middle if middle else 0.0,
            max(done.peak for done in runs),
            _size(output),
        )

    def _build(self, *more: str | Path) -> Finished:
        shutil.rmtree(self.work / "out", ignore_errors=True)
        return self._sourcebook(*more)

    def _sourcebook(self, *more: str | Path) -> Finished:
        command = [sys.executable, "-m", "sourcebook", "build", self.folder, "-q"]
        return self._run([*command, "-o", self.work / "out", *more])

    def _doxygen(self) -> Finished:
        output = self.work / "doxygen"
        shutil.rmtree(output, ignore_errors=True)
        settings = self.work / "Doxyfile"
        graphs = "YES" if self.options.graphs else "NO"
        settings.write_text(DOXYFILE.format(sources=self.sources, output=output, graphs=graphs))
        return self._run(["doxygen", settings])

    def _ctags(self, tags: Path) -> Finished:
        return self._run(["ctags", "-R", "-f", tags, self.sources])

    def _run(self, command: list[str | Path]) -> Finished:
        return run(command, cwd=self.work, env=self.env, seconds=self.options.seconds)

    def _files(self, folder: Path) -> list[str | Path]:
        return [
            path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink() and ".git" not in path.parts
        ]


def _size(path: Path) -> int:
    if path.is_file():
        return path.stat().st_size
    return sum(one.stat().st_size for one in path.rglob("*") if one.is_file())


def _as_json(rows: list[Measured]) -> str:
    own = rows[0].cpu
    return json.dumps(
        [
            {
                "name": row.name.strip(),
                "cpu_seconds": round(row.cpu, 3),
                "spread": round(row.spread, 3),
                "peak_bytes": row.peak,
                "output_bytes": row.output,
                "sourcebook_to_this": round(own / row.cpu, 2) if row.cpu else None,
            }
            for row in rows
        ],
        indent=1,
    )


def _as_table(rows: list[Measured]) -> str:
    own = rows[0].cpu
    lines = [
        "| | CPU s | spread | peak MB | output MB | Sourcebook to this |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        unsure = "?" if row.spread > 0.25 else ""
        ratio = f"{own / row.cpu:.2f}{unsure}" if row.cpu else ""
        lines.append(
            f"| {row.name.replace('  ', '&nbsp; ')} | {row.cpu:.2f} | {row.spread:.0%} "
            f"| {row.peak / 1e6:.0f} | {row.output / 1e6:.1f} | {ratio} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
