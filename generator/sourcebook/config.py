"""Configuration: one frozen value, read from ``sourcebook.toml`` or ``pyproject.toml``.

Sources, first found wins: the file named with ``--config``; ``sourcebook.toml`` in the
repository; ``[tool.sourcebook]`` of the repository's ``pyproject.toml``; the defaults.
Every mistake is reported at once, each with its key and what would be right.

A field's ``metadata["doc"]`` is its one-line description; the reference page and the file
that ``sourcebook init`` writes are made from these fields.
"""

import tomllib
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sourcebook.errors import ConfigError

CONFIG_NAME = "sourcebook.toml"


def _key(doc: str, default: Any, *, least: float | None = None, most: float | None = None) -> Any:
    """A field with its description and, for numbers, the least and the most it may be."""
    return field(default=default, metadata={"doc": doc, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Exclude:
    """``[exclude]``: globs in the form of ``.gitignore`` lines."""

    read: tuple[str, ...] = _key("files that are not read at all", ())
    embed: tuple[str, ...] = _key("files that get no vectors", ())
    send: tuple[str, ...] = _key("files whose text is never sent to a model", ())
    publish: tuple[str, ...] = _key(
        "files that get no page and no search entry, and of which no page tells", ()
    )


@dataclass(frozen=True, slots=True)
class ChunkConfig:
    """``[chunk]``: how files are cut."""

    strategy: Literal["syntax", "bytes", "tokens"] = _key(
        "cut along the syntax, or by a size in bytes or in tokens", "syntax"
    )
    size: int = _key(
        "largest chunk: tokens for syntax (0: 2048) and tokens (0: 256), bytes for bytes (0: 1000)",
        0,
        least=0,
    )


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """``[search]``: how a query is answered."""

    strategy: str = _key(
        "how hits are ordered: hybrid (all signals), lexical (no vectors), rerank (the best "
        "lexical hits by their cosines)",
        "hybrid",
    )
    candidates: int = _key("lexical hits that rerank orders", 200, least=1)
    dense: Literal["off", "rank", "full"] = _key(
        "vectors: unused, only order lexical hits, or also bring hits of their own", "full"
    )
    dense_weight: float = _key(
        "weight of the cosine to a long query; that of the chunk's own text is 1", 2.1, least=0
    )
    responsibility_weight: float = _key(
        "weight of a responsibility in words of a model or a person; that of code is 1",
        1.5,
        least=0,
    )
    statement_weight: float = _key(
        "weight of their inputs, outputs and notes; that of code is 1", 1.0, least=0
    )
    min_score: float = _key(
        "hits below this share of the best score are left out, 0 to 1", 0.0, least=0, most=1
    )
    top: int = _key("hits returned", 20, least=1)
    download_bytes: int = _key(
        "most bytes of the indexes that the site offers to programs, in search/download/; 0: none",
        64_000_000,
        least=0,
    )


#: Shares of a model's window, of any size, that a request and its answer may take; the rest
#: is for what an estimate misses.
SHARE, ANSWER_SHARE = 0.65, 0.3


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """``[model]``: a language model for summaries; unused unless a provider is named."""

    provider: Literal["none", "openai", "azure"] = _key(
        "openai: any endpoint of that interface, local ones too", "none"
    )
    base_url: str = _key("address of the endpoint, if it is not the provider's own", "")
    summarizer: str = _key(
        "model that writes summaries of definitions and files; empty: none are asked for",
        "gpt-4o-mini",
    )
    doc_model: str = _key(
        "model for folders and above, and for answers; empty: gpt-4o at OpenAI, else the summarizer",
        "",
    )
    embedder: str = _key("model that gives vectors to chunks; empty: none is asked for any", "")
    local_embedder: str = _key(
        "folder of an embedding model (model.onnx, tokenizer.json) that runs here in its place", ""
    )
    api_version: str = _key("interface version, for azure", "2024-10-21")
    temperature: float = _key("sampling temperature", 0.3, least=0)
    language: str = _key("language of the summaries that a model writes", "English")
    batch: bool = _key(
        "send by the provider's batch interface: half the price, within a day", False
    )
    concurrency: int = _key("requests under way at once", 4, least=1)
    timeout: float = _key("seconds until a request is given up", 60.0, least=1)
    context: int = _key(
        "tokens of the model's window; a request fills at most 65 % of it", 128_000, least=4000
    )
    max_output: int = _key(
        "most tokens of one answer; never more than 30 % of the window", 1500, least=200
    )
    max_calls: int = _key("requests a run may make, 0 for no limit", 0, least=0)
    max_cost: float = _key("dollars a run may cost, 0 for no limit", 0.0, least=0)
    max_seconds: float = _key("seconds in which a run may send, 0 for no limit", 0.0, least=0)
    prices: tuple[str, ...] = _key(
        'prices beside the built-in ones, dollars a million tokens: "name input cached output"', ()
    )

    @property
    def budget(self) -> int:
        """Tokens that a request may fill."""
        return int(self.context * SHARE)

    @property
    def answer(self) -> int:
        """Tokens that an answer may take beside a request that fills its budget."""
        return min(self.max_output, int(self.context * ANSWER_SHARE))

    @property
    def writes(self) -> bool:
        """Whether a model is asked for summaries."""
        return self.provider != "none" and bool(self.summarizer)

    @property
    def gives_vectors(self) -> bool:
        """Whether a model gives vectors, the provider's or one that runs here."""
        return bool(self.local_embedder) or (self.provider != "none" and bool(self.embedder))


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """``[site]``: what is published."""

    max_bytes: int = _key(
        "bytes of the built site; above, pages with the source are dropped, then folders folded",
        800_000_000,
        least=1_000_000,
    )
    max_files: int = _key(
        "files with a page of their own; above, each folder is one page", 25_000, least=0
    )
    code_lines: int = _key("lines of code shown with a symbol, 0 for none", 10, least=0)
    source_pages: Literal["auto", "always", "never"] = _key(
        "pages with the whole source; auto: only where no repo_url is known", "auto"
    )


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """``[lsp.servers.NAME]``: a language server that is not in the built-in table."""

    command: str = _key("program, looked up on the PATH", "")
    arguments: tuple[str, ...] = _key("what it is started with", ())
    extensions: tuple[str, ...] = _key("endings of the files that it reads", ())
    language_id: str = _key("language id of the protocol for these files", "")


@dataclass(frozen=True, slots=True)
class LspConfig:
    """``[lsp]``: language servers, used where they are installed."""

    use: Literal["add", "only", "off"] = _key(
        "add: for the calls that stay open; only: for all calls, without the resolver; off", "add"
    )
    languages: tuple[str, ...] = _key(
        "languages with a server; empty: all. LSP_ENABLE_LANGS goes before", ()
    )
    timeout: float = _key("seconds without a word until a server is given up", 20.0, least=0.1)
    seconds: float = _key("seconds that all servers of a run may take", 120.0, least=1)
    memory: int = _key("megabytes that a server may hold", 2000, least=50)
    scip: tuple[str, ...] = _key("SCIP indexes that are read where they exist", ("index.scip",))
    servers: dict[str, ServerConfig] = field(
        default_factory=dict, metadata={"doc": "more servers", "least": None}
    )


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration."""

    name: str = _key("name of the site; empty: the repository's", "")
    docs: str = _key("docs folder to write into; empty: <output>/docs", "")
    site_url: str = _key("address the site is published at", "")
    repo_url: str = _key("web address of the repository; empty: the git remote's", "")
    language: Literal["en", "ja"] = _key("language of the interface", "en")
    since: str = _key("book of an earlier state; a page tells what changed since", "")
    templates: str = _key("folder whose templates replace built-in ones of the same name", "")
    workers: int = _key("worker processes, 0 for one per processor", 0, least=0)
    max_file_bytes: int = _key("larger files are listed and not read", 1_000_000, least=1000)
    vendored: Literal["skip", "index"] = _key("third-party code in the repository", "skip")
    generated: Literal["skip", "index"] = _key("files that say they are generated", "skip")
    minified: Literal["skip", "index"] = _key("minified files", "skip")
    data: Literal["skip", "index"] = _key("translation catalogues, drawings, tables", "skip")
    docs_only: bool = _key("read documents and decision records alone, and no code", False)
    scopes: tuple[str, ...] = _key(
        "folders that are packages of their own, as globs; empty: found by workspaces", ()
    )
    decisions: tuple[str, ...] = _key("folders of decision records; empty: found by name", ())
    exclude: Exclude = field(
        default_factory=Exclude, metadata={"doc": "globs of files to leave out"}
    )
    chunk: ChunkConfig = field(default_factory=ChunkConfig, metadata={"doc": "how files are cut"})
    search: SearchConfig = field(
        default_factory=SearchConfig, metadata={"doc": "how a query is answered"}
    )
    model: ModelConfig = field(
        default_factory=ModelConfig, metadata={"doc": "a language model, optional"}
    )
    lsp: LspConfig = field(
        default_factory=LspConfig, metadata={"doc": "language servers, where installed"}
    )
    site: SiteConfig = field(default_factory=SiteConfig, metadata={"doc": "what is published"})


@dataclass(frozen=True, slots=True)
class Key:
    """One configuration key, for the reference page and ``sourcebook init``."""

    name: str  # dotted
    kind: str  # in words
    default: object
    doc: str


def keys() -> Iterator[Key]:
    """Yields every configuration key, top-level keys first."""
    nested: list[Key] = []
    hints = get_type_hints(Config)
    for item in fields(Config):
        kind = hints[item.name]
        if is_dataclass(kind):
            nested.extend(_keys_of(kind, item.name))
        else:
            yield Key(item.name, _words(kind), item.default, item.metadata["doc"])
    yield from nested


def _keys_of(section: Any, name: str) -> Iterator[Key]:
    """The keys of a section, those of its own tables last."""
    hints = get_type_hints(section)
    for item in fields(section):
        kind = hints[item.name]
        if get_origin(kind) is dict:
            yield from _keys_of(get_args(kind)[1], f"{name}.{item.name}.NAME")
        else:
            yield Key(f"{name}.{item.name}", _words(kind), item.default, item.metadata["doc"])


def find_config(repository: Path, named: Path | None = None) -> Path | None:
    """Returns the file that holds the configuration, or None for the defaults."""
    if named is not None:
        if not named.is_file():
            raise ConfigError(f"{named}: no such file. Name an existing file with --config.")
        return named
    own = repository / CONFIG_NAME
    if own.is_file():
        return own
    project = repository / "pyproject.toml"
    if project.is_file() and "sourcebook" in _load(project).get("tool", {}):
        return project
    return None


def load_config(repository: Path, named: Path | None = None) -> Config:
    """Reads the configuration of ``repository``.

    Raises:
        ConfigError: The file is no TOML, or holds unknown keys or wrong values; the
            message lists every mistake.
    """
    path = find_config(repository, named)
    if path is None:
        return Config()
    table = _load(path)
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("sourcebook", {})
    mistakes: list[str] = []
    config: Config = _build(Config, table, "", mistakes)
    if mistakes:
        listed = "\n".join(f"  {mistake}" for mistake in mistakes)
        raise ConfigError(f"{path}: {len(mistakes)} mistake(s) in the configuration\n{listed}")
    return config


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as TOML: {error}") from error


def _build(kind: Any, table: Mapping[str, Any], prefix: str, mistakes: list[str]) -> Any:
    """Makes a ``kind`` of a table, adding every mistake met on the way."""
    hints = get_type_hints(kind)
    known = {item.name: item for item in fields(kind)}
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = prefix + name
        if name not in known:
            choices = ", ".join(known)
            mistakes.append(f"{key}: no such key; known here: {choices}")
        elif is_dataclass(hints[name]):
            values[name] = _section(hints[name], key, value, mistakes)
        elif get_origin(hints[name]) is dict:
            section = get_args(hints[name])[1]
            rows = value if isinstance(value, Mapping) else {}
            if rows is not value:
                mistakes.append(f"{key}: is a table of tables, write [{key}.NAME]")
            values[name] = {
                row: _section(section, f"{key}.{row}", table, mistakes)
                for row, table in rows.items()
            }
        else:
            values[name] = _check(key, value, hints[name], known[name].metadata, mistakes)
    return kind(**values)


def _section(kind: Any, key: str, value: Any, mistakes: list[str]) -> Any:
    """Makes a ``kind`` of the table at ``key``, or adds a mistake."""
    if isinstance(value, Mapping):
        return _build(kind, value, f"{key}.", mistakes)
    mistakes.append(f"{key}: is a table, write [{key}]")
    return kind()


def _check(
    key: str, value: Any, kind: Any, metadata: Mapping[str, Any], mistakes: list[str]
) -> Any:
    """Returns ``value`` in the form of ``kind``, or adds a mistake."""
    if get_origin(kind) is Literal:
        right = value in get_args(kind)
    elif get_origin(kind) is tuple:
        right = isinstance(value, list) and all(isinstance(item, str) for item in value)
        value = tuple(value) if right else value
    elif kind is float:
        right = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        value = float(value) if right else value
    else:
        right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    if not right:
        mistakes.append(f"{key}: {value!r} is not {_words(kind)}")
    elif metadata["least"] is not None and value < metadata["least"]:
        mistakes.append(f"{key}: {value!r} is too small, the least is {metadata['least']}")
    elif metadata["most"] is not None and value > metadata["most"]:
        mistakes.append(f"{key}: {value!r} is too large, the most is {metadata['most']}")
    return value


def _words(kind: Any) -> str:
    """A type in words."""
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return "a list of strings"
    if isinstance(kind, types.UnionType):
        return " or ".join(_words(part) for part in get_args(kind))
    return {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}[kind]
