from dataclasses import replace

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.observed import observed
from sourcebook.model import (
    Choice,
    Commit,
    Decision,
    DecisionStatus,
    FileClass,
    FileRecord,
    FileReport,
    FileStatus,
)
from tests.unit.analyze.reading import parsed


def choices(
    files: dict[str, str], decisions: tuple[Decision, ...] = (), history: tuple[Commit, ...] = ()
) -> dict[str, Choice]:
    read = [parsed(path, text) for path, text in files.items()]
    records = [
        FileRecord(
            FileReport(f.path, FileStatus.INDEXED, FileClass.SOURCE, f.language, 1), "digest"
        )
        for f in read
    ]
    return {one.kind: one for one in observed(read, records, link(read), decisions, history)}


def record(title: str, status: DecisionStatus = DecisionStatus.ACCEPTED) -> Decision:
    return Decision("adr-1", "docs/adr/0001-x.md", title, status, status)


def test_one_package_for_a_purpose_is_a_habit_with_its_exceptions():
    files = {f"m{n:02}.py": "import os\nimport requests\n" for n in range(20)}
    files["odd.py"] = "import httpx\n"
    found = choices(files, history=(Commit("a" * 40, 86400 * 365, "x", ("m00.py",)),))["only"]
    assert (found.purpose, found.names, found.counts) == (
        "HTTP client", ("requests", "httpx"), (20, 1),
    )  # fmt: skip
    assert (found.evidence[0].path, found.evidence[0].line) == ("m00.py", 2)
    assert [(one.path, one.quote) for one in found.exceptions] == [("odd.py", "import httpx")]
    assert (found.oldest, found.decisions) == ("1971-01-01", ())


def test_below_the_share_there_are_rivals_and_below_the_count_nothing():
    files = {f"m{n:02}.py": "import requests\n" for n in range(9)}
    assert choices(files) == {}
    files |= {f"n{n}.py": "import httpx\n" for n in range(3)}
    assert choices(files)["rivals"].counts == (9, 3)


def test_a_record_that_names_it_covers_it_unless_it_is_over():
    files = {f"m{n:02}.py": "import requests\n" for n in range(10)}
    assert choices(files, (record("Use requests"),))["only"].decisions == ("adr-1",)
    over = record("Use requests", DecisionStatus.SUPERSEDED)
    assert choices(files, (over,))["only"].decisions == ()


@pytest.mark.parametrize(
    ("decided", "covered"),
    [("What requests cost is one matter.", ()), ("We call `requests` only.", ("adr-1",))],
)
def test_a_word_in_passing_covers_nothing(decided: str, covered: tuple[str, ...]):
    files = {f"m{number}.py": "import requests\n" for number in range(10)}
    about = replace(record("Talk to servers"), sections=(("decision", decided, 5),))
    assert choices(files, (about,))["only"].decisions == covered


def test_other_packages_are_counted_but_not_what_comes_with_the_language():
    files = {f"m{n:02}.py": "import os\nimport numpy.linalg\n" for n in range(10)}
    assert set(choices(files)) == {"dependency"}
    assert choices(files)["dependency"].names == ("numpy",)


def test_folders_use_one_another_one_way_or_both():
    files = {f"ui/m{n:02}.py": "from store.all import x\n" for n in range(20)}
    files |= {"ui/__init__.py": "", "store/__init__.py": "", "store/all.py": "x = 1\n"}
    assert choices(files)["layer"].names == ("ui", "store")
    files["store/back.py"] = "from ui.m01 import x\n"
    assert [one.path for one in choices(files)["layer"].exceptions] == ["store/back.py"]
    files |= {f"store/b{n}.py": "from ui.m01 import x\n" for n in range(5)}
    assert choices(files)["knot"].counts == (20, 6)


def test_errors_are_counted_by_the_class_that_they_descend_from():
    files = {"errors.py": "class Base(Exception): pass\nclass Bad(Base): pass\n"}
    files |= {f"m{n:02}.py": "def f():\n    raise Bad('x')\n" for n in range(12)}
    found = choices(files)["errors"]
    assert (found.names, found.counts) == (("Base",), (12,))
    files |= {f"n{n}.py": "def f():\n    raise ValueError('x')\n" for n in range(3)}
    assert choices(files)["mixed errors"].names == ("Base", "ValueError")
