"""Twelve families of traps, each in nine forms of records."""

import pytest

from sourcebook.model import DecisionStatus
from tests.unit.analyze.making import commit, put
from tests.unit.analyze.records import FORMS, WORDS, Form, Record, read

pytestmark = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def statuses(found):
    return {key: str(each.status) for key, each in found.items()}


def ties(decision):
    return {(each.kind, each.target, each.partial) for each in decision.relations}


def test_1_the_status_has_many_homes(tmp_path, form: Form):
    for number, text in enumerate(form.homes):
        root = tmp_path / str(number)
        record = Record(7, status="", title="T")
        files = form.files(record)
        home = form.path(record).replace("README.md", "kep.yaml")
        put(root, files | {home: text})
        assert statuses(read(root)) == {form.key(7): "accepted"}, text


PROSE = {
    "Accepted. Amended by {two}.": ("accepted", ("amended-by", False)),
    "Accepted (lazy consensus) & removed": ("deprecated", None),
    "Accepted, now that the design that\nsuperseded the old one is live": ("accepted", None),
    "Superseded\nby {two}": ("superseded", ("superseded-by", False)),
    "accepted; supersedes {two}": ("accepted", ("supersedes", False)),
    "Rejected in favour of {two}": ("rejected", ("in-favour-of", False)),
    "Accepted. The way that the old record wanted was rejected.": ("accepted", None),
    "The two points above have been implemented.": ("unknown", None),
    "Not-Implemented": ("unknown", None),
    "Withdrawn, since nobody needs it": ("withdrawn", None),
}


def test_2_a_status_is_prose(tmp_path, form: Form):
    two = form.tie(2) if form.reference != "{number}" else "PEP 2"
    said = {n: text.format(two=two) for n, text in enumerate(PROSE, 10)}
    records = [Record(n, status=text, date="") for n, text in said.items()]
    found = read(put(tmp_path, form.files(Record(2, status="Proposed"), *records)))
    for number, (status, tie) in zip(said, PROSE.values(), strict=True):
        decision = found[form.key(number)]
        assert decision.status == status, said[number]
        expected = {(tie[0], form.key(2), tie[1])} if tie else set()
        assert ties(decision) == expected, said[number]


def test_3_a_part_that_is_superseded_is_not_the_whole(tmp_path, form: Form):
    two = form.tie(2) if form.reference != "{number}" else "PEP 2"
    records = [
        Record(2),
        Record(3, status=f"Accepted. Portions on identity are superseded by {two}."),
        Record(4, status=f"Partially superseded by {two}"),
        Record(5, status=f"Accepted. Supersedes parts of {two}."),
    ]
    found = read(put(tmp_path, form.files(*records)))
    partly = str(DecisionStatus.PARTLY_SUPERSEDED)
    assert statuses(found) == {
        form.key(2): partly, form.key(3): partly, form.key(4): partly, form.key(5): "accepted",
    }  # fmt: skip
    assert ties(found[form.key(3)]) == {("superseded-by", form.key(2), True)}
    assert ties(found[form.key(5)]) == {("supersedes", form.key(2), True)}


def test_4_the_two_sides_may_disagree(tmp_path, form: Form):
    ghost = "ADR 99" if form.reference != "{number}" else "99"
    records = [
        Record(1),
        Record(2, ties=(("Supersedes", 1),)),
        Record(3),
        Record(4, status="Proposed", ties=(("Supersedes", 3),)),
        Record(5, status="Superseded", ties=(("Superseded by", 2), ("Superseded by", 4))),
        Record(6, status=f"Superseded by {ghost}"),
    ]
    if form in (FORMS["kep.yaml"], FORMS["mail head"]):  # a key stands once, with a list
        records[4] = Record(5, status=f"Superseded by {records_named(form, 2, 4)}")
    found = read(put(tmp_path, form.files(*records)))
    assert statuses(found) == {
        form.key(1): "superseded", form.key(2): "accepted", form.key(3): "accepted",
        form.key(4): "proposed", form.key(5): "superseded", form.key(6): "superseded",
    }  # fmt: skip
    assert ties(found[form.key(5)]) == {
        ("superseded-by", form.key(2), False),
        ("superseded-by", form.key(4), False),
    }
    warned = {key: " ".join(each.warnings) for key, each in found.items()}
    assert "does not say so itself" in warned[form.key(1)]
    assert "is only proposed" in warned[form.key(3)]
    assert f"which {form.key(2)} does not say" in warned[form.key(5)]
    assert warned[form.key(2)] == warned[form.key(4)] == ""


def records_named(form: Form, *numbers: int) -> str:
    word = "PEP " if form.reference == "{number}" else ""
    return " and ".join(f"{word}{form.tie(number)}" for number in numbers)


def test_5_records_are_named_in_many_ways(tmp_path, form: Form):
    two = Record(2, title="Use an index file")
    path = form.path(two)
    ours = [
        "0002", "ADR 2", "ADR-0002", "#2", "ADR #2: Use an index file", path.rpartition("/")[2],
        f"[2. Use an index file]({path.rpartition('/')[2]})", f"[[{path.rpartition('/')[2]}]]",
    ]  # fmt: skip
    if path.endswith("README.md"):
        ours = [
            *ours[:5],
            f"/{path.removesuffix('/README.md')}",
            f"../{path.split('/')[-2]}/README.md",
        ]
    theirs = [
        "[ADR-2](https://example.org/other/adr/0002-use-an-index-file.md)",
        "https://example.org/blob/main/docs/0002-use-an-index-file.md",
    ]
    records = [
        Record(number, status=f"Superseded by {text}")
        for number, text in enumerate([*ours, *theirs], 10)
    ]
    found = read(put(tmp_path, form.files(two, *records)))
    for number, text in enumerate(ours, 10):
        assert ties(found[form.key(number)]) == {("superseded-by", form.key(2), False)}, text
    for number, text in enumerate(theirs, 10 + len(ours)):
        assert ties(found[form.key(number)]) == {("superseded-by", "", False)}, text


def test_6_numbers_are_not_identities(tmp_path, form: Form):
    one, twin, wide = Record(1), Record(1, title="A twin"), Record(12, title="Wide")
    put(tmp_path, form.files(one))
    commit(tmp_path, "one", day=1)
    files = form.files(twin, wide)
    other = {f"billing/{path}": text for path, text in form.files(Record(1)).items()}
    narrow = {
        path.replace("0012-", "12-").replace("012-", "12-"): text for path, text in files.items()
    }
    put(tmp_path, narrow | other)
    commit(tmp_path, "two", day=2)
    found = read(tmp_path)
    own = form.series if form.series != "adr" else "billing"
    there = f"billing-{own}" if form.series != "adr" else own
    expected = {form.key(1), form.key(12), f"{there}-0001"}
    if form.path(one) != form.path(twin):
        expected.add(f"{form.key(1)}-b")
        assert found[f"{form.key(1)}-b"].warnings == (f"has the same number as {form.key(1)}",)
        assert found[form.key(1)].path == form.path(one)
    assert set(found) == expected


def test_7_what_is_beside_the_records_is_none(tmp_path, form: Form):
    record = Record(3, title="Use a template engine")
    (text, *_) = form.files(Record(0)).values()
    ending = form.name.rpartition(".")[2]
    beside = {
        f"{form.folder}/{name}": text
        for name in (f"README.{ending}", f"index.{ending}", f"adr-template.{ending}", "Untitled",
                     f"0000-template.{ending}", f"adr-000-template.{ending}", "files/0003/a.diff")
    }  # fmt: skip
    found = read(put(tmp_path, form.files(record, Record(0, title="Write records")) | beside))
    assert {each.path for each in found.values()} == {
        form.path(record), form.path(Record(0, title="Write records")),
    }  # fmt: skip


LEFTOVERS = [
    "{Proposed | Accepted | Rejected | Superseded by ADR-0005}",
    "[proposed / accepted / rejected / deprecated]",
    '> It may be "proposed", "accepted" or "rejected".',
    "N/A", "TODO: say what it is", "<!-- accepted -->", "…",
]  # fmt: skip


def test_8_a_template_that_was_not_filled_in_says_nothing(tmp_path, form: Form):
    records = [Record(n, status=text, date="") for n, text in enumerate(LEFTOVERS, 10)]
    kept = Record(30, status="<!-- one of: proposed, rejected --> Accepted")
    found = read(put(tmp_path, form.files(*records, kept)))
    for number, text in enumerate(LEFTOVERS, 10):
        decision = found[form.key(number)]
        expected = "proposed" if text.startswith("TODO") else "unknown"
        assert (str(decision.status), ties(decision)) == (expected, set()), text
    assert found[form.key(30)].status == "accepted"


@pytest.mark.parametrize("language", WORDS)
def test_9_words_of_six_languages(tmp_path, form: Form, language):
    *_, accepted, superseded = WORDS[language]
    gone = f"{superseded} ADR-1" if language != "ja" else "ADR-1 に置き換えられた"
    records = [
        Record(1, status=f"✅ {accepted}", title="Équipe 選択 1", language=language),
        Record(2, status=gone, language=language),
    ]
    files = form.files(*records)
    if form.name.endswith(".md") and "README" not in form.name:
        files[form.path(records[0]).replace(".md", ".fr.md")] = "# Autre\n\nStatut : rejeté\n"
    found = read(put(tmp_path, files))
    assert statuses(found) == {form.key(1): "accepted", form.key(2): "superseded"}
    assert found[form.key(1)].title == "Équipe 選択 1"
    assert [name for name, *_ in found[form.key(1)].sections][-3:] == [
        "context", "decision", "consequences",
    ]  # fmt: skip


DATES = {
    "2024-01-02": "2024-01-02", "2024/1/2": "2024-01-02", "11-April-2023": "2023-04-11",
    "11/23/2020": "2020-11-23", "23.11.2020": "2020-11-23", "23-11-2020": "2020-11-23",
    "January 1, 2020": "2020-01-01", "3. Juli 2023": "2023-07-03", "3 juillet 2023": "2023-07-03",
    "16 de octubre de 2020": "2020-10-16", "2020年10月16日": "2020-10-16", "2023-02-xx": "2023-02",
    "03/04/2020": "", "soon": "", "YYYY-MM-DD": "",
}  # fmt: skip


def test_10_dates_have_many_forms(tmp_path, form: Form):
    records = [Record(number, date=date) for number, date in enumerate(DATES, 10)]
    put(tmp_path, form.files(*records))
    commit(tmp_path, "all", day=9)
    found = read(tmp_path)
    for number, (date, expected) in enumerate(DATES.items(), 10):
        decision = found[form.key(number)]
        told = (expected, "record") if expected else ("2024-01-09", "git")
        assert (decision.date, decision.date_source) == told, date


def test_11_bytes_may_be_unusual(tmp_path, form: Form):
    records = (Record(1, title="Größe “A” – 大きさ"), Record(2, ties=(("Supersedes", 1),)))
    for number, change in enumerate((
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: (text.rstrip() + "   ").encode(),
    )):  # fmt: skip
        files = {path: change(text) for path, text in form.files(*records).items()}
        found = read(put(tmp_path / str(number), files))
        assert statuses(found)[form.key(2)] == "accepted", number
        assert found[form.key(2)].date == "2024-01-02", number
        assert len(found[form.key(2)].relations) == 1, number


BROKEN = {
    "empty": b"", "bytes": bytes(range(256)) * 4, "front": b"---\nstatus: [accepted\ntitle: {\n",
    "fence": b"# T\n\n```\n## Status\n\nRejected\n", "deep": b"---\na: " + b"[" * 1000 + b"\n---\n",
    "tag": b"---\nstatus: !!python/object:os.x {}\n---\n# T\n", "long": b"# " + b"x" * 100_000,
}  # fmt: skip


def test_12_one_bad_file_never_stops_the_rest(tmp_path, form: Form):
    files: dict[str, str | bytes] = dict(form.files(Record(1)))
    for number, (name, text) in enumerate(BROKEN.items(), 10):
        path = form.path(Record(number, title=name))
        files[path] = text
        if path.endswith("README.md"):
            files[path.replace("README.md", "kep.yaml")] = text
    dated = f"docs/adr/20240102-use-x.{form.name.rpartition('.')[2]}"
    files[dated] = "Status: Accepted\n"
    found = read(put(tmp_path, files))
    assert found[form.key(1)].status == "accepted"
    assert {str(each.status) for key, each in found.items() if each.path != dated} - {
        "accepted"
    } <= {"unknown"}
    assert "adr-2024" not in found
