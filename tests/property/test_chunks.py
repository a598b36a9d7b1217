"""Whatever a file holds, its chunks tile it and its ids are its own."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourcebook.analyze.decode import decode
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.model import FileClass, ParsedFile, SourceFile, SourceText

PATHS = {
    "python": "a/b.py",
    "javascript": "a/b.js",
    "typescript": "a/b.ts",
    "java": "B.java",
    "go": "b.go",
    "rust": "b.rs",
    "c": "b.c",
    "cpp": "b.cpp",
    "csharp": "b.cs",
    "ruby": "b.rb",
    "php": "b.php",
    "sql": "b.sql",
    "markdown": "b.md",
    "json": "b.json",
    "yaml": "b.yaml",
    "bash": "b.sh",
    "": "b.unknown",
}

#: Pieces that parsers and cutters trip over, beside any text at all.
PIECES = st.sampled_from(
    [
        "def f(x):\n    return x\n",
        "class A:\n    def m(self): pass\n",
        "function g() { return 1 }\n",
        "int h(void) { return 1; }\n",
        "@decorator\n# comment\n",
        "# Heading\n\ntext\n\n## Heading\n",
        "if (a) {\n",
        "}\n",
        '"""',
        "/*",
        "*/",
        "'",
        "<?php ",
        "é価\U0001f642",
        "\r\n",
        "\\\r\n",
        "\r",
        "\f",
        "\u2028",
        "\0",
        "\n\n\n",
        "x = '" + "y" * 300 + "'\n",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=12), max_size=25).map("".join)
CHUNKING = st.sampled_from(
    [
        ChunkConfig(),
        ChunkConfig(size=20),
        ChunkConfig(strategy="bytes", size=40),
        ChunkConfig(strategy="tokens", size=8),
    ]
)


def _parsed(
    path: str, language: str, raw: bytes, chunking: ChunkConfig
) -> tuple[SourceText, ParsedFile]:
    file = SourceFile(path, hashlib.sha256(raw).hexdigest(), len(raw), language, FileClass.SOURCE)
    text = decode(path, raw)
    return text, parse(file, text, chunking)


@pytest.mark.parametrize("language", PATHS)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, chunking=CHUNKING)
def test_chunks_tile_the_file(language: str, text: str, chunking: ChunkConfig):
    source, parsed = _parsed(PATHS[language], language, text.encode("utf-8", "replace"), chunking)
    spans = [chunk.span for chunk in parsed.chunks]
    if not source.data:
        assert spans == []
        return
    assert (spans[0].start, spans[-1].end) == (0, _length(source))
    for before, after in pairwise(spans):
        assert before.end == after.start
        assert before.end_line <= after.line or before.end_line == after.line
    assert all(span.start < span.end for span in spans)
    whole = source.data.decode().replace("\r\n", "\n")
    assert "".join(chunk.text for chunk in parsed.chunks) == whole


def _length(source: SourceText) -> int:
    """The length of the text before redaction."""
    return len(source.data) + (source.shifts[-1][1] if source.shifts else 0)


@pytest.mark.parametrize("language", PATHS)
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, chunking=CHUNKING)
def test_ids_are_unique(language: str, text: str, chunking: ChunkConfig):
    """Also when compared without case and without underscores."""
    _, parsed = _parsed(PATHS[language], language, text.encode("utf-8", "replace"), chunking)
    for ids in ([one.id for one in parsed.chunks], [one.id for one in parsed.symbols]):
        folded = [one.lower().replace("_", "") for one in ids]
        assert len(folded) == len(set(folded))
    known = {one.id for one in parsed.symbols}
    assert all(one.parent is None or one.parent in known for one in parsed.symbols)
    assert all(one.symbol is None or one.symbol in known for one in parsed.chunks)


@settings(deadline=None, max_examples=60)
@given(raw=st.binary(max_size=400))
def test_any_bytes_are_read(raw: bytes):
    """Decoding never fails, keeps no NUL, and its line table is that of an editor."""
    text = decode("a/b.py", raw)
    assert b"\0" not in text.data
    shown = text.data.decode().replace("\r\n", "\n")
    assert len(text.line_starts) == shown.count("\n") + (shown[-1:] not in ("", "\n"))
    assert _parsed("a/b.py", "python", raw, ChunkConfig())[1].lines <= len(text.line_starts)
