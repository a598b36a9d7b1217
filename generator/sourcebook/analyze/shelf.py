"""The parsed files of a repository, as a sequence that does not hold them all.

They lie packed in the memo; one is unpacked when it is looked at and forgotten afterwards,
so that memory does not grow with the repository. Only the first few are kept as they are:
all of them in a repository of ordinary size, which is then unpacked once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

import msgspec

from sourcebook.model import ParsedFile

#: Packed bytes of the files that are kept as they are.
ROOM = 48_000_000


class Shelf(Sequence[ParsedFile]):
    """Parsed files in the order of their paths."""

    def __init__(self, paths: Iterable[str], packed: Sequence[bytes], room: int = ROOM) -> None:
        self.paths = tuple(paths)
        self._packed = packed
        self._room = room
        self._kept: dict[int, ParsedFile] = {}
        self._decoder = msgspec.msgpack.Decoder(ParsedFile)

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[ParsedFile]:
        return map(self.at, range(len(self)))

    @overload
    def __getitem__(self, at: int) -> ParsedFile: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[ParsedFile]: ...
    def __getitem__(self, at: int | slice) -> ParsedFile | Sequence[ParsedFile]:
        numbers = range(len(self))[at]
        return self.at(numbers) if isinstance(numbers, int) else [self.at(one) for one in numbers]

    def at(self, number: int) -> ParsedFile:
        """The file of that number."""
        found = self._kept.get(number)
        if found is None:
            packed = self._packed[number]
            found = self._decoder.decode(packed)
            if len(packed) <= self._room:
                self._room -= len(packed)
                self._kept[number] = found
        return found


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
    return files.paths if isinstance(files, Shelf) else [file.path for file in files]
