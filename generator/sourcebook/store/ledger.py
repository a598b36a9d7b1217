"""``decisions.lock.json``: the ledger of decision keys, which the user commits.

One decision a line, in the order of keys, so that two branches that each add a decision
change different lines. Written by ``sourcebook decisions --lock`` alone.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sourcebook.errors import ConfigError
from sourcebook.model import Holder

NAME = "decisions.lock.json"
_SCHEMA = 1


class _Ledger(msgspec.Struct, frozen=True):
    schema: int
    decisions: tuple[Holder, ...]


def read_ledger(repository: Path) -> tuple[Holder, ...]:
    """The ledger of a repository, empty when there is none.

    Raises:
        ConfigError: The file is damaged, of another schema, or gives a key twice.
    """
    path = repository / NAME
    try:
        ledger = msgspec.json.decode(path.read_bytes(), type=_Ledger)
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError(
            f"{path}: not a ledger of decisions: {error}. Take the last good one from git, then "
            "run: sourcebook decisions --lock"
        ) from error
    if ledger.schema != _SCHEMA:
        raise ConfigError(f"{path}: has schema {ledger.schema}, this version reads {_SCHEMA}")
    twice = [key for key, count in Counter(h.key for h in ledger.decisions).items() if count > 1]
    if twice:
        raise ConfigError(
            f"{path}: given twice: {', '.join(twice)}. Remove the line of the later record, then "
            "run: sourcebook decisions --lock"
        )
    return ledger.decisions


def ledger_text(holders: Sequence[Holder]) -> str:
    """The text of a ledger."""
    lines = ",\n".join(msgspec.json.encode(holder).decode() for holder in holders)
    return f'{{"schema":{_SCHEMA},"decisions":[\n{lines}\n]}}\n'


def write_ledger(repository: Path, holders: Sequence[Holder]) -> bool:
    """Writes the ledger; returns whether that changed it."""
    path = repository / NAME
    text = ledger_text(holders)
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    staging = path.with_name(f".{path.name}.new")
    staging.write_text(text, encoding="utf-8", newline="\n")
    staging.replace(path)
    return True
