"""A stand-in for a provider's batch interface: real HTTP on loopback.

Files go up as forms, batches are begun, looked at and read as the real interface has it.
What a batch answers is said by a function of each request's body. Its state is in memory,
so that a client may be killed and come again.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.harness.model_server import quoting

#: The text of an answer, or a status of an error.
Answer = Callable[[dict[str, Any]], "str | int"]


@dataclass
class Provider:
    """What the stand-in was sent, and how it behaves."""

    answer: Answer
    url: str = ""
    looks: int = 1  # looks at a batch until it is over
    ends: str = "completed"
    absent: bool = False  # there is no such interface
    most: int = 10**9  # lines that are answered before a batch ends
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)

    def asked(self) -> list[dict[str, Any]]:
        """The requests of all batches that were begun."""
        return [
            json.loads(line)
            for batch in self.batches.values()
            for line in self.files[batch["input_file_id"]].splitlines()
        ]

    def prompts(self) -> list[str]:
        return [str(row["body"]["messages"][-1]["content"]) for row in self.asked()]

    def state(self, name: str) -> dict[str, Any]:
        batch = self.batches[name]
        self.seen[name] = self.seen.get(name, 0) + 1
        if self.seen[name] < self.looks or batch["status"] == self.ends:
            return batch
        rows = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        good, bad = [], []
        for row in rows[: self.most]:
            line = self._line(row)
            (good if line["response"]["status_code"] == 200 else bad).append(line)
        batch["status"] = self.ends
        for kind, lines in (("output", good), ("error", bad)):
            if lines:
                batch[f"{kind}_file_id"] = f"{kind}-{name}"
                self.files[f"{kind}-{name}"] = "".join(
                    json.dumps(line) + "\n" for line in lines[::-1]
                ).encode()
        return batch

    def _line(self, row: dict[str, Any]) -> dict[str, Any]:
        said = self.answer(row["body"])
        body: dict[str, Any] = {"error": {"message": "no", "code": "no"}}
        if isinstance(said, str):
            said = quoting(said, row["body"]["messages"][-1]["content"])
            message = {"role": "assistant", "content": said, "refusal": None}
            body = {
                "id": "1", "object": "chat.completion", "created": 1,
                "model": row["body"]["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
            }  # fmt: skip
        status = 200 if isinstance(said, str) else said
        return {
            "id": "line", "custom_id": row["custom_id"], "error": None,
            "response": {"status_code": status, "request_id": "r", "body": body},
        }  # fmt: skip


@contextmanager
def providing(provider: Provider) -> Iterator[Provider]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                provider.paths.append(self.path)
                if provider.absent:
                    self._send({"error": {"message": "no", "code": "no"}}, 404)
                elif self.path.endswith("/files"):
                    found = re.search(rb"filename=.*?\r\n\r\n(.*?)\r\n--", data, re.DOTALL)
                    assert found is not None
                    assert b"batch" in data
                    name = f"file-{len(provider.files)}"
                    provider.files[name] = found[1]
                    self._send({"id": name, "object": "file", "bytes": 1, "created_at": 1,
                                "filename": "f", "purpose": "batch", "status": "processed"})  # fmt: skip
                else:
                    wanted = json.loads(data)
                    name = f"batch-{len(provider.batches)}"
                    provider.batches[name] = {
                        "id": name, "object": "batch", "status": "validating", "created_at": 1,
                        **wanted,
                    }  # fmt: skip
                    self._send(provider.batches[name])

        def do_GET(self) -> None:
            with lock:
                provider.paths.append(self.path)
                *_, kind, name = self.path.partition("?")[0].split("/")
                if name == "content":
                    self._raw(provider.files[kind])
                elif name == "batches":
                    self._send({"object": "list", "data": list(provider.batches.values())})
                elif name in provider.batches:
                    self._send(provider.state(name))
                else:
                    self._send({"error": {"message": "no", "code": "no"}}, 404)

        def _send(self, value: object, status: int = 200) -> None:
            self._raw(json.dumps(value).encode(), status)

        def _raw(self, data: bytes, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.block_on_close = False
    provider.url = f"http://127.0.0.1:{http.server_port}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield provider
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
