"""What a query costs in a real browser: bytes as transferred, and requests.

    python tests/bench/traffic.py BOOK QUESTIONS.jsonl [--first 8] [--later 30] [--list]

BOOK is the ``book`` folder of an output; a line of QUESTIONS has ``query``. The search
files of the book are served with gzip, on a page that holds nothing else. Headless Chromium opens the
page, and the box by its key; each query is put into the field at once.

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
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourcebook.render.bundle import bundle
from sourcebook.store.book import open_book
from tests.browser.chrome import Browser, chromium

PAGE = b"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>
<header class="md-header"><div class="md-header__title">t</div></header>
<script src="search/loader.js"></script></body></html>"""

#: What the figure of bytes by chunk counts.
COUNTED = ("terms", "lists", "documents")


class _Handler(SimpleHTTPRequestHandler):
    """Files with gzip, as the common hosts send them."""

    protocol_version = "HTTP/1.1"

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
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format, *args):  # noqa: A002 - the name is the base class's
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    handler = partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@dataclass(frozen=True)
class Traffic:
    """Files that were transferred, with their bytes."""

    files: tuple[tuple[str, int], ...]

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.files)


def traffic(browser: Browser) -> Traffic:
    """What has come over the wire since the last call; what the cache gave is none."""
    names: dict[str, str] = {}
    found: list[tuple[str, int]] = []
    for entry in browser.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        params = message["params"]
        if message["method"] == "Network.requestWillBeSent":
            names[params["requestId"]] = urlsplit(params["request"]["url"]).path
        elif message["method"] == "Network.loadingFinished":
            name = names.get(params["requestId"], "")
            if "/search/" in name and params["encodedDataLength"]:
                found.append((name.partition("/search/")[2], int(params["encodedDataLength"])))
    return Traffic(tuple(found))


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


def visit(browser: Browser, address: str, queries: Sequence[str]) -> list[Traffic]:
    """One visit with an empty cache: what each query transferred, the first with all before."""
    browser.driver.get("about:blank")
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    traffic(browser)
    browser.driver.get(f"{address}index.html")
    browser.wait(lambda: browser.run("return !!document.querySelector('.sb-search-button')"), "box")
    browser.press("/")
    browser.wait(lambda: browser.run("return !!document.querySelector('.sb-search')"), "the box")
    found = []
    for query in queries:
        ask(browser, query)
        found.append(traffic(browser))
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
    options = parser.parse_args()
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line)["query"] for line in lines]
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
        with serving(folder) as address, chromium() as browser:
            firsts = [visit(browser, address, [query])[0] for query in queries[: options.first]]
            later = visit(browser, address, queries[: options.later + 1])[1:]
    if options.list:
        for file, size in firsts[0].files:
            print(f"  {size:7,}  {file}")
    print("first bytes    ", spread([one.bytes for one in firsts]))
    print("first requests ", spread([len(one.files) for one in firsts]))
    print("later bytes    ", spread([one.bytes for one in later]))
    print("later requests ", spread([len(one.files) for one in later]))


if __name__ == "__main__":
    main()
