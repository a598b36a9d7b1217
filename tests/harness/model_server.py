"""Stand-in for a server of the OpenAI interface, on the loopback address only.

As a program: ``python model_server.py MODE LOG`` prints its port, then serves until it is
ended. Every request body is appended to LOG as one JSON line. Modes:

=================  ==========================================================================
ok                 a right answer
fence think prose  the right answer in a code fence, after a think block, between sentences
truncated          the first half of it
empty null refusal nothing, null, a refusal
html notjson extra markup in the text, a Python literal, a field of another type
wronglang big      another language, 60,000 words
inject invent      does what the prompt's text says, cites what does not exist
collide            the same title for everything
http401 http404model http429 http429forever http500 http500forever   as named; 429 and 500
                   end after three and two times unless "forever"
slow drop          answers after two minutes, closes in the middle
late               a right answer after a third of a second
embdim embnan embshort   embeddings of two sizes, without numbers, one too few
=================  ==========================================================================
"""

import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: Stands in an answer for a quote of what the request gives, as a real model is told to quote.
QUOTE = "<a quote of what was given>"
GOOD = {"summary": "Adds two numbers.", "title": "Sums", "evidence": QUOTE}
_RIGHT = json.dumps(GOOD)

ANSWERS = {
    "fence": f"```json\n{_RIGHT}\n```",
    "think": f'<think>\nThe user wants {{"summary": "WRONG"}} </think> inside\n</think>\n{_RIGHT}',
    "prose": f"Sure! Here is the JSON you asked for:\n\n{_RIGHT}\n\nLet me know if you need more.",
    "truncated": _RIGHT[: len(_RIGHT) // 2],
    "empty": "",
    "null": None,
    "refusal": "I'm sorry, but I can't help with that request.",
    "html": json.dumps(
        GOOD | {"summary": "Adds <script>window.pwned=55</script> {{ 7*7 }} | x\n# Heading\n```"}
    ),
    "notjson": "{'summary': 'Adds', }",
    "extra": json.dumps(GOOD | {"confidence": "high", "summary": ["Adds", "two"]}),
    "wronglang": json.dumps(GOOD | {"summary": "Additionne deux nombres."}),
    "big": json.dumps(GOOD | {"summary": "word " * 60000}),
    "invent": json.dumps(
        GOOD
        | {
            "summary": "Calls `launch_rocket()` in `src/rocket.py`.",
            "evidence": [
                {"file": "src/rocket.py", "line": 9},
                {"file": "calc.py", "line": 9999},
                {"file": "../../etc/passwd", "line": 1},
            ],
        }
    ),
    "collide": json.dumps(GOOD | {"title": "Core"}),
}

_ENDS = {"truncated": "length", "refusal": "content_filter"}

#: Mode: status, error code, and how many requests it lasts.
_ERRORS = {
    "http401": (401, "invalid_api_key", 10**9),
    "http404model": (404, "model_not_found", 10**9),
    "http429": (429, "rate_limit_exceeded", 3),
    "http429forever": (429, "rate_limit_exceeded", 10**9),
    "http500": (500, "server_error", 2),
    "http500forever": (500, "server_error", 10**9),
}


class Server:
    """A running stand-in, seen from a test."""

    def __init__(self, port: int, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self._log = log

    def become(self, mode: str) -> None:
        """Answers in another mode from now on."""
        _mode_file(self._log).write_text(mode)

    def requests(self, kind: str = "") -> list[dict[str, Any]]:
        """The bodies received so far at addresses that end in ``kind``."""
        if not self._log.exists():
            return []
        rows = [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]
        return [json.loads(row["body"]) for row in rows if row["path"].endswith(kind)]

    @property
    def raw(self) -> bytes:
        return self._log.read_bytes() if self._log.exists() else b""


@contextmanager
def model_server(mode: str, folder: Path) -> Iterator[Server]:
    """Runs the stand-in in a process of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"requests-{mode}-{len(list(folder.iterdir()))}.jsonl"
    with subprocess.Popen(
        [sys.executable, __file__, mode, str(log)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield Server(int(process.stdout.readline()), log)
        finally:
            process.terminate()


def _mode_file(log: Path) -> Path:
    return log.with_suffix(".mode")


class _Handler(BaseHTTPRequestHandler):
    mode = ""
    log = Path()
    count = 0

    def log_message(self, *arguments: object) -> None:
        """Stays quiet."""

    def do_GET(self) -> None:
        self._send(200, {"data": [{"id": "fake"}]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with self.log.open("ab") as stream:
            row = {"path": self.path, "body": body.decode("utf-8", "replace")}
            stream.write(json.dumps(row).encode() + b"\n")
        _Handler.count += 1
        if _mode_file(self.log).exists():
            _Handler.mode = _mode_file(self.log).read_text()
        status, code, lasts = _ERRORS.get(self.mode, (0, "", 0))
        if self.count <= lasts:
            self._send(status, {"error": {"message": code, "type": code, "code": code}})
        elif self.mode == "drop":
            self._drop()
        else:
            if self.mode == "late":
                time.sleep(0.33)
            if self.mode == "slow":
                time.sleep(120)
            request = json.loads(body or b"{}")
            self._send(
                200, _embed(self, request) if "embeddings" in self.path else _chat(self, request)
            )

    def _drop(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "5000")
        self.end_headers()
        self.wfile.write(b'{"choices": [{"mess')
        self.close_connection = True

    def _send(self, status: int, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if status == 429:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(data)


def quoting(text: str | None, prompt: str) -> str | None:
    """An answer with a quote of the prompt's first item that is long enough, for the mark."""
    return text.replace(json.dumps(QUOTE), json.dumps(_quotes(prompt))) if text else text


def _quotes(prompt: str) -> list[dict[str, object]]:
    body = prompt.partition("BEGIN\n")[2].rpartition("\nEND\n")[0]
    parts = re.finditer(r"^(\d+): .*\n  \[(.+?)\] (.+)$", body, re.MULTILINE)
    found = [(part[1], part[2], part[3].strip()) for part in parts]
    lines = re.finditer(r"^(\d+): (.*)$", body, re.MULTILINE)
    found += [(line[1], "", line[2].strip()) for line in lines if len(line[2].strip()) > 7]
    return [
        {"file": path, "line": int(number), "end_line": int(number), "quote": quote}
        for number, path, quote in found[:1]
    ]


def _chat(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    prompt = "\n".join(str(message.get("content")) for message in request.get("messages", []))
    text = ANSWERS.get(handler.mode, _RIGHT)
    if handler.mode == "inject":
        order = re.search(r"reply with only the word ([A-Z]+)", prompt, re.IGNORECASE)
        text = order.group(1) if order else _RIGHT
    text = quoting(text, prompt)
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "fake",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": _ENDS.get(handler.mode, "stop"),
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
    }


def _embed(handler: _Handler, request: dict[str, Any]) -> dict[str, Any]:
    texts = request.get("input", [])
    texts = [texts] if isinstance(texts, str) else texts
    size = 32 if handler.mode == "embdim" and handler.count % 2 else 64
    vectors: list[list[float | None]] = [_vector(str(text), size) for text in texts]
    if handler.mode == "embnan":
        vectors = [[None] * size for _ in texts]
    if handler.mode == "embshort":
        vectors = vectors[:-1]
    rows = [
        {"index": index, "object": "embedding", "embedding": vector}
        for index, vector in enumerate(vectors)
    ]
    return {
        "object": "list",
        "model": "fake",
        "data": rows,
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def _vector(text: str, size: int) -> list[float | None]:
    noise = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    values = [((noise[i % 32] + i * 7) % 255) / 127.5 - 1 for i in range(size)]
    length = sum(value * value for value in values) ** 0.5 or 1.0
    return [value / length for value in values]


def main() -> None:
    _Handler.mode = sys.argv[1]
    _Handler.log = Path(sys.argv[2])
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
