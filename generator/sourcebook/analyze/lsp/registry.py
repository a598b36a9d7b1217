"""Which language servers there are, and which of them a run uses.

A server is a row of ``servers.toml`` or a table ``[lsp.servers.NAME]`` of the configuration.
The first whose program is installed serves the files of its languages. Three rules keep a
repository from having something run by being read:

* a program that lies inside the repository is never started;
* a program that the repository's own configuration names, and a server that cannot be kept
  from running what the repository holds (``risk``), needs the word of whoever runs
  Sourcebook: the variable ``LSP_ENABLE_LANGS``, or a configuration given with ``--config``;
* every other server runs with what fetches or builds switched off.
"""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from sourcebook.config import LspConfig, ServerConfig

#: Variable that names the languages for which servers are used, or ``none``.
VARIABLE = "LSP_ENABLE_LANGS"
#: Seconds within which a program tells its version.
_PROBE = 10


@dataclass(frozen=True, slots=True)
class Server:
    """One language server; the head of ``servers.toml`` explains the fields."""

    name: str
    command: str
    arguments: tuple[str, ...] = ()
    languages: Mapping[str, str] = field(default_factory=dict)
    extensions: tuple[str, ...] = ()  # instead of languages, for a server of the configuration
    language_id: str = ""
    install: str = ""
    version: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    ready: tuple[Any, ...] = ()
    infers: bool = False
    risk: str = ""
    identity: str = ""  # of the program that was found: another one gives other answers

    def identifier(self, path: str, language: str) -> str:
        """The language id of a file that this server reads, "" for others."""
        if self.extensions:
            ends = tuple("." + extension.lstrip(".") for extension in self.extensions)
            return self.language_id if path.lower().endswith(ends) else ""
        return self.languages.get(language, "")


@dataclass(frozen=True, slots=True)
class Choice:
    """The servers that a run uses, and what the user should know about the others."""

    servers: tuple[Server, ...] = ()
    warnings: tuple[str, ...] = ()


@cache
def table() -> tuple[Server, ...]:
    """The rows of ``servers.toml``, in its order."""
    source = resources.files(__package__).joinpath("servers.toml")
    rows = tomllib.loads(source.read_text(encoding="utf-8"))
    return tuple(msgspec.convert({"name": name, **row}, Server) for name, row in rows.items())


def choose(
    root: Path,
    files: Sequence[tuple[str, str]],
    config: LspConfig,
    environment: Mapping[str, str],
    *,
    trusted: bool,
) -> Choice:
    """The servers for ``files``, pairs of path and language.

    ``trusted`` says that whoever runs Sourcebook chose the configuration, and not the
    repository.
    """
    if config.use == "off":
        return Choice()
    named = _named(config, environment)
    agreed = named if VARIABLE in environment or trusted else frozenset()
    own = tuple(_configured(name, row) for name, row in config.servers.items())
    servers: list[Server] = []
    warnings = [
        f"language server {server.name}: lsp.servers.{server.name} needs command, extensions "
        "and language_id"
        for server in own
        if not server.command or not (server.languages or server.language_id)
    ]
    served: set[tuple[str, str]] = set()
    for server in (*own, *(row for row in table() if row.name not in config.servers)):
        mine = [file for file in files if file not in served and server.identifier(*file)]
        if named:
            mine = [file for file in mine if file[1] in named]
        if not mine or named == {"none"}:
            continue
        languages = {language for _, language in mine if language}
        allowed = languages <= agreed if server.risk else trusted or languages <= agreed
        if server in own and not allowed:
            warnings.append(_ask(server, languages))
            continue
        if server.risk and not allowed:
            continue
        found = installed(server, root, environment)
        if found is not None:
            servers.append(found)
            served.update(mine)
        elif server in own:
            warnings.append(
                f"language server {server.name}: no program `{server.command}` outside the "
                f"repository. Install it or correct lsp.servers.{server.name}.command."
            )
    warnings.extend(_missing(agreed, files, served, warnings))
    return Choice(tuple(servers), tuple(warnings))


def installed(server: Server, root: Path, environment: Mapping[str, str]) -> Server | None:
    """The server with the path of its program, None where there is none to be used."""
    found = shutil.which(server.command, path=environment.get("PATH"))
    if found is None:
        return None
    program = Path(found).absolute()
    if any(place.is_relative_to(root.resolve()) for place in (program, program.resolve())):
        return None
    if server.version and not _tells(program, server.version):
        return None
    stat = program.resolve().stat()
    identity = f"{server} {stat.st_size} {stat.st_mtime_ns}"
    return replace(server, command=str(program), identity=identity)


def _tells(program: Path, version: tuple[str, ...]) -> bool:
    *arguments, pattern = version
    try:
        done = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE,
            check=True,
            cwd=os.sep,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return re.search(pattern, done.stdout.decode("utf-8", "replace")) is not None


def _named(config: LspConfig, environment: Mapping[str, str]) -> frozenset[str]:
    """The languages that are named; empty where all are meant."""
    if VARIABLE not in environment:
        return frozenset(config.languages)
    words = re.split(r"[\s,;]+", environment[VARIABLE].strip().lower())
    return frozenset(word for word in words if word) or frozenset({"none"})


def _configured(name: str, row: ServerConfig) -> Server:
    """A server of the configuration; what it leaves out comes from the built-in row so named."""
    known = next((each for each in table() if each.name == name), Server(name, ""))
    return replace(
        known,
        command=row.command or known.command,
        arguments=row.arguments or known.arguments,
        extensions=row.extensions,
        language_id=row.language_id,
        version=(),
        infers=True,
    )


def _ask(server: Server, languages: set[str]) -> str:
    wanted = ",".join(sorted(languages))
    return (
        f"language server {server.name}: the repository's configuration names the program "
        f"`{server.command}`, which is run only if you say so: set {VARIABLE}={wanted}, or "
        "name the file with --config."
    )


def _missing(
    agreed: frozenset[str],
    files: Sequence[tuple[str, str]],
    served: set[tuple[str, str]],
    told: Sequence[str],
) -> Iterator[str]:
    """Tells of languages that are named in vain."""
    present = {language for _, language in files}
    without = present - {language for _, language in served}
    for language in sorted(agreed & without if not told else ()):
        rows = [row for row in table() if language in row.languages]
        ways = "; ".join(f"{row.name}: {row.install}" for row in rows)
        yield f"no language server for {language} is installed" + (f" ({ways})" if ways else "")
