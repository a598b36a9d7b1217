"""Options of the commands that read: documents alone, and the size of chunks."""

import json
from pathlib import Path

from tests.harness.making import commit_all, put
from tests.harness.running import sourcebook

FILES = {
    "app/core.py": 'def zebra_code():\n    """Zebra docstring."""\n    return 1\n',
    "app/page.html.j2": "{% if zebra_template %}x{% endif %}\n",
    "app/cells.ipynb": '{"cells": [{"cell_type": "code", "source": ["zebra_cell = 1"]}]}',
    "conf.yaml": "zebra_key: 1\n",
    "README.md": "# Guide\n\nWords of the guide.\n\n## Part\n\nMore words.\n",
    "docs/intro.rst": "Intro\n=====\n\nText.\n",
    "docs/adr/0001-use-x.md": "# 1. Use X\n\nStatus: Accepted\n\n## Decision\n\nWe use X.\n",
}


def _repository(root: Path) -> Path:
    for path, text in FILES.items():
        put(root, path, text)
    commit_all(root, "Start")
    return root


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_documents_alone(tmp_path: Path):
    repo, out = _repository(tmp_path / "repo"), tmp_path / "out"
    run = sourcebook("index", repo, "--docs-only", "-o", out, home=tmp_path)
    assert run.code == 0, run.said
    book = out / "book"
    assert not any(b"zebra" in path.read_bytes() for path in out.rglob("*") if path.is_file())
    chunks = [row["chunk"] for row in _lines(book / "chunks.jsonl")]
    assert [(each["path"], each["qualified"]) for each in chunks] == [
        ("README.md", "Guide"),
        ("README.md", "Guide.Part"),
        ("docs/adr/0001-use-x.md", "1. Use X"),
        ("docs/adr/0001-use-x.md", "1. Use X.Decision"),
        ("docs/intro.rst", "Intro"),
    ]
    assert [each["key"] for each in _lines(book / "decisions.jsonl")] == ["adr-0001"]
    report = {row["path"]: row for row in json.loads((book / "report.json").read_text())["files"]}
    assert report.keys() == FILES.keys()
    assert "docs_only" in report["app/core.py"]["reason"]


def test_another_size_of_chunks_cuts_anew_and_says_so(tmp_path: Path):
    repo, out = _repository(tmp_path / "repo"), tmp_path / "out"
    assert sourcebook("index", repo, "-o", out, home=tmp_path).code == 0
    before = len(_lines(out / "book" / "chunks.jsonl"))
    run = sourcebook("index", repo, "--chunk-size", "4", "-o", out, home=tmp_path)
    assert run.code == 0, run.said
    assert "chunks by syntax 4 in place of syntax 0: all files are cut anew" in run.said
    assert len(_lines(out / "book" / "chunks.jsonl")) > before
    shaped = dict(json.loads((out / "book" / "manifest.json").read_text())["fingerprint"])
    assert (shaped["chunk.strategy"], shaped["chunk.size"]) == ("syntax", "4")
    assert (
        "cut anew"
        not in sourcebook("index", repo, "-o", out, "--chunk-size", "4", home=tmp_path).said
    )
