"""Compares the search with others, side by side on the same pages and questions.

    python tests/bench/peers.py BOOK REPOSITORY QUESTIONS.jsonl FOLDER [--pages 3000]

BOOK is the ``book`` folder of REPOSITORY. Its files that hold an answer, then others in the
order of their paths, are copied to FOLDER until they make so many chunks; each chunk is a
page. They are indexed by Sourcebook, by Pagefind, MiniSearch and lunr with what their
guides propose, and by Orama in its hybrid mode, which is given Sourcebook's own vectors
since it brings none. npm installs them in FOLDER. A question has ``query``, and ``path``,
``line`` and ``end_line`` of a function.

Printed are nDCG@10 and recall@10 with 95 % intervals, and the bytes (gzip) that a browser
receives for the first query (script, index or the needed parts of it, ten results) and for
the one after it.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from sourcebook.evaluation.measures import estimate, ndcg, recall
from sourcebook.render.bundle import bundle
from sourcebook.store.book import Book, open_book
from sourcebook.store.indexes import Indexes
from sourcebook.store.query import direction
from sourcebook.store.vectors import Vectors

PACKAGES = ("pagefind@1.6.0", "minisearch@7.2.0", "lunr@2.3.9", "@orama/orama@3.1.18")


def chosen(book: Book, questions: list[dict[str, Any]], most: int) -> list[str]:
    """Paths of the files that make so many chunks, those with answers first."""
    catalog = Indexes(book.folder).catalog
    sizes = dict(zip(catalog.paths, catalog.sizes(), strict=True))
    wanted = {question["path"] for question in questions}
    paths, total = [], 0
    for path in sorted(sizes, key=lambda path: (path not in wanted, path)):
        if total + sizes[path] <= most:
            paths.append(path)
            total += sizes[path]
    return paths


def index(repository: Path, paths: list[str], folder: Path) -> Book:
    """A book of these files alone."""
    for path in paths:
        copy = folder / "repository" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(repository / path, copy)
    command = [sys.executable, "-m", "sourcebook", "index", folder / "repository", "--no-lsp"]
    subprocess.run([*command, "-q", "-o", folder / "output"], check=True)
    return open_book(folder / "output" / "book")


def told(book: Book, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """What all engines are told."""
    vectors = Indexes(book.folder).vectors
    chunks = [entry.chunk for entry in book.entries]
    return {
        "pages": [
            {
                "id": chunk.id,
                "title": chunk.qualified or chunk.name or chunk.path,
                "path": chunk.path,
                "signature": chunk.signature,
                "text": chunk.text,
            }
            for chunk in chunks
        ],
        "questions": [question["query"] for question in questions],
        "rows": vectors.chunk_rows.tolist(),
        "wanted": [toward(vectors, question["query"]) for question in questions],
    }


def toward(vectors: Vectors, query: str) -> list[int]:
    """The direction of a query."""
    weighted = ((vectors.word(term), weight) for term, weight in direction(query).items())
    rows = [row * weight for row, weight in weighted if row is not None]
    return np.sum(rows, axis=0).tolist() if rows else [0] * vectors.dimension


def site(book: Book, folder: Path) -> Path:
    """The published search of the book."""
    pages = bundle(book, lambda chunk: f"files/{chunk.path}.html#{chunk.name}")
    for page in pages:
        path = folder / "site" / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    return folder / "site" / "search"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("book", "repository", "questions", "folder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--pages", type=int, default=3000)
    options = parser.parse_args()
    folder = options.folder.resolve()
    questions = [json.loads(line) for line in options.questions.read_text("utf-8").splitlines()]
    paths = chosen(open_book(options.book), questions, options.pages)
    questions = [question for question in questions if question["path"] in paths]
    book = index(options.repository, paths, folder)
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    subprocess.run(["npm", "install", "--silent", "--no-save", *PACKAGES], cwd=folder, check=True)
    (folder / "told.json").write_text(json.dumps(told(book, questions)))
    command = ["node", Path(__file__).with_suffix(".mjs"), folder / "told.json"]
    done = subprocess.run(
        [*command, site(book, folder), folder], check=True, capture_output=True, text=True
    )
    lines = Indexes(book.folder).catalog.lines
    places = [(entry.chunk.path, line) for entry, line in zip(book.entries, lines, strict=True)]
    print(f"{len(places)} pages, {len(questions)} questions")
    for name, engine in json.loads(done.stdout).items():
        right = [
            judged(question, [places[page] for page in pages])
            for question, pages in zip(questions, engine["results"], strict=True)
        ]
        gains = estimate([ndcg(one, 1) for one in right])
        shares = estimate([recall(one, 1) for one in right])
        first, later = (median(engine[part]) / 1000 for part in ("bytes", "later"))
        print(
            f"{name:10}  nDCG@10 {gains}  recall@10 {shares}  {first:.0f} kB, then {later:.0f} kB"
        )


def judged(question: dict[str, Any], places: list[tuple[str, int]]) -> list[bool]:
    """Which of the ranked pages is the answer."""
    start, end = question["line"], question["end_line"]
    found = [path == question["path"] and start <= line <= end for path, line in places]
    return [one and not any(found[:at]) for at, one in enumerate(found)]


if __name__ == "__main__":
    main()
