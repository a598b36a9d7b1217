"""The wire to a language model: the only module that talks to one.

Any endpoint of the OpenAI interface does: OpenAI, Azure, local servers. What can go wrong,
and what then happens:

- rate limit or server error: waited for (as long as the server says, else ever longer),
  then the request is given up; after several in a row nothing more is sent;
- an interface that knows no schema, seed, temperature or limit of tokens, or the limit under
  another name: asked so from then on, for each model on its own;
- wrong key, unknown model: the run ends at once with the setting to mend;
- a limit of calls, cost or time: nothing more is sent, and what was finished stays.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Self

import openai
from openai.types.chat import ChatCompletion

from sourcebook.analyze.provider import Spending, StoppedError, Usage, estimate
from sourcebook.analyze.request_form import Form
from sourcebook.config import ModelConfig
from sourcebook.errors import ProviderError

#: Waits for one request, when the server refuses or fails.
WAITS = 4

#: Requests in a row that the server failed; then nothing more is sent.
FAILURES = 3

#: Refusals of the form of a request that are answered by another form.
FORMS = 5

SEED = 7

#: The code of a refusal that means the length of the request, not its form.
TOO_LONG = "context_length_exceeded"


class GivenUpError(Exception):
    """The server gave no answer; the message is the reason."""


class UnusableError(Exception):
    """The server gave an answer without a usable text; the message is the reason."""


class Client:
    """Sends requests within the limits of a run."""

    def __init__(
        self,
        config: ModelConfig,
        environment: Mapping[str, str],
        spending: Spending,
        usage: Usage,
    ) -> None:
        self._config = config
        self._client = _client(config, environment)
        self._spending = spending
        self._usage = usage
        self._forms: dict[str, Form] = {}  # of the requests for answers, by model
        self._proven: set[str] = set()  # models that answered: then a refusal means the request
        self._resume = 0.0  # monotonic time before which nothing is sent
        self._row = 0  # requests in a row that the server failed
        self._stopped = ""  # why nothing more is sent

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._client.close()

    async def ask(self, model: str, system: str, user: str, schema: Mapping[str, Any]) -> str:
        """Returns one answer; waits and asks again where the server is at fault.

        Raises:
            GivenUpError: No answer comes.
            UnusableError: The answer holds no text to read.
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        tokens = estimate(system) + estimate(user)
        self._forms.setdefault(model, Form())
        answer = await self._patiently(
            model,
            tokens,
            lambda: self._client.chat.completions.create(**self.body(model, system, user, schema)),
        )
        return self._text(answer)

    async def embed(self, model: str, texts: Sequence[str]) -> list[tuple[int, Any]]:
        """Returns the rows of an answer, each with the number of the text that it names.

        Raises:
            GivenUpError: No answer comes.
            UnusableError: The answer holds no rows.
            ProviderError: The endpoint refuses the key, the model or the address.
        """
        tokens = sum(estimate(text) for text in texts)
        answer = await self._patiently(
            model,
            tokens,
            lambda: self._client.embeddings.create(
                model=model, input=list(texts), encoding_format="float"
            ),
        )
        try:
            return [(int(row.index), row.embedding) for row in answer.data]
        except (AttributeError, TypeError, ValueError) as error:
            raise UnusableError("unreadable answer") from error

    # The batch interface: files of requests go up, files of answers come down. Nothing is
    # set aside for these calls; what a batch holds is.

    async def upload(self, lines: bytes) -> str:
        """Sends a file of requests up and returns its name."""
        file = ("requests.jsonl", lines)
        send = self._client.files.create
        return str((await self._patiently("", None, lambda: send(file=file, purpose="batch"))).id)

    async def begin(self, file: str) -> str:
        """Begins the batch of a file and returns its name."""

        async def send() -> Any:
            return await self._client.batches.create(
                input_file_id=file, endpoint=self.batch_url, completion_window="24h"
            )

        return str((await self._patiently("", None, send)).id)

    async def begun_with(self, file: str) -> str:
        """The name of the batch that was begun with a file; empty when none was."""
        listed = await self._patiently("", None, lambda: self._client.batches.list(limit=100))
        return next((str(one.id) for one in listed.data if one.input_file_id == file), "")

    async def batch(self, name: str) -> Any:
        """The state of a batch; None for one that the provider does not know."""

        async def send() -> Any:
            try:
                return await self._client.batches.retrieve(name)
            except openai.NotFoundError:
                return None

        return await self._patiently("", None, send)

    async def content(self, file: str) -> bytes:
        """The content of a file of answers."""
        return bytes(
            (await self._patiently("", None, lambda: self._client.files.content(file))).content
        )

    @property
    def batch_url(self) -> Any:
        """Where the requests of a batch go."""
        return "/chat/completions" if self._config.provider == "azure" else "/v1/chat/completions"

    def text_of(self, row: Mapping[str, Any]) -> str:
        """The text of one line of a batch's answers.

        Raises:
            UnusableError: It holds none, or tells of an error.
        """
        answer = _completion(row)
        if answer is None:
            status = (row.get("response") or {}).get("status_code", 0)
            raise UnusableError(f"refused with status {status}" if status else "batch expired")
        return self._text(answer)

    def book(self, row: Mapping[str, Any]) -> None:
        """Books what one line of a batch's answers cost."""
        answer = _completion(row)
        if answer is not None:
            self._book(answer.model, answer)

    async def _patiently(self, model: str, tokens: int | None, send: Any) -> Any:
        """Sends until it succeeds or is given up; ``tokens`` None: it costs nothing."""
        for attempt in range(WAITS + FORMS + 1):
            most = None if tokens is None else await self._admitted(model, tokens)
            if tokens is None:
                await self._wait()
            try:
                within = min(self._config.timeout, self._spending.left())
                form = self._forms.get(model)
                answer = await asyncio.wait_for(send(), within)
            except openai.APIStatusError as error:
                self._usage.failed += 1
                if not self._adapted(error, model, form):
                    self._refused(error, attempt, model)
            except (openai.APIConnectionError, TimeoutError) as error:
                self._usage.failed += 1
                slow = isinstance(error, openai.APITimeoutError | TimeoutError)
                if slow and self._spending.left() <= 0:
                    self._stopped = "limit of time reached"
                    raise GivenUpError(self._stopped) from None
                if slow or attempt >= 2:
                    raise self._given_up("no answer in time" if slow else "no connection") from None
                self._pause(0.5 * 2**attempt)
            except (openai.OpenAIError, ValueError) as error:
                raise UnusableError("unreadable answer") from error
            else:
                self._row = 0
                self._proven.add(model)
                self._book(model, answer)
                return answer
            finally:
                if most is not None:
                    self._spending.release(most)
        raise self._given_up("server busy")

    def _book(self, model: str, answer: Any) -> None:
        used = getattr(answer, "usage", None)
        if used is not None:
            details = getattr(used, "prompt_tokens_details", None)
            counts = (
                (used, "prompt_tokens"), (details, "cached_tokens"), (used, "completion_tokens")
            )  # fmt: skip
            # Some servers leave a count out, or send null for it.
            self._spending.used(model, *(getattr(one, name, 0) or 0 for one, name in counts))

    def body(self, model: str, system: str, user: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        """The request for a chat."""
        options = {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": schema},
            },
            "seed": SEED,
            "max_tokens": self._config.answer,
            "temperature": self._config.temperature,
        }
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        form = self._forms.get(model, Form())
        return {"model": model, "messages": messages, **form.options(options)}

    def _text(self, answer: Any) -> str:
        if not answer.choices:
            raise UnusableError("empty answer")
        choice = answer.choices[0]
        if choice.finish_reason == "length":
            raise UnusableError("truncated answer")
        if choice.finish_reason == "content_filter" or choice.message.refusal:
            raise UnusableError("refused")
        return choice.message.content or ""

    async def _admitted(self, model: str, tokens: int) -> float:
        """Waits until a request may be sent; returns what was set aside for it."""
        while True:
            await self._wait()
            try:
                most = self._spending.reserve(model, tokens)
            except StoppedError as stop:
                self._stopped = str(stop)
                raise GivenUpError(self._stopped) from None
            if most is not None:
                return most
            await asyncio.sleep(0.05)

    async def _wait(self) -> None:
        if self._stopped:
            raise GivenUpError(self._stopped)
        while (left := self._resume - time.monotonic()) > 0:
            if left > self._spending.left():
                self._stopped = "limit of time reached"
                raise GivenUpError(self._stopped)
            await asyncio.sleep(left)

    def _pause(self, seconds: float) -> None:
        """Nobody sends for a while: a busy server is busy for all."""
        self._resume = max(self._resume, time.monotonic() + seconds)

    def _adapted(self, error: openai.APIStatusError, model: str, form: Form | None) -> bool:
        """Whether a refusal was of the form of the request, and the form is another one now."""
        if form is None or error.status_code not in {400, 422} or error.code == TOO_LONG:
            return False
        if self._forms[model] != form:
            return True  # a request beside this one has found out
        said = error.body.get("message") if isinstance(error.body, dict) else None
        other = None if model in self._proven else form.after(error.param, str(said or error))
        if other is None:
            return False
        self._forms[model] = other
        if self._config.max_cost and not other.limited:
            self._stopped = "limit of cost cannot be kept: the server takes no limit of tokens"
            raise GivenUpError(self._stopped)
        return True

    def _refused(self, error: openai.APIStatusError, attempt: int, model: str) -> None:
        """Decides after an error status: wait, ask otherwise, give up, or end the run."""
        status = error.status_code
        if status in {401, 403, 404}:
            self._stopped = "refused"  # nor do requests that are about to start
            raise ProviderError(self._setting(status, model)) from None
        if status == 429 or status >= 500:
            if error.code == "insufficient_quota":
                self._stopped = "quota used up"
                raise GivenUpError(self._stopped)
            wait = _retry_after(error) or 0.5 * 2**attempt
            if wait > self._config.timeout or attempt >= WAITS:
                raise self._given_up("server busy")
            self._pause(wait)
        else:
            raise UnusableError(f"refused with status {status}")

    def _given_up(self, reason: str) -> GivenUpError:
        self._row += 1
        if self._row >= FAILURES:
            self._stopped = reason
        return GivenUpError(reason)

    def _setting(self, status: int, model: str) -> str:
        """What to mend, without the key and without what the server wrote."""
        azure = self._config.provider == "azure"
        names = {
            self._config.doc_model: "doc_model",
            self._config.embedder: "embedder",
            self._config.summarizer: "summarizer",
        }
        if status == 404 and not model:
            return (
                f"{self._client.base_url} knows no batches (status 404): leave "
                "--provider-batch and model.batch out"
            )
        if status == 404:
            named = "deployment" if azure else "model"
            return (
                f"the {named} {model!r} is not known at {self._client.base_url} (status 404): "
                f"mend model.{names.get(model, 'summarizer')} or model.base_url"
            )
        key = "AZURE_OPENAI_API_KEY" if azure else "OPENAI_API_KEY"
        return f"the provider refuses the key (status {status}): mend {key} or model.base_url"


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


def _completion(row: Mapping[str, Any]) -> ChatCompletion | None:
    """The answer in one line of a batch's answers; None where it tells of an error."""
    response = row.get("response") or {}
    if response.get("status_code") != 200:
        return None
    try:
        return ChatCompletion.model_validate(response.get("body"))
    except ValueError:
        raise UnusableError("unreadable answer") from None


def _retry_after(error: openai.APIStatusError) -> float:
    """Seconds that the server asks to wait, 0 when it does not say."""
    try:
        return max(float(error.response.headers.get("retry-after", "0")), 0.0)
    except ValueError:
        return 0.0
