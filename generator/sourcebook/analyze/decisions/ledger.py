"""Names that never die: which key each record has, and what it has ever been called.

A link to a decision outlives the file's name, number, title and folder, because its page
lies under a key that is given once. Three sources tell which record is which:

- the ledger, a list of :class:`Holder` that the user commits (``decisions.lock.json``):
  what it knows needs no history;
- git's renames, where there is a history;
- the record itself: its id, path, slug and title.

:func:`assign` gives the keys, :func:`held` brings the ledger up to date (it only ever
grows), and :func:`names` lists every name beside the keys with what it leads to: one
record, several that must be told apart, or one that is gone. A number alone identifies
nothing, since numbers are used again: a record that shares no more than its number with a
holder is a new one, and the page of the old one names it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sourcebook.analyze.decisions.outline import title_of
from sourcebook.analyze.decisions.places import Place, own_key, place_named, slugify, suffixed
from sourcebook.model import DecisionName, Holder

#: What speaks for a record being the one that the ledger knows. Titles and slugs that
#: several have speak for none of them.
_SAME_ID = 8
_SAME_PATH = 8
_RENAMED = 9
_SAME_COMMIT = 2
_SAME_TITLE = 4
_SAME_SLUG = 3
_ENOUGH = 3
_SURE = 7  # where another record may be meant, too

_HUNK = re.compile(r"@@ -\S+ \+(\d+)")
_TITLE = re.compile(r"\+(?:#\s*|title:\s*[\"']?)(?=[^\s#])(.+?)[\"'#\s]*$")
_TITLE_LINES = 30  # of a file, in which its title stands

#: Pages of other things below ``decisions/``.
RESERVED = frozenset({"observed"})


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells one record from the others: names of today, and of before as git knows."""

    place: Place
    own_id: str = ""
    title: str = ""
    first: str = ""  # commit that added it
    born: int = 0  # time of that commit
    former: tuple[str, ...] = ()  # paths, oldest first


def assign(records: Iterable[Identity], ledger: Sequence[Holder]) -> dict[str, str]:
    """The key of each record, by its path.

    Of new records that want the same key the oldest has it; others get ``-b``, ``-c``.
    """
    ordered = sorted(records, key=lambda each: (each.born, each.place.path))
    keys = _known(ordered, ledger)
    taken = {holder.key for holder in ledger} | RESERVED
    taken.update(name for holder in ledger for name in _numbered(holder))
    for record in ordered:
        path = record.place.path
        if path not in keys:
            keys[path] = suffixed(record.own_id or own_key(record.place), taken)
            taken.add(keys[path])
    return keys


def _known(records: Sequence[Identity], ledger: Sequence[Holder]) -> dict[str, str]:
    """The keys of records that the ledger knows; the surest pairs first, each side once.

    Where two records have some of the names of one holder, and neither is sure, neither is it.
    """
    clues: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for holder in ledger:
        for weight, clue in set(_clues_of_holder(holder)):
            clues[clue].append((weight, holder.key))
    common = Counter(clue for record in records for clue in set(_clues(record)))
    scores: list[tuple[int, str, str]] = []
    for record in records:
        found: Counter[str] = Counter()
        for clue in set(_clues(record)):
            known = clues.get(clue, ())
            if common[clue] == len(known) == 1:
                weight, key = known[0]
                found[key] += weight
        scores += [(-score, key, record.place.path) for key, score in found.items()]
    rivals = Counter(key for score, key, _ in scores if score <= -_ENOUGH)
    keys: dict[str, str] = {}
    given: set[str] = set()
    for score, key, path in sorted(scores):
        enough = _SURE if rivals[key] > 1 else _ENOUGH
        if -score >= enough and path not in keys and key not in given:
            keys[path] = key
            given.add(key)
    return keys


def _clues(record: Identity) -> Iterator[tuple[str, str]]:
    yield "path", record.place.path
    yield from (("former", path) for path in record.former)
    yield "id", record.own_id
    yield "first", record.first
    yield "title", slugify(record.title)
    for path in (record.place.path, *record.former):
        yield "slug", place_named(path).slug


def _clues_of_holder(holder: Holder) -> Iterator[tuple[int, tuple[str, str]]]:
    if holder.paths:
        yield _SAME_PATH, ("path", holder.paths[-1])
    yield from ((_RENAMED, ("former", path)) for path in holder.paths[-1:])
    yield _SAME_ID, ("id", holder.key)
    if holder.first:
        yield _SAME_COMMIT, ("first", holder.first)
    yield from ((_SAME_TITLE, ("title", slugify(title))) for title in holder.titles)
    yield from ((_SAME_SLUG, ("slug", place_named(path).slug)) for path in holder.paths)


def held(
    records: Iterable[Identity], keys: Mapping[str, str], ledger: Iterable[Holder]
) -> tuple[Holder, ...]:
    """The ledger with the names of today added; what it knew is never dropped."""
    holders = {holder.key: holder for holder in ledger}
    for record in records:
        key = keys[record.place.path]
        known = holders.get(key, Holder(key))
        number = record.place.number
        holders[key] = Holder(
            key=key,
            first=known.first or record.first,
            paths=_last((*record.former, *known.paths), record.place.path),
            numbers=_last(known.numbers, number) if number else known.numbers,
            titles=_last(known.titles, record.title) if record.title else known.titles,
        )
    return tuple(holders[key] for key in sorted(holders))


def _last(known: Iterable[str], present: str) -> tuple[str, ...]:
    """The names each once, the present one last."""
    return (*dict.fromkeys(name for name in known if name != present), present)


def with_titles(
    holders: Iterable[Holder], patches: Callable[[Sequence[str]], Iterable[str]]
) -> tuple[Holder, ...]:
    """The ledger with the titles that records had in the past; ``patches`` made them."""
    known = tuple(holders)
    found: dict[str, list[str]] = defaultdict(list)
    path, line, before = "", 0, ""
    for text in patches([path for holder in known for path in holder.paths]):
        if text.startswith("+++ "):
            path = text[4:].removeprefix("b/").rstrip("\t")
        elif hunk := _HUNK.match(text):
            line, before = int(hunk[1]), ""
        elif text.startswith("+"):
            title = _TITLE.match(text)
            underlined = re.match(r"\+={3,}\s*$", text) is not None
            if line <= _TITLE_LINES and (title or (underlined and before.strip())):
                found[path].append(title_of(title[1] if title else before))
            before = text[1:]
            line += 1
    return tuple(
        replace(
            holder,
            titles=_last(
                [t for p in holder.paths for t in found[p]] + [*holder.titles][:-1],
                holder.titles[-1],
            ),
        )
        if holder.titles
        else holder
        for holder in known
    )


def names(holders: Sequence[Holder], living: Container[str]) -> tuple[DecisionName, ...]:
    """All names beside the keys, and the keys of records that are gone.

    A record that is gone points to those that bear one of its names today.
    """
    bearers: dict[str, list[str]] = defaultdict(list)
    for holder in holders:
        for name in dict.fromkeys(_names(holder)):
            bearers[name].append(holder.key)
    gone = {holder.key: holder for holder in holders if holder.key not in living}
    heirs: dict[str, set[str]] = {}
    for key, holder in gone.items():
        alike = [bearers[name] for name in _names(holder) if not name.isdigit()]
        heirs[key] = {*bearers.get(key, ())}.union(*alike) - {key}
    found = []
    for name, keys in bearers.items():
        meant = {*keys}.union(*(heirs.get(key, ()) for key in keys)) - {name}
        if name not in gone and name not in RESERVED and meant:
            found.append(DecisionName(name, tuple(sorted(meant))))
    for key, holder in gone.items():
        title = holder.titles[-1] if holder.titles else key
        path = holder.paths[-1] if holder.paths else ""
        found.append(DecisionName(key, tuple(sorted(heirs[key])), title, path))
    return tuple(sorted(found, key=lambda each: each.name))


def _names(holder: Holder) -> Iterator[str]:
    """All that a decision can be called in a link, its key apart."""
    yield from _numbered(holder)
    for path in holder.paths:
        place = place_named(path)
        yield place.slug
        yield slugify(path.rpartition("/")[2].rpartition(".")[0])
    yield from (slugify(title) for title in holder.titles)


def _numbered(holder: Holder) -> Iterator[str]:
    """The names that a decision has by its numbers: ``adr-0007`` and ``0007``."""
    for path in holder.paths:
        own = place_named(path).number
        for number in [own] if own else holder.numbers:
            key = own_key(place_named(path, number))
            yield key
            yield key.rpartition("-")[2]
