"""Summaries of files, folders, subsystems and the system, each from the level below.

Each level asks its own question. A file: what is in it? A folder: what is its one
responsibility? A subsystem: what belongs together, and with whom does it talk? The system:
what is it, in the words of its own README? Where nobody has written an answer, a level
names its chief parts, and the *voice* of the unit: the definition in it that is used most
and says what it does. What a person wrote of a unit takes the place of its sentence before
the levels above are composed, so that it is heard there too.
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from sourcebook.analyze.notes import PERSON
from sourcebook.analyze.subsystems import subsystems
from sourcebook.analyze.summarize.claims import Desk, documentation, file_documentation
from sourcebook.analyze.summarize.clauses import Clause, code, counted, listing, sentence
from sourcebook.analyze.summarize.facts import linked
from sourcebook.analyze.summarize.sentences import LIMIT, WORDS, echoes, is_prose
from sourcebook.analyze.summarize.tally import Tally
from sourcebook.analyze.summarize.ties import Ties
from sourcebook.analyze.verify import Sources, verified_summary
from sourcebook.model import (
    CallGraph,
    ChunkId,
    Claim,
    ClaimKind,
    Evidence,
    ImportEdge,
    Level,
    ParsedFile,
    Repository,
    Summary,
    Symbol,
    SymbolKind,
)
from sourcebook.shelf import ByPath

#: Id of the one summary of level ``system``.
SYSTEM = "system"

#: Longest sentence of the system, in characters.
SYSTEM_LIMIT = 300

_CHIEF = frozenset(
    {SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.ENUM}
    | {SymbolKind.TRAIT, SymbolKind.FUNCTION, SymbolKind.TYPE, SymbolKind.TABLE}
    | {SymbolKind.MACRO}
)
_NESTING = frozenset({SymbolKind.MODULE, SymbolKind.NAMESPACE})
_TOLD = 120  # longest sentence of a part that is repeated

#: What people wrote, by the unit that it is of.
Written = Mapping[str, Sequence[Claim]]


@dataclass(frozen=True, slots=True)
class Voice:
    """A definition that speaks for its unit: what it does, and how often it is used."""

    name: str
    claim: Claim
    reached: int


@dataclass(slots=True)
class Unit:
    """A file, folder or group under way."""

    id: str
    title: str
    responsibility: Claim | None = None
    documented: bool = False
    voice: Voice | None = None
    children: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    weight: int = 0  # calls and imports that reach it from other files
    lines: int = 0


def summarize_levels(
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    chunk_summaries: Mapping[ChunkId, Summary],
    repository: Repository,
    written: Written = MappingProxyType({}),
) -> tuple[Summary, ...]:
    """Returns the summaries above the chunk, leaves first.

    That is: files, folders from the deepest up, subsystems, the system. ``written`` is what
    people wrote of files, folders and the system: it counts first.
    """
    desk = Desk(Sources(parsed), linked(graph))
    ties = Ties(graph, desk)
    files = {
        file.path: _corrected(_file(file, chunk_summaries, ties, desk), written) for file in parsed
    }
    folders = _folders(files, ByPath(parsed), desk, written)
    groups = [
        _subsystem(name, modules, folders, files, ties)
        for name, modules in subsystems(graph, parsed)
    ]
    system = _corrected(_system(groups, files, folders, repository, ties), written)
    return tuple(
        verified_summary(_summary(unit, level), desk.sources)
        for level, units in (
            (Level.FILE, files.values()),
            (Level.MODULE, folders.values()),
            (Level.SUBSYSTEM, groups),
            (Level.SYSTEM, (system,)),
        )
        for unit in units
    )


def _corrected(unit: Unit, written: Written) -> Unit:
    """The unit with the words of people in front; its own sentence stands beside them."""
    first, *beside = written.get(unit.id) or (None,)
    if first is not None:
        own = [] if unit.responsibility is None else [unit.responsibility]
        unit.claims[:0] = [
            replace(one, kind=ClaimKind.NOTE) for one in (*filter(None, beside), *own)
        ]
        unit.responsibility, unit.documented = first, True
    return unit


def _summary(unit: Unit, level: Level) -> Summary:
    claim = unit.responsibility
    return Summary(
        id=unit.id,
        level=level,
        title=unit.title,
        responsibility=claim,
        claims=(*unit.claims, *unit.tally.claims()),
        children=tuple(unit.children),
        origin=PERSON if claim is not None and claim.origin == PERSON else "extracted",
    )


# --------------------------------------------------------------------------- files


def _file(file: ParsedFile, summaries: Mapping[ChunkId, Summary], ties: Ties, desk: Desk) -> Unit:
    name = posixpath.basename(file.path)
    unit = Unit(file.path, name, lines=file.lines)
    if name in WORDS["package"] and "/" in file.path:
        unit.title = "/".join(file.path.split("/")[-2:])
    chief = _chief(file, ties)
    unit.weight = len(ties.importers.get(file.path, ())) + sum(
        ties.reached[symbol.id] for symbol in file.symbols
    )
    said: dict[str, Claim] = {}
    for chunk in file.chunks:
        unit.children.append(chunk.id)
        unit.tally.add_chunk(summaries[chunk.id])
        claim = summaries[chunk.id].responsibility
        if claim is not None:
            said.setdefault(chunk.symbol or chunk.id, claim)
    voices = (_voice(symbol, said.get(symbol.id), ties, desk) for symbol in chief[:8])
    unit.voice = next(filter(None, voices), None)
    unit.responsibility = file_documentation(file, desk)
    unit.documented = unit.responsibility is not None
    if unit.responsibility is None:
        clauses = (*_defines(unit, chief, said, desk), *ties.imported_by(file.path))
        unit.responsibility = sentence(clauses) or next(iter(said.values()), None)
    unit.claims.extend(ties.uses(file.path))
    return unit


def _chief(file: ParsedFile, ties: Ties) -> list[Symbol]:
    """Outer definitions: public and most used first, then the largest."""
    outside = {symbol.id for symbol in file.symbols if symbol.kind in _NESTING}
    chief = [symbol for symbol in file.symbols if symbol.kind in _CHIEF and symbol.name]
    outer = [item for item in chief if item.parent is None or item.parent in outside]
    return sorted(
        outer or chief,
        key=lambda item: (
            item.visibility != "public",
            -ties.reached[item.id],
            item.span.start - item.span.end,
        ),
    )


def _voice(symbol: Symbol, told: Claim | None, ties: Ties, desk: Desk) -> Voice | None:
    by_person = told is not None and told.origin == PERSON
    claim = told if by_person else documentation(symbol, desk)
    if claim is None or len(claim.text) > _TOLD or not is_prose(claim.text):
        return None
    if echoes(claim.text, symbol.qualified):
        return None
    return Voice(symbol.qualified, claim, ties.reached[symbol.id])


def _defines(
    unit: Unit, chief: Sequence[Symbol], said: Mapping[str, Claim], desk: Desk
) -> Iterator[Clause]:
    """The chief definitions, the first with what it does."""
    names = [item.qualified for item in chief]
    evidence: list[Evidence] = []
    shown = [code(name, 50) for name in names]
    if unit.voice is not None and unit.voice.name in names[:3]:
        shown.remove(code(unit.voice.name, 50))
        shown.insert(0, _telling(unit.voice))
        evidence += unit.voice.claim.evidence[:1]
    elif chief and (told := said.get(chief[0].id)) is not None and len(told.text) <= _TOLD:
        shown[0] = f"{shown[0]} ({told.text[0].lower()}{told.text[1:].rstrip('.')})"
        evidence += told.evidence[:1]
    if chief:
        place = chief[0]
        quote = desk.sources.quote(place.path, place.name_line, around=place.name)
        evidence += [quote] if quote else []
    if evidence:
        yield Clause(f"Defines {counted(shown)}", tuple(evidence))


def _telling(voice: Voice) -> str:
    return f"{code(voice.name, 50)} (“{voice.claim.text.rstrip('.')}”)"


# ------------------------------------------------------------------------- folders


def _folders(
    files: Mapping[str, Unit], parsed: Mapping[str, ParsedFile], desk: Desk, written: Written
) -> dict[str, Unit]:
    """Every folder that holds files, directly or below, the deepest first."""
    inside: defaultdict[str, list[str]] = defaultdict(list)
    below: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[str] = {"."}
    for path in sorted(files):
        folder = folder_of(path)
        inside[folder].append(path)
        while folder not in seen:
            seen.add(folder)
            below[folder_of(folder)].append(folder)
            folder = folder_of(folder)
    units: dict[str, Unit] = {}
    for folder in sorted(seen, key=lambda name: (-_depth(name), name)):
        unit = Unit(folder, posixpath.basename(folder) if folder != "." else "Root folder")
        own = [files[path] for path in inside[folder]]
        parts = [*own, *(units[name] for name in sorted(below[folder]))]
        _gather(unit, parts)
        unit.responsibility = _folder_words(inside[folder], parsed, desk)
        unit.documented = unit.responsibility is not None
        if unit.responsibility is None:
            unit.responsibility = _composed(unit, parts)
        units[folder] = _corrected(unit, written)
    return units


def folder_of(path: str) -> str:
    """The folder that holds a file or folder; "." for the root."""
    return posixpath.dirname(path) or "."


def _above(folder: str) -> list[str]:
    """All folders above a folder."""
    parts = folder.split("/")
    return ["/".join(parts[:number]) for number in range(1, len(parts))]


def _depth(folder: str) -> int:
    return 0 if folder == "." else folder.count("/") + 1


def _gather(unit: Unit, parts: Iterable[Unit]) -> None:
    """Adds up what the parts hold; the most used voice speaks for all."""
    for part in parts:
        unit.children.append(part.id)
        unit.tally.add(part.tally)
        unit.weight += part.weight
        unit.lines += part.lines
        if part.voice and (not unit.voice or part.voice.reached > unit.voice.reached):
            unit.voice = part.voice


def _folder_words(
    paths: Iterable[str], parsed: Mapping[str, ParsedFile], desk: Desk
) -> Claim | None:
    """What the folder's README or its package documentation says."""
    names = {posixpath.basename(path).lower(): path for path in paths}
    for name in (*WORDS["readme"], *WORDS["package"]):
        if name in names:
            words = file_documentation(parsed[names[name]], desk)
            if words is not None:
                return words
    return None


def _composed(unit: Unit, parts: Sequence[Unit], limit: int = LIMIT) -> Claim | None:
    """The chief parts by use and size, and the voice of the whole; an only part is it all."""
    ranked = sorted(
        (part for part in parts if part.responsibility is not None),
        key=lambda part: (-part.weight, -part.lines, part.id),
    )
    if len(ranked) < 2:
        return ranked[0].responsibility if ranked else None
    ranked.sort(key=lambda part: not _told_by_person(part))
    first = ranked[0].responsibility
    shown = [code(part.title, 40) for part in ranked]
    if first is not None and _told_by_person(ranked[0]):
        shown[0] = f"{shown[0]} (“{first.text.rstrip('.')}”)"
    clauses = [Clause(f"Holds {counted(shown)}", first.evidence[:1] if first else ())]
    if unit.voice is not None:
        clauses.append(Clause(f"most used: {_telling(unit.voice)}", unit.voice.claim.evidence))
    return sentence(clauses, limit=limit)


def _told_by_person(part: Unit) -> bool:
    """Whether a person wrote a sentence of it that is short enough to be repeated."""
    claim = part.responsibility
    return claim is not None and claim.origin == PERSON and len(claim.text) <= _TOLD


# --------------------------------------------------------------- subsystems, system


def _subsystem(
    name: str,
    modules: Sequence[str],
    folders: Mapping[str, Unit],
    files: Mapping[str, Unit],
    ties: Ties,
) -> Unit:
    held = set(modules)
    own = [files[path] for path in files if folder_of(path) in held]
    unit = Unit(name, _main_folders(name, own))
    _gather(unit, own)
    unit.children = list(modules)
    chief = min(
        (folders[folder] for folder in {*modules, name} if folder in folders),
        key=lambda part: (part.id != name, not part.documented, -part.weight, part.id),
    )
    if chief.documented:
        unit.responsibility, unit.documented = chief.responsibility, True
    elif len(modules) == 1:
        unit.responsibility = folders[modules[0]].responsibility
    else:
        # A folder around others of them is heard through its own files.
        around = {".", *_above(name)}
        if any(folder.startswith(f"{name}/") for folder in modules):
            around.add(name)
        parts = [part for part in own if folder_of(part.id) in around]
        parts += [folders[folder] for folder in modules if folder not in around]
        unit.responsibility = _composed(unit, parts)

    def neighbour(edge: ImportEdge) -> str:
        inside = folder_of(edge.target) if edge.target else ""
        return "" if inside in held else inside or edge.external

    unit.claims.extend(ties.talks((part.id for part in own), neighbour))
    return unit


def _main_folders(name: str, own: Sequence[Unit]) -> str:
    """The title of a subsystem: its name where most of it lies there, else its main folders."""
    lines: Counter[str] = Counter()
    for part in own:
        lines[folder_of(part.id)] += part.lines + 1
    within = sum(size for folder, size in lines.items() if f"{folder}/".startswith(f"{name}/"))
    if name == "." or within * 10 < lines.total() * 6:
        ranked = sorted(lines, key=lambda folder: (-lines[folder], folder))
        return listing((one if one != "." else "Root folder" for one in ranked), 2)
    return name


def _system(
    groups: Sequence[Unit],
    files: Mapping[str, Unit],
    folders: Mapping[str, Unit],
    repository: Repository,
    ties: Ties,
) -> Unit:
    unit = Unit(SYSTEM, repository.name)
    _gather(unit, groups)
    root = folders.get(".")
    if root is not None and root.documented:
        unit.responsibility = root.responsibility
    else:
        unit.responsibility = _composed(unit, groups, SYSTEM_LIMIT)
    unit.claims.extend(ties.talks(files, lambda edge: edge.external))
    return unit
