"""The optional language model: the only module that talks to one.

Any endpoint of the OpenAI interface does: OpenAI, Azure, local servers. Nothing is sent
unless the configuration names a provider. Requests go from the leaves of the call graph to
its root, so that each carries what its callees do.

What can go wrong, and what then happens:

- a bad answer: asked again, at most three times in all, then the extractive summary stays,
  with the reason;
- rate limit or server error: waited for (as long as the server says, else ever longer),
  then the extractive summary stays; after several definitions in a row nothing more is sent;
- wrong key, unknown model: the run ends at once with the setting to mend;
- an interruption: every finished definition has been handed to ``keep`` already.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from json import dumps

import openai

from sourcebook.analyze.summarize.answers import (
    SCHEMA,
    VERSION,
    BadAnswerError,
    Request,
    checked,
    read_answer,
    request_for,
)
from sourcebook.analyze.verify import Sources
from sourcebook.config import ModelConfig
from sourcebook.errors import ProviderError
from sourcebook.model import (
    CallGraph,
    CallStatus,
    Chunk,
    ChunkId,
    ChunkKind,
    ParsedFile,
    Summary,
    SymbolId,
)

#: Requests for one definition, when answers are bad.
TRIES = 3

#: Waits for one definition, when the server refuses or fails.
WAITS = 4

#: Definitions in a row that the server failed; then nothing more is sent.
FAILURES = 3

_SENT = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS, ChunkKind.BLOCK})
_ENVIRONMENT = {
    "base_url": "OPENAI_BASE_URL",
    "summarizer": "OPENAI_SUMMARIZER_MODEL",
    "api_version": "OPENAI_API_VERSION",
}
_CALLEES = 12

Find = Callable[[str], Summary | None]
Keep = Callable[[str, Summary], None]


@dataclass(slots=True)
class Usage:
    """What a run really used."""

    calls: int = 0
    answered: int = 0  # definitions summarised now
    kept: int = 0  # definitions that an earlier run had finished
    failed: int = 0  # calls without a usable answer
    fallbacks: Counter[str] = field(default_factory=Counter)  # definitions, by reason
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0

    def __str__(self) -> str:
        text = (
            f"{self.answered} summaries by the model, {self.kept} kept, {self.calls} calls"
            f" ({self.failed} failed), {self.prompt_tokens} + {self.completion_tokens} tokens"
        )
        if self.fallbacks:
            listed = ", ".join(f"{reason}: {n}" for reason, n in sorted(self.fallbacks.items()))
            text += f"; extractive summaries kept for {self.fallbacks.total()} ({listed})"
        return text


def with_environment(config: ModelConfig, environment: Mapping[str, str]) -> ModelConfig:
    """Returns the configuration with environment variables where it holds the default."""
    default = ModelConfig()
    changed = {
        key: environment[name]
        for key, name in _ENVIRONMENT.items()
        if environment.get(name) and getattr(config, key) == getattr(default, key)
    }
    if config.provider == "azure" and not config.base_url:
        changed["base_url"] = environment.get("AZURE_OPENAI_ENDPOINT", "")
    return replace(config, **changed)  # type: ignore[arg-type]


def unit_key(request: Request, config: ModelConfig) -> str:
    """Digest of all that shapes an answer: prompt, model, endpoint's settings, version."""
    parts = [
        VERSION, config.summarizer, config.temperature, config.language,
        request.chunk.id, request.chunk.path, request.system, request.user,
    ]  # fmt: skip
    return sha256(dumps(parts, ensure_ascii=False).encode()).hexdigest()


class ModelSummarizer:
    """Lets a model write summaries of definitions; keeps only what the text supports."""

    def __init__(self, config: ModelConfig, environment: Mapping[str, str]) -> None:
        self._config = with_environment(config, environment)
        self._client = _client(self._config, environment)
        self._origin = f"model:{self._config.summarizer}"
        self._usage = Usage()
        self._structured = True  # until the server says that it knows no schema
        self._resume = 0.0  # monotonic time before which nothing is sent
        self._row = 0  # definitions in a row that the server failed
        self._stopped = ""  # why nothing more is sent

    def improve(
        self,
        parsed: Sequence[ParsedFile],
        graph: CallGraph,
        summaries: Mapping[ChunkId, Summary],
        *,
        withheld: Collection[str] = (),
        find: Find,
        keep: Keep,
    ) -> tuple[dict[ChunkId, Summary], Usage]:
        """Returns all summaries, those of definitions by the model where it did well.

        ``withheld`` are paths whose text is not sent. ``find`` looks up what an earlier
        run kept, ``keep`` is called as soon as a definition is finished.

        Raises:
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        work = _Work(parsed, graph, dict(summaries), frozenset(withheld), find, keep)
        asyncio.run(self._run(work))
        return work.summaries, self._usage

    async def _run(self, work: "_Work") -> None:
        async with self._client:
            tried = False
            for wave in work.waves():
                todo = [chunk for chunk in wave if not self._recall(chunk, work)]
                if todo and not tried:
                    # The first request goes alone: a wrong key costs one call, not many.
                    await self._one(todo.pop(0), work)
                    tried = True
                gate = asyncio.Semaphore(self._config.concurrency)
                await _all(self._gated(gate, chunk, work) for chunk in todo)

    def _recall(self, chunk: Chunk, work: "_Work") -> bool:
        found = work.find(unit_key(work.request(chunk, self._config.language), self._config))
        if found is None:
            return False
        work.summaries[chunk.id] = found
        self._usage.kept += 1
        return True

    async def _gated(self, gate: asyncio.Semaphore, chunk: Chunk, work: "_Work") -> None:
        async with gate:
            await self._one(chunk, work)

    async def _one(self, chunk: Chunk, work: "_Work") -> None:
        """One definition: up to three answers, the first good one counts."""
        request = work.request(chunk, self._config.language)
        extractive = work.summaries[chunk.id]
        shown, reason = extractive, ""
        for _ in range(TRIES):
            try:
                text = await self._ask(request)
                summary = checked(
                    read_answer(text), request, extractive, work.sources, work.names,
                    self._origin, self._config.language,
                )  # fmt: skip
            except BadAnswerError as error:
                reason = str(error)
            except _GivenUpError as error:
                reason = str(error)
                break
            else:
                shown, reason = summary, summary.fallback
                if not reason:
                    self._usage.answered += 1
                    work.keep(unit_key(request, self._config), summary)
                    break
            self._usage.failed += 1
        work.summaries[chunk.id] = replace(shown, fallback=reason)
        if reason:
            self._usage.fallbacks[reason] += 1

    async def _ask(self, request: Request) -> str | None:
        """One answer; waits and asks again where the server is at fault."""
        for attempt in range(WAITS + 1):
            await self._wait()
            self._usage.calls += 1
            try:
                answer = await self._call(request)
            except openai.APIStatusError as error:
                self._usage.failed += 1
                self._refused(error, attempt)
            except (openai.APIConnectionError, TimeoutError) as error:
                self._usage.failed += 1
                slow = isinstance(error, openai.APITimeoutError | TimeoutError)
                if slow or attempt >= 2:
                    raise self._given_up("no answer in time" if slow else "no connection") from None
                self._pause(0.5 * 2**attempt)
            except (openai.OpenAIError, ValueError) as error:
                raise BadAnswerError("unreadable answer") from error
            else:
                self._row = 0
                return answer
        raise self._given_up("server busy")

    async def _call(self, request: Request) -> str | None:
        options: dict[str, object] = {}
        if self._structured:
            options["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "summary", "strict": True, "schema": SCHEMA},
            }
        call = self._client.chat.completions.create(
            model=self._config.summarizer,
            temperature=self._config.temperature,
            messages=[
                {"role": "system", "content": request.system},
                {"role": "user", "content": request.user},
            ],
            **options,  # type: ignore[call-overload]
        )
        answer = await asyncio.wait_for(call, self._config.timeout)
        if answer.usage is not None:
            self._usage.prompt_tokens += answer.usage.prompt_tokens
            self._usage.completion_tokens += answer.usage.completion_tokens
            details = answer.usage.prompt_tokens_details
            self._usage.cached_tokens += (details.cached_tokens or 0) if details else 0
        if not answer.choices:
            raise BadAnswerError("empty answer")
        choice = answer.choices[0]
        if choice.finish_reason == "length":
            raise BadAnswerError("truncated answer")
        if choice.finish_reason == "content_filter" or choice.message.refusal:
            raise BadAnswerError("refused")
        content: str | None = choice.message.content
        return content

    async def _wait(self) -> None:
        if self._stopped:
            raise _GivenUpError(self._stopped)
        if self._config.max_calls and self._usage.calls >= self._config.max_calls:
            self._stopped = "limit of calls reached"
            raise _GivenUpError(self._stopped)
        while (left := self._resume - time.monotonic()) > 0:  # noqa: ASYNC110 - others prolong it
            await asyncio.sleep(left)

    def _pause(self, seconds: float) -> None:
        """Nobody sends for a while: a busy server is busy for all."""
        self._resume = max(self._resume, time.monotonic() + seconds)

    def _refused(self, error: openai.APIStatusError, attempt: int) -> None:
        """Decides after an error status: wait, ask otherwise, give up, or end the run."""
        status = error.status_code
        if status == 400 and self._structured:
            self._structured = False  # many local servers know no schema
        elif status in {401, 403, 404}:
            raise ProviderError(self._setting(status)) from None
        elif status == 429 or status >= 500:
            if error.code == "insufficient_quota":
                self._stopped = "quota used up"
                raise _GivenUpError(self._stopped)
            wait = _retry_after(error) or 0.5 * 2**attempt
            if wait > self._config.timeout or attempt >= WAITS:
                raise self._given_up("server busy")
            self._pause(wait)
        else:
            raise BadAnswerError(f"refused with status {status}")

    def _given_up(self, reason: str) -> "_GivenUpError":
        self._row += 1
        if self._row >= FAILURES:
            self._stopped = reason
        return _GivenUpError(reason)

    def _setting(self, status: int) -> str:
        """What to mend, without the key and without what the server wrote."""
        azure = self._config.provider == "azure"
        if status == 404:
            named = "deployment" if azure else "model"
            return (
                f"the {named} {self._config.summarizer!r} is not known at "
                f"{self._client.base_url} (status 404): mend model.summarizer or model.base_url"
            )
        key = "AZURE_OPENAI_API_KEY" if azure else "OPENAI_API_KEY"
        return f"the provider refuses the key (status {status}): mend {key} or model.base_url"


class _GivenUpError(Exception):
    """The server gave no answer for one definition; the message is the reason."""


class _Work:
    """One run: the definitions, their order, and where results go."""

    def __init__(
        self,
        parsed: Sequence[ParsedFile],
        graph: CallGraph,
        summaries: dict[ChunkId, Summary],
        withheld: frozenset[str],
        find: Find,
        keep: Keep,
    ) -> None:
        self.summaries = summaries
        self.sources = Sources(parsed)
        self.find = find
        self.keep = keep
        self.names = frozenset(
            part
            for file in parsed
            for symbol in file.symbols
            for part in (symbol.name, *symbol.qualified.split("."))
        )
        self._callees = _callees(graph)
        self._chunk_of: dict[SymbolId, ChunkId] = {}
        self._chunks: list[Chunk] = []
        for file in parsed:
            for chunk in file.chunks:
                if chunk.symbol is not None and chunk.part == 1:
                    self._chunk_of.setdefault(chunk.symbol, chunk.id)
                if chunk.kind in _SENT and file.path not in withheld:
                    self._chunks.append(chunk)
        self._height = _heights(graph, self._callees)

    def waves(self) -> Iterator[list[Chunk]]:
        """Chunks whose callees have all been seen, wave by wave."""
        by_height: dict[int, list[Chunk]] = {}
        for chunk in self._chunks:
            height = self._height.get(chunk.symbol, 0) if chunk.symbol is not None else 0
            by_height.setdefault(height, []).append(chunk)
        for _, wave in sorted(by_height.items()):
            yield wave

    def request(self, chunk: Chunk, language: str) -> Request:
        """The request for a chunk with what is known of its callees by now."""
        sentences = []
        callees = self._callees.get(chunk.symbol, ()) if chunk.symbol is not None else ()
        for symbol in callees:
            known = self.summaries.get(self._chunk_of.get(symbol, ChunkId("")))
            if known is not None and known.responsibility is not None:
                sentences.append(f"`{known.title}`: {known.responsibility.text}")
        return request_for(chunk, sentences[:_CALLEES], language)


def _callees(graph: CallGraph) -> dict[SymbolId, tuple[SymbolId, ...]]:
    """Resolved callees of each symbol, outside its own cycle, in the order of the calls."""
    cycle = {symbol: number for number, group in enumerate(graph.components) for symbol in group}
    found: dict[SymbolId, dict[SymbolId, None]] = {}
    for call in graph.calls:
        if call.status is not CallStatus.RESOLVED:
            continue
        for target in call.targets:
            own = cycle.get(call.caller, call.caller)
            if target != call.caller and cycle.get(target, target) != own:
                found.setdefault(call.caller, {})[target] = None
    return {caller: tuple(targets) for caller, targets in found.items()}


def _heights(
    graph: CallGraph, callees: Mapping[SymbolId, Sequence[SymbolId]]
) -> dict[SymbolId, int]:
    """Longest way down to a leaf; members of a cycle share one height."""
    groups = {symbol: group for group in graph.components for symbol in group}
    height: dict[SymbolId, int] = {}
    for symbol in graph.order:
        if symbol in height:
            continue
        group = groups.get(symbol, (symbol,))
        below = [height.get(callee, 0) for member in group for callee in callees.get(member, ())]
        level = max(below, default=-1) + 1
        for member in group:
            height[member] = level
    return height


async def _all(tasks: Iterator[object]) -> None:
    """Waits for all; the first error ends the others and is raised as it is."""
    running = [asyncio.ensure_future(task) for task in tasks]  # type: ignore[call-overload]
    try:
        await asyncio.gather(*running)
    finally:
        for task in running:
            task.cancel()


def _client(config: ModelConfig, environment: Mapping[str, str]) -> openai.AsyncOpenAI:
    """The client of the provider; retries are ours, so that they are counted."""
    if config.provider == "azure":
        key = environment.get("AZURE_OPENAI_API_KEY", "")
        if not key or not config.base_url:
            raise ProviderError(
                'model.provider is "azure": set AZURE_OPENAI_API_KEY and '
                "AZURE_OPENAI_ENDPOINT (or model.base_url)"
            )
        return openai.AsyncAzureOpenAI(
            azure_endpoint=config.base_url,
            api_key=key,
            api_version=config.api_version,
            timeout=config.timeout,
            max_retries=0,
        )
    key = environment.get("OPENAI_API_KEY", "")
    if not key and not config.base_url:
        raise ProviderError(
            'model.provider is "openai": set OPENAI_API_KEY, or model.base_url for a server '
            "that needs none"
        )
    return openai.AsyncOpenAI(
        base_url=config.base_url or None,
        api_key=key or "none",
        timeout=config.timeout,
        max_retries=0,
    )


def _retry_after(error: openai.APIStatusError) -> float:
    """Seconds that the server asks to wait, 0 when it does not say."""
    try:
        return max(float(error.response.headers.get("retry-after", "0")), 0.0)
    except ValueError:
        return 0.0
