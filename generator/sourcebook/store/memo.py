"""The memo: results of stages under the digest of their inputs.

One SQLite file. A key holds the stage's name, its version and the digest of its inputs,
and nothing else, so that an incremental run and a clean run give the same bytes. Values
are MessagePack of the values of :mod:`sourcebook.model`. A damaged memo is thrown away:
it only saves time.
"""

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, get_type_hints, overload

import msgspec

from sourcebook import interruption
from sourcebook.errors import StoreError

T = TypeVar("T")

#: Results that no run has used for this many runs are dropped.
KEEP_RUNS = 20


def digest(*parts: object) -> str:
    """SHA-256 over the parts, each in canonical JSON, so that no two lists collide."""
    total = hashlib.sha256()
    for part in parts:
        raw = part if isinstance(part, bytes) else msgspec.json.encode(part, order="deterministic")
        total.update(len(raw).to_bytes(8, "little"))
        total.update(raw)
    return total.hexdigest()


#: Items of one part of a large value.
PART = 20_000

_VALUE = "SELECT value FROM results WHERE stage = ? AND key = ?"


class Kept(Sequence[bytes]):
    """Results of one stage, in MessagePack: no bytes for one that is not there."""

    def __init__(self, connection: sqlite3.Connection, stage: str, keys: Sequence[str]) -> None:
        self._connection = connection
        self._stage = stage
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> list[bytes]: ...
    def __getitem__(self, at: int | slice) -> bytes | list[bytes]:
        keys = self._keys[at]
        return self._read(keys) if isinstance(keys, str) else [self._read(key) for key in keys]

    def _read(self, key: str) -> bytes:
        row = self._connection.execute(_VALUE, (self._stage, key)).fetchone()
        return b"" if row is None else bytes(row[0])


class Memo:
    """The memo of one output folder; a context manager that commits at its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = self._open()
        (last,) = self._connection.execute("SELECT COALESCE(MAX(run), 0) FROM results").fetchone()
        self._run = last + 1
        self.hits = 0
        self.misses = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # What was finished before an interruption counts, so commit in any case.
        with contextlib.suppress(sqlite3.Error):
            if kind is None:
                self._connection.execute(
                    "DELETE FROM results WHERE run < ?", (self._run - KEEP_RUNS,)
                )
            self._connection.commit()
        self._connection.close()

    def get(self, stage: str, key: str, kind: type[T]) -> T | None:
        """Returns the kept result of ``stage`` for the input digest ``key``, or None."""
        if not self._touched(stage, key):
            return None
        (packed,) = self._connection.execute(_VALUE, (stage, key)).fetchone()
        return msgspec.msgpack.decode(packed, type=kind)

    def _touched(self, stage: str, key: str) -> bool:
        """Whether there is a result, which this run uses."""
        row = self._connection.execute(
            "SELECT run FROM results WHERE stage = ? AND key = ?", (stage, key)
        ).fetchone()
        if row is None:
            self.misses += 1
            return False
        if row[0] != self._run:
            self._connection.execute(
                "UPDATE results SET run = ? WHERE stage = ? AND key = ?", (self._run, stage, key)
            )
        self.hits += 1
        return True

    def put(self, stage: str, key: str, value: Any) -> None:
        """Keeps a result at once, so that no stop loses it."""
        self._keep(stage, key, msgspec.msgpack.encode(value))
        self._commit()

    def once(self, stage: str, key: str, kind: type[T], compute: Callable[[], T]) -> T:
        """Returns the kept result, or computes and keeps it."""
        value = self.get(stage, key, kind)
        if value is None:
            value = compute()
            self.put(stage, key, value)
        return value

    def in_parts(self, stage: str, key: str, kind: type[T], compute: Callable[[], T]) -> T:
        """The same for a large value whose fields are tuples: kept some items at a time.

        As one, it would have to be in memory a second time, and may be longer than SQLite takes.
        """
        kinds = get_type_hints(kind)
        counts = self.get(stage, key, dict[str, int])
        if counts is None:
            value = compute()
            counts = {}
            for name in kinds:
                parts = range(0, len(getattr(value, name)), PART)
                for number, start in enumerate(parts):
                    part = getattr(value, name)[start : start + PART]
                    self.put(stage, f"{key}.{name}.{number}", part)
                counts[name] = len(parts)
            self.put(stage, key, counts)
            return value
        fields: dict[str, tuple[Any, ...]] = {}
        for name, part_kind in kinds.items():
            fields[name] = ()
            for number in range(counts[name]):
                part = self.get(stage, f"{key}.{name}.{number}", part_kind)
                assert part is not None, "parts are kept and dropped together"
                fields[name] += part
        return kind(**fields)

    def many(
        self,
        stage: str,
        keys: Iterable[str],
        kind: type[T],
        compute: Callable[[list[int]], Iterator[tuple[int, bytes]]],
    ) -> list[T]:
        """Returns one result a key, in their order, without those that nobody gave.

        ``compute`` gets the positions whose result is missing and yields ``(position,
        MessagePack of the result)`` in any order; each is kept as soon as it is there.
        """
        decoder = msgspec.msgpack.Decoder(kind)
        found = self.packed(stage, keys, compute)
        return [decoder.decode(raw) for raw in found if raw]

    def packed(
        self,
        stage: str,
        keys: Iterable[str],
        compute: Callable[[list[int]], Iterator[tuple[int, bytes]]],
    ) -> "Kept":
        """The same results as they are kept, each read when it is looked at."""
        listed = list(keys)
        missing = [at for at, key in enumerate(listed) if not self._touched(stage, key)]
        for count, (position, packed) in enumerate(compute(missing) if missing else ()):
            self._keep(stage, listed[position], packed)
            if count % 256 == 255:
                self._commit()
        self._commit()
        return Kept(self._connection, stage, listed)

    def _keep(self, stage: str, key: str, packed: bytes) -> None:
        interruption.check()
        with self._told():
            self._connection.execute(
                "INSERT OR REPLACE INTO results (stage, key, run, value) VALUES (?, ?, ?, ?)",
                (stage, key, self._run, packed),
            )

    def _commit(self) -> None:
        with self._told():
            self._connection.commit()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Turns a failure of the database into an error that says what to do."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"{self._path}: the memo cannot be written: {error}. "
                "Free some space or name another folder with --output."
            ) from error

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.OperationalError:
            with self._told():
                raise
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS results (stage TEXT, key TEXT, run INTEGER, value BLOB,"
            " PRIMARY KEY (stage, key)) WITHOUT ROWID"
        )
        return connection
