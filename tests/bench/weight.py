"""What the pages of a built site weigh.

    python -m tests.bench.weight OUTPUT

OUTPUT is the folder that ``sourcebook build --output`` filled. Prints the bytes of HTML, the
functions of the book (functions, methods, constructors, properties), the bytes for each of
them, and the largest page.
"""

import argparse
from pathlib import Path

from sourcebook.model import SymbolKind
from sourcebook.store.book import open_book

FUNCTIONS = frozenset(
    {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Weigh the pages of a built site.")
    parser.add_argument("output", type=Path)
    output = parser.parse_args().output
    pages = {path: path.stat().st_size for path in (output / "site").rglob("*.html")}
    graph = open_book(output / "book", verify=False).graph
    functions = sum(symbol.kind in FUNCTIONS for symbol in graph.symbols)
    total, largest = sum(pages.values()), max(pages, key=lambda path: (pages[path], str(path)))
    print(f"{len(pages):,} pages, {total:,} bytes of HTML, {functions:,} functions")
    print(f"{total / max(functions, 1):,.0f} bytes of HTML a function")
    print(f"largest: {largest.relative_to(output / 'site')}, {pages[largest]:,} bytes")


if __name__ == "__main__":
    main()
