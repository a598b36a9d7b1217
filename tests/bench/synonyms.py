"""The pairs of the page “Names” against labels given by hand.

``python -m tests.bench.synonyms BOOK…`` prints for each book the pairs that it gives, with
what each witness says, the first lines of both documents and the label (``synonyms.tsv``:
part, repository, both ids, right or not, and why), and the share of right ones by part.
The rule was set on pairs of the part "tuning" alone.
"""

import csv
import sys
from collections import Counter
from pathlib import Path

from sourcebook.analyze.synonyms import synonyms
from sourcebook.store.book import embeddings_of, open_book

LABELS = Path(__file__).with_suffix(".tsv")


def labels() -> dict[tuple[str, str], tuple[str, str, str]]:
    """Part, label and reason of each pair of ids."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(first, second): (part, label, why) for part, _, first, second, label, why in rows}


def main(folders: list[str]) -> None:
    known = labels()
    count: Counter[tuple[str, str]] = Counter()
    for folder in folders:
        book = open_book(Path(folder), verify=False)
        symbols = {symbol.id: symbol for symbol in book.graph.symbols}
        print(f"== {book.repository.name}")
        for pair in synonyms(book.files, book.entries, book.graph, embeddings_of(book)):
            part, label, why = known.get((pair.first, pair.second), ("new", "not judged", ""))
            count[part, label] += 1
            print(f"{pair.vectors:.2f} {pair.neighbours:.2f} {pair.documents:.2f} {label}: {why}")
            for one in (pair.first, pair.second):
                print(f"     {one}: {symbols[one].doc.strip()[:160]!r}")
    for part, label in sorted(count):
        print(f"{part}: {count[part, label]} {label}")


if __name__ == "__main__":
    main(sys.argv[1:])
