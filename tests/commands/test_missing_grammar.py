"""A grammar that cannot be used is told once, with the number of its files; none is lost."""

import json
import os
from pathlib import Path

from tests.harness.making import put
from tests.harness.running import sourcebook


def test_a_missing_grammar_is_a_counted_warning(tmp_path: Path):
    put(tmp_path / "broken", "tree_sitter_kotlin/__init__.py", 'raise ImportError("not built")\n')
    for name in ("a", "b", "c"):
        put(tmp_path / "repo", f"{name}.kt", f"fun {name}() {{\n}}\n")
    put(tmp_path / "repo", "d.py", "def d():\n    pass\n")
    paths = os.pathsep.join([str(tmp_path / "broken"), os.environ.get("PYTHONPATH", "")])
    run = sourcebook(
        "index", tmp_path / "repo", "-o", tmp_path / "out",
        home=tmp_path, changes={"PYTHONPATH": paths},
    )  # fmt: skip
    assert run.code == 0, run.said
    told = [line for line in run.said.splitlines() if "grammar of kotlin" in line]
    assert told == [
        (
            "warning: a.kt and 2 more files: grammar of kotlin (tree_sitter_kotlin) cannot be used: "
            "not built; read by patterns"
        )
    ]
    graph = (tmp_path / "out/book/graph.jsonl").read_text(encoding="utf-8").splitlines()
    symbols = [row["value"] for row in map(json.loads, graph) if row["type"] == "symbol"]
    assert {each["name"] for each in symbols} >= {"a", "b", "c", "d"}


def test_another_set_of_grammars_reads_the_files_anew(tmp_path: Path):
    """A grammar that was installed, or has another version, is another reader."""
    put(tmp_path / "repo", "a.py", "def a():\n    pass\n")
    more = "more/tree_sitter_none-1.dist-info/METADATA"
    put(tmp_path, more, "Metadata-Version: 2.1\nName: tree-sitter-none\nVersion: 1\n")
    paths = os.pathsep.join([str(tmp_path / "more"), os.environ.get("PYTHONPATH", "")])
    arguments = ("index", tmp_path / "repo", "-o", tmp_path / "out", "--verbose")
    assert "1 read anew" in sourcebook(*arguments, home=tmp_path).said
    assert "the book is up to date" in sourcebook(*arguments, home=tmp_path).said
    again = sourcebook(*arguments, home=tmp_path, changes={"PYTHONPATH": paths})
    assert "1 read anew" in again.said
