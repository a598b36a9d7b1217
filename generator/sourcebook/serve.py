"""``sourcebook serve``: the site over HTTP, built anew when a source changes."""

import http.server
import threading
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from watchfiles import Change, DefaultFilter, watch

from sourcebook import pipeline
from sourcebook.analyze.provider import Account
from sourcebook.errors import SourcebookError
from sourcebook.pipeline import Run
from sourcebook.render.publish import site_root
from sourcebook.store.output import FOLDER, writing


def serve(run: Run, host: str, port: int) -> None:
    """Builds, serves and watches until interrupted.

    One change causes one build: what Sourcebook itself writes is not watched, and a build
    that changes nothing writes nothing.
    """
    with writing(run.output):
        pipeline.build(run)
    handler = partial(_Handler, root=site_root(run.config.site_url), directory=str(run.output.site))
    server = http.server.ThreadingHTTPServer((host, port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://{host}:{server.server_address[1]}/  (Ctrl-C ends)", flush=True)
    try:
        for _ in watch(run.repository, watch_filter=_Sources(run), raise_interrupt=False):
            _rebuild(run)
    finally:
        server.shutdown()
        server.server_close()


def _rebuild(run: Run) -> None:
    """Builds once, with limits of its own; a failure is told and the last good site stays."""
    run = replace(run, account=Account())
    try:
        with writing(run.output):
            pipeline.build(run)
    except SourcebookError as error:
        run.progress.warn(f"not rebuilt: {error}")


class _Sources(DefaultFilter):
    """Lets through changes of sources, not of what Sourcebook or git writes."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._ours = (run.output.root, run.output.docs, run.repository / FOLDER)

    def __call__(self, change: Change, path: str) -> bool:
        place = Path(path)
        if any(place.is_relative_to(folder) for folder in self._ours):
            return False
        return super().__call__(change, path)


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Static files, never kept by the browser, without a log line a request.

    Answers as the host of a published site does: a missing address gets the site's own
    page, whose links begin with the path that the site is published at.
    """

    def __init__(self, *arguments: Any, root: str, directory: str) -> None:
        self._root = root
        super().__init__(*arguments, directory=directory)

    def translate_path(self, path: str) -> str:
        if path.startswith(self._root):
            path = "/" + path.removeprefix(self._root)
        return super().translate_path(path)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""
