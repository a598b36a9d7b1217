"""Summaries written by a model, leaf to root, each checked before it counts.

Definitions come first, callees before callers, so that each request carries what its
callees do; then files, folders from the deepest up, subsystems and the system, each from
the sentences of the level below. A unit is asked for at most three times when answers are
bad; then its extractive summary stays, with the reason. Good answers are handed to
``keep`` at once and found again by the digest of all that shaped them: an interrupted run
goes on where it stopped, and a change that leaves a sentence as it was goes no further up.
What is kept is the answer, and it is checked again whenever it is found: its quotes get
the lines of today, and an answer about what is gone is no answer any more.

:func:`rehearse` walks the same way without sending anything: it yields the requests that a
run would make, for estimates and for a look at the prompts.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps, loads
from typing import Any

from sourcebook.analyze.batches import Batches, Journal
from sourcebook.analyze.model_client import Client, GivenUpError, UnusableError
from sourcebook.analyze.provider import Account, Spending, Usage
from sourcebook.analyze.summarize.answers import (
    SCHEMA,
    VERSION,
    BadAnswerError,
    Ground,
    checked,
    read_answer,
)
from sourcebook.analyze.summarize.lengths import LENGTHS, asked
from sourcebook.analyze.summarize.units import (
    Request,
    TooLargeError,
    Unit,
    joined,
    pieces,
)
from sourcebook.analyze.work import Work
from sourcebook.config import ModelConfig
from sourcebook.model import ChunkId, Claim, ClaimKind, Level, Summary

#: Requests for one unit, when answers are bad.
TRIES = 3

#: Levels that the summariser writes; the rest is for the larger model.
_SMALL = frozenset({Level.CHUNK, Level.FILE})

#: A batch holds as many requests as there are.
_ALL = 10**9

#: What the id of a piece has behind that of its unit.
_PIECE = re.compile(r"(#\d+/\d+)+$")

#: The journal of answers: JSON by the digest of the request.
Find = Callable[[str], str | None]
Keep = Callable[[str, str], None]
Write = Callable[[Request, Summary], Awaitable[Summary]]


def model_for(level: Level, config: ModelConfig) -> str:
    return config.summarizer if level in _SMALL else config.doc_model


def unit_key(request: Request, config: ModelConfig) -> str:
    """Digest of all that shapes an answer: prompt, model, endpoint's settings, version."""
    parts = [
        VERSION, model_for(request.level, config), config.temperature, config.language,
        request.id, request.system, request.user,
    ]  # fmt: skip
    return sha256(dumps(parts, ensure_ascii=False).encode()).hexdigest()


def everything(unit: str) -> bool:
    """Any unit may be asked for."""
    del unit
    return True


def nothing_noted(row: dict[str, object]) -> None:
    """No ledger is kept."""


class ModelSummarizer:
    """Lets a model write summaries; keeps only what the text supports."""

    def __init__(
        self,
        config: ModelConfig,
        environment: Mapping[str, str],
        *,
        find: Find,
        keep: Keep,
        note: Callable[[dict[str, object]], None] = nothing_noted,
        batches: Journal | None = None,
        account: Account | None = None,
    ) -> None:
        """``batches`` is the journal of batches, where the configuration asks for them."""
        self.usage = Usage()
        self._config = config
        spending = Spending(config, self.usage, note, account)
        client = Client(config, environment, spending, self.usage)
        in_batches = config.batch and batches is not None
        self._client: Client | Batches = client
        if batches is not None and config.batch:
            self._client = Batches(client, spending, batches)
        self._find, self._keep = find, keep
        self._gate = asyncio.Semaphore(_ALL if in_batches else config.concurrency)
        self._first = asyncio.Lock()
        self._tried = in_batches

    def improve(
        self,
        work: Work,
        levels: Sequence[Summary] = (),
        wanted: Callable[[str], bool] = everything,
    ) -> tuple[dict[ChunkId, Summary], tuple[Summary, ...]]:
        """Returns all summaries of chunks and of the levels above.

        ``wanted`` says for a path whether its units may be asked for; others are taken
        from what an earlier run kept.

        Raises:
            ProviderError: The endpoint refuses the key, the model or the address.
        """

        async def run() -> tuple[Summary, ...]:
            async with self._client:
                return await _walk(work, levels, self._config, self._write(work, wanted))

        told = asyncio.run(run())
        return work.summaries, told

    def _write(self, work: Work, wanted: Callable[[str], bool]) -> Write:
        async def write(request: Request, base: Summary) -> Summary:
            if request.left_out:
                self.usage.left_out[_PIECE.sub("", request.id)] = request.left_out
            key = unit_key(request, self._config)
            found = recalled(self._find(key), request, base, work, self._config)
            if found is not None:
                self.usage.kept += 1
                self._count(found)
                return found
            if not wanted(request.id):
                return base
            if not self._tried:
                # The first request goes alone: a wrong key costs one call, not many.
                async with self._first:
                    if not self._tried:
                        try:
                            return await self._one(request, base, work, key)
                        finally:
                            self._tried = True
            async with self._gate:
                return await self._one(request, base, work, key)

        return write

    async def _one(self, request: Request, base: Summary, work: Work, key: str) -> Summary:
        """One unit: up to three answers, the first good one counts."""
        shown, reason, hint = base, "", ""
        model = model_for(request.level, self._config)
        for _ in range(TRIES):
            try:
                text = await self._client.ask(model, request.system, request.user + hint, SCHEMA)
                answer = read_answer(text)
                shown = _understood(answer, request, base, work, self._config)
            except (BadAnswerError, UnusableError) as error:
                reason = str(error)
            except GivenUpError as error:
                reason = str(error)
                break
            else:
                reason = shown.fallback
                if not reason:
                    self.usage.answered += 1
                    self._count(shown)
                    self._keep(key, dumps(answer, ensure_ascii=False))
                    return shown
            self.usage.failed += 1
            if reason == "too long":
                hint = f"\nYour last answer was too long: {asked(request.level, self._config.language)}."
        self.usage.fallbacks[reason] += 1
        self._count(shown)
        return replace(shown, fallback=reason)

    def _count(self, summary: Summary) -> None:
        """How many statements of the model hold."""
        for claim in (summary.responsibility, *summary.claims):
            if claim is not None and claim.origin.startswith("model:"):
                if claim.kind is ClaimKind.ASSUMPTION:
                    self.usage.unverified += 1
                else:
                    self.usage.verified += 1


def _understood(
    answer: Mapping[str, Any], request: Request, base: Summary, work: Work, config: ModelConfig
) -> Summary:
    origin = f"model:{model_for(request.level, config)}"
    ground = Ground(work.sources, work.names, work.edges)
    return checked(answer, request, base, ground, origin, config.language)


def recalled(
    answer: str | None, request: Request, base: Summary, work: Work, config: ModelConfig
) -> Summary | None:
    """The summary that a kept answer gives today, if it still gives one."""
    if answer is None:
        return None
    try:
        found = _understood(loads(answer), request, base, work, config)
    except BadAnswerError:
        return None
    return None if found.fallback else found


@dataclass(frozen=True, slots=True)
class Planned:
    """A request that a run would make; ``kept`` when an earlier one has its answer."""

    request: Request
    kept: bool


def rehearse(
    work: Work,
    levels: Sequence[Summary],
    config: ModelConfig,
    find: Find,
    wanted: Callable[[str], bool] = everything,
) -> list[Planned]:
    """Returns the requests of a run in their order, sending none.

    Where an answer is not known the extractive sentence stands for it, or as many letters
    as are asked for.
    """
    planned: list[Planned] = []

    async def write(request: Request, base: Summary) -> Summary:
        found = recalled(find(unit_key(request, config)), request, base, work, config)
        if wanted(request.id):
            planned.append(Planned(request, found is not None))
        if found is not None:
            return found
        if base.responsibility is not None:
            return base
        filler = Claim("x" * LENGTHS[request.level].asked, ClaimKind.RESPONSIBILITY)
        return replace(base, responsibility=filler)

    asyncio.run(_walk(work, levels, config, write))
    return planned


# ---------------------------------------------------------------------------- the walk


async def _walk(
    work: Work, levels: Sequence[Summary], config: ModelConfig, write: Write
) -> tuple[Summary, ...]:
    """Chunks in waves, then level by level."""
    for wave in work.waves():
        units = [work.unit(chunk) for chunk in wave]
        bases = [work.summaries[chunk.id] for chunk in wave]
        told = await _all(
            _solved(unit, base, config, write) for unit, base in zip(units, bases, strict=True)
        )
        for chunk, summary in zip(wave, told, strict=True):
            work.summaries[chunk.id] = summary
        for chunk_id, unit, base in work.wholes(wave):
            work.summaries[chunk_id] = await _solved(unit, base, config, write)
    return await _levels(work, levels, config, write)


async def _levels(
    work: Work, levels: Sequence[Summary], config: ModelConfig, write: Write
) -> tuple[Summary, ...]:
    told = {(one.level, one.id): one for one in levels}
    for rank in work.ranks(levels):
        units = [(one, work.level_unit(one, told)) for one in rank]
        asked = [(one, unit) for one, unit in units if unit is not None]
        answers = await _all(_solved(unit, one, config, write) for one, unit in asked)
        told.update(((one.level, one.id), one) for one in answers)
    return tuple(told[one.level, one.id] for one in levels)


async def _solved(unit: Unit, base: Summary, config: ModelConfig, write: Write) -> Summary:
    """The summary of a unit, by way of its pieces where it does not fit one request."""
    most = len(unit.items)
    while True:
        try:
            requests = pieces(unit, config.language, config.budget)
        except TooLargeError:
            return replace(base, fallback="window too small")
        if len(requests) == 1:
            return await write(requests[0], base)
        bare = replace(base, responsibility=None, claims=(), children=())
        told = await _all(write(one, replace(bare, id=one.id)) for one in requests)
        failed = next((one.fallback for one in told if one.fallback), "")
        silent = any(one.responsibility is None for one in told)
        if failed or silent or len(requests) > most:
            return replace(base, fallback=failed)
        most = len(requests)
        unit = joined(unit, told)


async def _all(tasks: Iterator[Awaitable[Summary]]) -> list[Summary]:
    """Waits for all; the first error ends the others and is raised as it is."""
    running = [asyncio.ensure_future(task) for task in tasks]
    try:
        return await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()
