"""Ways through the calls, from one symbol to another."""

import xml.etree.ElementTree as ET

import pytest

from sourcebook.analyze.link import link
from sourcebook.errors import QueryError
from sourcebook.model import CallGraph
from sourcebook.routes import as_svg, as_text, ways
from tests.unit.analyze.reading import parsed

SOURCE = """\
def first():
    left()
    right()

def left():
    last()

def right():
    last()

def last():
    last()

class Box:
    def open(self):
        first()
"""


@pytest.fixture(scope="module")
def graph() -> CallGraph:
    return link([parsed("a.py", SOURCE)])


def test_all_shortest_ways_are_given(graph: CallGraph):
    assert as_text(ways(graph, "first", "last")) == (
        "a.py::first  a.py:1\\n  -> a.py::left  a.py:2\\n  -> a.py::last  a.py:6\\n\\n"
        "a.py::first  a.py:1\\n  -> a.py::right  a.py:3\\n  -> a.py::last  a.py:9"
    ).replace("\\n", "\n")


def test_a_name_may_be_the_end_of_one(graph: CallGraph):
    assert [step.symbol for step in ways(graph, "open", "left")[0]] == [
        "a.py::Box.open",
        "a.py::first",
        "a.py::left",
    ]


def test_there_may_be_no_way(graph: CallGraph):
    assert ways(graph, "last", "first") == []
    assert as_text([]) == "no way is known"


def test_an_unknown_name_says_what_to_do(graph: CallGraph):
    with pytest.raises(QueryError, match="sourcebook query nobody"):
        ways(graph, "nobody", "last")


def test_the_picture_shows_every_step_once(graph: CallGraph):
    drawn = ET.fromstring(as_svg(ways(graph, "first", "last"), graph, "first to last"))
    space = "{http://www.w3.org/2000/svg}"
    assert [text.text for text in drawn.iter(f"{space}text")] == ["first", "left", "last", "right"]
    assert (
        len([p for p in drawn.iter(f"{space}path") if "sb-graph__edge" in p.get("class", "")]) == 4
    )
