"""One conversation with a server: initialise, open documents, ask, end.

All requests of a document are sent before the first answer is read. A watch over the whole
conversation fails every request under way when the server dies, has not said a word for
``timeout`` seconds, is over the end of the time that the run has, or holds too much memory.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sourcebook.analyze.lsp.framing import FramingError, Message, pack, receive
from sourcebook.analyze.lsp.positions import ENCODINGS, Lines
from sourcebook.analyze.lsp.process import ServerProcess
from sourcebook.analyze.lsp.registry import Server
from sourcebook.version import __version__

#: Times that a document is asked about while the server is at work.
_ROUNDS = 3
#: Seconds until a server that has answered nothing yet is asked again.
_PAUSE = 1.0
#: Seconds between two looks at a server.
_LOOK = 0.25
_METHOD_NOT_FOUND = -32601


class ServerError(Exception):
    """A server cannot be used any more; the message says why, as the end of a sentence."""


class ServerDied(ServerError):  # noqa: N818 - what happened
    """The process ended; another may do better."""


class ServerLied(ServerError):  # noqa: N818 - what happened
    """It names places that do not exist: nothing that it said is believed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server may take."""

    timeout: float = 20.0  # seconds without a word while something is asked
    end: float = float("inf")  # on the monotonic clock
    memory: int = 2_000_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Document:
    """A file that a server is to read as we do."""

    path: Path
    identifier: str  # language id
    text: Lines


class Session:
    """A context manager around a running server that has been initialised."""

    def __init__(self, server: Server, root: Path, scratch: Path, limits: Limits) -> None:
        self.encoding = "utf-16"
        self._server = server
        self._root = root
        self._scratch = scratch
        self._limits = limits
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._working: set[str] = set()  # tokens of work that the server has begun
        self._heard_answers = False  # other than null, or null often enough
        self._ended = 0  # pieces of work that are done
        self._idle = asyncio.Event()
        self._ready = asyncio.Event()
        self._failure: ServerError | None = None
        self._heard = time.monotonic()
        self._asked = 0

    async def __aenter__(self) -> Self:
        command = [self._server.command, *_filled(self._server.arguments, self._scratch)]
        environment = _filled(self._server.environment, self._scratch)
        try:
            self._process = await ServerProcess.start(command, environment, self._scratch)
        except OSError as error:
            raise ServerError(f"could not be started: {error.strerror or error}") from error
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._watch())]
        try:
            await self._initialise()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            with contextlib.suppress(ServerError):
                await asyncio.wait_for(self._request("shutdown", None), self._limits.timeout)
                self._notify("exit", None)
        await self._stop()

    async def ask(self, method: str, document: Document, offsets: Sequence[int]) -> Sequence[Any]:
        """What the server says about what stands at each offset of an open document.

        None where it says nothing. What it said while it was at work on something else, such
        as loading the project, is asked again.
        """
        if not offsets or method not in self._methods:
            return [None] * len(offsets)
        uri = document.path.as_uri()
        for _ in range(_ROUNDS):
            asked, ended = [], self._ended
            for offset in offsets:
                line, character = document.text.position(offset, self.encoding)
                place = {"line": line, "character": character}
                asked.append(
                    self._request(method, {"textDocument": {"uri": uri}, "position": place})
                )
            with contextlib.suppress(ConnectionError):
                await self._process.input.drain()
            answers = await asyncio.gather(*asked)
            if not self._working and self._ended == ended and self._awake(answers):
                break
            if self._working:
                self._idle.clear()
                await self._until(self._idle)
            elif not self._heard_answers:
                await asyncio.sleep(_PAUSE)
        self._heard_answers = True
        return answers

    def _awake(self, answers: Sequence[Any]) -> bool:
        """Whether the server has said anything yet; some do not tell that they are loading."""
        self._heard_answers = self._heard_answers or any(answers)
        return self._heard_answers

    # -------------------------------------------------------------------- conversation

    async def _initialise(self) -> None:
        root = self._root.as_uri()
        folders = [{"uri": root, "name": self._root.name}]
        result = await self._request(
            "initialize",
            {
                "processId": os.getpid(),
                "clientInfo": {"name": "sourcebook", "version": __version__},
                "rootPath": str(self._root),
                "rootUri": root,
                "workspaceFolders": folders,
                "initializationOptions": _filled(self._server.options, self._scratch),
                "capabilities": _CAPABILITIES,
            },
        )
        abilities = result.get("capabilities") if isinstance(result, dict) else None
        if not isinstance(abilities, dict) or not abilities.get("definitionProvider"):
            raise ServerError("does not tell definitions")
        self._methods = {method for method, ability in _METHODS.items() if abilities.get(ability)}
        encoding = abilities.get("positionEncoding", "utf-16")
        if encoding not in ENCODINGS:
            raise ServerError(f"counts in the encoding {encoding!r}")
        self.encoding = encoding
        self._notify("initialized", {})
        settings = _filled(self._server.settings, self._scratch)
        self._notify("workspace/didChangeConfiguration", {"settings": settings})
        if self._server.ready:
            await self._until(self._ready)

    async def _until(self, event: asyncio.Event) -> None:
        """Waits for something that the server is to say."""
        number = self._asked = self._asked + 1
        failure = self._waiting[number] = asyncio.get_running_loop().create_future()
        if self._failure:
            raise self._failure
        waiting = asyncio.create_task(event.wait())
        await asyncio.wait({waiting, failure}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        self._waiting.pop(number, None)
        if failure.done():
            failure.result()

    def open(self, document: Document) -> None:
        """Gives the server the text of a document, which it then reads from nowhere else."""
        item = {
            "uri": document.path.as_uri(),
            "languageId": document.identifier,
            "version": 1,
            "text": document.text.data.decode("utf-8", "replace"),
        }
        self._notify("textDocument/didOpen", {"textDocument": item})

    def close(self, document: Document) -> None:
        self._notify("textDocument/didClose", {"textDocument": {"uri": document.path.as_uri()}})

    def _request(self, method: str, parameters: Any) -> "asyncio.Future[Any]":
        """Sends a request; its answer is None where the server reports an error."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._failure:
            future.set_exception(self._failure)
            return future
        number = self._asked = self._asked + 1
        if not self._waiting:
            self._heard = time.monotonic()
        self._waiting[number] = future
        self._send({"id": number, "method": method, "params": parameters})
        return future

    def _notify(self, method: str, parameters: Any) -> None:
        self._send({"method": method, "params": parameters})

    def _send(self, message: Mapping[str, Any]) -> None:
        if not self._process.input.is_closing():
            self._process.input.write(pack(message))

    # ------------------------------------------------------------------------- hearing

    async def _listen(self) -> None:
        try:
            while (message := await receive(self._process.output)) is not None:
                self._heard = time.monotonic()
                self._take(message)
        except FramingError as error:
            self._fail(ServerError(f"wrote what is no message of the protocol ({error})"))
        else:
            self._fail(ServerDied(await self._process.ending()))

    def _take(self, message: Message) -> None:
        method, number = message.get("method"), message.get("id")
        if method is None:
            future = self._waiting.pop(number, None) if isinstance(number, int) else None
            if future is not None and not future.done():
                future.set_result(message.get("result"))
        elif number is not None:
            self._send({"id": number, **self._reply(str(method), message.get("params"))})
        else:
            self._hear(str(method), message.get("params"))

    def _reply(self, method: str, parameters: Any) -> dict[str, Any]:
        """The answer to a request of the server."""
        if method == "workspace/configuration":
            settings = _filled(self._server.settings, self._scratch)
            items = parameters.get("items", ()) if isinstance(parameters, dict) else ()
            return {"result": [_section(settings, item) for item in items]}
        if method == "workspace/workspaceFolders":
            return {"result": [{"uri": self._root.as_uri(), "name": self._root.name}]}
        if method == "workspace/applyEdit":
            return {"result": {"applied": False}}
        if method in _NOTED:
            return {"result": None}
        return {"error": {"code": _METHOD_NOT_FOUND, "message": f"no {method} here"}}

    def _hear(self, method: str, parameters: Any) -> None:
        """A notification."""
        parameters = parameters if isinstance(parameters, dict) else {}
        if self._server.ready:
            awaited, *wanted = self._server.ready
            if method == awaited and (not wanted or parameters.get(wanted[0]) == wanted[1]):
                self._ready.set()
        if method == "$/progress" and isinstance(parameters.get("value"), dict):
            token, kind = str(parameters.get("token")), parameters["value"].get("kind")
            if kind == "begin":
                self._working.add(token)
            elif kind == "end":
                self._working.discard(token)
                self._ended += 1
                if not self._working:
                    self._idle.set()

    # ------------------------------------------------------------------------- watching

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            if not self._waiting:
                continue
            if now - self._heard > self._limits.timeout:
                self._fail(ServerError(f"said nothing for {self._limits.timeout:g} s"))
            elif now > self._limits.end:
                self._fail(ServerError("was not done when lsp.seconds were over"))
            elif self._process.memory() > self._limits.memory:
                most = self._limits.memory // 1_000_000
                self._fail(ServerError(f"took more than lsp.memory = {most} MB"))

    def _fail(self, failure: ServerError) -> None:
        self._failure = self._failure or failure
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(self._failure)
                future.exception()  # seen, even where nobody waits for it any more
        self._waiting.clear()

    async def _stop(self) -> None:
        if self._failure:
            self._process.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._process.stop()


#: What is asked, and the ability that a server announces for it.
_METHODS = {
    "textDocument/definition": "definitionProvider",
    "textDocument/hover": "hoverProvider",
}

_CAPABILITIES = {
    "general": {"positionEncodings": list(ENCODINGS)},
    "textDocument": {
        "definition": {"linkSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "synchronization": {},
        # Asked for, and never fetched: else a server checks every document that is opened.
        "diagnostic": {},
    },
    "window": {"workDoneProgress": True},
    "workspace": {"configuration": True, "workspaceFolders": True},
    "experimental": {"serverStatusNotification": True},
}

#: Requests of servers that want no more than to be heard.
_NOTED = frozenset(
    {
        "client/registerCapability",
        "client/unregisterCapability",
        "window/workDoneProgress/create",
        "window/showMessageRequest",
        "workspace/diagnostic/refresh",
        "workspace/semanticTokens/refresh",
        "workspace/inlayHint/refresh",
        "workspace/codeLens/refresh",
    }
)


def _section(settings: Any, item: Any) -> Any:
    """The part of the settings that a dotted section names, None where there is none."""
    section = item.get("section") if isinstance(item, dict) else None
    for part in section.split(".") if isinstance(section, str) and section else ():
        settings = settings.get(part) if isinstance(settings, dict) else None
    return settings


def _filled(value: Any, scratch: Path) -> Any:
    """``value`` with the folder of the run in place of ``{scratch}``."""
    if isinstance(value, str):
        return value.replace("{scratch}", str(scratch))
    if isinstance(value, Mapping):
        return {key: _filled(each, scratch) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(each, scratch) for each in value]
    return value
