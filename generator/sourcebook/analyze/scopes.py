"""The scopes of a monorepo: the folders that are packages of their own.

Declared in the configuration, or found in what the package managers are told: workspaces
of npm, yarn and pnpm, members of cargo and uv, packages that poetry takes from a folder,
the modules of go, maven and gradle, the workspaces within one of bazel. A member is a
folder that holds the manager's own file; the root itself is no scope.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import yaml

from sourcebook.analyze.names import on_disk

_LARGEST = 1_000_000  # bytes of a manifest


def find_scopes(root: Path, paths: Iterable[str], declared: Iterable[str]) -> tuple[str, ...]:
    """The folders that are scopes, sorted. ``declared`` are globs of folders."""
    known = set(paths)
    globs = list(declared)
    if globs:
        folders = {folder for path in known for folder in _folders(path)}
        return tuple(sorted(_matching(folders, globs)))
    found: set[str] = set()
    for manifest, (members, own) in _MANIFESTS.items():
        holding = {dirname(path) for path in known if path.rpartition("/")[2] in own} - {""}
        if manifest in known:
            found |= _matching(holding, _read(root, manifest, members))
    return tuple(sorted(found | _maven(root, known) | _bazel(known)))


def scope_of(path: str, scopes: Iterable[str]) -> str:
    """The innermost scope around a file, "" for the root's."""
    known = set(scopes)
    return next((folder for folder in _folders(path) if folder in known), "")


def _folders(path: str) -> Iterator[str]:
    """The folders around a file, innermost first."""
    while path := dirname(path):
        yield path


def _matching(folders: Iterable[str], globs: Iterable[str]) -> set[str]:
    """The folders that the globs name; one that begins with ``!`` takes back."""
    matched: set[str] = set()
    candidates = set(folders)
    for glob in globs:
        bare = normpath(glob.removeprefix("!").strip("/"))
        pattern = re.compile(
            "".join(
                ".*" if part == "**" else "[^/]*" if part == "*" else re.escape(part)
                for part in re.split(r"(\*\*|\*)", bare)
            ).replace(r".*/", "(?:.*/)?")
        )
        named = {folder for folder in candidates if pattern.fullmatch(folder)}
        matched = matched - named if glob.startswith("!") else matched | named
    return matched


def _read(root: Path, path: str, members: Callable[[str], Any]) -> list[str]:
    """The members that a manifest lists; none if it cannot be read."""
    file = on_disk(root, path)
    try:
        if file.is_symlink() or file.stat().st_size > _LARGEST:
            return []
        listed = members(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, AttributeError, yaml.YAMLError, RecursionError):
        return []
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _at(data: Any, *keys: str) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _npm(text: str) -> Any:
    listed = _at(json.loads(text), "workspaces")
    return _at(listed, "packages") if isinstance(listed, Mapping) else listed


def _without(workspace: Any) -> list[str]:
    """The members of a workspace, and what it leaves out as globs that take back."""
    members, excluded = (_at(workspace, key) or [] for key in ("members", "exclude"))
    return [*members, *(f"!{each}" for each in excluded)]


def _python(text: str) -> list[str]:
    """Members of a workspace of uv, and what poetry depends on in other folders."""
    tool = _at(tomllib.loads(text), "tool")
    poetry = _at(tool, "poetry")
    groups = [poetry, *(_at(poetry, "group") or {}).values()]
    tables = [
        _at(each, key) or {} for each in groups for key in ("dependencies", "dev-dependencies")
    ]
    paths = [_at(one, "path") for table in tables for one in table.values()]
    return [*_without(_at(tool, "uv", "workspace")), *filter(None, paths)]


def _gradle(text: str) -> list[str]:
    calls = re.findall(r"\binclude\b\s*\(?((?:\s*[\"'][^\"'\n]+[\"']\s*,?)+)", text)
    names = (name for call in calls for name in re.findall(r"[\"']:?([\w:.\-/]+)[\"']", call))
    return [name.replace(":", "/") for name in names]


def _go(text: str) -> list[str]:
    blocks = re.findall(r"^use\s*\(([^)]*)\)", text, re.MULTILINE)
    lines = [line.split("//")[0].strip() for block in blocks for line in block.split("\n")]
    return [*re.findall(r"^use\s+([^\s(]+)", text, re.MULTILINE), *filter(None, lines)]


def _maven(root: Path, known: set[str]) -> set[str]:
    """Modules of ``pom.xml``, and of the modules' own."""
    found: set[str] = set()
    waiting = ["pom.xml"] if "pom.xml" in known else []
    while waiting:
        pom = waiting.pop()
        for name in _read(
            root, pom, lambda text: re.findall(r"<module>\s*([^<\s]+)\s*</module>", text)
        ):
            folder = normpath(join(dirname(pom), name))
            if f"{folder}/pom.xml" in known and folder not in found:
                found.add(folder)
                waiting.append(f"{folder}/pom.xml")
    return found


def _bazel(known: set[str]) -> set[str]:
    """The workspaces within a workspace, each with a file that makes it one."""
    roots = {path for path in known if path.rpartition("/")[2] in _BAZEL}
    return {dirname(path) for path in roots} - {""} if roots & _BAZEL else set()


#: What makes a folder a workspace of bazel.
_BAZEL = frozenset({"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"})

#: The file that lists members, how it is read, and the file that makes a folder a member.
_MANIFESTS: dict[str, tuple[Callable[[str], Any], frozenset[str]]] = {
    "package.json": (_npm, frozenset({"package.json"})),
    "lerna.json": (lambda text: _at(json.loads(text), "packages"), frozenset({"package.json"})),
    "pnpm-workspace.yaml": (
        lambda text: _at(yaml.safe_load(text), "packages"),
        frozenset({"package.json"}),
    ),
    "Cargo.toml": (
        lambda text: _without(_at(tomllib.loads(text), "workspace")),
        frozenset({"Cargo.toml"}),
    ),
    "pyproject.toml": (_python, frozenset({"pyproject.toml"})),
    "go.work": (_go, frozenset({"go.mod"})),
    "settings.gradle": (_gradle, frozenset({"build.gradle", "build.gradle.kts"})),
    "settings.gradle.kts": (_gradle, frozenset({"build.gradle", "build.gradle.kts"})),
}
