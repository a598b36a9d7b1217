"""Whatever happens to decision records, every link that was ever published still leads there.

A fast model of a repository: records are added, renamed, retitled, renumbered, moved,
translated, split and removed, the ledger is written before each publication, and the last
publication is made from a clone with or without history, with or without changes that the
ledger has not seen. ``SOURCEBOOK_HISTORIES`` sets the number of random histories.
"""

import os
from dataclasses import dataclass, field, replace
from random import Random

from sourcebook.analyze.decisions.ledger import Identity, assign, held, names
from sourcebook.analyze.decisions.places import place_named
from sourcebook.model import Holder

HISTORIES = int(os.environ.get("SOURCEBOOK_HISTORIES", "300"))
WORDS = ("cache", "queue", "index", "session", "storage", "format", "logging", "release")
FOLDERS = ("docs/adr", "doc/decisions", "billing/docs/adr")


@dataclass(frozen=True, slots=True)
class Record:
    who: int
    folder: str
    number: str
    slug: str
    title: str
    first: str
    born: int
    former: tuple[str, ...] = ()
    ending: str = ".md"

    @property
    def path(self) -> str:
        return f"{self.folder}/{'-'.join(filter(None, (self.number, self.slug)))}{self.ending}"


@dataclass(slots=True)
class World:
    dice: Random
    records: list[Record] = field(default_factory=list)
    ledger: tuple[Holder, ...] = ()
    links: dict[str, set[int]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)  # changed in all at once: nothing can tell
    slugs: dict[int, str] = field(default_factory=dict)  # that the ledger has seen last
    parts: dict[int, set[int]] = field(default_factory=dict)
    time: int = 0
    said: int = 0

    # ------------------------------------------------------------------- what happens

    def words(self) -> str:
        self.said += 1
        return "-".join(
            (*self.dice.sample(WORDS, 2), "abcdefghijklmnopqrstuvwxyz"[self.said % 26] * 2)
        )

    def add(self, **given: str) -> None:
        self.time += 1
        name = self.words()
        record = Record(
            who=len(self.links) * 1000 + self.time,
            folder=self.dice.choice(FOLDERS),
            number=self.dice.choice([f"{self.dice.randrange(1, 9):04}", ""]),
            slug=name,
            title=name.replace("-", " "),
            first=f"commit {self.time // 2}",  # some are added together
            born=self.time // 2,
        )
        self._put(None, replace(record, **given))

    def change(self) -> None:
        """Changes one record in one or several ways within one commit."""
        old = self.dice.choice(self.records)
        new, ways = old, self.dice.sample(("slug", "title", "number", "folder", "text"), 2)
        if "slug" in ways:
            new = replace(new, slug=self.words())
        if "title" in ways:
            new = replace(new, title=self.words())
        if "number" in ways:
            new = replace(new, number=f"{self.dice.randrange(1, 9):04}")
        if "folder" in ways:
            new = replace(new, folder=self.dice.choice(FOLDERS))
        if "text" in ways:  # a translation: with another path, git sees no rename
            new = replace(new, title=self.words())
            if new.path != old.path:
                new = replace(new, first=f"commit t{self.time}", former=())
                if new.slug != self.slugs.get(old.who):
                    self.lost.add(old.who)
        self._put(old, new)

    def split(self) -> None:
        """A part gets a file of its own, under the title of the whole: it may stand for it."""
        old = self.dice.choice(self.records)
        self.add(folder=old.folder, number=old.number, title=old.title)
        self.parts.setdefault(old.who, set()).add(self.records[-1].who)

    def remove(self) -> None:
        if len(self.records) > 1:
            self.records.remove(self.dice.choice(self.records))

    def _put(self, old: Record | None, new: Record) -> None:
        if any(one.path == new.path for one in self.records if one is not old):
            return
        if old is not None:
            self.records.remove(old)
            if new.path != old.path and new.first == old.first:
                new = replace(new, former=(*old.former, old.path))
        self.records.append(new)

    # ------------------------------------------------------------------ what is made

    def identities(self, *, history: bool) -> list[Identity]:
        return [
            Identity(
                place=place_named(one.path),
                title=one.title,
                first=one.first if history else "",
                born=one.born if history else 0,
                former=one.former if history else (),
            )
            for one in self.records
        ]

    def lock(self) -> None:
        found = self.identities(history=True)
        self.ledger = held(found, assign(found, self.ledger), self.ledger)
        self.slugs = {one.who: one.slug for one in self.records}

    def site(self, *, history: bool) -> dict[str, set[str]]:
        """What is named on the page that each link leads to, by paths and keys."""
        found = self.identities(history=history)
        keys = assign(found, self.ledger)
        assert len(set(keys.values())) == len(found)
        path_of = {key: path for path, key in keys.items()}
        pages = {key: {path} for key, path in path_of.items()}
        for name in names(held(found, keys, self.ledger), set(path_of)):
            page = pages.setdefault(name.name, set())
            page |= {path_of.get(key, "gone") for key in name.keys}
            if name.path:
                page.add("gone")
        return pages

    def publish(self) -> None:
        who = {one.path: one.who for one in self.records}
        for link, named in self.site(history=True).items():
            if len(named) == 1 and named <= set(who):
                self.links.setdefault(link, set()).update(who[path] for path in named)


def _history(seed: int) -> World:
    world = World(Random(seed))
    for _ in range(world.dice.randrange(1, 4)):
        world.add()
    for _ in range(world.dice.randrange(1, 5)):
        world.lock()
        world.publish()
        for _ in range(world.dice.randrange(1, 4)):
            world.dice.choice([world.change] * 4 + [world.add, world.split, world.remove])()
    return world


def test_every_old_link_lives():
    """With history, or with a ledger that is up to date, it leads to its own record."""
    checked = 0
    for seed in range(HISTORIES):
        world = _history(seed)
        known = world.dice.choice((True, False))
        if not known:
            world.lock()
        pages = world.site(history=known)
        paths = {one.who: one.path for one in world.records}
        for link, bearers in world.links.items():
            assert link in pages, f"history {seed}: {link} is dead"
            for who in bearers - world.lost & set(paths):
                assert paths[who] in pages[link], f"history {seed}: {link}: {pages[link]}"
                checked += 1
    assert checked > HISTORIES


def test_a_clone_of_one_commit_invents_nothing():
    """Without history, a change that the ledger has not seen leads astray no link."""
    for seed in range(HISTORIES):
        world = _history(seed)
        pages = world.site(history=False)
        paths = {one.who: one.path for one in world.records}
        for link, bearers in world.links.items():
            assert link in pages, f"history {seed}: {link} is dead"
            parts = {part for who in bearers for part in world.parts.get(who, ())}
            right = {paths.get(who, "gone") for who in bearers | parts} | {"gone"}
            assert right & pages[link] or len(pages[link]) > 1, f"history {seed}: {link}"
