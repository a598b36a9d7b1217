"""What a model costs and where it is: settings, prices, and what a run may spend.

The configuration comes first, then the environment, then the defaults. An env file is read
only when it is named on the command line; a ``.env`` of the scanned repository never is,
and its configuration may not send a key to an address of its own (:func:`check_choice`).

:class:`Spending` makes the limits hard: a request is only sent when the most that it can
cost still fits, with all requests under way counted as if they cost the most. What was
really used is written to a ledger, one line a request, before the answer is looked at, so
that no stop loses it.
"""

import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from sourcebook.config import Config, ModelConfig
from sourcebook.errors import ConfigError, ProviderError

ENVIRONMENT = {
    "provider": "OPENAI_PROVIDER",
    "summarizer": "OPENAI_SUMMARIZER_MODEL",
    "doc_model": "OPENAI_DOC_MODEL",
    "embedder": "OPENAI_EMBEDDING_MODEL",
    "api_version": "OPENAI_API_VERSION",
}
#: The variable that names the address of each provider: that of one is none of the other.
ADDRESSES = {"openai": "OPENAI_BASE_URL", "azure": "AZURE_OPENAI_ENDPOINT"}
_PROVIDERS = ("none", "openai", "azure")

#: Tokens of text: letters of the Latin alphabet a token, and tokens a wider letter. On the
#: safe side for source code, so that estimates are upper bounds more often than not.
_LETTERS, _WIDE = 3.2, 1.2

MILLION = 1_000_000

#: Share of the price that a batch costs.
BATCH_SHARE = 0.5


def with_environment(config: ModelConfig, environment: Mapping[str, str]) -> ModelConfig:
    """Returns the configuration with environment variables where it holds the default."""
    default = ModelConfig()
    changed = {
        key: environment[name]
        for key, name in ENVIRONMENT.items()
        if environment.get(name) and getattr(config, key) == getattr(default, key)
    }
    address = ADDRESSES.get(changed.get("provider", config.provider), "")
    if not config.base_url:
        changed["base_url"] = environment.get(address, "")
    if changed.get("provider", "none") not in _PROVIDERS:
        raise ConfigError(
            f"OPENAI_PROVIDER: {changed['provider']!r} is not one of {', '.join(_PROVIDERS)}"
        )
    found: ModelConfig = replace(config, **changed)  # type: ignore[arg-type]
    if not found.doc_model:
        own = found.provider != "azure" and not found.base_url
        found = replace(found, doc_model="gpt-4o" if own else found.summarizer)
    return found


def check_choice(config: ModelConfig, environment: Mapping[str, str], repository: Path) -> None:
    """Refuses what only whoever runs Sourcebook may choose, and not a repository for them.

    A key goes to the provider's own address, to this machine, or where the environment
    says; a model that runs is not one that the repository brings along.

    Raises:
        ConfigError: The repository's own configuration chooses otherwise.
    """
    provider = with_environment(config, environment).provider
    key = "AZURE_OPENAI_API_KEY" if provider == "azure" else "OPENAI_API_KEY"
    address = ADDRESSES.get(provider, "")
    chosen = {"", environment.get(address, "")}
    sent = provider != "none" and environment.get(key)
    if sent and config.base_url not in chosen and not _is_here(config.base_url):
        raise ConfigError(
            f"model.base_url: the repository names {config.base_url}, and {key} is set. A key "
            f"goes only where you choose: set {address} to it, or name the file with --config."
        )
    folder = (repository / config.local_embedder).resolve()
    if config.local_embedder and folder.is_relative_to(repository.resolve()):
        raise ConfigError(
            "model.local_embedder: the repository brings its own model. Name the file with "
            "--config if you trust it, or a folder elsewhere."
        )


def _is_here(address: str) -> bool:
    """Whether an address is one of this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def read_env_file(path: Path) -> dict[str, str]:
    """Reads ``NAME=value`` lines; ``export``, quotes, comments and empty lines may be there.

    Raises:
        ConfigError: The file cannot be read, or a line is something else.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            # The line itself is not shown: it may hold a key.
            raise ConfigError(f"{path}:{number}: not a line of the form NAME=value")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        found[name.strip()] = value
    return found


def estimate(text: str) -> int:
    """The tokens of a text, rather too many than too few."""
    wide = sum(character > "\u024f" for character in text)
    return int((len(text) - wide) / _LETTERS + wide * _WIDE) + 1


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens: read, read from the provider's cache, written."""

    input: float
    cached: float
    output: float

    def of(self, prompt: int, cached: int, written: int) -> float:
        fresh = prompt - cached
        return (fresh * self.input + cached * self.cached + written * self.output) / MILLION


def prices(config: ModelConfig) -> dict[str, Price]:
    """The price table: the built-in one, with what the configuration says on top.

    Raises:
        ConfigError: A line of ``model.prices`` is not a name and three numbers.
    """
    table = tomllib.loads(files(__package__).joinpath("prices.toml").read_text(encoding="utf-8"))
    found = {name: Price(*row) for name, row in table.items()}
    for line in config.prices:
        name, *row = line.split()
        try:
            found[name] = Price(*(float(number) for number in row))
        except (TypeError, ValueError):
            raise ConfigError(
                f"model.prices: {line!r} is not a model and its price for a million tokens: "
                '"name input cached output"'
            ) from None
    return found


def price_of(model: str, table: Mapping[str, Price]) -> Price | None:
    """The price of a model, also of a dated edition of it (``gpt-4o-2024-08-06``)."""
    known = [name for name in table if model == name or model.startswith(f"{name}-2")]
    return table[max(known, key=len)] if known else None


class StoppedError(Exception):
    """Nothing more may be sent; the message is the reason in a few words."""


@dataclass(slots=True)
class Usage:
    """What a run really used."""

    calls: int = 0
    answered: int = 0  # units summarised now
    kept: int = 0  # units that an earlier run had finished
    failed: int = 0  # calls without a usable answer
    unverified: int = 0  # statements that are shown as assumptions
    verified: int = 0
    fallbacks: Counter[str] = field(default_factory=Counter)  # units, by reason
    left_out: Counter[str] = field(default_factory=Counter)  # sentences that had no room, by unit
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    priced: bool = True

    def __str__(self) -> str:
        text = (
            f"{self.answered} summaries by the model, {self.kept} kept, {self.calls} calls"
            f" ({self.failed} failed), {self.prompt_tokens} + {self.completion_tokens} tokens"
        )
        if self.cached_tokens:
            text += f" ({self.cached_tokens} cached)"
        if self.priced and self.calls:
            text += f", ${self.cost:.4f}"
        if self.verified + self.unverified:
            text += f"; {self.verified} of {self.verified + self.unverified} statements verified"
        if self.fallbacks:
            listed = ", ".join(f"{reason}: {n}" for reason, n in sorted(self.fallbacks.items()))
            text += f"; extractive summaries kept for {self.fallbacks.total()} ({listed})"
        return text


@dataclass(slots=True)
class Account:
    """What all stages of a run have spent and set aside: the limits hold for their sum."""

    calls: int = 0
    cost: float = 0.0  # dollars
    reserved: float = 0.0  # dollars
    under_way: int = 0  # requests
    end: float = 0.0  # monotonic time from which nothing is sent; 0: no such time yet


class Spending:
    """The limits of a run as one stage keeps them, and the report of what that stage used."""

    def __init__(
        self,
        config: ModelConfig,
        usage: Usage,
        note: Callable[[dict[str, object]], None],
        account: Account | None = None,
    ) -> None:
        """``account`` is that of the run; without one the limits are the stage's own."""
        self._config = config
        self._usage = usage
        self._note = note
        self._account = account if account is not None else Account()
        self._table = prices(config)
        self._share = BATCH_SHARE if config.batch else 1.0
        if config.max_seconds and not self._account.end:
            self._account.end = time.monotonic() + config.max_seconds
        for model in {config.summarizer, config.doc_model, config.embedder} - {""}:
            if config.max_cost and price_of(model, self._table) is None:
                raise ProviderError(
                    f"the price of {model!r} is not known, so that a limit of cost cannot be "
                    'kept: add it to model.prices, as in ["name 0.15 0.075 0.60"]'
                )

    def left(self) -> float:
        """Seconds that remain; endless without a limit."""
        end = self._account.end
        return end - time.monotonic() if end else float("inf")

    def reserve(self, model: str, prompt: int) -> float | None:
        """Sets the most that a request can cost aside, or raises :class:`StoppedError`.

        None while only the requests under way leave no room: they may cost less.
        """
        config, account = self._config, self._account
        if config.max_calls and account.calls >= config.max_calls:
            raise StoppedError("limit of calls reached")
        if self.left() <= 0:
            raise StoppedError("limit of time reached")
        price = price_of(model, self._table)
        most = price.of(prompt, 0, config.answer) * self._share if price is not None else 0.0
        if config.max_cost and account.cost + account.reserved + most > config.max_cost:
            if account.reserved > 0:
                return None
            raise StoppedError("limit of cost reached")
        self._usage.calls += 1
        account.calls += 1
        account.reserved += most
        account.under_way += 1
        return most

    def release(self, most: float) -> None:
        """A request is over, with or without an answer."""
        account = self._account
        account.under_way -= 1
        account.reserved = account.reserved - most if account.under_way else 0.0

    def used(self, model: str, prompt: int, cached: int, written: int) -> None:
        """Books what the provider counted for one answer."""
        usage = self._usage
        price = price_of(model, self._table)
        cost = price.of(prompt, cached, written) * self._share if price is not None else 0.0
        usage.priced = usage.priced and price is not None
        usage.prompt_tokens += prompt
        usage.cached_tokens += cached
        usage.completion_tokens += written
        usage.cost += cost
        self._account.cost += cost
        self._note(
            {"model": model, "prompt": prompt, "cached": cached, "written": written, "cost": cost}
        )


def without_limits(config: Config) -> Config:
    """The configuration without what changes no result: limits and pace."""
    default = ModelConfig()
    kept = {
        name: getattr(default, name)
        for name in (
            "batch",
            "concurrency",
            "timeout",
            "max_calls",
            "max_cost",
            "max_seconds",
            "prices",
        )
    }
    return replace(config, model=replace(config.model, **kept))
