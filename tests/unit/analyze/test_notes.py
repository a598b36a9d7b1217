"""What people wrote: it wins, it follows renames, and nothing of it is lost."""

from dataclasses import replace

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.notes import claims_by_unit, file_name, read_notes
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.verify import Sources
from sourcebook.analyze.work import Work
from sourcebook.model import ChunkId, ClaimKind, Level, ParsedFile, PersonNote
from tests.unit.analyze.hand import REPOSITORY
from tests.unit.analyze.reading import parsed

CODE = parsed(
    "shop/money.py",
    'def close(invoice):\n    """Opens an invoice."""\n    invoice.open = False\n\n\n'
    "def pay(invoice):\n    close(invoice)\n",
)
OTHER = parsed("shop/cart.py", "def total(rows):\n    return sum(rows)\n")
CLOSE = ChunkId("shop/money.py::close")


def note(text: str, name: str = "close.md") -> ParsedFile:
    return parsed(f"sourcebook/notes/{name}", text)


SAID = note(
    "---\nof: shop/money.py::close\nconfirms: invoice.total > 1000\nconfirms: a == 'x'\n---\n\n"
    "Closes an invoice\nfor good.\n\nAccounting relies on it.\n"
)


def test_a_note_says_of_what_it_is_and_what_it_confirms():
    (found,) = read_notes([CODE, SAID], ())
    assert (found.of, found.unit) == (CLOSE, CLOSE)
    assert found.confirms == ("invoice.total > 1000", "a == 'x'")
    assert [claim.text for claim in found.claims] == [
        "Closes an invoice for good.", "Accounting relies on it.",
    ]  # fmt: skip
    assert {claim.origin for claim in found.claims} == {"person"}
    sources = Sources([CODE, SAID])
    assert all(sources.holds(one) for claim in found.claims for one in claim.evidence)
    assert found.claims[0].evidence[0].line == 7


def test_the_correction_wins_also_in_the_sentences_of_callers():
    files = [CODE, SAID]
    graph = link(files)
    told = summarize_chunks(files, graph, {}, claims_by_unit(read_notes(files, ())))
    summary = told[CLOSE]
    assert summary.responsibility is not None
    assert summary.responsibility.text == "Closes an invoice for good."
    assert summary.origin == "person"
    notes = [claim.text for claim in summary.claims if claim.kind is ClaimKind.NOTE]
    assert notes[:2] == ["Accounting relies on it.", "Opens an invoice."]
    caller = told[ChunkId("shop/money.py::pay")].responsibility
    assert caller is not None
    assert "Closes an invoice for good" in caller.text
    assert "Opens" not in caller.text


@pytest.mark.parametrize(
    ("of", "level"),
    [("shop/money.py", Level.FILE), ("shop", Level.MODULE), ("system", Level.SYSTEM)],
)
def test_files_folders_and_the_system_can_be_corrected(of: str, level: Level):
    files = [CODE, OTHER, note(f"---\nof: {of}\n---\nKeeps the books.\n")]
    graph = link(files)
    chunks = summarize_chunks(files, graph, {})
    written = claims_by_unit(read_notes(files, ()))
    levels = summarize_levels(files, graph, chunks, REPOSITORY, written)
    (one,) = [each for each in levels if (each.level, each.id) == (level, of)]
    assert one.origin == "person"
    assert one.responsibility is not None
    assert one.responsibility.text == "Keeps the books."
    assert any(claim.kind is ClaimKind.NOTE for claim in one.claims)


def corrected(files: list[ParsedFile]) -> dict[tuple[Level, str], str]:
    """What each unit above the chunk says, with the notes among the files."""
    graph = link(files)
    written = claims_by_unit(read_notes(files, ()))
    chunks = summarize_chunks(files, graph, {}, written)
    levels = summarize_levels(files, graph, chunks, REPOSITORY, written)
    return {(one.level, one.id): one.responsibility.text for one in levels if one.responsibility}


def test_a_note_on_a_folder_is_heard_in_the_subsystem_of_that_name():
    told = corrected([CODE, OTHER, note("---\nof: shop\n---\nKeeps the books.\n")])
    assert told[Level.MODULE, "shop"] == "Keeps the books."
    assert told[Level.SUBSYSTEM, "shop"] == "Keeps the books."
    assert "Keeps the books" in told[Level.SYSTEM, "system"]


def test_a_note_on_a_file_is_heard_in_the_sentence_of_its_folder():
    told = corrected([CODE, OTHER, note("---\nof: shop/cart.py\n---\nAdds rows up.\n")])
    assert told[Level.FILE, "shop/cart.py"] == "Adds rows up."
    assert "`cart.py` (“Adds rows up”)" in told[Level.MODULE, "shop"]


def test_a_note_on_a_definition_is_heard_in_the_sentence_of_its_file():
    told = corrected([CODE, OTHER, SAID])
    assert "Closes an invoice for good" in told[Level.FILE, "shop/money.py"]


@pytest.mark.parametrize(
    ("former", "unit"),
    [
        ({"cash/a.py": "money/a.py", "cash/in/b.py": "money/in/b.py"}, "cash"),
        ({"cash/a.py": "money/a.py", "cash/b.py": "money/b.py", "c.py": "money/c.py"}, "cash"),
        ({"cash/a.py": "money/a.py", "cash/in/b.py": "money/b.py"}, ""),
        ({"cash/a.py": "money/a.py", "till/b.py": "money/b.py"}, ""),
        ({"a.py": "money/a.py", "b.py": "money/b.py"}, "."),
        ({"cash/a.py": "moneybox/a.py"}, ""),
    ],
)
def test_a_note_on_a_folder_goes_where_most_of_its_files_went(former, unit):
    files = [parsed(path, "x = 1\n") for path in former]
    said = note("---\nof: money\n---\nKeeps the books.\n")
    names = tuple((now, (before,)) for now, before in former.items())
    (found,) = read_notes([*files, said], names)
    assert found.unit == unit


def test_a_model_is_not_asked_about_what_a_person_wrote():
    files = [CODE, SAID]
    graph = link(files)
    told = summarize_chunks(files, graph, {}, claims_by_unit(read_notes(files, ())))
    work = Work(files, graph, told)
    asked = [chunk for wave in work.waves() for chunk in wave]
    assert [chunk.name for chunk in asked] == ["pay"]
    assert "`close`: Closes an invoice for good." in work.unit(asked[0]).known
    levels = summarize_levels(files, graph, told, REPOSITORY)
    ours = tuple(replace(one, origin="person") for one in levels)
    assert [one for rank in work.ranks(ours) for one in rank] == []


def test_a_note_follows_a_rename_and_is_never_lost():
    old = note("---\nof: shop/old.py::close\n---\nCloses it.\n")
    former = (("shop/money.py", ("shop/old.py", "bank/first.py")),)
    (found,) = read_notes([CODE, old], former)
    assert found.unit == CLOSE
    (lost,) = read_notes([CODE, old], ())
    assert (lost.of, lost.unit) == ("shop/old.py::close", "")
    assert [claim.text for claim in lost.claims] == ["Closes it."]


@pytest.mark.parametrize(
    "text", ["Just words.\n", "---\nof:\n---\nWords.\n", "---\nno end\n", "\n"]
)
def test_a_note_of_nothing_is_listed_and_harms_nothing(text: str):
    (found,) = read_notes([CODE, note(text)], ())
    assert found.unit == ""
    assert claims_by_unit([found]) == {}


def test_other_files_are_no_notes():
    assert read_notes([CODE, parsed("notes/a.md", "---\nof: shop\n---\nX.\n")], ()) == ()


def test_two_notes_of_one_unit_both_count():
    files = [
        CODE,
        note("---\nof: shop\n---\nOne.\n", "a.md"),
        note("---\nof: shop\n---\nTwo.\n", "b.md"),
    ]
    found: dict[str, tuple[object, ...]] = dict(claims_by_unit(read_notes(files, ())))
    assert len(found["shop"]) == 2
    assert claims_by_unit([PersonNote("n.md", "shop", "shop", (), ("x",))]) == {}


def test_a_new_note_has_a_name_that_every_system_takes():
    assert file_name("shop/money.py::Cart.close~2") == "shop-money.py-Cart.close-2.md"
    assert file_name("::") == "note.md"
