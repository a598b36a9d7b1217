"""The book as its site may tell it, where files are kept out of the site.

``exclude.publish`` keeps a file out, and with it what other pages would tell of it: each
sentence that rests on a line of it or quotes what is said of it, calls and imports that
come from it, decisions and proofs within it, steps of a plan that touch it. What public code
itself writes, such as the name of a function that it calls, stays.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from sourcebook.model import (
    CallGraph,
    Choice,
    Decision,
    Entry,
    Evidence,
    Level,
    Milestone,
    PersonNote,
    Summary,
    Synonym,
)
from sourcebook.store.book import Book
from sourcebook.store.glance import Brief, Glance, Head, Said
from sourcebook.store.graph import Call
from sourcebook.withheld import Withheld


class ShownBook(Book):
    """A book without what it tells of ``hidden`` files."""

    def __init__(self, book: Book, hidden: frozenset[str]) -> None:
        super().__init__(book.folder, book.manifest)
        self._whole = book
        self._hidden = hidden

    def forget(self) -> None:
        super().forget()
        self._whole.forget()

    # ------------------------------------------------------------------- the chunks

    def iter_entries(self) -> Iterator[Entry]:
        return map(self._entry, self._whole.iter_entries())

    def entries_at(self, places: Iterable[slice]) -> list[Entry]:
        return [self._entry(entry) for entry in self._whole.entries_at(places)]

    def glances(self) -> Iterator[tuple[slice, Glance]]:
        places = (place for place, _ in self._whole.glances())
        for place, entry in zip(places, self.iter_entries(), strict=True):
            chunk, summary = entry.chunk, entry.summary
            first = summary.responsibility
            said = Said(first.text, first.origin) if first is not None else None
            brief = Brief(said, summary.origin, summary.fallback)
            yield place, Glance(Head(chunk.path, chunk.kind, chunk.symbol), brief)

    def _entry(self, entry: Entry) -> Entry:
        if entry.chunk.path in self._hidden:
            return entry
        return replace(entry, summary=self._withheld.open(entry.summary))

    # ---------------------------------------------------------------- what is said

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        kept: list[Summary] = []
        gone: dict[Level, set[str]] = {level: set() for level in Level}
        gone[Level.FILE] |= self._hidden
        for summary in self._whole.summaries:
            below = set().union(*(gone[level] for level in _BELOW.get(summary.level, ())))
            children = tuple(one for one in summary.children if one not in below)
            if summary.id in gone[summary.level] or (summary.children and not children):
                gone[summary.level].add(summary.id)
                continue
            kept.append(replace(self._withheld.open(summary), children=children))
        return tuple(kept)

    @cached_property
    def _withheld(self) -> Withheld:
        chunks = (
            each.summary for each in self._whole.iter_entries() if each.chunk.path in self._hidden
        )
        files = (each for each in self._whole.summaries if each.id in self._hidden)
        said = (each.responsibility for each in (*chunks, *files))
        return Withheld(self._hidden, "\n".join(claim.text for claim in said if claim is not None))

    @cached_property
    def notes(self) -> tuple[PersonNote, ...]:
        return tuple(
            note
            for note in self._whole.notes
            if note.path not in self._hidden and _path(note.unit) not in self._hidden
        )

    # --------------------------------------------------- decisions, plans and choices

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(
            replace(
                record,
                links=tuple(
                    link
                    for link in record.links
                    if not {link.path, link.evidence.path} & self._hidden
                ),
            )
            for record in self._whole.decisions
            if record.path not in self._hidden
        )

    @cached_property
    def milestones(self) -> tuple[Milestone, ...]:
        kept = [
            replace(step, reasons=tuple(filter(self._withheld.may, step.reasons)))
            for step in self._whole.milestones
            if not {*step.modules, *map(_path, step.symbols), *step.tests} & self._hidden
        ]
        ids = {step.id for step in kept}
        return tuple(
            replace(step, after=tuple(one for one in step.after if one in ids)) for step in kept
        )

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        shown = (
            replace(
                choice,
                evidence=self._placed(choice.evidence),
                exceptions=self._placed(choice.exceptions),
            )
            for choice in self._whole.choices
        )
        return tuple(choice for choice in shown if choice.evidence)

    def _placed(self, places: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(each for each in places if each.path not in self._hidden)

    @cached_property
    def synonyms(self) -> tuple[Synonym, ...]:
        return tuple(
            pair
            for pair in self._whole.synonyms
            if not {_path(pair.first), _path(pair.second)} & self._hidden
        )

    # ------------------------------------------------------------------- the graph

    @cached_property
    def graph(self) -> CallGraph:
        return self._graph(self._whole.graph)

    @cached_property
    def outline(self) -> CallGraph:
        return self._graph(self._whole.outline)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        return tuple(call for call in self._whole.calls if _path(call.caller) not in self._hidden)

    def _graph(self, graph: CallGraph) -> CallGraph:
        """The graph without what begins in a hidden file, or goes round through one."""
        hidden = self._hidden
        return replace(
            graph,
            calls=tuple(each for each in graph.calls if _path(each.caller) not in hidden),
            imports=tuple(each for each in graph.imports if each.path not in hidden),
            components=tuple(
                ring for ring in graph.components if not hidden & set(map(_path, ring))
            ),
            boundaries=tuple(each for each in graph.boundaries if _path(each.symbol) not in hidden),
            state=tuple(each for each in graph.state if _path(each.symbol) not in hidden),
        )


#: The levels of which a summary's children are.
_BELOW = {
    Level.MODULE: (Level.FILE, Level.MODULE),
    Level.SUBSYSTEM: (Level.MODULE,),
    Level.SYSTEM: (Level.SUBSYSTEM,),
}


def _path(identity: str) -> str:
    """The file of a symbol or chunk; a file's path is its own."""
    return identity.partition("::")[0]
