"""What a model costs: the first run, and the run after a change of one definition in a hundred.

``python -m tests.bench.model_cost REPOSITORY`` works on a copy, against the stand-in; the
tokens are estimates and the prices the built-in ones. Vectors of all chunks are counted
too; batches cost half of the dollars of the requests. The stand-in says something else of
every text, so that a change goes all the way up: a real model costs at most this.
"""

import hashlib
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from sourcebook.analyze.meanings import BATCH, text_of
from sourcebook.analyze.provider import estimate, price_of, prices
from sourcebook.config import ModelConfig
from sourcebook.store.book import open_book
from tests.harness.model_server import QUOTE
from tests.unit.analyze.stand_in import Server, serving

EMBEDDER = "text-embedding-3-small"
LETTERS = "abcdefghijklmnop"
HEAD = re.compile(r"\s*def \w+\(.*\).*:$")


def answer(body: dict[str, Any]) -> str:
    """A sentence that depends on the question alone."""
    noise = hashlib.sha256(body["messages"][-1]["content"].encode()).hexdigest()
    text = "".join(LETTERS[int(digit, 16)] for digit in noise[:40])
    said = "Does " + " ".join(text[at : at + 5] for at in range(0, 40, 5))
    return json.dumps({"title": "", "summary": said, "evidence": QUOTE})


def summarize(server: Server, repository: Path, *options: str) -> str:
    models = {"OPENAI_SUMMARIZER_MODEL": "gpt-4o-mini", "OPENAI_DOC_MODEL": "gpt-4o"}
    own = {"OPENAI_PROVIDER": "openai", "OPENAI_BASE_URL": server.url}
    command = [sys.executable, "-m", "sourcebook", "summarize", str(repository), "--no-lsp", "-q"]
    return subprocess.run(
        [*command, *options], env=os.environ | models | own, check=True, capture_output=True, text=True
    ).stdout  # fmt: skip


def change(repository: Path, share: float) -> int:
    """Adds a remark to the first line of some Python functions; returns of how many."""
    places = [
        (path, number)
        for path in sorted(repository.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"))
        if HEAD.match(line)
    ]
    chosen = random.Random(3).sample(places, round(len(places) * share))
    for path, number in chosen:
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[number] += "  # changed"
        path.write_text("\n".join(lines), encoding="utf-8")
    return len(chosen)


def vectors(repository: Path) -> str:
    """What vectors of all chunks cost."""
    book = open_book(repository / ".sourcebook" / "book", verify=False)
    sizes = [estimate(text_of(entry.chunk, entry.summary)) for entry in book.iter_entries()]
    price = price_of(EMBEDDER, prices(ModelConfig()))
    dollars = price.of(sum(sizes), 0, 0) if price is not None else 0.0
    batches = math.ceil(len(sizes) / BATCH)
    return f"{len(sizes)} vectors by {EMBEDDER}: {batches} requests, {sum(sizes)} tokens, ${dollars:.4f}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(answer) as server:
        copy = Path(folder) / "repository"
        shutil.copytree(sys.argv[1], copy)
        print("first run\n" + summarize(server, copy, "--dry-run"))
        summarize(server, copy)
        print(vectors(copy))
        print(f"{change(copy, 0.01)} functions changed\n" + summarize(server, copy, "--dry-run"))


if __name__ == "__main__":
    main()
