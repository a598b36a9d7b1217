"""The published search without a browser: its files on the disk, its client in Node."""

import json
import subprocess
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from sourcebook.config import SearchConfig
from sourcebook.render.bundle import UrlOf, bundle
from sourcebook.store.book import Book

#: Reads ``[site, queries, options]`` and writes the hits of each query.
_PROGRAM = """
    import { readFileSync } from "node:fs";
    import { readFile } from "node:fs/promises";
    globalThis.fetch = async (url) => ({ ok: true, json: async () => JSON.parse(await readFile(url)) });
    const [site, queries, options] = JSON.parse(readFileSync(0, "utf8"));
    const manifest = JSON.parse(await readFile(new URL("search/manifest.json", site)));
    const { open } = await import(new URL(manifest.client, new URL("search/", site)));
    const search = await open(site);
    const answers = [];
    for (const query of queries) {
      const { hits } = await search.query(query, options);
      answers.push(hits.map(({ id, line, weak, score }) => ({ id, line, weak, score })));
    }
    if (Object.keys(Object.prototype).length) throw new Error("Object.prototype has new keys");
    process.stdout.write(JSON.stringify(answers));
"""


def write_search(
    folder: Path,
    book: Book,
    url_of: UrlOf = lambda chunk: f"files/{chunk.path}",
    *,
    hidden: Collection[str] = (),
    search: SearchConfig = SearchConfig(),  # noqa: B008 - frozen
) -> None:
    """Writes the search files of a book as a site has them."""
    for page in bundle(book, url_of, hidden=hidden, search=search):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)


def in_node(
    site: Path,
    queries: Sequence[str],
    options: Mapping[str, object] | None = None,
    *,
    seconds: float = 60,
) -> list[list[dict[str, Any]]]:
    """Runs the published client on the published files: the hits of each query."""
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", _PROGRAM],
        input=json.dumps([f"{site.absolute().as_uri()}/", queries, options or {}]).encode(),
        env={"PATH": "/usr/bin:/usr/local/bin"},
        capture_output=True,
        check=False,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stderr.decode()
    answers: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return answers
