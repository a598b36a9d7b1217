"""How the summaries of a book read: how many only echo the name, how long they are.

    python -m tests.bench.summaries BOOK [--count 34] [--seed 1]

With ``--count`` it also prints as many summaries of chunks of any kind, drawn by the seed,
each with its place, all that is claimed of it, what the source says there and where the
sentence comes from, to be judged by a reader. The same book, count and seed draw the same places.

    python -m tests.bench.summaries --verdicts

writes what a reader judged of a hundred (``summaries.tsv`` beside this file) as the page
of the docs.
"""

import argparse
import csv
import html
import random
import re
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from statistics import median, quantiles

from sourcebook.model import ChunkKind, Entry
from sourcebook.store.book import open_book
from sourcebook.tokenizer import terms_of

TABLE = Path(__file__).with_suffix(".tsv")
PAGE = Path(__file__).parents[2] / "site_src/reference/summary-verdicts.md"
HEAD = """\
# Summaries: a hundred verdicts

A hundred chunks of any kind, drawn with a fixed seed (`python -m tests.bench.summaries BOOK --count 33 --seed 2053`, 34 for django), each read with its source open by one reader. *Right* is a sentence of which, and of the claims below it, every statement holds, and from which a reader learns what the code is for; *thin* one that holds and leaves out the point; *wrong* one of which a statement, or a claim below it, does not hold or leads astray. The sentences stand as they were drawn. This page is written by `python -m tests.bench.summaries --verdicts`.
"""

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


def verdicts(table: Path) -> Iterator[str]:
    """The page of single verdicts: counts by repository and by kind, then each of them."""
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    yield HEAD
    for title, name in (("Repository", "repository"), ("Kind", "kind")):
        yield f"\n| {title} | read | right | of these thin | wrong |\n|---|---|---|---|---|\n"
        groups: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            groups.setdefault(row[name].partition("/")[0], []).append(row)
        for group, found in (*groups.items(), ("all", rows)):
            right = [row for row in found if row["right"] == "yes"]
            thin = sum(row["worth"] == "no" for row in right)
            yield f"| {group} | {len(found)} | {len(right)} | {thin} | {len(found) - len(right)} |\n"
    yield "\n| | Where | What is said | Verdict |\n|---|---|---|---|\n"
    for row in rows:
        verdict = "wrong" if row["right"] == "no" else "thin" if row["worth"] == "no" else "right"
        told = f"{verdict}: {row['remark']}" if row["remark"] else verdict
        place = f"{row['repository']} `{row['place']}`"
        yield f"| {row['number']} | {place} | {_cell(row['sentence'])} | {told} |\n"


def _cell(text: str) -> str:
    """A sentence in a cell of a table; its code keeps its own signs."""
    parts = text.replace("|", "\\|").split("`")
    outside = [
        html.escape(part, quote=False).replace("*", r"\*").replace("[", r"\[")
        for part in parts[::2]
    ]
    return "`".join(
        part for pair in zip_longest(outside, parts[1::2]) for part in pair if part is not None
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, nargs="?")
    parser.add_argument("--verdicts", action="store_true")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.verdicts:
        PAGE.write_text("".join(verdicts(TABLE)), encoding="utf-8")
        return 0
    every = list(open_book(options.book, verify=False).iter_entries())
    chosen = random.Random(options.seed).sample(range(len(every)), min(options.count, len(every)))
    for number, at in enumerate(sorted(chosen), 1):
        _show(number, every[at])
    entries = [one for one in every if one.chunk.kind in DEFINITIONS and one.chunk.part == 1]
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
    for claim in entry.summary.claims:
        print(f"   - {claim.kind}: {claim.text}")
    for line in chunk.text.split("\n")[:14]:
        print(f"   | {line[:110]}")


if __name__ == "__main__":
    sys.exit(main())
