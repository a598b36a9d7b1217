"""``sourcebook serve``: the site over HTTP, built anew when a source changes."""

import http.server
import threading
from functools import partial
from pathlib import Path
from typing import Any

from watchfiles import Change, DefaultFilter, watch

from sourcebook import pipeline
from sourcebook.errors import SourcebookError
from sourcebook.pipeline import Run
from sourcebook.store.output import FOLDER, writing


def serve(run: Run, host: str, port: int) -> None:
    """Builds, serves and watches until interrupted.

    One change causes one build: what Sourcebook itself writes is not watched, and a build
    that changes nothing writes nothing.
    """
    with writing(run.output):
        pipeline.build(run)
    server = http.server.ThreadingHTTPServer(
        (host, port), partial(_Handler, directory=str(run.output.site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://{host}:{server.server_address[1]}/  (Ctrl-C ends)", flush=True)
    try:
        for _ in watch(run.repository, watch_filter=_Sources(run), raise_interrupt=False):
            _rebuild(run)
    finally:
        server.shutdown()
        server.server_close()


def _rebuild(run: Run) -> None:
    """Builds once; a failure is told and the last good site stays."""
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
    """Static files, never kept by the browser, without a log line a request."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""
