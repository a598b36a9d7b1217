"""A stand-in for a language model: real HTTP on loopback, answers by script.

:func:`serving` starts it; each request takes the next step of the script, the last one
again and again. A step is the text of an answer, a :class:`Reply` for anything else, or a
function of the request's body that returns one of the two. A good answer quotes what the
request gave.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.harness.model_server import QUOTE, quoting

GOOD = {"title": "Sums", "summary": "Adds two numbers.", "evidence": QUOTE}


@dataclass(frozen=True)
class Reply:
    """One HTTP answer, or a fault of the connection."""

    text: str | None = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    finish: str = "stop"
    refusal: str | None = None
    code: str = ""
    wait: float = 0.0
    drop: bool = False
    value: object = None  # the whole JSON, in place of that of a chat


Step = str | Reply | Callable[[dict[str, Any]], "str | Reply"]


@dataclass
class Server:
    """What the stand-in was asked."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def prompts(self) -> list[str]:
        return [str(request["messages"][-1]["content"]) for request in self.requests]


@contextmanager
def serving(*script: Step) -> Iterator[Server]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                step = script[min(len(server.requests), len(script) - 1)]
                server.requests.append(body)
                server.paths.append(self.path)
                server.headers.append({k.lower(): v for k, v in self.headers.items()})
                server.times.append(time.monotonic())
            reply = step(body) if callable(step) else step
            reply = Reply(reply) if isinstance(reply, str) else reply
            prompt = str(body["messages"][-1]["content"]) if "messages" in body else ""
            self.answer(reply, prompt)

        def answer(self, reply: Reply, prompt: str) -> None:
            time.sleep(reply.wait)
            message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
            choice = {"index": 0, "message": message, "finish_reason": reply.finish}
            value: dict[str, Any] = {
                "id": "1", "object": "chat.completion", "created": 1, "model": "stand-in",
                "choices": [choice],
                "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
            }  # fmt: skip
            if reply.status != 200:
                value = {"error": {"message": "no", "type": reply.code, "code": reply.code}}
            value = json.loads(json.dumps(reply.value or value))
            for one in value.get("choices", ()):
                one["message"]["content"] = quoting(one["message"]["content"], prompt)
            data = json.dumps(value).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, content in reply.headers:
                self.send_header(name, content)
            self.end_headers()
            with suppress(OSError):  # the client has gone: that is what some tests want
                self.wfile.write(data[:20] if reply.drop else data)
            if reply.drop:
                self.wfile.flush()
                self.close_connection = True

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.block_on_close = False
    server = Server(f"http://127.0.0.1:{http.server_port}/v1")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
