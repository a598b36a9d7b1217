"""Stage 8b: an order in which the repository can be refactored, each step with its reasons.

Foundations come first: what everything rests on and what rests on nothing. Then cycles,
each with the dependencies to cut and what the cuts achieve; then hotspots, which change
often and are large; then the other modules, from what is needed to what needs it. A step
names the steps it rests on, and every reason the lines it can be checked against.

About a dozen steps: a plan that fixes everything is none.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sourcebook.analyze.plan.cycles import Cycle, components, find_cycles
from sourcebook.analyze.plan.hotspots import Hotspot, find_hotspots
from sourcebook.analyze.plan.units import Units, evidence, tests_of, units_of
from sourcebook.analyze.verify import Sources
from sourcebook.model import (
    CallGraph,
    Claim,
    ClaimKind,
    Commit,
    Decision,
    DecisionStatus,
    Evidence,
    FileRecord,
    Milestone,
    ParsedFile,
    SymbolId,
)

_MOST_CYCLES = 4
_MOST_HOTSPOTS = 3
_MOST_LAYERS = 4
_FEW_CUTS = 5
_MOST_CUTS = 15
_MOST_FOUNDATIONS = 6
_MOST_SYMBOLS = 12
_LIVE = {DecisionStatus.ACCEPTED, DecisionStatus.PROPOSED, DecisionStatus.PARTLY_SUPERSEDED}


def plan(
    files: Sequence[FileRecord],
    graph: CallGraph,
    history: Sequence[Commit],
    decisions: Sequence[Decision],
    parsed: Sequence[ParsedFile] = (),
) -> tuple[Milestone, ...]:
    """Returns the steps in an order in which they can be done.

    ``parsed`` gives the lines that reasons quote; without it, reasons hold figures alone.
    """
    units = units_of(files, graph)
    if not units.size:
        return ()
    planner = _Planner(units, graph, tests_of(units, files, graph), Sources(parsed), decisions)
    weights = {edge: units.weight(edge) for edge in units.links}
    foundation = planner.foundation()
    cycles = [planner.cycle(cycle) for cycle in find_cycles(units.names, weights)[:_MOST_CYCLES]]
    hotspots = [
        planner.hotspot(hotspot, known=bool(history))
        for hotspot in find_hotspots(units, files, graph, history, _MOST_HOTSPOTS)
    ]
    layers = planner.layers(components(units.names, weights), [*foundation, *cycles])
    return _ordered([*foundation, *cycles, *hotspots, *layers], units)


@dataclass(frozen=True, slots=True)
class _Planner:
    """Makes steps out of what was found."""

    units: Units
    graph: CallGraph
    tests: Mapping[str, Sequence[str]]
    sources: Sources
    decisions: Sequence[Decision]

    def foundation(self) -> list[Milestone]:
        """The units that need no other and are needed most."""
        units = self.units
        ground = [u for u in units.names if not units.needs[u] and len(units.users[u]) >= 2]
        ground.sort(key=lambda unit: (-len(units.users[unit]), unit))
        chosen = tuple(ground[:_MOST_FOUNDATIONS])
        if not chosen:
            return []
        reasons = []
        for unit in chosen:
            into = [
                link for edge, links in units.links.items() if edge[1] == unit for link in links
            ]
            users = len(units.users[unit])
            text = f"`{unit}` needs no other module here, and {users} others need it, at {_n(len(into), 'place')}."
            reasons.append(_claim(text, ClaimKind.DEPENDENCY, evidence(into, self.sources)))
        names = _names(chosen)
        return [
            self._step(
                "foundation", "foundation", f"Settle the foundations: {names}", chosen, reasons
            )
        ]

    def cycle(self, cycle: Cycle) -> Milestone:
        """The step that breaks one cycle."""
        shown = cycle.cuts[: cycle.first_cuts(_FEW_CUTS, _MOST_CUTS)]
        left = cycle.largest[len(shown) - 1]
        places = sum(self.units.weight(edge) for edge in shown)
        if left == 0:
            gain = "no cycle is left among these modules"
        elif left < len(cycle.units):
            gain = f"the largest cycle shrinks from {len(cycle.units)} to {left} modules"
        else:
            gain = f"the circle still holds all of them: to break it takes {len(cycle.cuts)} cuts"
        reasons = [
            _claim(
                f"These {len(cycle.units)} modules depend on each other in a circle, by "
                f"{len(cycle.edges)} dependencies. Without {_these(len(shown))} below "
                f"({_n(places, 'place')}), {gain}.",
                ClaimKind.NOTE,
            )
        ]
        for one, other in shown:
            links = self.units.links[one, other]
            text = f"Cut: `{one}` needs `{other}` at {_n(len(links), 'place')}."
            reasons.append(_claim(text, ClaimKind.DEPENDENCY, evidence(links, self.sources)))
        symbols = self._ends(shown)
        title = f"Break the cycle of {_names(cycle.units)}"
        return self._step(
            f"cycle-{_slug(cycle.units[0])}", "cycle", title, cycle.units, reasons, symbols
        )

    def hotspot(self, hotspot: Hotspot, *, known: bool) -> Milestone:
        """The step that makes one hotspot safe and smaller."""
        path = hotspot.path
        tests = self.tests.get(path, ())
        if known:
            text = (
                f"`{path}` changed in {_n(hotspot.changes, 'commit')} and has {hotspot.lines:,} lines; "
                f"by lines alone it is number {hotspot.rank_by_lines}."
            )
        else:
            text = (
                f"`{path}` has {hotspot.lines:,} lines; without history, size is all that ranks it."
            )
        reasons = [_claim(text, ClaimKind.NOTE)]
        for symbol in hotspot.complex:
            quote = self.sources.find(path, symbol.name, symbol.name_line, symbol.name_line)
            text = f"`{symbol.qualified}` has {symbol.complexity - 1} branches."
            reasons.append(_claim(text, ClaimKind.NOTE, (quote,) if quote else ()))
        if tests:
            reasons.append(
                _claim(f"{_n(len(tests), 'test file')} import it or call it.", ClaimKind.NOTE)
            )
        else:
            text = "No test file imports it or calls it: write some before anything is moved."
            reasons.append(_claim(text, ClaimKind.NOTE))
        verb = "Split" if tests else "Cover with tests, then split"
        symbols = [symbol.id for symbol in hotspot.complex]
        title = f"{verb} `{path.rpartition('/')[2]}`"
        return self._step(f"hotspot-{_slug(path)}", "hotspot", title, [path], reasons, symbols)

    def layers(
        self, order: Sequence[tuple[str, ...]], done: Sequence[Milestone]
    ) -> list[Milestone]:
        """The units that no step has yet, from what is needed to what needs it."""
        taken = {unit for step in done for unit in step.modules}
        depth = self._depths(order)
        bound = {unit for edge in self.units.links for unit in edge}
        rest = [unit for members in order for unit in members if unit not in taken]
        groups = _grouped([unit for unit in rest if unit in bound], depth, self.units.size)
        steps: list[Milestone] = []
        for group in groups:
            reasons = []
            for unit in sorted(group, key=lambda each: (-self.units.size[each], each))[:_FEW_CUTS]:
                needs = sorted(self.units.needs[unit])
                links = [link for other in needs for link in self.units.links[unit, other][:1]]
                text = (
                    f"`{unit}` ({self.units.size[unit]:,} lines) needs "
                    f"{_n(len(needs), 'other module') if needs else 'no other module'}; "
                    f"{_users(len(self.units.users[unit]))}."
                )
                reasons.append(_claim(text, ClaimKind.DEPENDENCY, evidence(links, self.sources)))
            title = f"{'Then' if steps or done else 'Begin with'} {_names(group)}"
            steps.append(
                self._step(
                    f"component-{_slug(group[0])}", "component", title, tuple(group), reasons
                )
            )
        alone = sorted(unit for unit in rest if unit not in bound)
        if alone:
            it = "It needs no other module, and none needs it"
            they = f"These {len(alone)} modules need no other, and none needs them"
            text = f"{it if len(alone) == 1 else they}: any time is right."
            title = f"At any time: {_names(alone)}"
            claim = _claim(text, ClaimKind.DEPENDENCY)
            steps.append(self._step("component-alone", "component", title, alone, [claim]))
        return steps

    def _depths(self, order: Sequence[tuple[str, ...]]) -> dict[str, int]:
        """How many steps of need lie below each unit; a cycle counts as one."""
        depth: dict[str, int] = {}
        for members in order:
            below = {need for unit in members for need in self.units.needs[unit]} - set(members)
            level = max((depth[need] + 1 for need in below), default=0)
            depth.update(dict.fromkeys(members, level))
        return depth

    def _ends(self, edges: Iterable[tuple[str, str]]) -> list[SymbolId]:
        """The definitions that the cut dependencies call."""
        wanted = {
            (link.path, link.line, link.text) for edge in edges for link in self.units.links[edge]
        }
        path_of = {symbol.id: symbol.path for symbol in self.graph.symbols}
        called = {
            target
            for call in self.graph.calls
            if (path_of.get(call.caller, ""), call.span.line, call.text) in wanted
            for target in call.targets
        }
        return sorted(called)[:_MOST_SYMBOLS]

    def _step(
        self,
        identity: str,
        kind: str,
        title: str,
        modules: Sequence[str],
        reasons: Sequence[Claim],
        symbols: Sequence[SymbolId] = (),
    ) -> Milestone:
        members = set(modules)
        inside = [
            path for path, unit in self.units.unit_of.items() if unit in members or path in members
        ]
        tests = sorted({test for path in inside for test in self.tests.get(path, ())})
        size = sum(self.units.lines[path] for path in inside)
        return Milestone(
            id=identity,
            title=title,
            kind=kind,
            modules=tuple(modules),
            symbols=tuple(symbols),
            after=(),
            reasons=(*reasons, *self._governing(inside)),
            size=size,
            tests=tuple(tests),
        )

    def _governing(self, paths: Sequence[str]) -> list[Claim]:
        """The decisions that hold for the files of a step."""
        inside = set(paths)
        claims = []
        for decision in self.decisions:
            links = [link for link in decision.links if link.path in inside]
            if links and decision.status in _LIVE:
                text = f"Governed by {decision.key} ({decision.status}): {decision.title}."
                quotes = tuple(dict.fromkeys(link.evidence for link in links))[:3]
                claims.append(_claim(text, ClaimKind.RULE, quotes))
        return claims


def _ordered(steps: Sequence[Milestone], units: Units) -> tuple[Milestone, ...]:
    """The steps, each with the earlier steps that it rests on."""
    earlier: dict[str, list[str]] = defaultdict(list)
    result: list[Milestone] = []
    for step in _distinct(steps):
        own = {units.unit_of.get(module, module) for module in step.modules}
        needed = own.union(*(units.needs[unit] for unit in own))
        after = [identity for unit in sorted(needed) for identity in earlier[unit]]
        result.append(replace(step, after=tuple(dict.fromkeys(after))))
        if step.kind != "hotspot":
            for unit in step.modules:
                earlier[unit].append(step.id)
    return tuple(result)


def _distinct(steps: Iterable[Milestone]) -> Iterator[Milestone]:
    """The steps, with a number behind an id that an earlier one has: slugs may be the same."""
    taken: set[str] = set()
    for step in steps:
        identity, number = step.id, 1
        while identity in taken:
            number += 1
            identity = f"{step.id}-{number}"
        taken.add(identity)
        yield replace(step, id=identity)


def _grouped(
    waiting: Sequence[str], depth: Mapping[str, int], size: Mapping[str, int]
) -> list[list[str]]:
    """Units of neighbouring depths together, in at most as many groups as there are layers."""
    ordered = sorted(waiting, key=lambda unit: (depth[unit], unit))
    total = sum(size[unit] for unit in ordered)
    groups: list[list[str]] = []
    filled = 0
    for unit in ordered:
        full = filled >= total * len(groups) / _MOST_LAYERS
        deeper = bool(groups) and depth[unit] > depth[groups[-1][-1]]
        if not groups or (full and deeper and len(groups) < _MOST_LAYERS):
            groups.append([])
        groups[-1].append(unit)
        filled += size[unit]
    return groups


def _claim(text: str, kind: ClaimKind, quotes: tuple[Evidence, ...] = ()) -> Claim:
    return Claim(text, kind, quotes)


def _names(units: Sequence[str]) -> str:
    """The first three names, and how many more there are."""
    first = [f"`{unit}`" for unit in units[:3]]
    more = len(units) - len(first)
    if more:
        return f"{', '.join(first)} and {more} more"
    return " and ".join([", ".join(first[:-1]), first[-1]] if len(first) > 1 else first)


def _users(count: int) -> str:
    """How many need a module, as the end of a sentence."""
    return "none needs it" if not count else "one needs it" if count == 1 else f"{count:,} need it"


def _these(count: int) -> str:
    """The dependencies that are named after a sentence."""
    return "the dependency" if count == 1 else f"the {count} dependencies"


def _n(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _slug(name: str) -> str:
    return "".join(char if char.isalnum() else "-" for char in name.lower()).strip("-") or "root"
