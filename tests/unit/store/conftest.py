"""The small shop as a book."""

import pytest

from sourcebook.store.book import Book
from sourcebook.store.search import Searcher
from tests.unit.store.books import book
from tests.unit.store.shop import FILES, HISTORY


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book(tmp_path_factory.mktemp("book") / "book", FILES, HISTORY)


@pytest.fixture(scope="session")
def searcher(small: Book) -> Searcher:
    return Searcher(small)
