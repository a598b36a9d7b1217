"""Stand-in for a language server on its standard streams: ``python fake_lsp.py MODE``.

=======  ======================================================================
silent   answers initialize, then nothing
hang     never answers anything
dead     exits with 1 at once
late     dies in the middle of the answer to the second request
noise    prints log lines before each message
wrong    answers with ranges outside the file and without names
ask      sends a request of its own and waits for the answer
lines    answers with UTF-16 columns, as the protocol says
=======  ======================================================================
"""

import json
import sys
import time
from typing import Any

MODE = sys.argv[1]
IN, OUT = sys.stdin.buffer, sys.stdout.buffer


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
        OUT.write(b"INFO starting up {not a header}\n")
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    OUT.write((b"Content-Length: %d\r\n\r\n" % len(body) + body)[:cut])
    OUT.flush()


def between(line: int, column: int, end_line: int, end_column: int) -> dict[str, Any]:
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


SYMBOLS = {
    "wrong": [
        {
            "name": None,
            "kind": 12,
            "range": between(9000, 0, 9001, 5),
            "selectionRange": between(9000, 0, 9000, 3),
        },
        {
            "name": "add",
            "kind": 12,
            "range": between(5, 0, 2, 0),
            "selectionRange": between(0, 4, 0, 7),
        },
    ],
    "lines": [
        {
            "name": "add",
            "kind": 12,
            "range": between(0, 5, 0, 30),
            "selectionRange": between(0, 9, 0, 12),
        }
    ],
}


def initialize(number: object) -> None:
    if MODE == "ask":
        send({"id": 900, "method": "workspace/configuration", "params": {"items": [{}]}})
        read()
    abilities = {"documentSymbolProvider": True, "textDocumentSync": 1}
    send({"id": number, "result": {"capabilities": abilities}})


def main() -> None:
    if MODE == "dead":
        sys.exit(1)
    while True:
        message = read()
        if MODE == "hang":
            time.sleep(10**6)
        if "id" not in message or "method" not in message:
            continue
        if message["method"] == "initialize":
            initialize(message["id"])
        elif message["method"] == "shutdown":
            send({"id": message["id"], "result": None})
        elif MODE == "late":
            send({"id": message["id"], "result": []}, cut=30)
            sys.exit(1)
        elif MODE != "silent":
            send({"id": message["id"], "result": SYMBOLS.get(MODE, [])})


main()
