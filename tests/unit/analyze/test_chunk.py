"""How files are cut: what makes a chunk, and what must hold for any text."""

import random
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sourcebook.analyze.chunk import WINDOW, cut, tokens
from sourcebook.analyze.decode import decode
from sourcebook.analyze.outline import Reading
from sourcebook.config import ChunkConfig
from sourcebook.model import ChunkKind, ParsedFile
from tests.unit.analyze.reading import REPOSITORIES, SAMPLES, parsed

FILES = sorted(
    path for folder in (SAMPLES, REPOSITORIES) for path in folder.rglob("*") if path.is_file()
)
WAYS = [
    ChunkConfig(),
    ChunkConfig(size=16),
    ChunkConfig(strategy="bytes", size=1),
    ChunkConfig(strategy="bytes", size=64),
    ChunkConfig(strategy="tokens", size=1),
    ChunkConfig(strategy="tokens", size=24),
]


def check(file: ParsedFile, raw: bytes) -> None:
    """The chunks are the text, in order and once."""
    text = decode(file.path, raw).data
    assert "".join(each.text for each in file.chunks) == text.decode().replace("\r\n", "\n")
    position = 0
    for chunk in file.chunks:
        assert chunk.span.start == position < chunk.span.end
        position = chunk.span.end
    assert position == len(text)
    assert not [each for each in file.workarounds if each.startswith("grammar given up")]
    for ids in ([each.id for each in file.chunks], [each.id for each in file.symbols]):
        assert len({each.casefold().replace("_", "") for each in ids}) == len(ids)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_file_is_tiled(path, way: ChunkConfig):
    raw = path.read_bytes()
    check(parsed(path.name, raw, way), raw)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(path=st.sampled_from(FILES), way=st.sampled_from(WAYS), seed=st.integers(0, 2**32))
def test_damaged_files_are_tiled(path, way: ChunkConfig, seed: int):
    raw = damaged(path.read_bytes(), random.Random(seed))
    check(parsed(path.name, raw, way), raw)


def damaged(raw: bytes, chance: random.Random) -> bytes:
    """A file cut short, or with pieces changed, left out or repeated."""
    if chance.random() < 0.3:
        return raw[: chance.randrange(len(raw) + 1)]
    data = bytearray(raw)
    for _ in range(chance.randrange(1, 8)):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                del data[place : place + chance.randrange(40)]
            case 1:
                data[place:place] = bytes([chance.randrange(256)])
            case 2:
                other = chance.randrange(len(data) + 1)
                data[place:place] = data[other : other + chance.randrange(80)]
            case _:
                pieces = [b"{", b"}", b'"""', b"'", b"/*", b"*/", b"\r", b"\n#if 1\n", b"#endif\n"]
                data[place:place] = chance.choice(pieces)
    return bytes(data)


def shown(file: ParsedFile) -> list[tuple[str, str, int, int]]:
    return [
        (each.kind.value, each.qualified, each.span.line, each.span.end_line)
        for each in file.chunks
    ]


def test_definitions_are_chunks_and_what_is_between_goes_with_them():
    source = (
        '"""Doc."""\nimport a\n\n\n# Why.\n@b\ndef f():\n    return 1\n\n\n'
        "class A(B):\n    x = 1\n\n    def m(self):\n        return 2\n\n    y = 3\n\n\nA().m()\n"
    )
    assert shown(parsed("a.py", source)) == [
        ("statements", "", 1, 4),
        ("function", "f", 5, 10),
        ("class", "A", 11, 13),
        ("method", "A.m", 14, 16),
        ("class", "A", 17, 19),
        ("statements", "", 20, 20),
    ]


def test_closing_brackets_go_with_what_stands_before_them():
    source = "class A {\n  int f() { return 1; }\n\n};\n\nint g() { return 2; }\n"
    assert shown(parsed("a.cc", source)) == [
        ("class", "A", 1, 1),
        ("method", "A::f", 2, 5),
        ("function", "g", 6, 6),
    ]


def test_a_large_function_is_cut_between_its_statements():
    body = "".join(f"    if x == {n}:\n        y = call({n})\n        z = y\n" for n in range(40))
    file = parsed("a.py", f"def f(x):\n{body}    return 1\n", ChunkConfig(size=100))
    chunks = file.chunks
    assert {each.kind for each in chunks} == {ChunkKind.BLOCK}
    assert [each.part for each in chunks] == list(range(1, len(chunks) + 1))
    assert {(each.parts, each.signature) for each in chunks} == {(len(chunks), "def f(x)")}
    assert all(tokens(each.text) <= 100 for each in chunks)
    for chunk in chunks[1:]:
        assert chunk.text.lstrip().startswith(("if x", "return"))


def test_a_statement_is_never_cut():
    long = ", ".join(f"value{n}" for n in range(200))
    source = f"def f():\n    a = 1\n    b = [{long}]\n    return b\n"
    file = parsed("a.py", source, ChunkConfig(size=50))
    assert any(long in each.text for each in file.chunks)


def test_a_nested_function_of_a_large_one_is_a_chunk():
    body = "".join(f"    a = call({n})\n" for n in range(100))
    source = f"def f():\n    def inner():\n        return 1\n{body}"
    kinds = [
        (each.kind, each.qualified) for each in parsed("a.py", source, ChunkConfig(size=60)).chunks
    ]
    assert (ChunkKind.FUNCTION, "f.inner") in kinds


def test_functions_without_a_body_stay_with_what_is_around():
    source = "export interface A {\n  f(): void;\n  g(): void;\n}\n"
    assert shown(parsed("a.ts", source)) == [("class", "A", 1, 4)]


def test_text_is_cut_into_windows_at_line_ends():
    line = "x" * 99 + "\n"
    file = parsed("a.unknown", line * 200)
    sizes = [each.span.end - each.span.start for each in file.chunks]
    assert {each.kind for each in file.chunks} == {ChunkKind.WINDOW}
    assert max(sizes) <= WINDOW
    assert all(size % 100 == 0 for size in sizes)


def test_data_is_cut_before_a_key():
    rows = "".join(f"key{n}:\n  a: {'x' * 150}\n  b: 2\n" for n in range(120))
    chunks = parsed("a.yaml", rows).chunks
    assert len(chunks) > 2
    assert all(each.text.startswith("key") for each in chunks)


@pytest.mark.parametrize("size", [1, 3, 40])
def test_bytes_keep_to_their_size(size: int):
    chunks = parsed("a.py", "价é🙂x = 1\n" * 9, ChunkConfig(strategy="bytes", size=size)).chunks
    assert all(each.span.end - each.span.start <= size or len(each.text) == 1 for each in chunks)


def test_tokens_end_where_definitions_end():
    source = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(20))
    chunks = parsed("a.py", source, ChunkConfig(strategy="tokens", size=30)).chunks
    assert all(each.text.startswith("def f") for each in chunks)
    assert all(tokens(each.text) <= 30 for each in chunks)


def test_sections_know_their_headings():
    file = parsed("a.md", "Intro.\n\n# A\n\ntext\n\n## B\n\nmore\n\n# C\n")
    assert [(each.heading, each.span.line) for each in file.chunks] == [
        ((), 1),
        (("A",), 3),
        (("A", "B"), 7),
        (("C",), 11),
    ]


def test_neighbours_share_no_line_where_lines_are_whole():
    raw = (REPOSITORIES / "python" / "till.py").read_bytes()
    for before, after in pairwise(parsed("till.py", raw).chunks):
        assert before.span.end_line < after.span.line


@pytest.mark.parametrize("strategy", ["syntax", "tokens"])
def test_no_line_end_is_cut_in_two(strategy: Literal["syntax", "tokens"]):
    """Some grammars begin a statement between the two characters of a line end."""
    text = decode("a.rb", b"one two \\\r\nthree four\r\n")
    reading = Reading("syntax", cuts=lambda *_: [text.data.index(b"\n")])
    module = parsed("a.rb", "").symbols
    chunks = cut(text, "ruby", reading, module, ChunkConfig(strategy=strategy, size=3))
    assert len(chunks) > 1
    assert "".join(each.text for each in chunks) == "one two \\\nthree four\n"


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_has_as_many_tokens_as_beside_other_characters(text: str):
    assert tokens(text) == tokens(text + " é") - 1
