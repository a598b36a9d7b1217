"""Stand-in for a language server: speaks the protocol on its standard streams.

As a program: ``python language_server.py MODE [LOG]``. It reads the ``*.py`` files below the
root that it is told and finds ``def NAME`` and ``class NAME`` for the name that is asked
about, wherever that is. Every start is noted in LOG. Modes:

========  ==================================================================
normal    right answers, UTF-16 columns, as the protocol says
utf8      right answers, columns in bytes
link      right answers as links instead of locations
noise     right answers, with log lines in between
chatty    right answers, after questions of its own and while it reports work
loading   no answer before its work is done
sleepy    null to the first question, without a word about why
flood     right answers, and megabytes of errors
outside   every answer is a place outside the repository
slow      from the third on, each answer after a long time
silent    answers initialize, then nothing
hang      never answers anything
dead      ends at once with code 3
dying     ends in the middle of its second answer, whenever it is started
once      the same, but only the first time that it is started
lying     names lines that are not there
garbage   writes what is no message
types     right answers, and the result of every function is a Shop
large     holds much memory, and is slow
========  ==================================================================
"""

import json
import re
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

MODE = sys.argv[1]
LOG = Path(sys.argv[2]) if len(sys.argv) > 2 else None
IN, OUT = sys.stdin.buffer, sys.stdout.buffer
ENCODING = "utf-8" if MODE == "utf8" else "utf-16-le"
UNIT = 1 if MODE == "utf8" else 2


def starts() -> int:
    """Notes this start; returns how many there were."""
    if LOG is None:
        return 1
    with LOG.open("a", encoding="utf-8") as stream:
        stream.write("started\n")
    return len(LOG.read_text(encoding="utf-8").splitlines())


def read() -> dict[str, Any]:
    length = 0
    while True:
        line = IN.readline()
        if not line:
            sys.exit(0)
        if line in (b"\r\n", b"\n"):
            break
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    message: dict[str, Any] = json.loads(IN.read(length))
    return message


def send(message: dict[str, Any], cut: int | None = None) -> None:
    if MODE == "noise":
        OUT.write(b"INFO still here {not a header}\n")
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    OUT.write((b"Content-Length: %d\r\n\r\n" % len(body) + body)[:cut])
    OUT.flush()


def progress(kind: str) -> None:
    send({"method": "$/progress", "params": {"token": "load", "value": {"kind": kind}}})


class Files:
    """The root's files, and the text of those that are open."""

    def __init__(self, uri: str) -> None:
        self.root = path_of(uri)
        self.open: dict[str, str] = {}

    def name_at(self, uri: str, place: dict[str, int]) -> str:
        line = self.open[uri].split("\n")[place["line"]].encode(ENCODING)
        rest = line[place["character"] * UNIT :].decode(ENCODING)
        match = re.match(r"\w+", rest)
        return match[0] if match else ""

    def definitions(self, name: str) -> list[dict[str, Any]]:
        found = []
        for path in sorted(self.root.rglob("*.py")):
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
                match = re.match(rf"\s*(?:def|class) {re.escape(name)}\b", line)
                if match:
                    character = len(line[: match.end() - len(name)].encode(ENCODING)) // UNIT
                    found.append(location(path.as_uri(), number, character, len(name)))
        return found


def path_of(uri: str) -> Path:
    return Path(url2pathname(urlsplit(uri).path))


def location(uri: str, line: int, character: int, length: int) -> dict[str, Any]:
    around = {
        "start": {"line": line, "character": character},
        "end": {"line": line, "character": character + length},
    }
    if MODE == "link":
        return {"targetUri": uri, "targetRange": around, "targetSelectionRange": around}
    return {"uri": uri, "range": around}


def initialize(message: dict[str, Any]) -> Files:
    if MODE == "chatty":
        send({"id": "a", "method": "workspace/configuration", "params": {"items": [{}]}})
        read()
        send({"id": "b", "method": "no/such/thing", "params": {}})
        assert "error" in read()
    abilities: dict[str, Any] = {
        "definitionProvider": True,
        "hoverProvider": MODE == "types",
        "textDocumentSync": 1,
    }
    if MODE == "utf8":
        abilities["positionEncoding"] = "utf-8"
    send({"id": message["id"], "result": {"capabilities": abilities}})
    if MODE in ("chatty", "loading"):
        progress("begin")
    return Files(message["params"]["rootUri"])


def answer(files: Files, message: dict[str, Any], number: int) -> Any:
    """What the ``number``-th question gets."""
    asked = message["params"]
    if MODE in ("loading", "sleepy") and number <= 2:
        return None
    if MODE == "slow" and number > 2:
        time.sleep(100)
    elif MODE == "flood":
        sys.stderr.write("trouble ahead, " * 100_000)
    elif MODE == "lying":
        return location(asked["textDocument"]["uri"], 10**6, 0, 3)
    elif MODE == "outside":
        return location(Path(json.__file__).as_uri(), 0, 0, 4)
    name = files.name_at(asked["textDocument"]["uri"], asked["position"])
    return files.definitions(name)


def answer_all(first: bool) -> None:
    """Serves until it is told to end."""
    held = b"x" * 400_000_000 if MODE == "large" else b""
    files: Files | None = None
    number = 0
    while True:
        message = read()
        method = message.get("method")
        if MODE == "hang":
            time.sleep(10**6)
        if method == "initialize":
            files = initialize(message)
        elif method == "exit":
            sys.exit(0)
        elif method == "shutdown":
            send({"id": message["id"], "result": None})
        elif method == "textDocument/didOpen" and files is not None:
            document = message["params"]["textDocument"]
            files.open[document["uri"]] = document["text"]
        elif method == "textDocument/definition" and files is not None:
            number += 1
            if MODE == "silent" or held:
                time.sleep(10**6)
            define(files, message, number, first)
        elif method == "textDocument/hover" and files is not None:
            asked = message["params"]
            name = files.name_at(asked["textDocument"]["uri"], asked["position"])
            shown = f"```python\ndef {name}(a) -> Shop\n```\nSells."
            send(
                {"id": message["id"], "result": {"contents": {"kind": "markdown", "value": shown}}}
            )


def define(files: Files, message: dict[str, Any], number: int, first: bool) -> None:
    if MODE == "garbage":
        OUT.write(b"Content-Length: 9\r\n\r\nnot json!")
        OUT.flush()
        return
    dies = number == 2 and (MODE == "dying" or (MODE == "once" and first))
    result = answer(files, message, number)
    send({"id": message["id"], "result": result}, cut=40 if dies else None)
    if dies:
        sys.exit(1)
    if MODE in ("chatty", "loading") and number == 1:
        progress("end")


def main() -> None:
    first = starts() == 1
    if MODE == "dead":
        sys.stderr.write("no licence\n")
        sys.exit(3)
    answer_all(first)


if __name__ == "__main__":
    main()
