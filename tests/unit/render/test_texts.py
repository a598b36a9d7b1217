"""Every fixed sentence has its translation."""

import re
import tomllib

import pytest

from sourcebook import model
from sourcebook.analyze.observed import purposes
from sourcebook.render import doc, graphs
from sourcebook.render.builtin import templates_dir
from sourcebook.render.pages import blocks, changes, observed, overview
from sourcebook.render.templates import translator
from sourcebook.store import comparison

SENTENCE = re.compile(r"""\b_\(\s*"((?:[^"\\]|\\.)*)"|\btext\(\s*"((?:[^"\\]|\\.)*)\"""")
SOURCES = [
    *templates_dir().rglob("*.jinja"),
    *templates_dir().parent.joinpath("generator/sourcebook/render").rglob("*.py"),
]
ENUMS = (
    model.SymbolKind,
    model.FileClass,
    model.FileStatus,
    model.CallStatus,
    model.StateKind,
    model.ChunkKind,
    model.DecisionStatus,
    model.Role,
    comparison.Kind,
)


def catalogue() -> dict[str, str]:
    table = tomllib.loads((templates_dir() / "texts.toml").read_text(encoding="utf-8"))
    return {row["en"]: row["ja"] for row in table["text"]}


def written() -> set[str]:
    found = {
        one or other
        for path in SOURCES
        for one, other in SENTENCE.findall(path.read_text(encoding="utf-8"))
    }
    found |= {member.value for enum in ENUMS for member in enum}
    found |= set(graphs.WORDS.values()) | set(graphs.GROUPS.values())
    found |= {label for _, label in blocks.GROUPS} | set(blocks.USES)
    found |= {said for _, *both, _ in observed.SECTIONS for said in both} | set(purposes())
    found |= {title for _, title in changes.PARTS} | set(doc.VERSIONS.values())
    return found | {why for _, why in overview.WHYS}


def test_every_sentence_is_translated():
    assert written() - set(catalogue()) == set()


def test_no_translation_is_left_over():
    kinds = {"component", "cycle", "hotspot", "foundation"}  # of milestones, named by data
    assert len(catalogue()) < len(written()) + 60
    assert kinds <= set(catalogue())


@pytest.mark.parametrize(("english", "japanese"), sorted(catalogue().items()))
def test_a_translation_has_the_same_places_to_fill(english: str, japanese: str):
    places = re.compile(r"\{\w*\}")
    assert sorted(places.findall(english)) == sorted(places.findall(japanese))


def test_values_are_filled_in():
    assert translator("ja")("{n} lines", n=3) == "3 行"
    assert translator("en")("{n} lines", n=3) == "3 lines"
