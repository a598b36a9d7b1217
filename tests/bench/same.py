"""Whether the browser finds what Python finds: the first ten hits of every question.

    python tests/bench/same.py BOOK QUESTIONS

BOOK is the ``book`` folder of an output, QUESTIONS a folder of question sets, or one of them:
files ``*.jsonl`` whose lines have ``query``. The search files of the book are published into
a temporary folder and asked by the published client in Node; the book is asked by the Python
side. Printed is, for each set, how many questions have the same ids in the same order, and
which have not. The exit code is 1 if there is one.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourcebook.answers import of_book
from sourcebook.config import Config
from sourcebook.narrowing import Filters
from sourcebook.store.book import open_book
from tests.harness.searching import in_node, write_search

TOP = 10


def queries_of(path: Path) -> list[str]:
    """The questions of a set; lines without one are none."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
    return [row["query"] for row in rows if "query" in row]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("questions", type=Path)
    given = parser.parse_args()
    book = open_book(given.book, verify=False)
    answers = of_book(book, Config())
    is_set = given.questions.is_file()
    sets = [given.questions] if is_set else sorted(given.questions.glob("*.jsonl"))
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        write_search(Path(folder), book)
        for path in sets:
            queries = queries_of(path)
            found = in_node(Path(folder), queries, {"top": TOP}, seconds=3600)
            there = [[hit["id"] for hit in hits] for hits in found]
            here = [[hit.chunk for hit in answers.hits(one, Filters(top=TOP))] for one in queries]
            lost = [one for one, a, b in zip(queries, here, there, strict=True) if a != b]
            print(f"{path.name}: {len(queries) - len(lost)} of {len(queries)} the same")
            for query in lost:
                print(f"    {query}")
            different += len(lost)
    return int(different > 0)


if __name__ == "__main__":
    raise SystemExit(main())
