"""The shape of the code: small files, short functions, no cycles, types, a quick start."""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.running import environment, run

TOP = Path(__file__).parents[2]
PACKAGES = TOP / "generator"
SOURCES = sorted(PACKAGES.rglob("*.py"))
TESTS = sorted(
    path for path in (TOP / "tests").rglob("*.py") if not {"input", "repos"} & set(path.parts)
)
SCRIPTS = sorted((TOP / "templates").rglob("*.js"))

FILE_LINES = 600
FUNCTION_LINES = 60
HELP_CPU = 0.150

#: Libraries that only the commands that need them may import.
HEAVY = {
    "bm25s",
    "jinja2",
    "markdown",
    "mkdocs",
    "networkx",
    "numpy",
    "openai",
    "pygments",
    "pyvis",
    "scipy",
    "tree_sitter",
    "usearch",
    "yaml",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _shown(path: Path, line: int = 0, name: str = "") -> str:
    return f"{path.relative_to(TOP).as_posix()}:{line} {name}".removesuffix(":0 ")


def _functions(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def test_no_file_passes_600_lines():
    lengths = {
        _shown(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in [*SOURCES, *TESTS, *SCRIPTS]
    }
    assert {path: length for path, length in lengths.items() if length > FILE_LINES} == {}


def test_no_function_passes_60_lines():
    assert [
        _shown(path, node.lineno, node.name)
        for path in SOURCES
        for node in _functions(ast.parse(path.read_bytes()))
        if (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ] == []


def test_every_function_is_annotated():
    bare = []
    for path in SOURCES:
        for node in _functions(ast.parse(path.read_bytes())):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            named = [one for one in arguments if one.arg not in ("self", "cls")]
            if node.returns is None or any(one.annotation is None for one in named):
                bare.append(_shown(path, node.lineno, node.name))
    assert bare == []


def test_every_module_says_what_it_is():
    assert [
        _shown(path) for path in SOURCES if not ast.get_docstring(ast.parse(path.read_bytes()))
    ] == []


def test_no_import_cycle():
    """Imports for types alone are left out, imports within functions are not."""
    modules = {_module(path): path for path in SOURCES}
    graph = {
        name: {one for one in _imports(name, path) if one in modules and one != name}
        for name, path in modules.items()
    }
    try:
        tuple(graphlib.TopologicalSorter(graph).static_order())
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(name: str, path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_bytes())
    for_types = {
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            module = node.module or ""
            inner = [f"{module}.{alias.name}" for alias in node.names]
            found = [
                one
                for one in inner
                if (PACKAGES / one.replace(".", "/")).is_dir()
                or (PACKAGES / (one.replace(".", "/") + ".py")).is_file()
            ]
            yield from found
            if len(found) < len(inner):
                yield module


def test_help_imports_no_heavy_library():
    code = "import sourcebook.cli, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert HEAVY & {name.partition(".")[0] for name in loaded} == set()


def test_help_is_quick(tmp_path: Path):
    """The least of five, since a busy machine only adds."""
    runs = [
        run([sys.executable, "-m", "sourcebook", "--help"], cwd=tmp_path, env=environment(tmp_path))
        for _ in range(5)
    ]
    assert {one.code for one in runs} == {0}
    assert min(one.cpu for one in runs) < HELP_CPU


def test_the_version_is_stated_once():
    found = [
        path
        for path in SOURCES
        if any(
            isinstance(node, ast.Assign)
            and any(isinstance(one, ast.Name) and one.id == "__version__" for one in node.targets)
            for node in ast.walk(ast.parse(path.read_bytes()))
        )
    ]
    assert [path.relative_to(PACKAGES).as_posix() for path in found] == ["sourcebook/version.py"]
