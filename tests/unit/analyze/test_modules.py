"""Who needs whom among folders, and how abstract they are."""

import pytest

from sourcebook.analyze.link import link
from sourcebook.analyze.modules import abstract_types
from sourcebook.model import ModuleFigures
from tests.unit.analyze.reading import parsed


def test_files_outside_count_on_both_sides():
    files = {
        "core/__init__.py": "",
        "core/a.py": "class A:\n    pass\ndef f():\n    return 1\n",
        "core/b.py": "from core.a import f\nf()\n",
        "app/__init__.py": "",
        "app/one.py": "from core.a import f\n",
        "app/two.py": "from core.b import f\nimport os\n",
    }
    graph = link([parsed(path, text) for path, text in files.items()])
    assert graph.modules == (
        ModuleFigures("app", needed_by=0, needs=2, types=0, abstract=0),
        ModuleFigures("core", needed_by=2, needs=0, types=1, abstract=0),
    )


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "from abc import ABC\nclass T(ABC):\n    pass\nclass U:\n    pass\n"),
        ("a.py", "class T(Protocol[X]):\n    pass\nclass U:\n    pass\n"),
        ("a.py", "class T:\n    @abstractmethod\n    def f(self): ...\nclass U(T):\n    pass\n"),
        ("T.java", "abstract class T { }\nclass U { }\n"),
        ("T.java", "interface T { }\nenum U { }\n"),
        ("a.ts", "abstract class T { }\nclass U { }\n"),
        ("a.cs", "public abstract class T { }\nclass U { }\n"),
        ("a.kt", "abstract class T\nclass U\n"),
        ("a.cpp", "class T { public: virtual int f() = 0; };\nclass U { int f(); };\n"),
        ("a.rs", "trait T { }\nstruct U;\n"),
        ("a.go", "package a\ntype T interface { F() }\ntype U struct { }\n"),
    ],
)
def test_abstract_types(path: str, source: str):
    assert abstract_types(parsed(path, source).symbols) == {f"{path}::T"}
