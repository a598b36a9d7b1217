"""All questions of a run to one server."""

import asyncio
import os
import re
import tempfile
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from sourcebook.analyze.decode import unredacted
from sourcebook.analyze.lsp.outside import outside
from sourcebook.analyze.lsp.positions import Lines
from sourcebook.analyze.lsp.registry import Server
from sourcebook.analyze.lsp.session import (
    Document,
    Limits,
    ServerDied,
    ServerError,
    ServerLied,
    Session,
)
from sourcebook.analyze.names import on_disk, shown
from sourcebook.model import Definition, Definitions

#: Answers with places that do not exist after which a server is not believed any more.
_MOST_LIES = 5
#: Documents that are open at once. They are opened together, since a server may begin anew
#: with each that it does not know from a project.
_OPEN = 500
#: Characters of a signature that are kept.
_LONGEST_CODE = 2000
_BLOCK = re.compile(r"```[\w+-]*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about one file: the byte offsets of names in its decoded text."""

    path: str
    identifier: str  # language id
    offsets: tuple[int, ...]  # whose definition is asked for
    shown: tuple[int, ...] = ()  # of names of functions whose signature is asked for


@dataclass(frozen=True, slots=True)
class Told:
    """What a server said about one file, in the order of the offsets."""

    definitions: Definitions = ()
    shown: tuple[str, ...] = ()  # signatures


@dataclass(slots=True)
class Answers:
    """What a server said, by path, and why it was left out."""

    told: dict[str, Told] = field(default_factory=dict)
    failure: str = ""

    @property
    def found(self) -> dict[str, Definitions]:
        """The definitions by path."""
        return {path: each.definitions for path, each in self.told.items()}


def ask(
    server: Server,
    root: Path,
    questions: Sequence[Question],
    paths: Container[str],
    limits: Limits,
) -> Answers:
    """Asks a server for the definitions; ``paths`` are the files of the repository.

    A server that dies is started once more, and goes on with the next file. Whatever
    happens, this returns, and no process remains.
    """
    answers = Answers()
    with tempfile.TemporaryDirectory(prefix="sourcebook-", ignore_cleanup_errors=True) as scratch:
        reader = _Reader(root.resolve(), paths)
        for last in (False, True):
            try:
                asyncio.run(_converse(server, reader, Path(scratch), questions, limits, answers))
            except ServerDied as error:
                answers.failure = str(error)
                if last:
                    break
            except ServerError as error:
                answers.failure = str(error)
                if isinstance(error, ServerLied):
                    answers.told.clear()
                break
            else:
                answers.failure = ""
                break
    return answers


async def _converse(
    server: Server,
    reader: "_Reader",
    scratch: Path,
    questions: Sequence[Question],
    limits: Limits,
    answers: Answers,
) -> None:
    todo = [question for question in questions if question.path not in answers.told]
    async with Session(server, reader.root, scratch, limits) as session:
        for first in range(0, len(todo), _OPEN):
            part = todo[first : first + _OPEN]
            documents = [reader.document(question) for question in part]
            for document in documents:
                session.open(document)
            for question, document in zip(part, documents, strict=True):
                said = await session.ask("textDocument/definition", document, question.offsets)
                shown = await session.ask("textDocument/hover", document, question.shown)
                answers.told[question.path] = Told(
                    tuple(
                        tuple(dict.fromkeys(reader.definitions(each, session.encoding)))
                        for each in said
                    ),
                    tuple(_code(each) for each in shown),
                )
            for document in documents:
                session.close(document)


class _Reader:
    """Makes definitions of answers, and tells places that do not exist."""

    def __init__(self, root: Path, paths: Container[str]) -> None:
        self.root = root
        self._paths = paths
        self._lies = 0
        self.text = lru_cache(maxsize=256)(self._text)

    def document(self, question: Question) -> Document:
        path = on_disk(self.root, question.path)
        return Document(path, question.identifier, self.text(question.path))

    def definitions(self, answer: Any, encoding: str) -> Iterator[Definition]:
        """The definitions of one answer: null, a location, or a list of locations or links."""
        if answer is None:
            return
        for each in answer if isinstance(answer, list) else [answer]:
            place = _place(each)
            found = self._definition(*place, encoding) if place else None
            if found is not None:
                yield found
                continue
            self._lies += 1
            if self._lies == _MOST_LIES:
                raise ServerLied(f"names places that do not exist, such as {str(each)[:200]}")

    def _definition(self, uri: str, line: int, character: int, encoding: str) -> Definition | None:
        """The definition at a place, None where there is no such place."""
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return Definition("", external=outside(uri))
        file = Path(url2pathname(parts.path))
        inside = file.is_relative_to(self.root)
        path = shown(os.fsencode(file.relative_to(self.root).as_posix())) if inside else ""
        if path not in self._paths:
            return Definition("", external=outside(file.as_posix())) if file.is_file() else None
        text = self.text(path)
        if not 0 <= line < len(text) or character < 0:
            return None
        return Definition(text.name_at(line, character, encoding), path, line + 1)

    def _text(self, path: str) -> Lines:
        try:
            return Lines(unredacted(on_disk(self.root, path).read_bytes()))
        except OSError:
            return Lines(b"")


def _place(answer: Any) -> tuple[str, int, int] | None:
    """Address, line and character of a location or a link to one."""
    if not isinstance(answer, dict):
        return None
    uri = answer.get("targetUri", answer.get("uri"))
    around = answer.get("targetSelectionRange", answer.get("range"))
    start = around.get("start") if isinstance(around, dict) else None
    if not isinstance(uri, str) or not isinstance(start, dict):
        return None
    line, character = start.get("line"), start.get("character")
    if not isinstance(line, int) or not isinstance(character, int):
        return None
    return uri, line, character


def _code(answer: Any) -> str:
    """The first block of code of an answer to a hover, in any form that the protocol allows."""
    contents = answer.get("contents") if isinstance(answer, dict) else None
    for part in contents if isinstance(contents, list) else [contents]:
        text = part.get("value") if isinstance(part, dict) else part
        if isinstance(text, str) and text:
            block = _BLOCK.search(text)
            return (block[1] if block else text.partition("\n\n")[0])[:_LONGEST_CODE]
    return ""
