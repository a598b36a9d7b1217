"""``sourcebook ask``: an answer out of the book, with a source for each sentence.

The search finds the evidence. Without a model the best statements of the best hits are the
answer: those that share words with the question first, each with its place and its quote.
With a model the answer is its own, and every sentence of it is verified; where none holds,
the evidence is shown instead, and the reason is said.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from sourcebook.analyze.ignore import matching
from sourcebook.analyze.provider import Spending, Usage
from sourcebook.analyze.reply import Reply, Respondent
from sourcebook.analyze.summarize.answers import Ground
from sourcebook.analyze.summarize.edges import Edges
from sourcebook.analyze.verify import Sources
from sourcebook.answers import Answers
from sourcebook.model import Chunk, Claim, ClaimKind, Entry, Evidence, Symbol
from sourcebook.narrowing import Filters
from sourcebook.store.book import Book
from sourcebook.store.query import others, weigh
from sourcebook.tokenizer import tokenize
from sourcebook.writing import Desk

#: Hits that are evidence, and statements that an answer without a model has.
HITS = 12
STATEMENTS = 8

NOT_FOUND = "not found in the sources"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is told of a question. Without sentences: it was not found."""

    question: str
    sentences: tuple[Claim, ...]
    unsupported: int = 0
    widened: tuple[str, ...] = ()

    def as_text(self) -> Iterator[str]:
        """For a reader at a terminal: each sentence, then where it is shown."""
        for claim in self.sentences:
            yield claim.text
            for one in claim.evidence:
                yield f"    {place(one)}  {' '.join(one.quote.split())}"
        if not self.sentences:
            yield NOT_FOUND

    def as_json(self) -> str:
        """For a program."""
        return msgspec.json.encode({"found": bool(self.sentences), **_row(self)}).decode()


def _row(answer: Answer) -> dict[str, object]:
    return {
        "question": answer.question,
        "sentences": [
            {
                "text": claim.text,
                "origin": claim.origin,
                "confidence": claim.confidence,
                "evidence": claim.evidence,
            }
            for claim in answer.sentences
        ],
        "unsupported": answer.unsupported,
        "widened": answer.widened,
    }


def place(evidence: Evidence) -> str:
    """A place as an editor takes it."""
    return f"{evidence.path}:{evidence.line}"


class Asker:
    """Answers questions from one book."""

    def __init__(
        self, book: Book, answers: Answers, desk: Desk, unsent: Sequence[str] = ()
    ) -> None:
        """``unsent`` are the globs of files that no model may read."""
        self._book, self._answers, self._desk = book, answers, desk
        self._unsent = unsent

    def ask(self, question: str, filters: Filters, *, expand: bool = False) -> Answer:
        """Answers a question.

        Raises:
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        words = tuple(widened(self._desk, question)) if expand else ()
        search = self._answers.widened(lambda _: words) if words else self._answers
        hits = search.hits(question, replace(filters, top=min(filters.top, HITS)))
        hits = [hit for hit in hits if not hit.weak]  # evidence shares a word with the question
        entries = {entry.chunk.id: entry for entry in self._book.entries}
        best = [entries[hit.chunk] for hit in hits]
        if self._desk.config.provider != "none" and (sent := self._sent(best)):
            reply = self._reply(question, sent)
            if not reply.failure:
                return Answer(question, reply.sentences, reply.unsupported, words)
        return Answer(question, tuple(_statements(question, best)), widened=words)

    def _sent(self, entries: Sequence[Entry]) -> list[Entry]:
        """The hits that a model may read, with a warning of those that it may not."""
        withheld = matching([entry.chunk.path for entry in entries], self._unsent)
        sent = [entry for entry in entries if entry.chunk.path not in withheld]
        if left := len(entries) - len(sent):
            instead = "" if sent else ": the evidence stands in the place of an answer"
            self._desk.progress.warn(
                f"{left} of {len(entries)} hits are not sent to the model (exclude.send){instead}"
            )
        return sent

    def _reply(self, question: str, entries: Sequence[Entry]) -> Reply:
        chunks = [entry.chunk for entry in self._book.entries]
        respondent, usage = _respondent(self._desk)
        self._desk.progress.start("ask")
        graph = self._book.graph
        ground = Ground(Sources.of(chunks), _names(chunks, graph.symbols), Edges(graph))
        reply = asyncio.run(respondent.reply(question, entries, ground))
        desk = self._desk
        if reply.failure:
            desk.progress.warn(f"no answer of the model ({reply.failure}): the evidence instead")
        if reply.unsupported and not reply.failure:
            desk.progress.warn(
                f"sentences of the model that could not be verified and are left out: "
                f"{reply.unsupported}"
            )
        if reply.shown < len(entries):
            desk.progress.warn(
                f"{reply.shown} of {len(entries)} hits fitted the model's window: "
                "raise model.context, or ask for less with --top"
            )
        desk.progress.finish(
            f"{usage.calls} {'request' if usage.calls == 1 else 'requests'}, "
            f"{usage.prompt_tokens} + {usage.completion_tokens} tokens, ${usage.cost:.4f}"
        )
        return reply


def widened(desk: Desk, query: str) -> Sequence[str]:
    """Words that may stand for those of a query: a model's, or those of the built-in table.

    Raises:
        ProviderError: The endpoint refuses the key, the model or the address.
    """
    if desk.config.provider == "none":
        return others(query)
    respondent, _ = _respondent(desk)
    return asyncio.run(respondent.widened(query))


def _respondent(desk: Desk) -> tuple[Respondent, Usage]:
    usage = Usage()
    config = replace(desk.config, batch=False)  # who asks, waits
    spending = Spending(config, usage, desk.note, desk.account)
    return Respondent(config, desk.environment, spending, usage), usage


def _names(chunks: Sequence[Chunk], symbols: Sequence[Symbol]) -> frozenset[str]:
    """All identifiers that exist."""
    return frozenset(
        part for symbol in symbols for part in (symbol.name, *symbol.qualified.split("."))
    ) | {chunk.name for chunk in chunks if chunk.name}


def _statements(question: str, entries: Sequence[Entry]) -> Iterator[Claim]:
    """The best statement of each hit, in the order of the hits; each place once."""
    wanted = set(weigh(question))
    said: set[str] = set()
    for entry in entries:
        own = [*filter(None, (entry.summary.responsibility,)), *entry.summary.claims]
        held = [one for one in own if one.evidence and one.kind is not ClaimKind.ASSUMPTION]
        if not held or len(said) == STATEMENTS:
            continue
        # Of equal ones the first: the responsibility.
        best = max(held, key=lambda one: len(wanted & set(tokenize(one.text))))
        name = entry.summary.title or entry.chunk.path
        text = f"`{name}`: {best.text}"
        if text not in said:
            said.add(text)
            yield replace(best, text=text, evidence=best.evidence[:1])
