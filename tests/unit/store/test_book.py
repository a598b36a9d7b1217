"""What pages read of a book is the same as the whole, and each name is held once."""

from dataclasses import replace

import pytest

from sourcebook.model import CallSite, CallStatus, Claim, ClaimKind, Entry, Metadata, Span, SymbolId
from sourcebook.store.book import Book, open_book, write_book
from tests.unit.store.books import contents

FILES = {
    "a.py": 'def one():\n    """Counts."""\n    return two()\n\ndef two():\n    return 2',
    "b/c.py": "VALUE = 1\n\ndef three():\n    return (lambda: 3)()",
    "empty.py": "",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    made = contents(FILES)
    one, two, _, three = made.graph.symbols
    calls = (
        CallSite(one.id, "two", Span(0, 3, 3, 3), 12, CallStatus.RESOLVED, (two.id,)),
        CallSite(one.id, "a\n.two", Span(0, 6, 3, 4), 12, CallStatus.AMBIGUOUS, (two.id, three.id)),
        CallSite(three.id, "(lambda: 3)", Span(0, 9, 4, 7), 12, reason="anonymous"),
        CallSite(three.id, "print", Span(0, 9, 5, 5), 12, CallStatus.EXTERNAL, external="print"),
    )
    folder = tmp_path_factory.mktemp("book") / "book"
    said = replace(
        made.entries[0].summary, responsibility=Claim("Counts.", ClaimKind.RESPONSIBILITY)
    )
    made = replace(
        made,
        entries=(Entry(made.entries[0].chunk, Metadata(), said), *made.entries[1:]),
        graph=replace(made.graph, calls=calls),
    )
    write_book(folder, made, inputs="", fingerprint=(), languages=())
    return open_book(folder)


def test_the_outline_is_the_graph_without_its_calls(book: Book) -> None:
    assert book.outline == replace(book.graph, calls=())
    assert len(book.graph.calls) == 4


def test_a_call_is_told_with_the_line_of_its_name(book: Book) -> None:
    told = [(one.caller, one.text, one.status, one.targets) for one in book.calls]
    assert told == [(one.caller, one.text, one.status, one.targets) for one in book.graph.calls]
    assert [one.line for one in book.calls] == [3, 4, 4, 5]
    assert [(one.external, one.reason) for one in book.calls][2:] == [
        ("", "anonymous"),
        ("print", ""),
    ]


def test_a_name_is_held_once(book: Book) -> None:
    ids = {one.id: one.id for one in book.outline.symbols}
    for call in book.calls:
        assert all(one is ids[one] for one in (call.caller, *call.targets))


def test_the_chunks_of_a_file_are_read_by_their_places(book: Book) -> None:
    places: dict[str, list[slice]] = {}
    lines: dict[SymbolId, str] = {}
    for place, glance in book.glances():
        places.setdefault(glance.chunk.path, []).append(place)
        if glance.chunk.symbol:
            lines[glance.chunk.symbol] = glance.line
    read = [entry for path in sorted(places) for entry in book.entries_at(places[path])]
    assert read == list(book.entries)
    said = {
        one.chunk.symbol: one.summary.responsibility.text if one.summary.responsibility else ""
        for one in book.entries
        if one.chunk.symbol
    }
    assert lines == said
    assert set(lines.values()) == {"Counts.", ""}
    assert book.entries_at([slice(places["a.py"][0].start, places["a.py"][-1].stop)]) == [
        one for one in book.entries if one.chunk.path == "a.py"
    ]


def test_what_is_let_go_is_read_again(book: Book) -> None:
    outline, calls = book.outline, book.calls
    book.forget()
    assert book.outline is not outline
    assert (book.outline, book.calls) == (outline, calls)


def test_chunks_can_be_read_alone(book: Book) -> None:
    assert list(book.iter_chunks()) == [entry.chunk for entry in book.entries]
