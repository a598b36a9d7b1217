"""Vectors of a provider's embedding model, each checked before it counts.

What is sent of a chunk is its path, signature, responsibility, inputs and outputs, never
its code. Texts go in batches; a row counts when it names a text of the batch, has as many
numbers as all others, and holds finite numbers that are not all zero. Texts without such
a row are asked for again, at most three times in all; then the chunk has no vector, with
the reason. Good rows are handed to ``keep`` at once and found again by the digest of the
model and the text.

A few fixed texts (:data:`PROBES`) are embedded anew at each run. Where their rows point
elsewhere than they did, the provider has changed its model under the same name: rows that
were kept are then those of another model, and every text is asked for again.

Rows are kept as int8, each scaled by its own greatest number: only directions count.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any, Protocol

import numpy as np

from sourcebook.analyze.model_client import Client, GivenUpError, UnusableError
from sourcebook.analyze.provider import Account, Spending, Usage
from sourcebook.config import ModelConfig
from sourcebook.model import Chunk, ClaimKind, Summary

#: Texts of one request, and requests for one text.
BATCH = 100
TRIES = 3

#: Characters of a text: well below what embedding models read.
LONGEST = 4000

#: What tells one model from another. Raising a word here asks for everything again.
PROBES = (
    "Opens a file and returns its lines.",
    "class Invoice: total, customer, due date",
    "retry the request after a time-out",
)

#: Cosine from which two rows of a text are one model's: answers vary a little (the servers'
#: arithmetic, and rounding to int8), while another model points anywhere.
ALIKE = 0.99

_TOLD = frozenset({ClaimKind.INPUT, ClaimKind.OUTPUT})

Find = Callable[[str], bytes | None]
Keep = Callable[[str, bytes], None]


def text_of(chunk: Chunk, summary: Summary) -> str:
    """What an embedding model is given of a chunk."""
    told = [claim.text for claim in summary.claims if claim.kind in _TOLD]
    first = summary.responsibility.text if summary.responsibility is not None else ""
    parts = [chunk.path, " / ".join(chunk.heading), chunk.signature or chunk.qualified]
    return "\n".join(part for part in (*parts, first, *told) if part)[:LONGEST]


def key_of(*parts: str) -> str:
    """Digest of all that shapes a row: the model, how it answers the probes, the text."""
    return sha256(dumps(parts, ensure_ascii=False).encode()).hexdigest()


class Embedding(Protocol):
    """What gives vectors to texts: a provider's model, or one that runs here."""

    @property
    def name(self) -> str:
        """The model, as the book names it."""

    @property
    def dimension(self) -> int:
        """Numbers of a row; 0 while none is known."""

    @property
    def probes(self) -> bytes:
        """Rows of the fixed texts by the model that gave the rows; empty where none is asked."""

    @property
    def remarks(self) -> Sequence[str]:
        """What is not as it should be, though the rows are there."""

    @property
    def spent(self) -> str:
        """What the rows took, for the line that tells of them."""

    def gave(self, probes: bytes) -> bool:
        """Whether rows of its name with these probes are by this model, as far as is known."""

    def rows(self, texts: Sequence[str]) -> list[bytes | str]:
        """For each text its row, or why there is none."""

    def direction(self, query: str, probes: bytes) -> bytes | str:
        """The row of a query for rows by the model that gave ``probes``, or why there is none."""


class Embedder:
    """Asks a provider for vectors, once: the client is closed then. Keeps only rows that fit."""

    def __init__(
        self,
        config: ModelConfig,
        environment: Mapping[str, str],
        *,
        find: Find,
        keep: Keep,
        note: Callable[[dict[str, object]], None],
        account: Account | None = None,
    ) -> None:
        self.usage = Usage()
        self.name = config.embedder
        self.dimension = 0
        self.probes = b""
        self.remarks: list[str] = []
        self._config = config
        # Vectors are cheap and are asked for at once, also where summaries go in batches.
        spending = Spending(replace(config, batch=False), self.usage, note, account)
        self._client = Client(config, environment, spending, self.usage)
        self._find, self._keep = find, keep
        self._gate = asyncio.Semaphore(config.concurrency)

    def rows(self, texts: Sequence[str]) -> list[bytes | str]:
        """For each text its row, or why there is none.

        Raises:
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        found: dict[str, bytes | str] = {}

        async def run() -> None:
            async with self._client:
                # The probes go first and alone: they tell the dimension, and a wrong key
                # costs one request.
                await self._recognise()
                for text in dict.fromkeys(texts):
                    row = self._find(self._key(text))
                    if row is not None and len(row) == (self.dimension or len(row)):
                        self.dimension = len(row)
                        found[text] = row
                missing = [text for text in dict.fromkeys(texts) if text not in found]
                batches = [missing[at : at + BATCH] for at in range(0, len(missing), BATCH)]
                await _all(self._batch(batch, found) for batch in batches)

        asyncio.run(run())
        return [found[text] for text in texts]

    def direction(self, query: str, probes: bytes) -> bytes | str:
        """The row of a query, or why there is none that belongs to rows with these probes.

        Raises:
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        found: dict[str, bytes | str] = {}

        async def run() -> None:
            async with self._client:
                await self._batch([*PROBES, query], found, kept=False)

        asyncio.run(run())
        now = _joined([found[text] for text in PROBES])
        if now and probes and not alike(probes, now):
            return "it is another model than that of the index: run sourcebook index"
        return found[query]

    def gave(self, probes: bytes) -> bool:
        """Whether the model answers the probes as it did; true where it does not answer."""

        async def run() -> bytes:
            async with self._client:
                return await self._probed()

        now = asyncio.run(run())
        return not now or not probes or alike(probes, now)

    def missing(self, texts: Sequence[str]) -> list[str]:
        """The texts without a row, each once, if the model is what it was; nothing is sent."""
        self.probes = self._find(key_of(self.name, *PROBES)) or b""
        return [text for text in dict.fromkeys(texts) if self._find(self._key(text)) is None]

    def _key(self, text: str) -> str:
        return key_of(self.name, sha256(self.probes).hexdigest(), text)

    async def _recognise(self) -> None:
        """Asks for the probes, and finds out whether the model is that of the kept rows."""
        place = key_of(self.name, *PROBES)
        before = self._find(place) or b""
        now = await self._probed()
        if now and before and alike(before, now):
            self.probes = before
        elif now:
            if before:
                self.remarks.append(
                    f"{self.name} answers fixed texts otherwise than before: the provider has "
                    "changed it, and every vector is asked for again"
                )
            self.probes = now
            self._keep(place, now)
        else:
            self.probes = before
        self.dimension = len(self.probes) // len(PROBES)

    async def _probed(self) -> bytes:
        """The rows of the probes; empty, with a remark, where the model gives none."""
        found: dict[str, bytes | str] = {}
        await self._batch(PROBES, found, kept=False)
        reasons = dict.fromkeys(row for row in found.values() if isinstance(row, str))
        if reasons:
            self.remarks.append(
                f"it is not known whether {self.name} is the model that it was "
                f"({', '.join(reasons)})"
            )
        return _joined([found[text] for text in PROBES])

    async def _batch(
        self, texts: Sequence[str], found: dict[str, bytes | str], *, kept: bool = True
    ) -> None:
        left = list(texts)
        async with self._gate:
            for _ in range(TRIES):
                try:
                    answer = await self._client.embed(self._config.embedder, left)
                except UnusableError as error:
                    found.update(dict.fromkeys(left, str(error)))
                except GivenUpError as error:
                    found.update(dict.fromkeys(left, str(error)))
                    return
                else:
                    found.update(self._checked(left, answer))
                for text in left if kept else ():
                    row = found[text]
                    if isinstance(row, bytes):
                        self._keep(self._key(text), row)
                left = [text for text in left if isinstance(found[text], str)]
                if not left:
                    return
                self.usage.failed += 1

    @property
    def spent(self) -> str:
        """Requests, tokens and money of what was asked for."""
        usage = self.usage
        money = f"${usage.cost:.4f}" if usage.priced else "price unknown"
        return f"{usage.calls} calls, {usage.prompt_tokens} tokens, {money}"

    def _checked(
        self, texts: Sequence[str], answer: Sequence[tuple[int, Any]]
    ) -> Iterator[tuple[str, bytes | str]]:
        """Each text with its row, or with what is wrong with it."""
        counts = Counter(number for number, _ in answer)
        rows = dict(answer)
        for number, text in enumerate(texts):
            if counts[number] != 1:
                yield text, "too few vectors" if not counts[number] else "two vectors for one text"
                continue
            row = quantised(rows[number])
            if isinstance(row, bytes):
                self.dimension = self.dimension or len(row)
                if len(row) != self.dimension:
                    row = f"{len(row)} numbers where the others have {self.dimension}"
            yield text, row


def quantised(numbers: object) -> bytes | str:
    """A row of int8 that points as the numbers do, or what is wrong with them."""
    try:
        row = np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        return "not numbers"
    if row.ndim != 1 or not row.size or not np.isfinite(row).all():
        return "not numbers"
    most = np.abs(row).max()
    if most == 0:
        return "all zero"
    scaled: bytes = np.rint(row / most * 127).astype(np.int8).tobytes()
    return scaled


def alike(one: bytes, other: bytes) -> bool:
    """Whether the probes' rows point where they did."""
    if len(one) != len(other):
        return False
    a, b = (
        np.frombuffer(rows, dtype=np.int8).reshape(len(PROBES), -1).astype(np.float64)
        for rows in (one, other)
    )
    cosines = (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    return bool(cosines.min() >= ALIKE)


def _joined(rows: Sequence[bytes | str]) -> bytes:
    """The rows in one piece; empty where one is missing."""
    held = [row for row in rows if isinstance(row, bytes)]
    return b"".join(held) if len(held) == len(rows) else b""


async def _all(tasks: Iterator[Awaitable[None]]) -> None:
    """Waits for all; the first error ends the others and is raised as it is."""
    running = [asyncio.ensure_future(task) for task in tasks]
    try:
        await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()
