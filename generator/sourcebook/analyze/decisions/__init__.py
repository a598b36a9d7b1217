"""Stage 8a: the architecture decision records of a repository, and the code they govern.

One tolerant reader for what people write: Nygard's form and MADR's, front matter, bullets,
tables, mail heads, Markdown, reStructuredText and AsciiDoc, in six languages. What is not
stated is unknown; nothing is guessed. The steps:

1. :mod:`places` finds the files, and :mod:`ledger` gives each a key for good;
2. :mod:`outline` reads title, facts and sections, :mod:`status` and :mod:`dates` the status
   and the date, :mod:`relations` what a record says of others;
3. here, relations are resolved and checked from both sides: a record that claims to replace
   another does so only once it is accepted, and a claim of one side alone is a warning;
4. :mod:`governs` links records with code.

One unreadable record never stops the others.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from posixpath import dirname, join, normpath

from sourcebook.analyze.decisions import governs
from sourcebook.analyze.decisions.dates import first_date, read_date
from sourcebook.analyze.decisions.ledger import Identity, assign, held, names
from sourcebook.analyze.decisions.outline import Outline, Section, add_facts, read_outline, title_of
from sourcebook.analyze.decisions.places import Place, own_key, places, slugify
from sourcebook.analyze.decisions.relations import Reference, Statement, read_relations
from sourcebook.analyze.decisions.sentence import decided
from sourcebook.analyze.decisions.status import plain_status, read_status, status_source
from sourcebook.analyze.verify import Sources
from sourcebook.config import Config
from sourcebook.model import (
    CallGraph,
    CodeLink,
    Commit,
    Decision,
    DecisionName,
    DecisionStatus,
    FileClass,
    Holder,
    ParsedFile,
    Relation,
    Repository,
)
from sourcebook.shelf import paths_of

#: Sections of a page; the names that the reader knows beyond them are "other" there.
_SECTIONS = {"status", "context", "decision", "consequences", "options"}

#: Statuses of a record whose claim to replace another has come true, at least for a time.
_IN_FORCE_ONCE = {
    DecisionStatus.ACCEPTED,
    DecisionStatus.SUPERSEDED,
    DecisionStatus.PARTLY_SUPERSEDED,
    DecisionStatus.DEPRECATED,
}


_SAMPLES = {FileClass.TEST, FileClass.EXAMPLE}


@dataclass(slots=True)
class _Record:
    """A record while it is being read."""

    place: Place
    outline: Outline
    statements: list[Statement]
    status: DecisionStatus
    status_text: str
    key: str = ""
    scopes: tuple[tuple[str, int], ...] = ()
    relations: list[Relation] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decision records by key, their names beside the keys, and the ledger as it is now."""

    records: tuple[Decision, ...] = ()
    names: tuple[DecisionName, ...] = ()
    ledger: tuple[Holder, ...] = ()


def read_decisions(
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    repository: Repository,
    config: Config,
    ledger: Sequence[Holder] = (),
) -> Decisions:
    """Reads the decision records among the parsed files; ``ledger`` is the one last written."""
    sources = Sources(parsed)
    paths = paths_of(parsed)
    marked = [
        line.strip()
        for path in paths
        if path.rpartition("/")[2] == ".adr-dir"
        for line in sources.lines(path)[:1]
        if line.strip()
    ]
    candidates = places(paths, config.decisions, marked)
    samples = [place for place in candidates if place.sample]
    found = (_read(place, sources) for place in candidates if not place.sample)
    records = [record for record in found if record is not None]
    born = {} if repository.shallow or repository.flaw else _born(repository.history)
    former = dict(repository.former)
    identities = [_identity(record, born, former) for record in records]
    keys = assign(identities, ledger)
    for record in records:
        record.key = keys[record.place.path]
    _warn_of_equal_numbers(records)
    _resolve(records)
    _check(records)
    told = {path for record in records for path in record.place.translations}
    code = governs.Code(
        parsed,
        graph,
        told | {place.path for place in [*(record.place for record in records), *samples]},
        {file.path for file in repository.files if file.file_class in _SAMPLES},
    )
    links = _links(records, samples, code) if records else {}
    decisions = [_decision(record, links[record.place.path], born) for record in records]
    holders = held(identities, keys, ledger)
    return Decisions(
        records=tuple(sorted(decisions, key=lambda decision: decision.key)),
        names=names(holders, set(keys.values())),
        ledger=holders,
    )


def read_record(file: ParsedFile, config: Config, folders: Iterable[str]) -> Decision | None:
    """Reads one record by itself, beside those in ``folders``: without ties and history."""
    sources = Sources([file])
    for place in places([file.path], config.decisions, folders):
        record = None if place.sample else _read(place, sources)
        if record is not None:
            record.key = _own_id(record.outline) or own_key(record.place)
            record.scopes = governs.scopes(place, record.outline, sources)
            return _decision(record, (), {})
    return None


def _identity(
    record: _Record, born: Mapping[str, Commit], former: Mapping[str, tuple[str, ...]]
) -> Identity:
    path = record.place.path
    first = born.get(path)
    return Identity(
        place=record.place,
        own_id=_own_id(record.outline),
        title=_title(record),
        first=first.id if first else "",
        born=first.time if first else 0,
        former=tuple(reversed(former.get(path, ()))),
    )


# ---------------------------------------------------------------------------- one record


def _read(place: Place, sources: Sources) -> _Record | None:
    """Reads one file; None if it turns out to be no record."""
    lines = sources.lines(place.path)
    outline = read_outline(lines, place.extension)
    if place.facts:
        add_facts(sources.lines(place.facts), outline)
    source = status_source(outline)
    status = read_status(source.text) if source else DecisionStatus.UNKNOWN
    known = {section.name for section in outline.sections}
    shaped = place.sure and (place.number or len(known & {"context", "decision", "status"}) >= 2)
    stated = source is not None
    if not any(line.strip() for line in lines) or not (stated or shaped):
        return None
    number = outline.facts.get("number")
    if number and not place.number and number.text.isdigit():
        place = _numbered(place, number.text)
    title = re.match(
        r"\W*(?:(?:ADR|adr)[-_ #]*)?(\d{1,5})(?=[.:)\s]|\s?[-\u2013—:])", outline.title
    )
    if title and not place.number and not place.date:
        place = _numbered(place, title[1])
    warnings = []
    if source and status is DecisionStatus.UNKNOWN:
        warnings.append(f"its status could not be read: “{plain_status(source.text)[:80]}”")
    return _Record(
        place=place,
        outline=outline,
        statements=read_relations(outline, "\n".join(lines)),
        status=status,
        status_text=plain_status(source.text) if source else "",
        warnings=warnings,
    )


def _numbered(place: Place, number: str) -> Place:
    return replace(place, number=number)


def _own_id(outline: Outline) -> str:
    """The id in the front matter, if it is one."""
    fact = outline.facts.get("id")
    if fact is None or fact.text.isdigit() or not re.search(r"\w", fact.text):
        return ""
    return slugify(fact.text)


def _title(record: _Record) -> str:
    """The title without its number; else the words of the file name."""
    words = record.place.slug.replace("-", " ")
    return title_of(record.outline.title) or words[:1].upper() + words[1:]


def _date(record: _Record, born: Mapping[str, Commit]) -> tuple[str, str]:
    """The date and where it is from: the record, or the first commit of the file."""
    fact = record.outline.facts.get("date")
    changes = (part.text for part in record.outline.sections if part.name == "metadata")
    dates = [read_date(fact.text)] if fact else []
    dates += [*map(first_date, changes), read_date(record.place.date)]
    stated = next(filter(None, dates), "")
    if stated:
        return stated, "record"
    first = born.get(record.place.path)
    return (
        (datetime.fromtimestamp(first.time, UTC).date().isoformat(), "git") if first else ("", "")
    )


def _born(history: Sequence[Commit]) -> dict[str, Commit]:
    """The first commit of each file."""
    return {path: commit for commit in history for path in commit.paths}  # newest first


# ------------------------------------------------------------------------------ relations


def _resolve(records: Sequence[_Record]) -> None:
    """Finds the records that relations name."""
    by_path = {record.place.path: record for record in records}
    by_number: dict[int, list[_Record]] = defaultdict(list)
    by_name: dict[str, list[_Record]] = defaultdict(list)
    for record in records:
        if record.place.number:
            by_number[_number(record.place)].append(record)
        by_name[record.place.slug].append(record)
        by_name[record.key].append(record)
    for record in records:
        for statement in record.statements:
            target = _target(statement.reference, record, by_path, by_number, by_name)
            if target is record:
                continue
            if target is None and statement.reference.path == "" and statement.kind != "relates":
                record.warnings.append(f"names {statement.reference.text}, which is no record here")
            relation = Relation(
                kind=statement.kind,
                target=target.key if target else "",
                text=statement.text,
                line=statement.line,
                partial=statement.partial,
            )
            if target is None or not _says(record, {relation.kind}, target):
                record.relations.append(relation)


def _number(place: Place) -> int:
    digits = re.match(r"\d+", place.number)
    return int(digits[0]) if digits else -1


def _target(
    reference: Reference,
    record: _Record,
    by_path: Mapping[str, _Record],
    by_number: Mapping[int, list[_Record]],
    by_name: Mapping[str, list[_Record]],
) -> _Record | None:
    """The record that is meant, None if it is not here or may be several."""
    if reference.path:
        return _by_path(reference.path, record, by_path)
    if reference.number:
        prefix = re.sub(r"^(?:.*[-_ ])?(?:adr|rfc|pep|eip|kep)[-_ ]*", "", reference.prefix)
        alike = [
            each
            for each in by_number.get(int(reference.number), ())
            if prefix in {"", each.place.prefix}
        ]
        if prefix == "":
            alike = [each for each in alike if each.place.prefix == record.place.prefix] or alike
        found = governs.nearest([each.place for each in alike], record.place.path)
        return by_path[found.path] if found else None
    named = by_name.get(slugify(reference.text), [])
    return named[0] if len(named) == 1 else None


def _by_path(written: str, record: _Record, by_path: Mapping[str, _Record]) -> _Record | None:
    """The record that a link leads to; a link to elsewhere leads to none of ours."""
    if "://" in written or written.startswith("mailto:"):
        return None
    path = written.split("#", maxsplit=1)[0].split("?", maxsplit=1)[0].rstrip("/")
    beside = normpath(join(dirname(record.place.path), path)) if path else record.place.path
    for base in (beside, normpath(path.lstrip("/"))):
        for candidate in (base, f"{base}.{record.place.extension}", f"{base}/README.md"):
            if candidate in by_path:
                return by_path[candidate]
    name = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
    alike = [each for each in by_path.values() if _stem(each.place) == name.lower()]
    return alike[0] if len(alike) == 1 else None


def _stem(place: Place) -> str:
    return place.path.rpartition("/")[2].rpartition(".")[0].lower()


def _warn_of_equal_numbers(records: Sequence[_Record]) -> None:
    shared: dict[tuple[str, str, int], list[_Record]] = defaultdict(list)
    for record in records:
        if record.place.number.isdigit():
            shared[record.place.folder, record.place.prefix, int(record.place.number)].append(
                record
            )
    for alike in shared.values():
        for record in alike if len(alike) > 1 else ():
            others = ", ".join(each.key for each in alike if each is not record)
            record.warnings.append(f"has the same number as {others}")


def _check(records: Sequence[_Record]) -> None:
    """Holds what one record says of another against what the other says."""
    by_key = {record.key: record for record in records}
    stated = {record.key: record.status for record in records}
    for record in records:
        for relation in record.relations:
            other = by_key.get(relation.target)
            if other is None:
                continue
            if relation.kind in {"supersedes", "overrides"}:
                _claimed(record, other, relation, stated[record.key])
            elif relation.kind == "superseded-by" and not _says(
                other, {"supersedes", "overrides"}, record
            ):
                record.warnings.append(
                    f"says that {other.key} supersedes it, which {other.key} does not say"
                )


def _claimed(new: _Record, old: _Record, relation: Relation, status: DecisionStatus) -> None:
    """The record ``new`` says that it supersedes ``old``."""
    if _says(old, {"supersedes", "overrides"}, new):
        new.warnings.append(f"and {old.key} each say that they supersede the other")
    elif status is DecisionStatus.PROPOSED:
        old.warnings.append(f"{new.key} says that it supersedes this record, but is only proposed")
    elif status is DecisionStatus.UNKNOWN:
        if not _says(old, {"superseded-by"}, new):
            old.warnings.append(
                f"{new.key} says that it supersedes this record; whether {new.key} holds is not known"
            )
    elif status in _IN_FORCE_ONCE and old.status in {
        DecisionStatus.ACCEPTED,
        DecisionStatus.PROPOSED,
        DecisionStatus.UNKNOWN,
    }:
        if old.status is not DecisionStatus.UNKNOWN or not _says(old, {"superseded-by"}, new):
            old.warnings.append(f"{new.key} supersedes this record, which does not say so itself")
        partly = DecisionStatus.PARTLY_SUPERSEDED
        old.status = partly if relation.partial else DecisionStatus.SUPERSEDED


def _says(record: _Record, kinds: set[str], of: _Record) -> bool:
    return any(each.kind in kinds and each.target == of.key for each in record.relations)


# ---------------------------------------------------------------------------- the result


def _links(
    records: Sequence[_Record],
    samples: Sequence[Place],
    code: governs.Code,
) -> Mapping[str, list[CodeLink]]:
    """Links with code by the record's path, each once, the strongest first.

    What stands beside a sample record means the sample, so samples are looked up, too.
    """
    numbered: dict[int, list[Place]] = defaultdict(list)
    by_name: dict[str, list[Place]] = defaultdict(list)
    for place in [*(record.place for record in records), *samples]:
        numbered[_number(place)].append(place)
        by_name[place.path.rpartition("/")[2].lower()].append(place)
    own = {record.place.path for record in records}
    cited = governs.code_links(code, numbered, by_name)
    naming = governs.record_links({path: code.sources.lines(path) for path in sorted(own)}, code)
    links: dict[str, list[CodeLink]] = {}
    for record in records:
        path = record.place.path
        record.scopes = governs.scopes(record.place, record.outline, code.sources)
        declared = governs.scope_links(record.place, record.scopes, code)
        each = [*declared, *cited.get(path, ()), *naming.get(path, ())]
        links[path] = list(dict.fromkeys(each))
    return links


def _decision(record: _Record, links: Sequence[CodeLink], born: Mapping[str, Commit]) -> Decision:
    date, date_source = _date(record, born)
    sentence, line = decided(record.outline)
    return Decision(
        key=record.key,
        path=record.place.path,
        title=_title(record),
        status=record.status,
        status_text=record.status_text,
        date=date,
        date_source=date_source,
        number=record.place.number,
        sections=tuple(_section(part) for part in _parts(record.outline)),
        relations=tuple(record.relations),
        links=tuple(links),
        warnings=tuple(dict.fromkeys(record.warnings)),
        sentence=sentence,
        sentence_line=line,
        translations=record.place.translations,
        scopes=record.scopes,
    )


def _parts(outline: Outline) -> list[Section]:
    """The sections with text; what stands before them, if it is more than facts."""
    parts = [part for part in outline.sections if part.text]
    head = outline.head
    if len(head.text) > 200 or (head.text and not parts):
        decided = re.search(r"\bwe (?:have )?decided\b", head.text) is not None
        parts.insert(
            0, Section("decision" if decided else "other", "", head.line, head.text, head.first)
        )
    return parts


def _section(part: Section) -> tuple[str, str, int]:
    """A section as the book holds it; an unusual heading stays with its text."""
    if part.name in _SECTIONS:
        return part.name, part.text, part.first
    if not part.heading:
        return "other", part.text, part.first
    return "other", f"{part.heading}\n\n{part.text}", max(part.first - 2, 1)
