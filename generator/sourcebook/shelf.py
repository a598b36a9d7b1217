"""Long sequences of values that are not all in memory: the parsed files, the entries.

They lie packed on the disk, parsed files in the memo and others in a file without a name.
One is unpacked when it is looked at and forgotten afterwards, so that memory does not grow
with the repository. Only the first few are kept as they are: all of them in a repository of
ordinary size, which is then unpacked once.
"""

import tempfile
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar, overload

import msgspec

from sourcebook.model import ParsedFile

T = TypeVar("T")

#: Packed bytes of the values that are kept as they are.
ROOM = 48_000_000


class Shelf(Sequence[T], Generic[T]):
    """Values of one kind that are packed elsewhere."""

    def __init__(self, kind: type[T], packed: Sequence[bytes], room: int = ROOM) -> None:
        self._packed = packed
        self._room = room
        self._kept: dict[int, T] = {}
        self._decoder = msgspec.msgpack.Decoder(kind)

    def __len__(self) -> int:
        return len(self._packed)

    def __iter__(self) -> Iterator[T]:
        return map(self.at, range(len(self)))

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        numbers = range(len(self))[at]
        return self.at(numbers) if isinstance(numbers, int) else [self.at(one) for one in numbers]

    def at(self, number: int) -> T:
        """The value of that number."""
        found = self._kept.get(number)
        if found is None:
            packed = self._packed[number]
            found = self._decoder.decode(packed)
            self.keep(number, found, len(packed))
        return found

    def keep(self, number: int, value: T, size: int) -> None:
        """Keeps a value of that packed size as it is, if there is room."""
        if size <= self._room:
            self._room -= size
            self._kept[number] = value


def shelved(kind: type[T], values: Iterable[T], folder: Path, room: int = ROOM) -> Shelf[T]:
    """Packs values as they come, in a file of ``folder``."""
    spool = Spool(folder)
    shelf = Shelf(kind, spool, room)
    encoder = msgspec.msgpack.Encoder()
    for number, value in enumerate(values):
        packed = encoder.encode(value)
        spool.append(packed)
        shelf.keep(number, value, len(packed))
    return shelf


class Files(Shelf[ParsedFile]):
    """Parsed files in the order of their paths."""

    def __init__(self, paths: Iterable[str], packed: Sequence[bytes], room: int = ROOM) -> None:
        super().__init__(ParsedFile, packed, room)
        self.paths = tuple(paths)


class ByPath(Mapping[str, ParsedFile]):
    """Files by their paths, each unpacked when it is asked for."""

    def __init__(self, files: Sequence[ParsedFile]) -> None:
        self._files = files
        self._numbers = {path: number for number, path in enumerate(paths_of(files))}

    def __getitem__(self, path: str) -> ParsedFile:
        return self._files[self._numbers[path]]

    def __contains__(self, path: object) -> bool:
        return path in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def paths_of(files: Sequence[ParsedFile]) -> Sequence[str]:
    """The paths of files, without unpacking them."""
    return files.paths if isinstance(files, Files) else [file.path for file in files]


class Spool(Sequence[bytes]):
    """Packed values in a file of ``folder`` that has no name and ends with the process."""

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - open as long as this is
        self._ends = array("q", [0])

    def __del__(self) -> None:
        self._file.close()

    def append(self, packed: bytes) -> None:
        """One more value."""
        self._file.seek(self._ends[-1])
        self._file.write(packed)
        self._ends.append(self._ends[-1] + len(packed))

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> list[bytes]: ...
    def __getitem__(self, at: int | slice) -> bytes | list[bytes]:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        number = range(len(self))[at]
        start, end = self._ends[number], self._ends[number + 1]
        self._file.seek(start)
        return self._file.read(end - start)
