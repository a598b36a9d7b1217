"""``decisions.dismissed.toml``: what a reviewer has looked at and dismissed.

::

    [[dismiss]]
    decision = "adr-0007"          # its key, "*" for any
    path = "src/legacy/**"         # a glob, as in .gitignore
    reason = "goes with the rewrite"
    until = 2027-06-30             # optional: speaks again from then on
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pathspec import GitIgnoreSpec

from sourcebook.errors import ConfigError

NAME = "decisions.dismissed.toml"


@dataclass(frozen=True, slots=True)
class Dismissal:
    """One entry of the file."""

    decision: str
    path: str
    reason: str
    until: date | None = None


def read_dismissals(repository: Path) -> tuple[Dismissal, ...]:
    """The dismissals of a repository, none without the file.

    Raises:
        ConfigError: The file is no TOML, or an entry lacks something; names each mistake.
    """
    file = repository / NAME
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file}: cannot be read as TOML: {error}") from error
    entries = table.get("dismiss", [])
    wrong = [str(number) for number, entry in enumerate(entries, 1) if not _is_whole(entry)]
    if wrong or set(table) - {"dismiss"}:
        raise ConfigError(
            f"{file}: entry {', '.join(wrong) or 'names'} is not right. Each [[dismiss]] has "
            "decision, path and reason as strings, and may have until as a date."
        )
    return tuple(Dismissal(**entry) for entry in entries)


def _is_whole(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and {"decision", "path", "reason"} <= set(entry) <= {"decision", "path", "reason", "until"}
        and all(
            isinstance(entry[key], str) and entry[key] for key in ("decision", "path", "reason")
        )
        and type(entry.get("until", date.min)) is date
    )


def is_dismissed(dismissals: Sequence[Dismissal], key: str, path: str, today: date) -> bool:
    """Whether a reviewer has dismissed a decision for a file, and still has."""
    return any(
        each.decision in {key, "*"}
        and (each.until is None or today <= each.until)
        and GitIgnoreSpec.from_lines([each.path]).match_file(path)
        for each in dismissals
    )
