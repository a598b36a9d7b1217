"""Long sequences lie packed, and what is unpacked is what was packed."""

from pathlib import Path

import msgspec

from sourcebook.analyze.link import link
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.model import Repository
from sourcebook.shelf import ByPath, Files, Shelf, Spool, paths_of, shelved
from tests.unit.analyze.reading import parsed

TEXTS = {
    "go.mod": "module example.org/m\n",
    "p/a.go": "package p\n\n// Twice doubles.\nfunc Twice(n int) int { return n + n }\n",
    "q/b.go": 'package q\n\nimport "example.org/m/p"\n\nfunc Four() int { return p.Twice(2) }\n',
    "tsconfig.json": '{"compilerOptions": {"baseUrl": "src"}}\n',
    "src/c.ts": "export function one() { return 1 }\n",
    "src/d.ts": "import { one } from 'c'\nexport const two = () => one() + one()\n",
}
FILES = [parsed(path, text) for path, text in sorted(TEXTS.items())]
PACKED = [msgspec.msgpack.encode(file) for file in FILES]
PATHS = [file.path for file in FILES]


def test_what_is_unpacked_is_what_was_packed():
    shelf = Files(PATHS, PACKED)
    assert list(shelf) == FILES
    assert shelf[-1] == FILES[-1]
    assert shelf[1:3] == FILES[1:3]
    assert paths_of(shelf) == tuple(paths_of(FILES))
    assert dict(ByPath(shelf)) == dict(ByPath(FILES)) == dict(zip(PATHS, FILES, strict=True))
    assert ByPath(shelf).get("none") is None


def test_only_what_there_is_room_for_stays_unpacked():
    room = len(PACKED[0]) + len(PACKED[1])
    shelf = Files(PATHS, PACKED, room)
    first, second = list(shelf), list(shelf)
    kept = [one is again for one, again in zip(first, second, strict=True)]
    assert kept[:2] == [True, True]
    assert sum(len(raw) for raw, held in zip(PACKED, kept, strict=True) if held) <= room


def test_linking_and_summaries_are_the_same_without_room():
    shelf = Files(PATHS, PACKED, 0)
    graph = link(shelf)
    assert graph == link(FILES)
    assert any(call.targets == ("p/a.go::Twice",) for call in graph.calls)
    assert any(call.targets == ("src/c.ts::one",) for call in graph.calls)
    chunks = summarize_chunks(shelf, graph, {})
    assert chunks == summarize_chunks(FILES, graph, {})
    repository = Repository("p", "none")
    levels = summarize_levels(shelf, graph, chunks, repository)
    assert levels == summarize_levels(FILES, graph, chunks, repository)


def test_a_spool_gives_back_what_was_added(tmp_path: Path):
    spool = Spool(tmp_path)
    for number in range(5):
        spool.append(msgspec.msgpack.encode("x" * number))
        assert Shelf(str, spool)[number] == "x" * number
    assert list(Shelf(str, spool, room=0)) == ["", "x", "xx", "xxx", "xxxx"]
    assert spool[1:3] == [msgspec.msgpack.encode("x"), msgspec.msgpack.encode("xx")]
    assert not list(tmp_path.iterdir())  # the file has no name: nothing is left behind


def test_what_is_shelved_comes_back(tmp_path: Path):
    shelf = shelved(type(FILES[0]), iter(FILES), tmp_path, len(PACKED[0]))
    assert shelf[0] is FILES[0]
    assert shelf[1] is not FILES[1]
    assert list(shelf) == FILES
