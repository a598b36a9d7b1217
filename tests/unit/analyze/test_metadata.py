from sourcebook.analyze.metadata import metadata
from sourcebook.model import Boundary
from tests.unit.analyze.reading import parsed

SOURCE = '''import os
from a import b


@cached
async def load(path):
    """Loads.

    .. deprecated:: 2
    """
    # TODO: close it
    if path == "":
        raise ValueError("empty")
    return os.open(path)


class A:
    def _m(self):
        return b()
'''


def test_facts_of_each_chunk():
    file = parsed("a.py", SOURCE)
    boundary = Boundary(file.symbols[1].id, "files", "os.open", 14)
    found = {
        each.qualified or each.kind: facts
        for each, facts in zip(
            file.chunks, metadata(file, file.calls, [boundary]).values(), strict=True
        )
    }
    assert found["statements"].imports == ("os", "a")
    load = found["load"]
    assert (load.callees, load.raises) == (("cached", "ValueError", "os.open"), ("ValueError",))
    assert (load.decorators, load.is_async, load.deprecated) == (("@cached",), True, True)
    assert (load.todos, load.boundary, load.complexity) == (("close it",), ("files",), 2)
    assert (load.exports, load.lines) == (("load",), 12)
    assert found["A._m"].visibility == "protected"
    assert found["A"].exports == ("A",)
    assert ("symbols", "syntax") in load.provenance


def test_every_chunk_has_metadata():
    file = parsed("a.unknown", "text\n")
    assert set(metadata(file, (), ())) == {each.id for each in file.chunks}
