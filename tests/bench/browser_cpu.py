"""What a query costs the processor in a real browser, beside lunr.

    python tests/bench/browser_cpu.py BOOK QUESTIONS.jsonl [--times N] [--lunr FOLDER]

BOOK is the ``book`` folder of an output; a line of QUESTIONS has ``query``. The search
files are served with gzip, and headless Chromium asks all questions in one visit through
the published client. The client runs in the page for once and not in its worker, so that
the browser's own clock of that thread counts all: fetching, unpacking, arithmetic.

``--times`` lays N copies of the book side by side, to see what a larger one costs.
``--lunr`` names the unpacked npm package; it searches the same chunks, as the themes' own
search has one entry for each heading.
"""

import argparse
import json
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from sourcebook.render.bundle import bundle
from sourcebook.store.book import open_book
from sourcebook.store.catalog import read_catalog, write_catalog
from sourcebook.store.indexes import LEXICAL, read_embeddings
from sourcebook.store.lexical import Matrix, read_matrix, write_matrix
from sourcebook.store.vectors import write_vectors
from tests.bench.traffic import serving, spread
from tests.browser.chrome import Browser, chromium

OURS = """
  const [done] = [...arguments].slice(-1);
  (async () => {
    const manifest = await (await fetch("search/manifest.json")).json();
    const { open } = await import(new URL("search/" + manifest.client, document.baseURI));
    const search = await open(document.baseURI);
    window.ask = (text) => search.query(text, { top: 10 });
  })().then(() => done(""), (error) => done(String(error)));
"""
THEIRS = """
  const [done] = [...arguments].slice(-1);
  (async () => {
    const script = document.head.appendChild(document.createElement("script"));
    await new Promise((loaded) => { script.onload = loaded; script.src = "lunr.js"; });
    const documents = await (await fetch("documents.json")).json();
    const index = lunr(function () {
      this.ref("id"); this.field("title"); this.field("text");
      for (const one of documents) this.add(one);
    });
    const plain = (text) => text.replace(/[^\\p{L}\\p{N}_]+/gu, " ");
    window.ask = async (text) => index.search(plain(text)).slice(0, 10);
  })().then(() => done(""), (error) => done(String(error)));
"""
ASK = (
    "const [text, done] = arguments; window.ask(text).then(() => done(''), (e) => done(String(e)));"
)


def tiled(book: Any, folder: Path, times: int) -> Any:
    """A book of several copies, as far as the search files need it."""
    catalog = read_catalog(book.folder)
    chunks, files = len(catalog.ids), len(catalog.paths)
    copies = range(times)
    many = type(catalog)(
        ids=tuple(f"{at}/{one}" for at in copies for one in catalog.ids),
        kinds=catalog.kinds * times,
        paths=tuple(f"{at}/{one}" for at in copies for one in catalog.paths),
        starts=tuple(start + at * chunks for at in copies for start in catalog.starts),
        languages=catalog.languages * times,
        scopes=catalog.scopes * times,
        classes=catalog.classes * times,
        lines=catalog.lines * times,
        tongues=catalog.tongues * times,
        names={
            term: tuple((q, chunk + at * chunks, line) for at in copies for q, chunk, line in rows)
            for term, rows in catalog.names.items()
        },
    )
    write_catalog(folder, many)
    for name, rows in zip(LEXICAL, (chunks, files, files), strict=True):
        matrix = _tiled(read_matrix(book.folder / "lexical" / name), rows, times)
        write_matrix(folder / "lexical" / name, matrix, 1.2)
    given = read_embeddings(book.folder)
    rows = replace(
        given,
        chunks=tuple(f"{at}/{one}" for at in copies for one in given.chunks),
        chunk_rows=given.chunk_rows * times,
    )
    write_vectors(folder, rows, many)
    entries = book.entries * times
    return SimpleNamespace(folder=folder, entries=entries, iter_entries=lambda: iter(entries))


def _tiled(matrix: Matrix, rows: int, times: int) -> Matrix:
    if not matrix.terms:
        return matrix
    data, indices, ends = [], [], [0]
    for at in range(len(matrix.terms)):
        start, end = int(matrix.indptr[at]), int(matrix.indptr[at + 1])
        column = np.asarray(matrix.indices[start:end])
        indices += [column + copy * rows for copy in range(times)]
        data += [np.asarray(matrix.data[start:end])] * times
        ends.append(ends[-1] + times * (end - start))
    return replace(
        matrix,
        data=np.concatenate(data),
        indices=np.concatenate(indices).astype(np.int32),
        indptr=np.array(ends, np.int64),
        documents=rows * times,
    )


def written(book: Any, folder: Path, lunr: Path | None) -> None:
    """Writes the search files, and what lunr reads."""
    (folder / "index.html").write_text('<!doctype html><html lang="en"><title>t</title></html>')
    for page in bundle(book, lambda chunk: f"files/{chunk.path}.html#{chunk.qualified}"):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    if lunr is not None:
        shutil.copy(lunr / "lunr.js", folder)
        documents = [
            {"id": at, "title": entry.chunk.qualified, "text": entry.chunk.text}
            for at, entry in enumerate(book.entries)
        ]
        (folder / "documents.json").write_text(json.dumps(documents), encoding="utf-8")


def milliseconds(browser: Browser, address: str, start: str, queries: list[str]) -> list[float]:
    """Processor time of the page's thread for each query of one visit."""
    driver = browser.driver
    driver.set_script_timeout(1800)
    driver.get(f"{address}index.html")
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    failed = driver.execute_async_script(start)
    assert not failed, failed
    spent = []
    for query in queries:
        before = _clock(driver)
        failed = driver.execute_async_script(ASK, query)
        assert not failed, failed
        spent.append(1000 * (_clock(driver) - before))
    return spent


def _clock(driver: Any) -> float:
    found = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(one["value"] for one in found if one["name"] == "TaskDuration")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--lunr", type=Path)
    options = parser.parse_args()
    lines = options.questions.read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line)["query"] for line in lines]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        folder.mkdir()
        book: Any = open_book(options.book, verify=False)
        if options.times > 1:
            (Path(name) / "book").mkdir()
            book = tiled(book, Path(name) / "book", options.times)
        written(book, folder, options.lunr)
        print(f"{len(book.entries)} chunks, {len(queries)} queries; milliseconds of processor time")
        with serving(folder) as server, chromium() as browser:
            print("sourcebook ", spread(milliseconds(browser, server.address, OURS, queries)))
            if options.lunr is not None:
                print("lunr       ", spread(milliseconds(browser, server.address, THEIRS, queries)))


if __name__ == "__main__":
    main()
