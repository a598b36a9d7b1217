"""Pages that list one thing over the whole repository: coverage, rules, graphs, summaries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec.structs import replace

from sourcebook.model import (
    Constant,
    FileReport,
    FileStatus,
    Level,
    Page,
    Rule,
    Summary,
    SymbolId,
)
from sourcebook.render.context import Context, Here, day
from sourcebook.render.graphs import Picture
from sourcebook.render.pages import verdicts
from sourcebook.render.pages.module import Row
from sourcebook.render.pictures import Size
from sourcebook.render.reach import path_of
from sourcebook.render.ref import Listing, Ref, Statement
from sourcebook.render.view import View

#: Rules on one page, and tests that are named for each.
RULES = 800
RULE_TESTS = 2
LISTED = 1000

#: Values of a fingerprint that say that there is no such thing.
_UNSET = frozenset({"", "0"})
#: Modules of a subsystem that are listed also where all lie deep.
LEAST = 12


def coverage_page(context: Context) -> Page:
    """What was read, what was not, and why."""
    links, view = context.links, context.view
    page = links.leaf("coverage")
    here = Here(context, page)
    reports = [record.report for record in links.published]
    return context.page(
        page,
        "coverage.md.jinja",
        total=len(reports),
        status=Counter(report.status for report in reports),
        classes=sorted(Counter(report.file_class for report in reports).items()),
        skipped=_by_reason(reports),
        partly=[
            (here.file(report.path), here.lines(report.path, report.error_line), report.reason)
            for report in reports
            if report.status is FileStatus.PARTLY
        ][:LISTED],
        noted=[
            (here.file(report.path), _remarks(context, report))
            for report in reports
            if _remarks(context, report)
        ][:LISTED],
        repository=view.book.repository,
        day=day(view.book.repository.time),
        fingerprint=[
            (key, value) for key, value in view.book.manifest.fingerprint if value not in _UNSET
        ],
    )


def _by_reason(reports: list[FileReport]) -> list[tuple[str, int, list[str]]]:
    """Skipped files by the reason, each with the first of them."""
    groups: dict[str, list[str]] = {}
    for report in reports:
        if report.status is FileStatus.SKIPPED:
            groups.setdefault(report.reason or report.file_class.value, []).append(report.path)
    rows = [(reason, len(paths), paths[:LISTED]) for reason, paths in groups.items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def _remarks(context: Context, report: FileReport) -> list[str]:
    text = context.text
    found = list(report.notes)
    if report.guessed:
        found.append(text("encoding guessed: {name}", name=report.encoding))
    if report.replaced:
        found.append(text("{n} characters could not be decoded", n=report.replaced))
    if report.redactions:
        kinds = ", ".join(sorted({redaction.kind for redaction in report.redactions}))
        found.append(text("{n} secrets redacted: {kinds}", n=len(report.redactions), kinds=kinds))
    return found


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule as its page shows it."""

    symbol: Ref
    rule: Rule
    outcome: tuple[str, str]  # what happens, and with what; the second is code
    place: Ref
    values: list[tuple[Constant, Ref]]  # what the names of the condition stand for, and where
    tests: Listing
    more: Ref | None  # to where all tests are named
    confirmed: Ref | None  # the note of the person who did


def rules_pages(context: Context) -> Iterator[Page]:
    """Business rules: conditions that compare with a literal or raise. All of them.

    Those of tests come last, in a part of their own.
    """
    links, view = context.links, context.view
    rules = view.rules
    reached = view.reached_by if rules else {}
    confirmed = {(note.unit, text): note.path for note in view.book.notes for text in note.confirms}
    of_tests = sum(view.is_test(path) for path, _ in rules)
    parts = [rules[at : at + RULES] for at in range(0, len(rules), RULES)] or [[]]
    names = ["rules", *(f"rules/{number}" for number in range(2, len(parts) + 1))]
    for name, part in zip(names, parts, strict=True):
        here = Here(context, links.leaf(name))
        yield context.page(
            here.page,
            "rules.md.jinja",
            kinds=[
                (
                    in_tests,
                    [
                        (
                            path,
                            here.file(path),
                            [_rule_row(here, path, rule, reached, confirmed) for rule in own],
                        )
                        for path, own in _by_file(kind)
                    ],
                )
                for in_tests, kind in groupby(part, key=lambda pair: view.is_test(pair[0]))
            ],
            counts=(len(rules) - of_tests, of_tests),
            parts=[
                Ref(
                    f"{own[0][0]} … {own[-1][0]}",
                    "" if other == name else here.to_page(links.leaf(other)),
                )
                for other, own in zip(names, parts, strict=True)
            ]
            if len(parts) > 1
            else (),
        )


def _by_file(rules: Iterable[tuple[str, Rule]]) -> Iterator[tuple[str, list[Rule]]]:
    """Rules of one file after the other, as they stand."""
    for path, own in groupby(rules, key=lambda pair: pair[0]):
        yield path, [rule for _, rule in own]


def _rule_row(
    here: Here,
    path: str,
    rule: Rule,
    reached: Mapping[SymbolId, Sequence[SymbolId]],
    confirmed: Mapping[tuple[str, str], str],
) -> RuleRow:
    note = confirmed.get((rule.symbol, rule.signed))
    what, _, code = rule.outcome.partition(" ")
    tests = list(dict.fromkeys(path_of(test) for test in reached.get(rule.symbol, ())))
    symbol = here.symbol(rule.symbol)
    more = here.more(here.context.view.tests_reaching.get(rule.symbol, 0) - RULE_TESTS)
    return RuleRow(
        symbol=symbol,
        rule=rule,
        outcome=(what, code),
        place=here.lines(path, rule.span.line, rule.span.end_line),
        values=[(one, _place(here, one, path)) for one in rule.constants],
        tests=Listing(tuple(here.file(test) for test in tests[:RULE_TESTS])),
        more=Ref(more, symbol.url) if more else None,
        confirmed=here.file(note) if note is not None else None,
    )


def _place(here: Here, constant: Constant, path: str) -> Ref:
    """The line of a constant, with its file where that is another one."""
    place = here.lines(constant.path, constant.line)
    return place if constant.path == path else replace(place, text=f"{constant.path}:{place.text}")


def graphs_page(context: Context, modules: Picture | None, calls: Sequence[Size]) -> Page:
    """All pictures of the site: the module map in full, the others by name."""
    page = "graphs/index.md"
    here = Here(context, page)
    return context.page(
        page,
        "graphs.md.jinja",
        picture=modules.on(here) if modules is not None else None,
        cycles=here.to_page(context.links.leaf("graphs/cycles")),
        others=[(here.module(one.folder), one.nodes, one.edges) for one in calls],
    )


def system_page(context: Context) -> Page:
    """Summaries from the system down to the modules."""
    links, view = context.links, context.view
    page = links.leaf("summaries/system")
    here = Here(context, page)
    system = view.summaries.get((Level.SYSTEM, "system"))
    claims, guesses = here.facts_and_guesses(system.claims if system is not None else ())
    return context.page(
        page,
        "system.md.jinja",
        by_model=verdicts.of_system(context),
        summary=here.responsibility(Level.SYSTEM, "system"),
        subsystems=[
            _subsystem(here, summary)
            for summary in view.book.summaries
            if summary.level is Level.SUBSYSTEM
        ],
        claims=claims,
        guesses=guesses,
        rules=Ref(context.text("Rules"), here.to_page(links.leaf("rules"))),
        hierarchy=here.to("summaries/hierarchy.json"),
    )


@dataclass(frozen=True, slots=True)
class Subsystem:
    """A subsystem as the page of the system shows it."""

    title: str
    anchor: str
    summary: Statement | None
    claims: list[Statement]  # with whom it talks
    guesses: list[Statement]
    rows: list[Row]
    more: int  # modules that are not among the rows


def _subsystem(here: Here, summary: Summary) -> Subsystem:
    view = here.context.view
    shown, more = _upper(view, summary.children)
    claims, guesses = here.facts_and_guesses(summary.claims)
    return Subsystem(
        title=summary.title,
        anchor=here.context.links.subsystem(summary.id),
        summary=here.responsibility(Level.SUBSYSTEM, summary.id),
        claims=claims,
        guesses=guesses,
        rows=[Row(one, here.module(one), here.brief(Level.MODULE, one), 0, 0) for one in shown],
        more=more,
    )


def _upper(view: View, folders: Sequence[str]) -> tuple[list[str], int]:
    """Of the modules of a subsystem those that a list has room for, and how many others."""
    known = [one for one in folders if one in view.totals]
    shown = [one for one in known if one in view.upper_folders] or known[:LEAST]
    return shown, len(known) - len(shown)


def notices_page(context: Context) -> Page:
    """Third-party software that the site carries."""
    return context.page(context.links.leaf("notices"), "notices.md.jinja")
