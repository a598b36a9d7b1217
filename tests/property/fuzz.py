"""A fuzz target for decoding, parsing and cutting.

    python tests/property/fuzz.py [--seconds 60] [--seed 0] [--corpus FOLDER] [--work FOLDER]

Makes one input after the other for the given time: random bytes, real files cut off, and
real files that are mutated (bytes flipped, stretches taken out, doubled, repeated, brought
in from a file of any other language, brackets opened and never closed). Real files are
those of FOLDER, by default the samples of all languages and this repository's own code.
Each input is read as Sourcebook reads a file, under all strategies of chunking, and must

* end within the limit, in time and in memory;
* be read by code of ours that does not break (a grammar may give up, and say so);
* lose nothing: the chunks tile it, and their texts together are its text;
* have unique ids.

The input in hand stands in ``WORK/current.EXTENSION``. A crash or a hang ends the program
with a trace and leaves the input there; what breaks a rule is kept as ``WORK/found-N`` and
the program goes on, and exits with 1 at its end.
"""

import argparse
import faulthandler
import hashlib
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from sourcebook.analyze.decode import decode
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.grammars.languages import language_of, languages
from sourcebook.model import FileClass, ParsedFile, SourceFile, SourceText

ROOT = Path(__file__).parents[2]
LARGEST = 60_000  # bytes of an input; larger ones are made by repeating
SLOWEST = 30.0  # CPU seconds for one input
HANGS = 120  # seconds by the clock
MEMORY = 3 << 30  # bytes of address space
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
            if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts:
                name = path.suffix or path.name
                self.by_extension.setdefault(name, []).append(path)
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


def faults(name: str, raw: bytes, chunking: ChunkConfig) -> Iterator[str]:
    """What is wrong with the reading of one input."""
    text = decode(name, raw)
    file = SourceFile(
        name, hashlib.sha256(raw).hexdigest(), len(raw), language_of(name, raw), FileClass.SOURCE
    )
    parsed = parse(file, text, chunking)
    for note in parsed.workarounds:
        if note.startswith(("grammar given up", "grammar understood")):
            yield note
    yield from _lost(text, parsed)
    for ids in ([one.id for one in parsed.chunks], [one.id for one in parsed.symbols]):
        if len({one.casefold().replace("_", "") for one in ids}) != len(ids):
            yield "ids are not unique"


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
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    options.work.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + options.seconds
    count = found = 0
    slowest = 0.0
    for name, raw in Fuzz(options.corpus, options.seed).inputs():
        if time.monotonic() > end:
            break
        count += 1
        current = options.work / f"current-{options.seed}{Path(name).suffix or name}"
        current.write_bytes(raw)
        faulthandler.dump_traceback_later(HANGS, exit=True)
        start = time.process_time()
        wrong = list(faults(name, raw, STRATEGIES[count % len(STRATEGIES)]))
        taken = time.process_time() - start
        faulthandler.cancel_dump_traceback_later()
        slowest = max(slowest, taken)
        if taken > SLOWEST:
            wrong.append(f"took {taken:.0f} s")
        if wrong:
            found += 1
            kept = options.work / f"found-{options.seed}-{count}-{name}"
            current.replace(kept)
            print(f"{kept}: {'; '.join(wrong)}", flush=True)
        current.unlink(missing_ok=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{count} inputs, {found} faults, slowest {slowest:.1f} s, peak {peak} MB")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
