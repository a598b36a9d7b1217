"""The pairs of the page “Names”, to be judged by hand.

``python -m tests.bench.synonyms BOOK…`` prints for each book the pairs that it gives, with
what each witness says and the first lines of both documents.
"""

import sys
from pathlib import Path

from sourcebook.analyze.synonyms import synonyms
from sourcebook.store.book import embeddings_of, open_book


def main(folders: list[str]) -> None:
    for folder in folders:
        book = open_book(Path(folder), verify=False)
        symbols = {symbol.id: symbol for symbol in book.graph.symbols}
        print(f"== {book.repository.name}")
        for pair in synonyms(book.files, book.entries, book.graph, embeddings_of(book)):
            print(f"{pair.vectors:.2f} {pair.neighbours:.2f} {pair.documents:.2f}")
            for one in (pair.first, pair.second):
                print(f"     {one}: {symbols[one].doc.strip()[:160]!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
