import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.decisions.dates import first_date, read_date
from sourcebook.analyze.decisions.outline import read_outline
from sourcebook.analyze.decisions.places import own_key, places
from sourcebook.analyze.decisions.relations import read_relations
from sourcebook.analyze.decisions.status import plain_status, read_status
from sourcebook.config import Config
from tests.unit.analyze.making import commit, put
from tests.unit.analyze.records import read

CASES = Path(__file__).parents[2] / "cases"


def one(tmp_path, text, name="docs/adr/0001-a-choice.md"):
    """The only decision of a repository that holds one record."""
    (decision,) = read(put(tmp_path, {name: text})).values()
    return decision


def test_supersedes_is_not_superseded_by(tmp_path):
    root = tmp_path / "r"
    shutil.copytree(CASES / "065-adr-direction/input", root)
    found = read(root)
    assert {key: str(each.status) for key, each in found.items()} == {
        "adr-0001": "superseded", "adr-0002": "superseded", "adr-0003": "accepted",
        "adr-0004": "accepted", "adr-0005": "proposed", "adr-0006": "superseded",
    }  # fmt: skip
    relations = {
        (key, relation.kind, relation.target)
        for key, each in found.items()
        for relation in each.relations
    }
    assert relations == {
        ("adr-0001", "superseded-by", "adr-0002"), ("adr-0002", "supersedes", "adr-0001"),
        ("adr-0002", "superseded-by", "adr-0003"), ("adr-0003", "supersedes", "adr-0002"),
        ("adr-0005", "supersedes", "adr-0004"), ("adr-0006", "superseded-by", "adr-0003"),
    }  # fmt: skip
    assert {key: each.warnings for key, each in found.items() if each.warnings} == {
        "adr-0004": ("adr-0005 says that it supersedes this record, but is only proposed",),
        "adr-0006": ("says that adr-0003 supersedes it, which adr-0003 does not say",),
    }
    cited = {(link.path, link.symbol, link.evidence.line) for link in found["adr-0003"].links}
    assert ("src/index.py", "src/index.py::build_index", 1) in cited


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Accepted", "accepted"),
        ("**Accepted**", "accepted"),
        ("accepted (lazy consensus) & implemented", "accepted"),
        ("Accepted (lazy consensus) & removed", "deprecated"),
        ("Accepted. Amended by [ADR-0009](0009-x.md).", "accepted"),
        ("Accepted. Supersedes ADR 2.", "accepted"),
        ("accepted; supersedes ADR-0045", "accepted"),
        ("Accepted\n\nSuperseded by [2. X](0002-x.md)", "superseded"),
        ("Accepted (lazy consensus)\n\nSuperceded by ADR 2", "superseded"),
        ("superseded\nby ADR-2", "superseded"),
        ("Superseded", "superseded"),
        ("Overridden by ADR-7", "superseded"),
        ("Accepted. Identity portions superseded by ADR-008.", "partly superseded"),
        ("Partially superseded by ADR-3", "partly superseded"),
        ("Accepted. ADR 4 was superseded by ADR 5 before.", "accepted"),
        ("Rejected in favour of ADR 111", "rejected"),
        ("Declined", "rejected"),
        ("Reverted", "deprecated"),
        ("~~Proposed~~ Accepted", "accepted"),
        ("- [ ] Proposed\n- [x] Accepted\n- [ ] Superseded", "accepted"),
        ("Proposed | **Accepted** | Superseded", "accepted"),
        ("{proposed | rejected | accepted | deprecated | … | superseded by [ADR-0005](x.md)}", "unknown"),
        ("Status: accepted", "accepted"),
        ("2024-01-02: accepted", "accepted"),
        ("This ADR is accepted.", "accepted"),
        ("✅ Accepted", "accepted"),
        ("<!-- proposed --> accepted", "accepted"),
        ("In discussion", "proposed"),
        ("The two points above have been implemented.", "unknown"),
        ('A decision may be "proposed" if it is not agreed upon yet, or "accepted".', "unknown"),
        ("Not-Implemented", "unknown"),
        ("N/A", "unknown"),
        ("", "unknown"),
        ("Accepté", "accepted"),
        ("En discussion", "proposed"),
        ("Remplacé par l'[ADR #18](0018-x.md)", "superseded"),
        ("Akzeptiert", "accepted"),
        ("Ersetzt durch ADR 3", "superseded"),
        ("Abgelehnt", "rejected"),
        ("Aceito", "accepted"),
        ("Substituído por ADR-3", "superseded"),
        ("Aceptado", "accepted"),
        ("Reemplazado por ADR-3", "superseded"),
        ("承認済み", "accepted"),
        ("提案中", "proposed"),
        ("ADR-0003 に置き換えられた", "superseded"),
        ("却下", "rejected"),
    ],
)  # fmt: skip
def test_a_status_is_read_or_unknown(text, status):
    assert read_status(text) == status


FORMS = {
    "section": "# 1. Title\n\n## Status\n\nAccepted\n\n## Context\n\nx\n",
    "front matter": "---\nstatus: accepted\ndate: 2024-01-02\n---\n# Title\n\n## Context\n\nx\n",
    "bullet": "# Title\n\n* Status: accepted\n* Date: 2024-01-02\n",
    "bold bullet": "# Title\n\n- **Status**: Accepted\n- **Date**: 2024-01-02\n",
    "bold inline": "# Title\n\n**Status:** Accepted\n\n**Date:** 2024-01-02\n",
    "bold heading": "# Title\n\n**Status**\n\nAccepted\n\n**Context**\n\nx\n",
    "table": "# Title\n\n|  |  |\n|---|---|\n| Status | Accepted |\n| Date: | 2024-01-02\n",
    "table without head": "# Title\n\n| Status | Accepted |\n| Date | 11-April-2023 |\n",
    "table with a head": "# Title\n\n| Status | Date | Author |\n|---|---|---|\n| Accepted | 2024-01-02 | x |\n",
    "tags": "---\nslug: 20\ntitle: |\n  20. Title\ntags: [Accepted]\n---\n\n## Context\n\nx\n",
    "badge": "# Title\n\n![status](https://img.shields.io/badge/status-accepted-green)\n\n## Context\n\nx\n",
    "wide colon": "# Title\n\nステータス：承認\n\n## 背景\n\nx\n",
    "french colon": "# Title\n\nStatut : accepté\n\n## Contexte\n\nx\n",
    "underlined": "Title\n=====\n\nStatus\n------\n\nAccepted\n\nContext\n-------\n\nx\n",
    "no blank after the mark": "#46. Title\n\n## Status\n\nAccepted\n",
    "sections of the first level": "# Title\n\n# Status\n\nAccepted\n\n# Context\n\nx\n",
    "crlf": "# 1. Title\r\n\r\n## Status\r\n\r\nAccepted\r\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_home_of_the_status_is_known(tmp_path, form):
    decision = one(tmp_path, FORMS[form])
    assert (decision.title, str(decision.status)) == ("Title", "accepted")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("0003-x.rst", "0003: Title\n###########\n\nStatus\n******\n\nAccepted\n\nContext\n*******\n\nx\n"),
        ("0003-x.rst", "=====\nTitle\n=====\n\n:Status: Accepted\n:Date: 2024-01-02\n\nContext\n-------\n\nx\n"),
        ("0003-x.adoc", "= Title\n:status: accepted\n\n== Context\n\nx\n"),
        ("0003-x.adoc", "= Title\n\n== Status\n\nAccepted\n"),
        ("0003-x.txt", "ADR: 3\nTitle: Title\nStatus: Accepted\nCreated: 10-May-2016\n\nAbstract\n========\n\nx\n"),
    ],
)  # fmt: skip
def test_other_markup_is_read(tmp_path, name, text):
    decision = one(tmp_path, text, f"docs/adr/{name}")
    assert (decision.key, decision.title, str(decision.status)) == ("adr-0003", "Title", "accepted")


def test_a_decision_in_full(tmp_path):
    text = (
        "# ADR 7: Keep one index\n\nDate: 2 January 2024\n\n## Status\n\nAccepted\n\n"
        "## Context and Problem Statement\n\nMany files.\n\n## Considered Options\n\n* one\n* two\n\n"
        "## Decision Outcome\n\nOne.\n\n### Consequences\n\n* Good\n\n## Notes\n\nLater.\n"
    )
    decision = one(tmp_path, text, "docs/adr/0007-keep-one-index.md")
    assert decision.key == "adr-0007"
    assert (decision.title, decision.number) == ("Keep one index", "0007")
    assert (decision.date, decision.date_source) == ("2024-01-02", "record")
    assert decision.sections == (
        ("status", "Accepted", 7),
        ("context", "Many files.", 11),
        ("options", "* one\n* two", 15),
        ("decision", "One.", 20),
        ("consequences", "* Good", 24),
        ("other", "Notes\n\nLater.", 26),
    )


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("TBD", ""),
        ("*To be decided.*\n\nWe keep one file.", "We keep one file."),
        ("The last of three.\nWe will keep one file. Later more.", "We will keep one file."),
    ],
)
def test_what_was_decided_is_a_sentence_of_the_record(tmp_path, written, sentence):
    text = f"# 1. A choice\n\n## Status\n\nAccepted\n\n## Decision\n\n{written}\n"
    assert one(tmp_path, text).sentence == sentence


def test_a_y_statement_is_a_decision(tmp_path):
    text = "# Title\n\nStatus: accepted\n\nIn the context of x, facing y, we decided for z to reach w, accepting v.\n"
    decision = one(tmp_path, text)
    assert [(name, line) for name, _, line in decision.sections] == [("decision", 3)]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-01-02", "2024-01-02"), ("2024/1/2", "2024-01-02"), ("11-April-2023", "2023-04-11"),
        ("10-May-2016", "2016-05-10"), ("11/23/2020", "2020-11-23"), ("23.11.2020", "2020-11-23"),
        ("January 1, 2020", "2020-01-01"), ("1 January 2020", "2020-01-01"), ("1st of May 2020", ""),
        ("2023-02-xx", "2023-02"), ("2023-02", "2023-02"), ("20201016", "2020-10-16"), ("3 juillet 2023", "2023-07-03"),
        ("3. Juli 2023", "2023-07-03"), ("16 de octubre de 2020", "2020-10-16"), ("2020年10月16日", "2020-10-16"),
        ("４月 ２０２０", ""), ("03/04/2020", ""), ("04/04/2020", "2020-04-04"), ("2024-13-40", ""), ("ADR 20201", ""), ("", ""),
    ],
)  # fmt: skip
def test_dates_have_many_forms_and_no_two_meanings(text, date):
    assert read_date(text) == date


def test_a_date_comes_from_git_where_the_record_has_none(tmp_path):
    put(tmp_path, {"docs/adr/0001-x.md": "# X\n\n## Status\n\nAccepted\n"})
    commit(tmp_path, "one", day=9)
    (decision,) = read(tmp_path).values()
    assert (decision.date, decision.date_source) == ("2024-01-09", "git")


def test_a_changelog_dates_a_record_by_its_first_entry(tmp_path):
    text = "# ADR 1: X\n\n## Changelog\n\n- 11/29/2020: more\n- 11/23/2020: first\n\n## Status\n\nDraft\n"
    assert one(tmp_path, text).date == "2020-11-23"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("- 2024-03-01: more\n- 2024-01-02: first, after 2020-01-01", "2024-01-02"),
        ("* 07-06-2018: first\n* 23-06-2018: more", "2018-06-07"),
        ("- 11/23/2020: more\n- 03/04/2020: first", "2020-03-04"),
        ("- 03/04/2020: first\n- 2021-01-01: more", ""),
        ("- 05/06/2020: more\n- 2019-01-01: first", "2019-01-01"),
        ("- 23/11/2020: a\n- 11/23/2020: b\n- 03/04/2020: c", ""),
        ("- 04/04/2020: first", "2020-04-04"),
        ("- 2023-24-05: wrong\n- 13.01.2023: first", "2023-01-13"),
        ("- {date}: {changelog}", ""),
    ],
)
def test_a_changelog_tells_the_first_date_where_it_is_sure(text, date):
    assert first_date(text) == date


def relations(text):
    outline = read_outline(text.split("\n"), "md")
    return [
        (each.kind, each.reference.path or each.reference.number, each.partial)
        for each in read_relations(outline, text)
    ]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("Superseded by [2. Use x](0002-x.md)", [("superseded-by", "0002-x.md", False)]),
        ("Superseded by 0005", [("superseded-by", "0005", False)]),
        ("Superseded by ADR 65", [("superseded-by", "65", False)]),
        ("Superseded by #18", [("superseded-by", "18", False)]),
        ("Supersedes ADR-1 and ADR-2", [("supersedes", "1", False), ("supersedes", "2", False)]),
        ("Supersedes 3, 4 and 5.", [("supersedes", n, False) for n in "345"]),
        ("Accepted. Supersedes [1](0001-a.md), amended by [3](0003-b.md).", [("supersedes", "0001-a.md", False), ("amended-by", "0003-b.md", False)]),
        ("Partially superseded by ADR-8", [("superseded-by", "8", True)]),
        ("Superseded by [0018][0018]\n\n[0018]: ./0018-x.md", [("superseded-by", "./0018-x.md", False)]),
        ("Superseded\nby ADR-3", [("superseded-by", "3", False)]),
        ("Superseded by 2024-01-02", []),
        ("Remplace l'[ADR #18](0018-x.md)", [("supersedes", "0018-x.md", False)]),
        ("Ersetzt durch ADR-3", [("superseded-by", "3", False)]),
        ("ADR-0003 に置き換えられた", [("superseded-by", "0003", False)]),
        ("Completes [20. A](0020-a.md) and [23. B](0023-b.md)", [("complements", "0020-a.md", False), ("complements", "0023-b.md", False)]),
        ("Rejected in favour of ADR 111", [("in-favour-of", "111", False)]),
        ("Accepted", []),
    ],
)  # fmt: skip
def test_relations_are_read_from_the_status(status, expected):
    assert (
        relations(f"# T\n\n## Status\n\n{status}\n\n## Context\n\nADR 9 superseded ADR 8.\n")
        == expected
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nsupersedes: ADR-0004\n---\n# T\n", [("supersedes", "0004", False)]),
        ("---\nsuperseded-by:\n  - 0004-x.md\n  - 0005-y.md\n---\n# T\n", [("superseded-by", "0004-x.md", False), ("superseded-by", "0005-y.md", False)]),
        ("---\nsupersedes: N/A\nreplaces:\n---\n# T\n", []),
        ("# T\n\n| Status | Draft |\n| Supersedes: | N/A |\n", []),
        ("# T\n\n- Supersedes: [ADR-1](0001-a.md)\n", [("supersedes", "0001-a.md", False)]),
        ("# T\n\n> [!NOTE]\n> This decision is **superseded by [ADR-57](0057-x.md)**.\n\n## Context\n", [("superseded-by", "0057-x.md", False)]),
        ("# T\n\n## Links\n\n* Supersedes [ADR-1](0001-a.md)\n* [unrelated](http://example.org)\n", [("supersedes", "0001-a.md", False)]),
        ("---\nstatus: superseded by [ADR-0062](0062-x.md)\n---\n# T\n", [("superseded-by", "0062-x.md", False)]),
    ],
)  # fmt: skip
def test_relations_are_read_from_the_head_and_the_links(text, expected):
    assert relations(text) == expected


def record(status, extra=""):
    return f"# T\n\n## Status\n\n{status}\n\n## Context\n\nx\n{extra}"


def test_an_accepted_record_replaces_one_that_does_not_know_it(tmp_path):
    found = read(put(tmp_path, {
        "docs/adr/0001-a.md": record("Accepted"),
        "docs/adr/0002-b.md": record("Accepted. Supersedes ADR 1."),
    }))  # fmt: skip
    assert found["adr-0001"].status == "superseded"
    assert found["adr-0001"].status_text == "Accepted"
    assert found["adr-0001"].warnings == (
        "adr-0002 supersedes this record, which does not say so itself",
    )


def test_two_records_that_replace_each_other_are_warned_of(tmp_path):
    found = read(put(tmp_path, {
        "docs/adr/0001-a.md": record("Accepted. Supersedes ADR 2."),
        "docs/adr/0002-b.md": record("Accepted. Supersedes ADR 1."),
        "docs/adr/0003-c.md": record("Accepted. Supersedes ADR 3. Supersedes ADR 99."),
    }))  # fmt: skip
    assert {str(each.status) for each in found.values()} == {"accepted"}
    assert "each say" in found["adr-0001"].warnings[0]
    assert found["adr-0003"].relations[0].target == ""
    assert found["adr-0003"].warnings == ("names ADR 99, which is no record here",)


def test_a_link_to_another_repository_is_none_of_ours(tmp_path):
    found = read(put(tmp_path, {
        "docs/adr/0002-a.md": record("Accepted"),
        "docs/adr/0005-b.md": record("Accepted. Amends [ADR-2](https://example.org/x/adr/0002-a.md)."),
    }))  # fmt: skip
    assert [each.target for each in found["adr-0005"].relations] == [""]


def test_equal_numbers_get_keys_of_their_own(tmp_path):
    files = {f"docs/adr/{name}.md": record("Accepted") for name in ("0009-b", "0009-a", "0010-c")}
    put(tmp_path, {"docs/adr/0009-b.md": files.pop("docs/adr/0009-b.md")})
    commit(tmp_path, "the elder", day=1)
    put(tmp_path, files)
    commit(tmp_path, "the younger", day=2)
    found = read(tmp_path)
    assert {key: each.path for key, each in found.items()} == {
        "adr-0009": "docs/adr/0009-b.md",
        "adr-0009-b": "docs/adr/0009-a.md",
        "adr-0010": "docs/adr/0010-c.md",
    }
    assert found["adr-0009"].warnings == ("has the same number as adr-0009-b",)


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("docs/adr/0001-use-x.md", "adr-0001"),
        ("docs/adr/1-use-x.md", "adr-0001"),
        ("docs/adr/adr-001-use-x.md", "adr-0001"),
        ("docs/architecture/adr-001-use-x.md", "adr-0001"),
        ("ADR-12 Use x.md", "adr-0012"),
        ("lms/docs/decisions/0003-x.rst", "lms-0003"),
        ("docs/adr/ODH-ADR-MS-0002-x.md", "ms-0002"),
        ("docs/adr/20201016-use-x.md", "use-x"),
        ("docs/adr/2020-10-16-use-x.md", "use-x"),
        ("docs/adr/2020-10-16_012-use-x.md", "adr-0012"),
        ("docs/adr/use-x.md", "use-x"),
        ("docs/decision-records/2022-01-02-use-x/README.md", "use-x"),
        ("docs/adr/0007-use-x/README.md", "adr-0007"),
        ("docs/adr/0002_équipe.md", "adr-0002"),
        ("docs/adr/0039-use-a-template-engine.md", "adr-0039"),
        ("keps/sig-x/1234-use-x/README.md", "sig-x-1234"),
        ("peps/pep-0518.rst", "adr-0518"),
    ],
)
def test_names_give_keys(path, key):
    (found,) = places([path], (), ())
    assert own_key(found) == key


@pytest.mark.parametrize(
    "path",
    [
        "docs/adr/README.md", "docs/adr/index.md", "docs/adr/AGENTS.md", "docs/adr/template.md", "docs/adr/adr-template.md",
        "docs/adr/0000-template.md", "docs/adr/assets/x.png", "docs/guide/0001-x.md", "src/adr.py",
        "tests/cases/docs/adr/0001-x.md", "docs/adr/0007-use-x/helper.md", "docs/adr/NNN-madr-template.md",
        "keps/sig-x/README.md", "keps/sig-x/1234-use-x/kep.yaml",
    ],
)  # fmt: skip
def test_what_is_beside_the_records_is_none(path):
    assert [place for place in places([path], (), ()) if not place.sample] == []


def test_folders_can_be_named(tmp_path):
    put(tmp_path, {"notes/0001-x.md": record("Accepted"), "docs/adr/0002-y.md": record("Accepted")})
    assert list(read(tmp_path, Config(decisions=("notes",)))) == ["notes-0001"]
    put(tmp_path, {".adr-dir": "notes\n"})
    assert list(read(tmp_path)) == ["adr-0002", "notes-0001"]


def test_an_id_in_the_front_matter_is_the_key(tmp_path):
    decision = one(
        tmp_path,
        "---\nid: adrs-adr013\ntitle: 'Title: x'\n---\n\n## Context\n\nx\n\n## Decision\n\ny\n",
    )
    assert (decision.key, decision.title) == ("adrs-adr013", "Title: x")


def test_a_folder_called_decisions_may_hold_other_things(tmp_path):
    put(tmp_path, {"src/decisions/notes.md": "# Trees\n\nHow the engine decides.\n"})
    assert read(tmp_path) == {}


def test_a_folder_of_proposals_holds_a_record_where_a_status_is_stated(tmp_path):
    shaped = "# RFC 1: T\n\n## Context\n\nx\n\n## Decision\n\ny\n"
    put(tmp_path, {"docs/rfc/rfc-001-x.md": shaped, "docs/rfc/rfc-002-y.md": record("Accepted")})
    assert list(read(tmp_path)) == ["adr-0002"]


def test_records_are_linked_with_the_code_they_name(tmp_path):
    found = read(put(tmp_path, {
        "docs/adr/0001-a.md": record("Accepted", "\nSee `src/store.py:12`, `IndexFile` and [this](../../src/deep/x.py). "
                                     "Not `get`, nor `missing.py`.\n"),
        "src/store.py": "class IndexFile:\n    def get(self):\n        pass\n",
        "src/deep/x.py": "x = 1\n",
    }))  # fmt: skip
    links = {(each.path, each.symbol, each.source) for each in found["adr-0001"].links}
    assert links == {
        ("src/store.py", None, "record"),
        ("src/store.py", "src/store.py::IndexFile", "record"),
        ("src/deep/x.py", None, "record"),
    }


def test_a_record_may_declare_what_it_governs(tmp_path):
    text = "---\nstatus: accepted\ngoverns:\n  - src/auth/**\n  - '*.sql'\n---\n# T\n\n## Context\n\nx\n"
    put(
        tmp_path,
        {"docs/adr/0001-a.md": text, "src/auth/login.py": "", "db/x.sql": "", "src/b.py": ""},
    )
    links = read(tmp_path)["adr-0001"].links
    assert [(each.path, each.evidence.quote, each.evidence.line) for each in links] == [
        ("src/auth/login.py", "- src/auth/**", 4),
        ("db/x.sql", "- '*.sql'", 5),
    ]


def test_code_names_records_in_many_ways(tmp_path):
    put(tmp_path, {
        "docs/adr/0049-x.md": record("Accepted"),
        "a.py": "# See ADR-0049.\ndef f():\n    pass\n",
        "B.java": "class B {\n  @ADR(49)\n  void run() {}\n}\n",
        "c.go": "package c\n\n// docs/adr/0049-x.md says why.\nfunc F() {}\n",
        "d.py": "adr = 49  # no record\nx0 = 'adr x0, 49'\ny = ADR_TABLE[49]\nz = 'QUADR 49'\n",
        "e.md": "As adr-0049 says.\n",
        "f.c": '/*\n * Why: ADR 49.\n */\nint f(void) { return 1; }\nchar *g = "ADR-0049";\n',
        "h.py": 'def h():\n    """Obeys ADR-49."""\n    return "ADR-0049"\n',
    })  # fmt: skip
    links = read(tmp_path)["adr-0049"].links
    assert {(each.path, each.symbol) for each in links} == {
        ("a.py", "a.py::f"),
        ("B.java", "B.java::B.run"),
        ("c.go", "c.go::F"),
        ("e.md", None),
        ("f.c", "f.c::f"),
        ("h.py", "h.py::h"),
    }
    assert [each.evidence.quote for each in links if each.path == "h.py"] == ['"""Obeys ADR-49."""']
    assert {each.source for each in links} == {"code"}


def test_a_number_means_the_nearest_series(tmp_path):
    found = read(put(tmp_path, {
        "lms/docs/decisions/0001-a.md": record("Accepted"),
        "cms/docs/decisions/0001-b.md": record("Accepted"),
        "lms/app.py": "# ADR-0001\n",
        "app.py": "# ADR-0001\n",
    }))  # fmt: skip
    assert [each.path for each in found["lms-0001"].links] == ["lms/app.py"]
    assert found["cms-0001"].links == ()


def test_what_stands_beside_a_sample_means_the_sample(tmp_path):
    found = read(put(tmp_path, {
        "docs/adr/0001-a.md": record("Accepted"),
        "tests/cases/one/docs/adr/0001-b.md": record("Accepted", "\nSee ADR-0001.\n"),
        "tests/cases/one/app.py": "# ADR-0001\n",
        "tests/test_app.py": "# ADR-0001\n",
    }))  # fmt: skip
    assert list(found) == ["adr-0001"]
    assert [each.path for each in found["adr-0001"].links] == ["tests/test_app.py"]


def test_the_status_text_is_plain():
    assert plain_status("**Superseded** by [2. X](0002-x.md)\n\nmore") == "Superseded by 2. X"


def test_no_records_no_decisions(tmp_path):
    assert read(put(tmp_path, {"a.py": "# ADR-0001\n"})) == {}


@given(st.text(max_size=300))
def test_any_text_has_an_outline_and_a_status(text):
    for extension in ("md", "rst", "adoc", "org", ""):
        outline = read_outline(text.split("\n"), extension)
        read_relations(outline, text)
    read_status(text)
    assert read_date(text) == "" or read_date(text)[:2] in {"19", "20"}
