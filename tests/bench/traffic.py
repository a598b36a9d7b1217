"""What a query costs in a real browser: bytes as transferred, and requests.

    python tests/bench/traffic.py BOOK QUESTIONS.jsonl [--first 8] [--later 30] [--slip] [--list]

BOOK is the ``book`` folder of an output; a line of QUESTIONS has ``query``. The search
files of the book are served with gzip, on a page that holds nothing else. Headless Chromium opens the
page, and the box by its key; each query is put into the field at once. What the server
sends is counted, heads included, so that nothing is missed that a worker asks for.

first   with an empty cache: everything under ``search/`` until the results are shown
later   the further queries of one visit
size    of terms, vectors and documents in the site, gzip, by chunk
"""

import argparse
import gzip
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourcebook.render.bundle import bundle
from sourcebook.store.book import open_book
from tests.bench.retrieval import slipped
from tests.browser.chrome import Browser, chromium

PAGE = b"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>
<header class="md-header"><div class="md-header__title">t</div></header>
<script src="search/loader.js"></script></body></html>"""

#: What the figure of bytes by chunk counts.
COUNTED = ("terms", "documents")


class _Handler(SimpleHTTPRequestHandler):
    """Files with gzip, as the common hosts send them."""

    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        data = gzip.compress(path.read_bytes(), 6, mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(data)))
        head = sum(map(len, self._headers_buffer)) + 2
        self.end_headers()
        self.wfile.write(data)
        self.server.sent.append((self.path, head + len(data)))

    def log_message(self, format, *args):  # noqa: A002 - the name is the base class's
        pass


class _Server(ThreadingHTTPServer):
    """Remembers what it has sent."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self.sent: list[tuple[str, int]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


@contextmanager
def serving(folder: Path) -> Iterator[_Server]:
    with _Server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@dataclass(frozen=True)
class Traffic:
    """Files that were transferred, with their bytes."""

    files: tuple[tuple[str, int], ...]

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.files)


def traffic(server: _Server) -> Traffic:
    """What has been sent since the last call; what the cache gave is none."""
    sent = [
        (path.partition("/search/")[2], size) for path, size in server.sent if "/search/" in path
    ]
    server.sent.clear()
    return Traffic(tuple(sent))


def ask(browser: Browser, query: str) -> None:
    """Puts the query into the open box and waits for its results."""
    browser.run(
        "const f = document.querySelector('.sb-search__input'); f.value = arguments[0];"
        "f.dispatchEvent(new InputEvent('input', {bubbles: true}))",
        query,
    )
    browser.wait(
        lambda: browser.run(
            "return [...document.querySelectorAll('.sb-search')].some(e => e.dataset.answered === arguments[0])",
            query.strip(),
        ),
        f"an answer to {query!r}",
        60,
    )
    time.sleep(0.3)


def visit(browser: Browser, server: _Server, queries: Sequence[str]) -> list[Traffic]:
    """One visit with an empty cache: what each query transferred, the first with all before."""
    browser.driver.get("about:blank")
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    traffic(server)
    browser.driver.get(f"{server.address}index.html")
    browser.wait(lambda: browser.run("return !!document.querySelector('.sb-search-button')"), "box")
    browser.press("/")
    browser.wait(lambda: browser.run("return !!document.querySelector('.sb-search')"), "the box")
    found = []
    for query in queries:
        ask(browser, query)
        found.append(traffic(server))
    return found


def written(book: Path, folder: Path) -> int:
    """Writes the search files of a book; returns the number of its chunks."""
    opened = open_book(book, verify=False)
    for page in bundle(opened, lambda chunk: f"files/{chunk.path}.html#{chunk.qualified}"):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    (folder / "index.html").write_bytes(PAGE)
    return len(opened.entries)


def spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"median {statistics.median(ordered):,.0f}, p95 {p95:,.0f}, most {ordered[-1]:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--first", type=int, default=8)
    parser.add_argument("--later", type=int, default=30)
    parser.add_argument("--list", action="store_true", help="name the files of a first query")
    parser.add_argument("--slip", action="store_true", help="with a typing error in each query")
    options = parser.parse_args()
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line)["query"] for line in lines]
    if options.slip:
        queries = [slipped(query, query) for query in queries]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chunks = written(options.book, folder)
        sizes = {
            part: sum(
                len(gzip.compress(path.read_bytes(), 6))
                for path in folder.glob(f"search/index-*/{part}/*.json")
            )
            for part in COUNTED
        }
        largest = max(path.stat().st_size for path in folder.rglob("*.json"))
        print(f"{chunks} chunks; largest file {largest:,} bytes")
        print("bytes by chunk:", ", ".join(f"{part} {size / chunks:.0f}" for part, size in sizes.items()),
              f"sum {sum(sizes.values()) / chunks:.0f}")  # fmt: skip
        with serving(folder) as server, chromium() as browser:
            firsts = [visit(browser, server, [query])[0] for query in queries[: options.first]]
            later = visit(browser, server, queries[: options.later + 1])[1:]
    if options.list:
        for file, size in firsts[0].files:
            print(f"  {size:7,}  {file}")
    print("first bytes    ", spread([one.bytes for one in firsts]))
    print("first requests ", spread([len(one.files) for one in firsts]))
    print("later bytes    ", spread([one.bytes for one in later]))
    print("later requests ", spread([len(one.files) for one in later]))


if __name__ == "__main__":
    main()
