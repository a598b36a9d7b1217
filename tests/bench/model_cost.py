"""What a model costs: the first run, and the run after a change of one definition in a hundred.

``python -m tests.bench.model_cost REPOSITORY`` works on a copy, against the stand-in; the
tokens are estimates and the prices the built-in ones. The stand-in says something else of
every text, so that a change goes all the way up: a real model costs at most this.
"""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.unit.analyze.stand_in import Server, serving

LETTERS = "abcdefghijklmnop"
HEAD = re.compile(r"\s*def \w+\(.*\).*:$")


def answer(body: dict[str, Any]) -> str:
    """A sentence that depends on the question alone."""
    noise = hashlib.sha256(body["messages"][-1]["content"].encode()).hexdigest()
    text = "".join(LETTERS[int(digit, 16)] for digit in noise[:40])
    said = "Does " + " ".join(text[at : at + 5] for at in range(0, 40, 5))
    return json.dumps({"title": "", "summary": said, "evidence": []})


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


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serving(answer) as server:
        copy = Path(folder) / "repository"
        shutil.copytree(sys.argv[1], copy)
        print("first run\n" + summarize(server, copy, "--dry-run"))
        summarize(server, copy)
        print(f"{change(copy, 0.01)} functions changed\n" + summarize(server, copy, "--dry-run"))


if __name__ == "__main__":
    main()
