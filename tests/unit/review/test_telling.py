import pytest

from sourcebook.review.changes import FileChange
from sourcebook.review.telling import telling


def change(path, old, new):
    """Every line of both texts is in the change."""
    before, after = old.split("\n") if old else [], new.split("\n") if new else []
    return telling(
        FileChange(
            path,
            path,
            tuple(enumerate(after, 1)),
            tuple(enumerate(before, 1)),
            tuple(1 for _ in before),
        ),
        old.encode(),
        new.encode(),
    )


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.py", "x = f(1)  # teh sum", "x = f(1)  # the sum"),
        ("a.py", "# a remark", ""),
        ("a.py", "say('Could not read file')", "say('The file cannot be read')"),
        ("a.go", "x:=f(a,b)", "x := f(a, b)"),
        ("A.java", "/* old\n words */ int x;", "/* new\n words here */ int x;"),
        ("a.py", "import os", "import os\nimport sys"),
        ("a.py", "a = 1\nb = 2", "b = 2\na = 1"),
        ("a.js", "f();", "f();\n}\n"),
        ("a.py", "# see docs/adr-7-x.md", "# as adr/adr-7-x.md says:"),
        ("a.py", "f(a, b)", "f(\n    a,\n    b)"),
        ("a.go", "f(a,\n  b)\ng()", "f(a, b)\ng( )"),
        ("Cargo.toml", '# ten\nx = "0.48.1"', '# nine\nx = "0.49"'),
        ("A.java", "// conflict (ADR 7)", "// conflict\n// (ADR-0007)"),
        ("A.java", "// ADR-7 tels why", "// ADR-7 tells why"),
        ("A.java", "LOG.info(x);", 'LOG.debug(x, "y");'),
        ("a.go", "c.logger.Info(a)", ""),
        ("A.java", "int f(X x);", '@Override\n@SuppressWarnings("all")\nint f(@Nullable X x);'),
    ],
)
def test_what_nobody_needs_a_decision_for_tells_nothing(path, old, new):
    found = change(path, old, new)
    assert (found.lines, found.removed) == ((), ())


@pytest.mark.parametrize(
    ("path", "old", "new", "lines", "removed"),
    [
        ("a.py", "x = f(1)", "x = f(2)", (1,), (1,)),
        ("a.py", "e = 'utf-8'", "e = 'utf-16'", (1,), (1,)),
        ("a.py", "# see ADR-7", "# see ADR-8", (1,), (1,)),
        ("A.java", "@Test\nint f();", "@Fast\n@ADR(7)\nint f();", (1, 2), (1,)),
        ("a.py", "log.info(x)", "raise x", (1,), ()),
        ("a.toml", 'x = "a word"', 'x = "another word"', (1,), (1,)),
        ("a.py", "x = 1.5", "x = 2.5", (1,), (1,)),
        ("a.py", "x = 1\ny = 2", "x = 1", (1,), (2,)),
        ("notes.md", "a word", "another word", (1,), (1,)),
        ("a.unknown", "a word", "another word", (1,), (1,)),
    ],
)
def test_what_says_something_else_tells(path, old, new, lines, removed):
    found = change(path, old, new)
    assert (found.lines, found.removed) == (lines, removed)


def test_a_file_that_is_only_moved_tells_by_its_name():
    assert telling(FileChange("b.py", "a.py"), b"x", b"x").lines == (1,)
