import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.decisions import read_decisions
from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.parse import parse
from sourcebook.analyze.plan import plan
from sourcebook.analyze.plan.cycles import Cycle, components, find_cycles
from sourcebook.analyze.scan import scan
from sourcebook.analyze.verify import Sources
from sourcebook.config import ChunkConfig, Config
from sourcebook.model import FileRecord, FileReport, FileStatus
from tests.unit.analyze.making import commit, put


def planned(root):
    """The steps for the repository ``root``, by id; every quote is checked on the way."""
    repository = scan(root, Config())
    parsed = [
        parse(file, decode(file.path, on_disk(root, file.path).read_bytes()), ChunkConfig())
        for file in repository.files
        if file.status is FileStatus.INDEXED
    ]
    lines = {file.path: file.lines for file in parsed}
    files = [
        FileRecord(
            FileReport(
                file.path, file.status, file.file_class, file.language, file.size,
                lines=lines.get(file.path, 0), rung="syntax",
            ),
            file.digest,
        )
        for file in repository.files
    ]  # fmt: skip
    graph = link(parsed)
    decisions = read_decisions(parsed, graph, repository, Config()).records
    steps = plan(files, graph, repository.history, decisions, parsed)
    sources = Sources(parsed)
    assert all(
        sources.holds(quote)
        for step in steps
        for reason in step.reasons
        for quote in reason.evidence
    )
    assert plan(files, graph, repository.history, decisions, parsed) == steps
    assert len({step.id for step in steps}) == len(steps)
    return {step.id: step for step in steps}


def package(name, *needs, lines=3):
    """A package of one module that imports from the packages it needs."""
    imports = "".join(f"from {need}.code import {need}_fn\n" for need in needs)
    body = f"def {name}_fn():\n    return 1\n" + "# more\n" * lines
    return {f"{name}/__init__.py": "", f"{name}/code.py": imports + "\n\n" + body}


SHOP = {
    **package("base"),
    **package("store", "base"),
    **package("rules", "base", "prices"),
    **package("prices", "base", "rules"),
    **package("web", "store", "rules"),
    **package("jobs", "store"),
    "tools/alone.py": "x = 1\n",
    "tests/test_web.py": "from web.code import web_fn\n\n\ndef test_web():\n    assert web_fn() == 1\n",
}


def test_the_order_is_foundations_cycles_layers(tmp_path):
    steps = planned(put(tmp_path, SHOP))
    assert [(step.id, step.modules, step.after) for step in steps.values()] == [
        ("foundation", ("base",), ()),
        ("cycle-prices", ("prices", "rules"), ("foundation",)),
        ("component-store", ("store",), ("foundation",)),
        ("component-jobs", ("jobs", "web"), ("cycle-prices", "component-store")),
        ("component-alone", ("tools",), ()),
    ]


def test_names_of_the_same_letters_have_steps_of_their_own(tmp_path):
    pairs = (("m_1", "m_2"), ("m-1", "m-3"))
    cycles = {
        f"src/{one}.js": f"import {{ b }} from './{other}.js';\nexport function a() {{ b(); }}\n"
        for pair in pairs
        for one, other in (pair, pair[::-1])
    }
    steps = planned(put(tmp_path, cycles))
    assert {"cycle-src-m-1-js", "cycle-src-m-1-js-2"} <= set(steps)


def test_a_cut_quotes_the_lines_that_make_it(tmp_path):
    steps = planned(put(tmp_path, SHOP))
    first, cut = steps["cycle-prices"].reasons
    assert "no cycle is left" in first.text
    assert cut.text == "Cut: `rules` needs `prices` at 1 place."
    assert [(quote.path, quote.quote) for quote in cut.evidence] == [
        ("rules/code.py", "from prices.code import prices_fn")
    ]


def test_tests_that_reach_a_step_are_named(tmp_path):
    steps = planned(put(tmp_path, SHOP))
    assert steps["component-jobs"].tests == ("tests/test_web.py",)
    assert steps["foundation"].tests == ()


def test_a_hotspot_changes_often_and_is_large(tmp_path):
    put(tmp_path, {**SHOP, **package("store", "base", lines=300)})
    commit(tmp_path, "first", day=1)
    for day in range(2, 6):
        put(tmp_path, {"store/code.py": (tmp_path / "store/code.py").read_text() + f"# {day}\n"})
        commit(tmp_path, "change", day=day)
    for day in range(6, 12):  # a robot's changes are none
        put(tmp_path, {"web/code.py": "def web_fn():\n    return 1\n" + "# x\n" * (300 + day)})
        commit(tmp_path, "bump", day=day, author="renovate[bot]")
    hot = [step for step in planned(tmp_path).values() if step.kind == "hotspot"]
    assert [step.modules for step in hot] == [("store/code.py",)]
    assert "changed in 5 commits" in hot[0].reasons[0].text
    assert hot[0].title.startswith("Cover with tests")
    assert hot[0].size == 309


def test_without_history_size_ranks_and_the_reason_says_so(tmp_path):
    steps = planned(put(tmp_path, {**SHOP, **package("web", "store", lines=500)}))
    (hot,) = (step for step in steps.values() if step.kind == "hotspot")
    assert hot.modules == ("web/code.py",)
    assert "without history" in hot.reasons[0].text
    assert hot.title == "Split `code.py`"


def test_few_folders_are_planned_by_file(tmp_path):
    steps = planned(put(tmp_path, {
        "one/__init__.py": "", "one/a.py": "from one.b import b\n\n\ndef a():\n    return b()\n",
        "one/b.py": "from one.a import a\n\n\ndef b():\n    return a()\n", "one/c.py": "from one.a import a\n",
    }))  # fmt: skip
    assert steps["cycle-one-a-py"].modules == ("one/a.py", "one/b.py")


def test_a_decision_that_governs_a_step_is_named(tmp_path):
    record = "# Keep it\n\n## Status\n\nAccepted\n\n## Context\n\nSee `base/code.py`.\n"
    steps = planned(put(tmp_path, {**SHOP, "docs/adr/0001-x.md": record}))
    governed = [reason for reason in steps["foundation"].reasons if "adr-0001" in reason.text]
    assert [quote.path for quote in governed[0].evidence] == ["docs/adr/0001-x.md"]


@pytest.mark.parametrize("files", [{}, {"README.md": "# x\n"}, {"a.py": "x = 1\n"}])
def test_small_repositories_have_small_plans(tmp_path, files):
    assert len(planned(put(tmp_path, files))) <= 1


def test_a_large_repository_has_a_dozen_steps_at_most(tmp_path):
    names = [f"p{number:02}" for number in range(40)]
    files = {}
    for number, name in enumerate(names):
        needs = {names[number // 2], names[(number * 7 + 1) % 40]} - {name}
        files |= package(name, *sorted(needs), lines=number)
    steps = planned(put(tmp_path, files))
    assert 1 <= len(steps) <= 13
    covered = [unit for step in steps.values() if step.kind != "hotspot" for unit in step.modules]
    assert sorted(set(covered)) == names


NAMES = [f"n{number}" for number in range(9)]
WEIGHTS = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(lambda edge: edge[0] != edge[1]),
    st.integers(1, 5),
    max_size=30,
)  # fmt: skip


@pytest.mark.parametrize(
    ("largest", "named"),
    [
        ((0,), 1),  # one cut breaks it
        ((9, 8, 7, 5, 4, 0), 5),
        ((10, 10, 10, 10, 10, 10, 7, 0), 7),  # the first that makes it smaller is named, too
        ((10,) * 19 + (0,), 5),  # too many to name: the lightest
    ],
)
def test_a_step_names_cuts_until_the_circle_is_smaller(largest, named):
    cuts = tuple((f"u{n}", "u0") for n in range(len(largest)))
    cycle = Cycle(tuple(f"u{n}" for n in range(10)), cuts, cuts, largest)
    assert cycle.first_cuts(5, 15) == named


@given(WEIGHTS)
def test_all_cuts_together_leave_no_cycle_and_each_is_needed(weights):
    for cycle in find_cycles(NAMES, weights):
        inside = {edge for edge in weights if set(edge) <= set(cycle.units)}
        assert max(map(len, components(cycle.units, inside - set(cycle.cuts)))) == 1
        assert cycle.largest[-1] == 0
        assert list(cycle.largest) == sorted(cycle.largest, reverse=True)
        for cut in cycle.cuts:
            rest = inside - (set(cycle.cuts) - {cut})
            assert max(map(len, components(cycle.units, rest))) > 1


@given(WEIGHTS)
def test_what_the_cuts_are_said_to_achieve_is_counted(weights):
    for cycle in find_cycles(NAMES, weights):
        for number in range(1, len(cycle.cuts) + 1):
            rest = {edge for edge in weights if set(edge) <= set(cycle.units)}
            rest -= set(cycle.cuts[:number])
            most = max(map(len, components(cycle.units, rest)))
            assert cycle.largest[number - 1] == (most if most > 1 else 0)


@given(WEIGHTS)
def test_components_come_after_what_they_need(weights):
    order = components(NAMES, weights)
    place = {name: number for number, members in enumerate(order) for name in members}
    assert sorted(itertools.chain(*order)) == sorted(NAMES)
    assert all(place[one] >= place[other] for one, other in weights)
