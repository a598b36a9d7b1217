"""Pictures: one layout, three forms."""

import json
import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from sourcebook.config import Config
from sourcebook.render.context import Context, Here
from sourcebook.render.graphs import EDGES, NODES, Edge, Graph, Node, draw, vis_network
from sourcebook.render.links import Links
from sourcebook.render.templates import Templates
from sourcebook.render.view import View
from tests.unit.render.sample import HOSTILE, book

PAIRS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25, unique=True)


def graph(pairs, size: int = 10) -> Graph:
    nodes = tuple(Node(f"n{i}", f"name {i}", f"files/n{i}.html") for i in range(size))
    edges = tuple(Edge(f"n{a}", f"n{b}", "1 call") for a, b in pairs)
    return Graph("test", "Test", nodes, edges)


def here(tmp_path) -> Here:
    made = book(tmp_path / "book")
    links = Links(made, Config())
    view = View(made, Config(), links)
    return Here(Context(view, links, Templates("en"), {}), "modules/a/index.md")


@given(PAIRS)
def test_boxes_do_not_overlap(pairs):
    boxes = list(draw(graph(pairs)).boxes.values())
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            apart_x = abs(one.x - other.x) >= (one.width + other.width) / 2 - 1
            apart_y = abs(one.y - other.y) >= (one.height + other.height) / 2 - 1
            assert apart_x or apart_y


@given(PAIRS)
def test_boxes_are_inside_the_picture(pairs):
    picture = draw(graph(pairs))
    for box in picture.boxes.values():
        assert box.x - box.width / 2 >= 0
        assert box.y - box.height / 2 >= 0
        assert box.x + box.width / 2 <= picture.width
        assert box.y + box.height / 2 <= picture.height


def test_chains_run_in_the_direction_of_the_picture():
    chain = [(0, 1), (1, 2), (2, 0)]  # the last closes a cycle
    boxes = draw(graph(chain, 3)).boxes
    assert boxes["n0"].x < boxes["n1"].x < boxes["n2"].x


def test_the_three_forms_say_the_same(tmp_path):
    picture = draw(graph([(0, 1), (1, 2), (2, 2), (2, 0)], 3))
    drawn = picture.on(here(tmp_path))
    data = json.loads(picture.data().data)
    assert drawn.svg.count("sb-graph__edge") == len(drawn.rows) == len(data["edges"]) == 4
    assert drawn.svg.count("data-node=") == len(data["nodes"]) == 3
    assert 'href="../../files/n0.html"' in drawn.svg
    assert drawn.data == "../../graphs/test.json"
    for node in data["nodes"]:
        box = picture.boxes[node["id"]]
        assert (node["x"], node["y"]) == (round(box.x), round(box.y))
        assert node["physics"] is False


def test_names_are_text(tmp_path):
    made = Graph("test", HOSTILE, (Node("a", HOSTILE, "x.html", HOSTILE),), ())
    picture = draw(made)
    svg = picture.on(here(tmp_path)).svg
    assert "<script" not in svg
    assert "\u202e" not in svg
    assert json.loads(picture.data().data)["title"] == HOSTILE


def test_a_picture_has_bounds():
    many = NODES + 30
    pairs = [(i, j) for i in range(many) for j in range(i + 1, min(i + 5, many))]
    picture = draw(graph(pairs, many))
    assert len(picture.graph.nodes) == NODES
    assert len(picture.graph.edges) <= EDGES
    assert picture.graph.left_out.startswith("+30 nodes")


def test_positions_do_not_depend_on_the_hash_seed():
    code = (
        "from tests.unit.render.test_graphs import graph, draw\n"
        "pairs = [(i * 7 % 20, i * 11 % 20) for i in range(40)]\n"
        "print(sorted(draw(graph(pairs, 20)).boxes.items()))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_vis_network_is_pyviss_own_and_asks_for_nothing():
    (script,) = vis_network()
    assert script.path == "assets/vis-network.min.js"
    assert len(script.data) > 400_000
    assert b"sourceMappingURL" not in script.data


def test_nothing_is_written_into_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draw(graph([(0, 1)], 2)).data()
    assert list(tmp_path.iterdir()) == []
