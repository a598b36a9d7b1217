"""Types of results, out of what servers show."""

from pathlib import Path

import pytest

from sourcebook.analyze.inferred import return_type, silent_functions
from tests.unit.analyze.making import put
from tests.unit.analyze.reading import parsed


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("function f(x: any): string", "string"),
        ("(method) K.f(a: (b: number) => void): Promise<number[]>", "Promise<number[]>"),
        ("const f: (y: any) => {\n    a: number;\n}", "{ a: number; }"),
        ("function f<T extends Map<string, T>>(x: T): (y: T) => T", "(y: T) => T"),
        ("(method) K.f(): string (+2 overloads)", "string"),
        ("def f(\n    self,\n    a=(1, 2)\n) -> list[int]", "list[int]"),
        ("(function) def f() -> None", "None"),
        ("def f(x) -> Unknown", ""),
        ("def f(x) -> CoroutineType[Any, Any, Unknown]", ""),
        ("function f(x: any): any", ""),
        ("const f: string", ""),
        ("function g(): string", ""),
        ("function f(x", ""),
        ("", ""),
    ],
)
def test_the_type_of_the_result(shown: str, found: str):
    assert return_type(shown, "f") == found


def test_functions_that_do_not_say_what_they_return(tmp_path: Path):
    source = (
        "# ä\n@ff\ndef f(x):\n    return x\n\n\n"
        "def g() -> int:\n    return 1\n\n\nclass A:\n    def __init__(self):\n        pass\n"
    )
    put(tmp_path, {"a.py": source})
    ((symbol, offset),) = silent_functions(tmp_path, parsed("a.py", source))
    assert symbol.name == "f"
    assert source.encode()[offset:].startswith(b"f(x)")
