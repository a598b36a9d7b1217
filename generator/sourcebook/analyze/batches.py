"""Requests through the provider's batch interface: half the price, within a day.

:class:`Batches` stands in for a client. Requests gather until nobody adds one; then they
go up as one file for each model, the batch is waited for, and each request gets the line
of the answer that bears its name. A name is the digest of the request, so that a run that
was stopped finds its answers again: batches that were begun are in a journal, written
before the provider is told to begin, and the next run collects them before it sends
anything. An answer that is no good is asked for again in the next batch.
"""

import asyncio
import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol, Self

from sourcebook.analyze.model_client import Client, GivenUpError, UnusableError
from sourcebook.analyze.provider import Spending, StoppedError, estimate

#: Most requests, bytes and tokens of one batch: what providers take at once.
REQUESTS, BYTES, TOKENS = 50_000, 190_000_000, 1_800_000

#: Seconds between two looks at a batch: the first, and the longest.
SOON, LATE = 0.5, 60.0

#: Seconds without a further request after which a batch is full.
STILL = 0.03

#: What a batch ends with; all but the first may still hold some answers.
_ENDS = ("completed", "failed", "expired", "cancelled")


@dataclass(frozen=True, slots=True)
class Begun:
    """A batch in the journal: the file that went up, the batch once it is known."""

    file: str
    id: str = ""
    booked: bool = False  # what it cost is in the ledger


class Journal(Protocol):
    """Where the batches under way are kept."""

    def read(self) -> list[Begun]: ...
    def write(self, begun: Sequence[Begun]) -> None: ...
    def say(self, text: str) -> None: ...


@dataclass(slots=True)
class _Ask:
    """A request that waits for its line."""

    name: str
    model: str
    body: Mapping[str, Any]
    tokens: int
    answer: "asyncio.Future[str]"
    aside: float | None = None  # dollars that are set aside for it

    @property
    def waits(self) -> bool:
        return not self.answer.done()


class Batches:
    """Sends requests in batches within the limits of a run."""

    def __init__(self, client: Client, spending: Spending, journal: Journal) -> None:
        self._client, self._spending, self._journal = client, spending, journal
        self._begun: list[Begun] = []
        self._over: set[str] = set()  # files of batches that were collected
        self._lines: dict[str, deque[Mapping[str, Any]]] = {}
        self._waiting: list[_Ask] = []
        self._sender: asyncio.Task[None] | None = None
        self._resumed = False
        self._stopped = ""  # why no further batch is begun

    async def __aenter__(self) -> Self:
        self._begun = self._journal.read()
        return self

    async def __aexit__(self, kind: object, *error: object) -> None:
        if self._sender is not None:
            self._sender.cancel()
        await self._client.__aexit__(kind, *error)
        if kind is None:
            # All answers have been taken; what is under way stays for another run.
            self._journal.write([one for one in self._begun if one.file not in self._over])

    async def ask(self, model: str, system: str, user: str, schema: Mapping[str, Any]) -> str:
        """Returns one answer, when its batch is over.

        Raises:
            GivenUpError: No answer comes.
            UnusableError: The answer holds no text to read.
            ProviderError: The endpoint refuses the key, or knows no batches.
        """
        if self._stopped:
            raise GivenUpError(self._stopped)
        body = self._client.body(model, system, user, schema)
        name = sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:40]
        tokens = estimate(system) + estimate(user)
        one = _Ask(name, model, body, tokens, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if self._sender is None or self._sender.done():
            self._sender = asyncio.ensure_future(self._send())
        await asyncio.wait((one.answer, self._sender), return_when=asyncio.FIRST_COMPLETED)
        if not one.answer.done():
            self._sender.result()  # raises what stopped it
        return one.answer.result()

    async def _send(self) -> None:
        """Batch after batch, until nobody waits."""
        try:
            if not self._resumed:
                self._resumed = True
                for one in list(self._begun):
                    await self._collect(one)
            while self._waiting:
                await self._still()
                self._hand_out()
                if self._waiting:
                    await self._batch(self._admitted())
        finally:
            self._waiting.clear()

    async def _still(self) -> None:
        count = -1
        while count != len(self._waiting):
            count = len(self._waiting)
            await asyncio.sleep(STILL)

    def _admitted(self) -> list[_Ask]:
        """The requests of the next batch: of one model, and within the limits."""
        model, size, tokens = self._waiting[0].model, 0, 0
        taken: list[_Ask] = []
        for one in self._waiting:
            length = len(_line(one, ""))
            full = len(taken) == REQUESTS or size + length > BYTES or tokens + one.tokens > TOKENS
            if one.model != model or (full and taken):
                continue
            try:
                one.aside = self._spending.reserve(model, one.tokens)
            except StoppedError as stop:
                one.answer.set_exception(GivenUpError(str(stop)))
                continue
            if one.aside is None:
                break  # what this batch sets aside leaves no room; the next one may
            taken.append(one)
            size, tokens = size + length, tokens + one.tokens
        self._waiting = [one for one in self._waiting if one.waits]
        return taken

    async def _batch(self, asked: list[_Ask]) -> None:
        """Sends a batch, waits for it, and hands its answers out."""
        if not asked:
            return
        unique = {one.name: one for one in asked}.values()
        lines = b"".join(_line(one, self._client.batch_url) for one in unique)
        try:
            file = await self._client.upload(lines)
            self._note(Begun(file))  # before it begins: a stop in between loses nothing
            begun = Begun(file, await self._client.begin(file))
            self._note(begun)
            self._journal.say(f"batch {begun.id}: {len(unique)} requests, waiting")
            reason = await self._collect(begun)
        finally:
            for one in asked:
                self._spending.release(one.aside or 0.0)
        self._hand_out()
        for one in asked:
            if one.waits:
                one.answer.set_exception(GivenUpError(reason))
        self._waiting = [one for one in self._waiting if one.waits]

    async def _collect(self, begun: Begun) -> str:
        """Waits for the end of a batch and reads its lines; says why some may be missing.

        Raises:
            GivenUpError: The time is up.
        """
        if not begun.id:
            begun = replace(begun, id=await self._client.begun_with(begun.file))
            self._note(begun)
        batch = await self._ended(begun) if begun.id else None
        self._over.add(begun.file)
        if batch is None:
            return "batch not known"  # it never began, or the provider has forgotten it
        for file in (batch.output_file_id, batch.error_file_id):
            for row in _rows(await self._client.content(file)) if file else ():
                self._lines.setdefault(row["custom_id"], deque()).append(row)
                if not begun.booked:
                    self._client.book(row)
        self._note(replace(begun, booked=True))
        return f"batch {batch.status}"

    async def _ended(self, begun: Begun) -> Any:
        """The batch once it is over; None for one that is not known."""
        wait = SOON
        while True:
            batch = await self._client.batch(begun.id)
            if batch is None or batch.status in _ENDS:
                return batch
            if self._spending.left() <= wait:
                self._journal.say(f"batch {begun.id} is under way: run again to collect it")
                self._stopped = "batch under way"
                raise GivenUpError(self._stopped)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LATE)

    def _hand_out(self) -> None:
        """Gives each waiting request its line, where there is one."""
        by_name: dict[str, list[_Ask]] = {}
        for one in self._waiting:
            by_name.setdefault(one.name, []).append(one)
        for name, asks in by_name.items():
            rows = self._lines.get(name)
            if not rows:
                continue
            row = rows.popleft()
            for one in asks:
                try:
                    one.answer.set_result(self._client.text_of(row))
                except (GivenUpError, UnusableError) as error:
                    one.answer.set_exception(error)
        self._waiting = [one for one in self._waiting if one.waits]

    def _note(self, begun: Begun) -> None:
        """Keeps a batch in the journal."""
        others = [one for one in self._begun if one.file != begun.file]
        self._begun = [*others, begun]
        self._journal.write(self._begun)


def _rows(content: bytes) -> Iterator[dict[str, Any]]:
    """The lines of a file of answers; what is no such line is left out."""
    for line in content.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and isinstance(row.get("custom_id"), str):
            yield row


def _line(one: _Ask, url: str) -> bytes:
    row = {"custom_id": one.name, "method": "POST", "url": url, "body": one.body}
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"
