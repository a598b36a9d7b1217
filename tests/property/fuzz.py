"""A fuzz target for decoding, parsing and cutting.

    python tests/property/fuzz.py [--seconds 60] [--seed 0] [--corpus FOLDER] [--work FOLDER]

Makes one input after the other for the given time: random bytes, real files cut off, and
real files that are mutated (bytes flipped, stretches taken out, doubled, repeated, brought
in from a file of any other language, brackets opened and never closed). Real files are
those of FOLDER, by default the samples of all languages and this repository's own code.
Each input is read as Sourcebook reads a file, in a worker process, under all strategies of
chunking, and must

* end within the limit, in time and in memory;
* be read by code of ours that does not break;
* lose nothing: the chunks tile it, and their texts together are its text;
* have unique ids.

A grammar may give up, and say so. It may even crash, for the product survives that: the file
is then read by patterns, and must keep the same rules; such inputs are counted, and kept as
``WORK/crash-…``. What breaks a rule is kept as ``WORK/found-…``; the program goes on, and
exits with 1 at its end.
"""

import argparse
import hashlib
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.read import RUNGS
from sourcebook.config import ChunkConfig
from sourcebook.grammars.languages import language_of, languages
from sourcebook.model import FileClass, ParsedFile, SourceFile, SourceText
from sourcebook.workers import run_many

ROOT = Path(__file__).parents[2]
LARGEST = 60_000  # bytes of an input; larger ones are made by repeating
SLOWEST = 30.0  # CPU seconds for one input
BATCH = 100  # inputs that one call reads
STRATEGIES = (
    ChunkConfig(),
    ChunkConfig(size=30),
    ChunkConfig(strategy="tokens", size=8),
    ChunkConfig(strategy="bytes", size=50),
)
TROUBLE = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\x0c", b"\xe2\x80\xa8", b"\xf0\x9f\x99",
    b'"""', b"'", b'"', b"`", b"/*", b"*/", b"(", b"[", b"{", b"}", b")", b"<", b">", b"<<<A\n",
    b"#if 0\n", b"#else\n", b"#endif\n", b"<?php ", b"?>", b"${", b"```", b"\\", b"@", b"template<",
    b"/(?", b"=begin\n", b"--[[", b"<!--", b"<![CDATA[", b"BEGIN ", b"    ", b"\t", b"\n\n", b"/**",
)  # fmt: skip


class Fuzz:
    """Inputs made from a seed and a corpus."""

    def __init__(self, corpus: Path | None, seed: int) -> None:
        self.random = random.Random(seed)
        self.by_extension: dict[str, list[Path]] = {}
        folders = [corpus] if corpus else [ROOT / "tests/unit/analyze/samples", ROOT / "generator"]
        for path in sorted(path for folder in folders for path in folder.rglob("*")):
            if _readable(path) and "__pycache__" not in path.parts:
                name = path.suffix or path.name
                self.by_extension.setdefault(name, []).append(path)
        if not self.by_extension:
            raise FileNotFoundError(f"{corpus} holds no file that can be read")
        self.names = sorted(
            {f"a.{row.extensions[0]}" for row in languages().values() if row.extensions}
        )

    def inputs(self) -> Iterator[tuple[str, bytes]]:
        """File name and content, without end."""
        while True:
            draw = self.random.random()
            if draw < 0.15:
                yield self.random.choice(self.names), self._noise()
                continue
            name, data = self._real()
            if draw < 0.3:
                data = data[: self.random.randrange(len(data) + 1)]
            else:
                for _ in range(self.random.choice((1, 1, 2, 4, 16))):
                    data = self._mutated(data)
            yield name, data[: 10 * LARGEST]

    def _real(self) -> tuple[str, bytes]:
        path = self.random.choice(self.by_extension[self.random.choice([*self.by_extension])])
        name = self.random.choice(self.names) if self.random.random() < 0.05 else path.name
        data = path.read_bytes()
        if len(data) > LARGEST:
            start = self.random.randrange(len(data) - LARGEST)
            data = data[start : start + LARGEST]
        return name, data

    def _noise(self) -> bytes:
        size = self.random.choice((0, 1, 10, 300, 5_000, 40_000))
        draw = self.random.randrange(3)
        if draw == 0:
            return self.random.randbytes(size)
        if draw == 1:
            return bytes(self.random.choices(range(32, 127), k=size))
        return b"".join(self.random.choices(TROUBLE, k=size // 4))

    def _mutated(self, data: bytes) -> bytes:
        place = self.random.randrange(len(data) + 1)
        length = int(self.random.paretovariate(0.6)) % 4000
        part = data[place : place + length]
        match self.random.randrange(6):
            case 0:
                return data[:place] + self.random.randbytes(1 + length % 8) + data[place + 1 :]
            case 1:
                return data[:place] + data[place + length :]
            case 2:
                return data[:place] + part * self.random.choice((2, 3, 200)) + data[place:]
            case 3:
                other = self._real()[1]
                start = self.random.randrange(len(other) + 1)
                return data[:place] + other[start : start + length] + data[place:]
            case 4:
                count = self.random.choice((1, 1, 3, 2000))
                return data[:place] + self.random.choice(TROUBLE) * count + data[place:]
            case _:
                codec = self.random.choice(("utf-16", "utf-16-be", "cp1252", "koi8-r", "shift_jis"))
                return data.decode("utf-8", "replace").encode(codec, "replace")


def _readable(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and os.access(path, os.R_OK)


@dataclass(frozen=True, slots=True)
class Input:
    """One input, as it lies in the work folder."""

    file: SourceFile
    chunking: ChunkConfig


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input."""

    packed: bytes
    seconds: float


def read(rung: Callable[[Path, ChunkConfig, SourceFile], bytes], root: Path, one: Input) -> Outcome:
    """Reads an input as the product does, with the time that it takes."""
    start = time.process_time()
    packed = rung(root, one.chunking, one.file)
    return Outcome(packed, time.process_time() - start)


def faults(raw: bytes, name: str, outcome: Outcome) -> Iterator[str]:
    """What is wrong with the reading of one input."""
    parsed = msgspec.msgpack.decode(outcome.packed, type=ParsedFile)
    for note in parsed.workarounds:
        if note.startswith(("grammar given up, read as text", "grammar understood")):
            yield note
    if any(note.startswith("grammar given up: read as text") for note in parsed.workarounds):
        yield "no worker could read it"  # by patterns neither, which may find nothing
    yield from _lost(decode(name, raw), parsed)
    for ids in ([one.id for one in parsed.chunks], [one.id for one in parsed.symbols]):
        if len({one.casefold().replace("_", "") for one in ids}) != len(ids):
            yield "ids are not unique"
    if outcome.seconds > SLOWEST:
        yield f"took {outcome.seconds:.0f} s"


def crashed(parsed: ParsedFile) -> bool:
    """Whether a worker died over it."""
    return any("grammar given up: read" in note for note in parsed.workarounds)


def _lost(text: SourceText, parsed: ParsedFile) -> Iterator[str]:
    if not text.data:
        if parsed.chunks:
            yield "chunks of nothing"
        return
    spans = [chunk.span for chunk in parsed.chunks]
    if not spans:
        yield "no chunks"
        return
    length = len(text.data) + (text.shifts[-1][1] if text.shifts else 0)
    if (spans[0].start, spans[-1].end) != (0, length):
        yield f"chunks reach from {spans[0].start} to {spans[-1].end} of {length}"
    if any(before.end != after.start for before, after in pairwise(spans)):
        yield "chunks do not touch"
    if any(span.start >= span.end for span in spans):
        yield "an empty chunk"
    whole = text.data.decode("utf-8").replace("\r\n", "\n")
    if "".join(chunk.text for chunk in parsed.chunks) != whole:
        yield "the chunks' texts are not the text"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()))
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    try:
        making = Fuzz(options.corpus, options.seed).inputs()
    except FileNotFoundError as error:
        parser.error(str(error))
    counts = dict.fromkeys(("inputs", "crashed", "found"), 0)
    slowest = 0.0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        for name, raw, outcome in _batch(options.work, list(islice(making, BATCH)), end):
            counts["inputs"] += 1
            slowest = max(slowest, outcome.seconds)
            number = f"{options.seed}-{counts['inputs']}-{name}"
            if crashed(msgspec.msgpack.decode(outcome.packed, type=ParsedFile)):
                counts["crashed"] += 1
                (options.work / f"crash-{number}").write_bytes(raw)
            if wrong := list(faults(raw, name, outcome)):
                counts["found"] += 1
                (options.work / f"found-{number}").write_bytes(raw)
                print(f"{options.work}/found-{number}: {'; '.join(wrong)}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(
        f"{counts['inputs']} inputs, {counts['found']} faults, slowest {slowest:.1f} s, "
        f"peak {peak} MB, {counts['crashed']} crashes of a grammar survived"
    )
    return 1 if counts["found"] else 0


def _batch(
    work: Path, inputs: list[tuple[str, bytes]], end: float
) -> Iterator[tuple[str, bytes, Outcome]]:
    """Reads inputs in a worker process, up to the time ``end``."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        items: list[Input] = []
        for number, (name, raw) in enumerate(inputs):
            path = f"{number}/{name}"
            (Path(folder) / path).parent.mkdir()
            (Path(folder) / path).write_bytes(raw)
            language = language_of(name, raw)
            digest = hashlib.sha256(raw).hexdigest()
            file = SourceFile(path, digest, len(raw), language, FileClass.SOURCE)
            items.append(Input(file, STRATEGIES[number % len(STRATEGIES)]))
        reading = run_many([partial(read, rung, Path(folder)) for rung in RUNGS], items, 1)
        for position, outcome in reading:
            yield *inputs[position], outcome
            if time.monotonic() > end:
                return


if __name__ == "__main__":
    sys.exit(main())
