import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.synonyms import synonyms
from sourcebook.model import (
    Chunk,
    Embeddings,
    Entry,
    FileClass,
    FileRecord,
    FileReport,
    FileStatus,
    Metadata,
    Summary,
)
from tests.unit.analyze.reading import parsed

ONE = '''
def formatUserId(raw):
    """Brings the identifier of an account into its one form."""
    return strip_all(raw)
'''
OTHER = '''
def normaliseAccountKey(raw):
    """Brings an identifier of the account into one form."""
    return strip_all(raw)
'''


def level(chunk: Chunk) -> Summary:
    return Summary(chunk.id, "chunk", chunk.name)


def pairs(one: str, other: str, path: str = "b.py", near: int = 127) -> list[tuple[str, str]]:
    files = [parsed("a.py", one), parsed(path, other), parsed("c.py", FURTHER)]
    chunks = [chunk for file in files for chunk in file.chunks]
    rows = bytes(x for c in chunks for x in ((near, 10) if c.path != "a.py" else (127, 10)))
    vectors = Embeddings("test", 2, chunks=tuple(c.id for c in chunks), chunk_rows=rows)
    records = [
        FileRecord(
            FileReport(f.path, FileStatus.INDEXED, FileClass.SOURCE, f.language, 1), "digest"
        )
        for f in files
    ]
    entries = [Entry(chunk, Metadata(), level(chunk)) for chunk in chunks]
    found = synonyms(records, entries, link(files), vectors)
    return [(pair.first, pair.second) for pair in found]


FURTHER = '''
def paint(canvas):
    """Draws every line of a picture upon the canvas."""
    canvas.draw()
'''


def test_one_thing_under_two_names_is_found():
    assert pairs(ONE, OTHER) == [("a.py::formatUserId", "b.py::normaliseAccountKey")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ONE, OTHER.replace("def normaliseAccountKey", "def format_user_id")),
        (ONE, OTHER.replace("def normaliseAccountKey", "def formatUserIdAgain")),
        (ONE, OTHER.replace("Brings an", "Brings a key as the")),
        (ONE.replace("into its", "of 3 parts into its"), OTHER.replace("one form", "4 forms")),
        (ONE, OTHER + "\ndef formatUserId(raw):\n    return raw\n"),
        (ONE, OTHER + "\ndef both(raw):\n    return formatUserId(normaliseAccountKey(raw))\n"),
        (ONE, OTHER.replace('"""Brings an identifier of the account into one form."""', "")),
        (ONE, OTHER.replace("Brings an identifier of the account into one form", "See a.py")),
        (ONE.replace("def formatUserId", "class formatUserId"), OTHER),
        (ONE.replace("formatUserId", "formatUserKey"), OTHER.replace("normaliseAccount", "formatGroup")),
        (ONE.replace("formatUserId", "encodeUserId"), OTHER.replace("normalise", "parse")),
        (ONE.replace("Brings the", "Brings the old"), OTHER.replace("Brings an", "Brings a new")),
        (ONE, OTHER.replace("normaliseAccountKey", "FakeAccountKey")),
        (ONE.replace("Brings", "TODO: brings"), OTHER),
        (ONE.replace("UserId", "UserKey"), OTHER.replace("AccountKey", "AccountKeys")),
        (ONE.replace("UserId", "DefaultId"), OTHER.replace("AccountKey", "CustomKey")),
    ],
    ids=[
        "the same words", "a word more", "a document tells them apart", "another number",
        "a file defines both", "a function calls both", "no document", "a document that refers",
        "a class and a function", "another word before the same one", "opposite verbs",
        "opposite words of documents", "one stands in for the other", "nothing done yet",
        "one and several", "the default and what stands for it",
    ],
)  # fmt: skip
def test_what_somebody_tells_apart_is_not(one: str, other: str):
    assert pairs(one, other) == []


def test_each_witness_must_agree():
    assert pairs(ONE, OTHER, near=0) == []
    assert pairs(ONE, OTHER.replace("raw", "x").replace("strip_all", "y")) == []
    assert pairs(ONE, OTHER, path="b.js") == []


FAMILY = '''
def {verb}{who}{what}(raw):
    """Brings the {what} of a deposit or credit account into its one form."""
    return strip_all(raw)
'''


@pytest.mark.parametrize(
    ("verbs", "members", "found"),
    [(("read", "read"), 3, 3), (("read", "read"), 4, 0), (("read", "load"), 4, 4)],
    ids=["few", "a family", "another verb"],
)
def test_pairs_that_differ_by_the_same_words_are_two_kinds(
    verbs: tuple[str, str], members: int, found: int
):
    things = ["Street", "Balance", "Currency", "Holder"][:members]
    one, other = (
        "".join(FAMILY.format(verb=verb, who=who, what=what) for what in things)
        for verb, who in zip(verbs, ("Deposit", "Credit"), strict=True)
    )
    assert len(pairs(one, other)) == found
