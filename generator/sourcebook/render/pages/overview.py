"""The first page: what the system is, how large, how it is laid out, and where to start."""

import re
from collections import Counter
from dataclasses import dataclass

from sourcebook.grammars.languages import language
from sourcebook.model import (
    CallStatus,
    ClaimKind,
    DecisionStatus,
    FileClass,
    FileStatus,
    Level,
    Page,
    Role,
    SymbolId,
)
from sourcebook.render.context import Context, Here, Ref, Statement, day
from sourcebook.render.graphs import Picture
from sourcebook.render.pages import verdicts
from sourcebook.render.pages.module import Row
from sourcebook.render.ref import Listing

PACKAGES = 60
MAIN_MODULES = 14
ENTRIES = 12
HOTSPOTS = 8
START = 10

#: Roles in the order of the reading path, and why they are on it.
WHYS = (
    (Role.ENTRY, "entry: used from outside"),
    (Role.ASSEMBLY, "assembly: puts the parts together"),
    (Role.ORCHESTRATION, "orchestration: leads the work"),
    (Role.BOUNDARY, "boundary: reaches outside"),
)

#: Ways in which decisions are in force.
_IN_FORCE = frozenset({DecisionStatus.ACCEPTED, DecisionStatus.PARTLY_SUPERSEDED})

_PARAGRAPHS = re.compile(r"\n[ \t]*\n|\n(?=[=~#-]{3,}\n)|(?<=[=~-]{3})\n")
_SENTENCE = re.compile(r"(?=.{40})[^\W\d_][^|<>]*[.:!\u3002]$|[\u3040-\u9fff].{20,}$")
#: A last sentence that leads on to a list.
_LEAD_ON = re.compile(r"(?<=[.!\u3002])\s[^.!\u3002]*:$")
_READMES = frozenset({"readme", "readme.md", "readme.rst", "readme.txt", "readme.adoc"})
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)|`([^`<]+?)(?: <[^>]*>)?`__?")


@dataclass(frozen=True, slots=True)
class Step:
    """One unit of the reading path, and why it is on it."""

    unit: Ref
    summary: Statement | None
    why: str
    path: str = ""  # of a unit that is no file


def overview_page(context: Context, picture: Picture | None) -> Page:
    """Makes the first page."""
    links, view = context.links, context.view
    page = "index.md"
    here = Here(context, page)
    book = view.book
    repository = book.repository
    counts = dict(book.manifest.counts)
    readme, summary = _readme(context, here), here.responsibility(Level.SYSTEM, "system")
    if readme is not None and summary is not None and _begins(readme, summary):
        summary = None
    return context.page(
        page,
        "overview.md.jinja",
        name=view.config.name or repository.name,
        readme=readme,
        summary=summary,
        claims=_system_claims(context, here),
        repository=repository,
        made_from=_made_from(context),
        by_model=verdicts.of_system(context),
        counts=counts,
        symbols=view.symbols_shown,
        lines=view.totals.get(".", (0, 0))[1],
        rules=len(view.rules),
        rules_of_tests=sum(view.is_test(path) for path, _ in view.rules),
        read=sum(r.report.status is not FileStatus.SKIPPED for r in links.published),
        listed=len(links.published),
        languages=_languages(context),
        calls=_calls(context),
        packages=[_row(context, here, one) for one in view.packages[:PACKAGES]],
        packages_more=max(0, len(view.packages) - PACKAGES),
        modules=_modules(context, here),
        modules_all=here.to_page("modules/index.md"),
        entries=[
            (here.symbol(symbol), links.path_of(symbol), here.symbol_brief(symbol))
            for symbol in _entries(context)[:ENTRIES]
        ],
        subsystems=_subsystems(context, here),
        boundaries=_boundaries(context, here),
        hotspots=_hotspots(context, here),
        decisions=[
            Ref(d.title, here.to_page(links.decision(d.key)), d.status, d.date)
            for d in book.decisions
            if d.status in _IN_FORCE
        ],
        start=_start(context, here),
        picture=picture.on(here) if picture is not None else None,
        pages={
            "coverage": here.to_page(links.leaf("coverage")),
            "search": here.to_page("search/index.md"),
            "rules": here.to_page(links.leaf("rules")),
            "decisions": here.to_page("decisions/index.md"),
            "plans": here.to_page("plans/milestones/index.md"),
        },
    )


def _begins(readme: Statement, summary: Statement) -> bool:
    """Whether the paragraph of the README begins with what the summary says."""
    return readme.text.casefold().startswith(summary.text[:60].casefold())


def _readme(context: Context, here: Here) -> Statement | None:
    """The paragraph of the README that the summary of the system quotes; else nothing."""
    view = context.view
    summary = view.summaries.get((Level.SYSTEM, "system"))
    claim = summary.responsibility if summary is not None else None
    for proof in claim.evidence if claim is not None else ():
        if proof.path.lower() not in _READMES or proof.path not in view.files:
            continue
        first = proof.quote.split("\n", 1)[0]
        texts = (entry.chunk.text for entry in view.entries_of(proof.path)[:3])
        for paragraph in _PARAGRAPHS.split("\n\n".join(texts)):
            plain = _LINK.sub(lambda link: link[1] or link[2], " ".join(paragraph.split()))
            plain = plain.replace("**", "")
            if first in paragraph and _SENTENCE.match(plain):
                return Statement(_LEAD_ON.sub("", plain)[:600], here.file(proof.path))
    return None


def _system_claims(context: Context, here: Here) -> list[Statement]:
    summary = context.view.summaries.get((Level.SYSTEM, "system"))
    claims = summary.claims if summary is not None else ()
    # What it reaches outside stands in a table of its own, its rules on a page.
    # What a model only assumes stands apart there, too.
    told = (ClaimKind.DEPENDENCY, ClaimKind.SIDE_EFFECT, ClaimKind.RULE, ClaimKind.ASSUMPTION)
    telling = [claim for claim in claims if claim.kind not in told]
    return [here.statement(claim) for claim in telling[:6]]


def _made_from(context: Context) -> str:
    """In words: which state of the repository the site shows."""
    repository, text = context.view.book.repository, context.text
    if repository.state == "none":
        return text("a folder without version control")
    if not repository.commit:
        return text("a repository without a commit")
    name = f"{repository.ref} {repository.commit[:12]}".strip()
    shown = text("commit {name} ({day})", name=name, day=day(repository.time))
    return shown + (text(", with changes not committed") if repository.state == "dirty" else "")


def _languages(context: Context) -> list[tuple[str, int, float]]:
    """Languages with lines and their share, the rest as one."""
    rows = context.view.book.manifest.languages
    total = sum(lines for _, lines in rows) or 1
    return [(language(name).title, lines, 100 * lines / total) for name, lines in rows[:8]]


def _calls(context: Context) -> list[tuple[str, str, int, float]]:
    """How the call sites ended: status, in words, number, share."""
    counts = Counter(call.status for call in context.view.book.calls)
    total = sum(counts.values()) or 1
    return [
        (status.value, context.text(status.value), counts[status], 100 * counts[status] / total)
        for status in CallStatus
    ]


def _modules(context: Context, here: Here) -> list[Row]:
    """The folders that hold most code of their own, most first."""
    view = context.view
    weight = {
        folder: sum(
            view.files[path].report.lines
            for path in view.in_folder.get(folder, ())
            if view.files[path].report.file_class is FileClass.SOURCE
        )
        for folder in context.links.folders
    }
    total = sum(weight.values())
    heavy = [folder for folder in weight if weight[folder] * 100 >= total and weight[folder]]
    if len(heavy) > 1:
        heavy = [folder for folder in heavy if folder != "."]
    most = sorted(heavy, key=lambda folder: (-weight[folder], folder))[:MAIN_MODULES]
    return [_row(context, here, folder) for folder in most]


def _row(context: Context, here: Here, folder: str) -> Row:
    view = context.view
    return Row(
        folder,
        here.module(folder),
        here.brief(Level.MODULE, folder),
        *view.totals.get(folder, (0, 0)),
    )


def _subsystems(context: Context, here: Here) -> list[tuple[Ref, Statement | None, Listing]]:
    """The subsystems: title, responsibility, modules."""
    links = context.links
    folders, system = links.folders, links.leaf("summaries/system")
    return [
        (
            Ref(summary.title, here.to_page(system, links.subsystem(summary.id))),
            here.brief(Level.SUBSYSTEM, summary.id),
            here.listing((here.module(child) for child in summary.children if child in folders), 8),
        )
        for summary in context.view.book.summaries
        if summary.level is Level.SUBSYSTEM
    ]


def _entries(context: Context) -> list[SymbolId]:
    """What is used from outside: the first of each file, then the second of each and so on.

    The product comes before its examples; tests are left out.
    """
    path_of = context.links.path_of
    turns: Counter[str] = Counter()
    ranks: dict[SymbolId, tuple[bool, int]] = {}
    for symbol in _most_used(context, Role.ENTRY):
        path = path_of(symbol)
        if not context.view.is_test(path):
            ranks[symbol] = (not _is_product(context, path), turns[path])
            turns[path] += 1
    return sorted(ranks, key=ranks.__getitem__)


def _most_used(context: Context, role: Role) -> list[SymbolId]:
    """The symbols of a role: those of files that most others import first, then the most called."""
    view, links = context.view, context.links
    members = [
        symbol
        for symbol, roles in view.roles.items()
        if role in roles and links.path_of(symbol) in links.paths
    ]
    used = view.times_imported
    return sorted(
        members, key=lambda symbol: (-used[links.path_of(symbol)], -view.times_called(symbol))
    )


def _is_product(context: Context, path: str) -> bool:
    return context.view.files[path].report.file_class is FileClass.SOURCE


def _boundaries(context: Context, here: Here) -> list[tuple[str, int, list[Ref]]]:
    """What the system reaches outside itself: kind, places, the names most used."""
    view = context.view
    kinds: dict[str, Counter[str]] = {}
    first: dict[tuple[str, str], tuple[str, int]] = {}
    for boundary in view.book.outline.boundaries:
        path = context.links.path_of(boundary.symbol)
        if path not in context.links.paths or view.is_test(path):
            continue
        kinds.setdefault(boundary.kind, Counter())[boundary.external] += 1
        first.setdefault((boundary.kind, boundary.external), (path, boundary.line))
    rows = []
    for kind, names in sorted(kinds.items(), key=lambda item: (-item[1].total(), item[0])):
        most = sorted(names.items(), key=lambda item: (-item[1], item[0]))[:6]
        refs = [
            Ref(name, here.lines(*first[kind, name]).url, note=f"{count}", code=True)
            for name, count in most
        ]
        rows.append((context.text(kind), names.total(), refs))
    return rows


def _hotspots(context: Context, here: Here) -> list[tuple[Ref, int, int]]:
    """Files that are changed often and are large: where work and risk gather."""
    view = context.view
    changes = {path: len(commits) for path, commits in view.commits_of.items()}
    code = [
        path
        for path, record in view.files.items()
        if record.report.file_class is FileClass.SOURCE and changes.get(path, 0) > 1
    ]
    score = {path: changes[path] * view.files[path].report.lines for path in code}
    worst = sorted(code, key=lambda path: (-score[path], path))[:HOTSPOTS]
    return [(here.file(path), changes[path], view.files[path].report.lines) for path in worst]


def _start(context: Context, here: Here) -> list[Step]:
    """A reading path: entries, what assembles and leads the rest, what most others use."""
    view, text = context.view, context.text
    steps: dict[str, Step] = {}
    for role, why in WHYS:
        for symbol in _most_used(context, role):
            path = context.links.path_of(symbol)
            if _is_product(context, path) and path not in steps:
                unit = view.told(symbol)
                steps[path] = (
                    Step(here.symbol(unit), here.symbol_brief(unit), text(why), path)
                    if unit is not None
                    else Step(here.file(path), here.brief(Level.FILE, path), text(why))
                )
                if sum(step.why == text(why) for step in steps.values()) >= 3:
                    break
    for path, count in sorted(view.times_imported.items(), key=lambda item: (-item[1], item[0])):
        if path in view.files and path not in steps and not view.is_test(path):
            why = text("used by {n} files", n=count) if count > 1 else text("used by one file")
            steps[path] = Step(here.file(path), here.brief(Level.FILE, path), why)
        if len(steps) >= START:
            break
    return list(steps.values())[:START]
