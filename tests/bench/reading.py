"""Processor time of reading a repository, as ratios to programs that do less.

    python tests/bench/reading.py FOLDER [--vendored] [--json]

Each step runs in a process of its own over the same files, one after the other; figures are
seconds of processor time, start of the interpreter taken off. Judge ratios, never seconds.

list      the list of files, ignore rules and classes, against ``rg --files``
digest    a digest of every file, against ``cat``
parse     decoding, symbols, chunks and metadata, against ``ctags`` on the same files
facts     what the call graph asks of each file: calls, values, shared state (stage 4, done
          while its syntax is at hand); the files are read once with and once without it
secrets   the search for credentials, which is a part of decoding, over the same texts again

The last column is the largest memory of the process. ``--vendored`` reads third-party code,
too; ``--sample N`` reads N files, chosen by a fixed seed, in the last three steps.
"""

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourcebook.config import Config
from sourcebook.model import FileStatus, SourceFile
from tests.harness.running import Finished, environment, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--vendored", action="store_true", help="read third-party code, too")
    parser.add_argument("--sample", type=int, default=0, help="how many files are parsed; 0 is all")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--step", choices=tuple(STEPS), help="(internal)")
    options = parser.parse_args()
    config = replace(Config(), vendored="index") if options.vendored else Config()
    if options.step:
        gc.set_threshold(200_000, 50, 1000)  # as the command sets it
        print(json.dumps(STEPS[options.step](options.folder, config, options.sample)))
        return
    with tempfile.TemporaryDirectory() as work:
        rows = list(measure(options.folder.resolve(), options, Path(work)))
    if options.json:
        print(json.dumps([dict(zip(HEAD, row, strict=True)) for row in rows], indent=1))
        return
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


HEAD = ("step", "CPU s", "compared with", "CPU s of that", "ratio", "peak MB")


def measure(folder: Path, options: argparse.Namespace, work: Path) -> list[tuple[str | float, ...]]:
    """The rows of the table."""
    env = environment(work)

    def program(*command: str | Path, given: str = "") -> float:
        if given:
            (work / "given").write_text(given)
            command = ("xargs", "-d", "\\n", "-a", work / "given", *command)
        return _done(run([*command], cwd=folder, env=env, seconds=3600)).cpu

    def step(name: str) -> tuple[Finished, dict[str, object]]:
        more = ["--sample", options.sample, *(["--vendored"] if options.vendored else [])]
        command = [sys.executable, Path(__file__).resolve(), folder, "--step", name, *more]
        done = _done(run(command, cwd=work, env=env, seconds=3600))
        return done, json.loads(done.out)

    start, _ = step("none")
    listing, _ = step("scan")
    digests, hashed = step("digest")
    parse, told = step("parse")
    whole, _ = step("facts")
    _, searched = step("secrets")
    files = "\n".join(map(str, hashed["files"]))
    parsed = "\n".join(map(str, told["files"]))
    digest = float(str(hashed["spent"]))
    rg = program("rg", "--files", "--hidden", "--glob", "!.git")
    cat = program("cat", given=files)
    ctags = program("ctags", "-f", work / "tags", given=parsed)
    secrets = float(str(searched["spent"]))
    own = parse.cpu - float(str(told["scan"])) - secrets - start.cpu
    rows = [
        ("list", listing.cpu - start.cpu - digest, "rg --files", rg, listing.peak),
        ("digest", digest, "cat", cat, digests.peak),
        ("parse", own, "ctags", ctags, parse.peak),
        ("facts", whole.cpu - parse.cpu, "ctags", ctags, whole.peak),
        ("secrets", secrets, "ctags", ctags, whole.peak),
    ]
    return [
        (name, round(cpu, 2), peer, round(other, 3), round(cpu / other, 2), peak // 1_000_000)
        for name, cpu, peer, other, peak in rows
    ]


def _done(done: Finished) -> Finished:
    if done.code:
        sys.exit(done.said[-2000:])
    return done


# ----------------------------------------------------- the steps, each in its own process


def nothing(_folder: Path, _config: Config, _sample: int) -> dict[str, object]:
    """What every step imports."""
    import sourcebook.analyze.metadata
    import sourcebook.analyze.parse
    import sourcebook.analyze.scan  # noqa: F401

    return {}


def listing(folder: Path, config: Config, sample: int) -> dict[str, object]:
    """Stage 1, digests included."""
    from sourcebook.analyze.scan import scan

    nothing(folder, config, sample)
    return {"files": len(scan(folder, config).files)}


def digests(folder: Path, config: Config, sample: int) -> dict[str, object]:
    """A digest of every file."""
    import hashlib

    nothing(folder, config, sample)
    done = subprocess.run(
        ["rg", "--files", "--hidden", "--glob", "!.git"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    files = sorted(done.stdout.splitlines())
    start = process_time()
    for file in files:
        with (folder / file).open("rb", buffering=0) as stream:
            hashlib.sha256(stream.read()).hexdigest()
    return {"files": files, "spent": process_time() - start}


def parsing(folder: Path, config: Config, sample: int, *, calls: bool) -> dict[str, object]:
    """Stages 2 and 3 of every file that is read; tells what the scan took."""
    import msgspec

    from sourcebook.analyze.decode import decode
    from sourcebook.analyze.metadata import metadata
    from sourcebook.analyze.parse import parse
    from sourcebook.model import ParsedFile

    nothing(folder, config, sample)
    before = process_time()
    files = read(folder, config, sample)
    scanned = process_time() - before
    for file in files:
        text = decode(file.path, (folder / file.path).read_bytes())
        packed = msgspec.msgpack.encode(parse(file, text, config.chunk, calls=calls))
        metadata(msgspec.msgpack.decode(packed, type=ParsedFile), (), ())
    return {"scan": scanned, "files": [one.path for one in files]}


def secrets(folder: Path, config: Config, sample: int) -> dict[str, object]:
    """The search for credentials in the text of every file that is read."""
    from sourcebook.analyze.decode import unredacted
    from sourcebook.analyze.redact import redact

    nothing(folder, config, sample)
    spent = 0.0
    for file in read(folder, config, sample):
        text = unredacted((folder / file.path).read_bytes()).decode()
        start = process_time()
        redact(text, file.path)
        spent += process_time() - start
    return {"spent": spent}


def read(folder: Path, config: Config, sample: int) -> list[SourceFile]:
    """The files that a run reads, or a sample of them."""
    from sourcebook.analyze.scan import scan

    files = [one for one in scan(folder, config).files if one.status is not FileStatus.SKIPPED]
    return random.Random(0).sample(files, sample) if sample else files


STEPS = {
    "none": nothing,
    "scan": listing,
    "digest": digests,
    "parse": partial(parsing, calls=False),
    "facts": partial(parsing, calls=True),
    "secrets": secrets,
}

if __name__ == "__main__":
    main()
