"""Digests of code, folders and inputs: what a kept result must not outlive."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import metadata as packages
from pathlib import Path

from sourcebook.analyze.provider import without_limits
from sourcebook.config import ChunkConfig, Config
from sourcebook.model import Contents, Holder, Manifest, Repository, SourceFile
from sourcebook.render.builtin import templates_dir
from sourcebook.store.book import SCHEMA
from sourcebook.store.memo import digest
from sourcebook.version import __version__

_STAGES: dict[str, str] = {}


def stage_version(name: str) -> str:
    """The version of a stage: the digest of the code and tables that make it.

    So that no result outlives the code that computed it, not even while that code is
    being worked on.
    """
    if name not in _STAGES:
        package = Path(__file__).parent
        shared = ("tokenizer", "grammars", "model")
        parts = [tree_digest(package / each) for each in (name, *shared)]
        if name == "render":
            parts.append(tree_digest(templates_dir()))
        _STAGES[name] = digest(__version__, parts)
    return _STAGES[name]


def tree_digest(folder: Path, without: Path | None = None) -> str:
    """Digest of the names and bytes of all files below ``folder``."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if "__pycache__" in path.parts or not path.is_file():
            continue
        if without is not None and path.is_relative_to(without):
            continue
        total.update(path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape"))
        total.update(file_digest(path).encode())
    return total.hexdigest()


def file_digest(path: Path) -> str:
    """SHA-256 of the bytes of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def inputs_digest(repository: Repository, config: Config, ledger: Sequence[Holder]) -> str:
    """Digest of everything that phase 1 reads."""
    shaping = replace(
        without_limits(config), site=Config().site, since="", templates="", site_url="", workers=0
    )
    # Where the model lies shapes nothing; which it is, is looked at apart.
    named = replace(shaping.model, local_embedder=Path(shaping.model.local_embedder).name)
    shaping = replace(shaping, model=named)
    versions = (stage_version("analyze"), stage_version("store"), _grammars())
    return digest(SCHEMA, versions, repository, shaping, ledger)


def parse_key(file: SourceFile, cut: ChunkConfig) -> str:
    """Digest of all that shapes what a file is parsed to."""
    return digest(
        stage_version("analyze"),
        _grammars(),
        file.path,
        file.digest,
        file.language,
        file.file_class,
        cut,
    )


def recut(manifest: Manifest, config: Config) -> str:
    """Says that the files are cut anew, if the book's are cut in another way."""
    shaped = dict(manifest.fingerprint)
    before = [shaped.get(f"chunk.{each}", "") for each in ("strategy", "size")]
    now = [config.chunk.strategy, str(config.chunk.size)]
    if before == now:
        return ""
    return f"chunks by {' '.join(now)} in place of {' '.join(before)}: all files are cut anew"


def shaped_by(config: Config, contents: Contents) -> list[tuple[str, str]]:
    """What shaped a book, beside the repository: names and values."""
    return [
        ("sourcebook", __version__),
        ("analysis", stage_version("analyze")),
        ("grammars", _grammars()),
        ("embedder", contents.embeddings.name),
        ("dimension", str(contents.embeddings.dimension)),
        ("provider.embedder", contents.meanings.name),
        ("provider.dimension", str(contents.meanings.dimension)),
        ("chunk.strategy", config.chunk.strategy),
        ("chunk.size", str(config.chunk.size)),
    ]


@cache
def _grammars() -> str:
    """Digest of the grammars that are installed, and of their versions."""
    return digest(
        sorted(
            f"{item.name}=={item.version}"
            for item in packages.distributions()
            if item.name.startswith("tree-sitter")
        )
    )
