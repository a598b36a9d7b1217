"""How the summaries of a book read: how many only echo the name, how long they are.

    python -m tests.bench.summaries BOOK [--count 34] [--seed 1]

With ``--count`` it also prints as many summaries of definitions, drawn by the seed, each
with its place, what the source says there and where the sentence comes from, to be judged
by a reader. The same book, count and seed give the same ones.
"""

import argparse
import random
import re
import sys
from pathlib import Path
from statistics import median, quantiles

from sourcebook.model import ChunkKind, Entry
from sourcebook.store.book import open_book
from sourcebook.tokenizer import terms_of

DEFINITIONS = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS})

#: Words that say nothing of their own beside a name.
EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "be",
        "by",
        "for",
        "from",
        "function",
        "in",
        "into",
        "is",
        "it",
        "its",
        "method",
        "class",
        "of",
        "on",
        "returns",
        "return",
        "that",
        "the",
        "this",
        "to",
        "with",
        "defines",
        "define",
        "holds",
        "does",
    ]
)


def sentence(entry: Entry) -> str:
    first = entry.summary.responsibility
    return first.text if first is not None else ""


def echoes(entry: Entry) -> bool:
    """Whether the sentence says no word that the name does not say."""
    said = {term for word in re.findall(r"\w+", sentence(entry)) for term in terms_of(word)}
    named = {term for word in re.findall(r"\w+", entry.chunk.qualified) for term in terms_of(word)}
    return not {word for word in said - named if word not in EMPTY}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    entries = [
        one
        for one in open_book(options.book, verify=False).iter_entries()
        if one.chunk.kind in DEFINITIONS and one.chunk.part == 1
    ]
    chosen = sorted(
        random.Random(options.seed).sample(range(len(entries)), min(options.count, len(entries)))
    )
    for number, at in enumerate(chosen, 1):
        _show(number, entries[at])
    lengths = [len(sentence(one).split()) for one in entries]
    echoing = [one for one in entries if echoes(one)]
    print(
        f"{len(entries)} definitions, {len(echoing)} echo the name "
        f"({len(echoing) / len(entries):.1%}), words: median {median(lengths):g}, "
        f"90 % at most {quantiles(lengths, n=10)[-1]:g}, longest {max(lengths)}",
        file=sys.stderr,
    )
    return 0


def _show(number: int, entry: Entry) -> None:
    chunk, first = entry.chunk, entry.summary.responsibility
    print(f"\n{number}. {chunk.path}:{chunk.span.line} {chunk.kind} {chunk.qualified}")
    print(f"   => {sentence(entry)}")
    for one in first.evidence[:1] if first is not None else ():
        print(f"   [{one.line}-{one.end_line}] {one.quote[:160]!r}")
    for line in chunk.text.split("\n")[:14]:
        print(f"   | {line[:110]}")


if __name__ == "__main__":
    sys.exit(main())
