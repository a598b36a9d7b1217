"""Serves a folder from a sub-path, as GitHub Pages does with a project's site."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PREFIX = "/repo/latest/"


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send_head(self):
        if not self.path.startswith(PREFIX):
            self.send_error(404, "outside the site")
            return None
        self.path = "/" + self.path.removeprefix(PREFIX)
        if not Path(self.translate_path(self.path)).exists():
            self.send_error(404)
            return None
        return super().send_head()

    def send_error(self, code, message=None, explain=None):
        """Sends the site's own page for what is missing, as GitHub Pages does."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        data = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format, *args):  # noqa: A002 - the name is the base class's
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Yields the address of the site in ``folder``; it ends with a slash."""
    handler = partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
        finally:
            server.shutdown()
            thread.join()
