"""Vectors of a provider's embedding model, each checked before it counts.

What is sent of a chunk is its path, signature, responsibility, inputs and outputs, never
its code. Texts go in batches; a row counts when it names a text of the batch, has as many
numbers as all others, and holds finite numbers that are not all zero. Texts without such
a row are asked for again, at most three times in all; then the chunk has no vector, with
the reason. Good rows are handed to ``keep`` at once and found again by the digest of the
model and the text.

Rows are kept as int8, each scaled by its own greatest number: only directions count.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any

import numpy as np

from sourcebook.analyze.model_client import Client, GivenUpError, UnusableError
from sourcebook.analyze.provider import Account, Spending, Usage
from sourcebook.config import ModelConfig
from sourcebook.model import ClaimKind, Entry

#: Texts of one request, and requests for one text.
BATCH = 100
TRIES = 3

#: Characters of a text: well below what embedding models read.
LONGEST = 4000

_TOLD = frozenset({ClaimKind.INPUT, ClaimKind.OUTPUT})

Find = Callable[[str], bytes | None]
Keep = Callable[[str, bytes], None]


def text_of(entry: Entry) -> str:
    """What an embedding model is given of a chunk."""
    chunk, summary = entry.chunk, entry.summary
    told = [claim.text for claim in summary.claims if claim.kind in _TOLD]
    first = summary.responsibility.text if summary.responsibility is not None else ""
    parts = [chunk.path, " / ".join(chunk.heading), chunk.signature or chunk.qualified]
    return "\n".join(part for part in (*parts, first, *told) if part)[:LONGEST]


def text_key(text: str, config: ModelConfig) -> str:
    """Digest of all that shapes a row."""
    return sha256(dumps([config.embedder, text], ensure_ascii=False).encode()).hexdigest()


class Embedder:
    """Asks for vectors of texts; keeps only rows that fit."""

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
        self.dimension = 0
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
        for text in dict.fromkeys(texts):
            row = self._find(text_key(text, self._config))
            if row is not None and len(row) == (self.dimension or len(row)):
                self.dimension = len(row)
                found[text] = row
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        batches = [missing[at : at + BATCH] for at in range(0, len(missing), BATCH)]

        async def run() -> None:
            async with self._client:
                # The first batch goes alone: it tells the dimension, and a wrong key costs one.
                await _all(self._batch(batch, found) for batch in batches[:1])
                await _all(self._batch(batch, found) for batch in batches[1:])

        asyncio.run(run())
        return [found[text] for text in texts]

    async def _batch(self, texts: Sequence[str], found: dict[str, bytes | str]) -> None:
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
                for text in left:
                    row = found[text]
                    if isinstance(row, bytes):
                        self._keep(text_key(text, self._config), row)
                left = [text for text in left if isinstance(found[text], str)]
                if not left:
                    return
                self.usage.failed += 1

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


async def _all(tasks: Iterator[Awaitable[None]]) -> None:
    """Waits for all; the first error ends the others and is raised as it is."""
    running = [asyncio.ensure_future(task) for task in tasks]
    try:
        await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()
