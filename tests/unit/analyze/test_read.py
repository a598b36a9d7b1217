"""One file from disk, also where its reading goes wrong."""

from dataclasses import replace
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.parse import parse
from sourcebook.analyze.read import RUNGS, read_as_text, read_by_patterns
from sourcebook.config import ChunkConfig
from sourcebook.model import FileClass, ParsedFile, SourceFile

FILE = SourceFile("a.py", "", 24, "python", FileClass.SOURCE)


def test_a_file_that_ended_its_worker_is_read_as_text_and_named(tmp_path: Path):
    (tmp_path / "a.py").write_text("def f():\n    return 1\n")
    file = msgspec.msgpack.decode(read_as_text(tmp_path, ChunkConfig(), FILE), type=ParsedFile)
    assert (file.path, file.language, file.rung) == ("a.py", "python", "text")
    assert [chunk.text for chunk in file.chunks] == ["def f():\n    return 1\n"]
    assert file.damaged
    assert "time or memory" in file.workarounds[0]


def test_a_file_whose_grammar_crashed_is_read_by_patterns_and_named(tmp_path: Path):
    (tmp_path / "a.py").write_text("import os\n\n\ndef f():\n    return os.sep\n")
    file = msgspec.msgpack.decode(read_by_patterns(tmp_path, ChunkConfig(), FILE), type=ParsedFile)
    assert (file.language, file.rung) == ("python", "pattern")
    assert [symbol.name for symbol in file.symbols[1:]] == ["f"]
    assert [each.module for each in file.imports] == ["os"]
    assert file.damaged
    assert "read by patterns" in file.workarounds[0]


def test_a_file_that_is_gone_is_named(tmp_path: Path):
    for rung in RUNGS:
        file = msgspec.msgpack.decode(rung(tmp_path, ChunkConfig(), FILE), type=ParsedFile)
        assert file.workarounds == ("cannot be read: No such file or directory",)
        assert file.chunks == ()


def test_a_file_can_be_read_without_its_calls():
    """Who asks only for definitions and text does without half of the work."""
    source = (
        b'"""Doc."""\n\nSEEN = {}\n\n\ndef f():\n    return g(SEEN)\n\n\ndef g(x):\n    return x\n'
    )
    text = decode(FILE.path, source)
    whole = parse(FILE, text, ChunkConfig())
    bare = parse(FILE, text, ChunkConfig(), calls=False)
    assert whole.calls
    assert whole.facts
    assert whole.state
    assert bare == replace(whole, calls=(), facts=b"", state=())
