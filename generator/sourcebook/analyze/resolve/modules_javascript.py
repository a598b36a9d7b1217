"""Which file a JavaScript or TypeScript import names.

Relative names try the usual suffixes and ``index`` files, and ``.js`` also stands for the
``.ts`` it is made from. Other names are looked up in the ``paths`` and ``baseUrl`` of the
nearest ``tsconfig.json``, in the ``imports`` of the nearest ``package.json``, and among the
packages of the repository by their names and ``exports``.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from posixpath import dirname, join, normpath
from typing import Any

from sourcebook.analyze.resolve.modules_python import Found, above
from sourcebook.analyze.resolve.packing import Fact

LANGUAGES = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
SUFFIXES = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue")
#: What a suffix as written may stand for.
MADE_FROM = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts",),
    ".cjs": (".cts",),
}
#: Conditions of ``exports``, the most telling first.
CONDITIONS = ("source", "types", "import", "module", "node", "browser", "require", "default")
ENTRY_FIELDS = ("source", "module", "main", "types", "typings", "browser")


def project_facts(path: str, data: bytes) -> tuple[Fact, ...]:
    """Facts of ``tsconfig.json``, ``jsconfig.json`` and ``package.json``."""
    name = path.rpartition("/")[2]
    if not re.fullmatch(r"(?:ts|js)config(?:\.[\w.-]+)?\.json|package\.json", name):
        return ()
    content = relaxed_json(data.decode("utf-8", "replace"))
    if not isinstance(content, dict):
        return ()
    if name == "package.json":
        return tuple(package_facts(content))
    return tuple(config_facts(content))


def relaxed_json(text: str) -> Any:
    """JSON with comments and trailing commas; None when it is none."""
    kept = re.sub(
        r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m[1] or " ", text, flags=re.DOTALL
    )
    kept = re.sub(r'("(?:[^"\\]|\\.)*")|,(\s*[}\]])', lambda m: m[1] or m[2], kept, flags=re.DOTALL)
    try:
        return json.loads(kept.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def config_facts(content: Mapping[str, Any]) -> Iterable[Fact]:
    options = content.get("compilerOptions")
    options = options if isinstance(options, dict) else {}
    extends = content.get("extends")
    for base in extends if isinstance(extends, list) else [extends]:
        if isinstance(base, str):
            yield ("tsextends", base)
    if isinstance(options.get("baseUrl"), str):
        yield ("tsbase", options["baseUrl"])
    paths = options.get("paths")
    for pattern, targets in (paths if isinstance(paths, dict) else {}).items():
        if isinstance(targets, list):
            yield ("tspath", pattern, *(target for target in targets if isinstance(target, str)))


def package_facts(content: Mapping[str, Any]) -> Iterable[Fact]:
    if isinstance(content.get("name"), str):
        yield ("pkgname", content["name"])
    for field in ENTRY_FIELDS:
        if isinstance(content.get(field), str):
            yield ("pkgentry", content[field])
    for field in ("exports", "imports"):
        value = content.get(field)
        if field == "exports" and not (
            isinstance(value, dict) and all(key.startswith(".") for key in value)
        ):
            value = {".": value}
        for key, target in (value if isinstance(value, dict) else {}).items():
            yield from (("pkg" + field, key, path) for path in conditional(target))


def conditional(target: Any) -> list[str]:
    """The paths of a target that depends on conditions, the most telling first."""
    work = [target]
    found = []
    while work:
        item = work.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, list):
            work.extend(reversed(item))
        elif isinstance(item, dict):
            known = [name for name in CONDITIONS if name in item]
            work.extend(item[name] for name in reversed(known))
    return found


class JavaScriptModules:
    """Files of the repository by the names that imports use."""

    def __init__(self, paths: Iterable[str], projects: Mapping[str, Sequence[Fact]]) -> None:
        self.files = set(paths)
        self.configs: dict[str, list[tuple[str, str, list[str]]]] = {}
        self.bases: dict[str, str] = {}
        self.packages: dict[str, str] = {}  # name -> folder
        self.entries: dict[str, list[str]] = {}  # folder -> entry files as written
        self.exported: dict[str, list[tuple[str, str]]] = {}
        self.imported: dict[str, list[tuple[str, str]]] = {}
        self.memo: dict[tuple[str, str], Found] = {}
        for path, facts in sorted(projects.items()):
            if path.rpartition("/")[2] == "package.json":
                self.read_package(dirname(path), facts)
        for path in sorted(projects, key=lambda p: (len(p.rpartition("/")[2]), p)):
            if path.rpartition("/")[2] != "package.json":
                self.read_config(path, projects)

    def read_package(self, folder: str, facts: Sequence[Fact]) -> None:
        for kind, *values in facts:
            texts = [str(value) for value in values]
            if kind == "pkgname":
                self.packages.setdefault(texts[0], folder)
            elif kind == "pkgentry":
                self.entries.setdefault(folder, []).append(texts[0])
            elif kind == "pkgexports":
                self.exported.setdefault(folder, []).append((texts[0], texts[1]))
            elif kind == "pkgimports":
                self.imported.setdefault(folder, []).append((texts[0], texts[1]))

    def read_config(self, path: str, projects: Mapping[str, Sequence[Fact]]) -> None:
        """The ``paths`` of a configuration and of those that it extends."""
        home = dirname(path)
        if home in self.configs:
            return
        rows: list[tuple[str, str, list[str]]] = []
        seen = set()
        work = [path]
        while work:
            current = work.pop()
            if current in seen or current not in projects:
                continue
            seen.add(current)
            folder = dirname(current)
            facts = projects[current]
            base = next((str(f[1]) for f in facts if f[0] == "tsbase"), "")
            root = clean(join(folder, base))
            if base and home not in self.bases:
                self.bases[home] = root
            for kind, *values in facts:
                texts = [str(value) for value in values]
                if kind == "tspath":
                    rows.append((texts[0], root, texts[1:]))
                elif kind == "tsextends":
                    target = clean(join(folder, texts[0]))
                    work.append(target if target.endswith(".json") else f"{target}.json")
        self.configs[home] = rows

    # ---------------------------------------------------------------------------- looking

    def find(self, importer: str, level: int, module: str) -> Found:
        del level
        key = (dirname(importer), module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.look(dirname(importer), module)
        return found

    def look(self, folder: str, module: str) -> Found:
        module = module.partition("?")[0]
        if module.startswith("."):
            path = self.probe(clean(join(folder, module)))
            return ("file", path) if path else ("", "")
        path = self.by_config(folder, module) or self.by_package(folder, module)
        return ("file", path) if path else ("outside", module.removeprefix("npm:"))

    def by_config(self, folder: str, module: str) -> str:
        for home in above(folder):
            if home not in self.configs:
                continue
            for pattern, root, targets in sorted(self.configs[home], key=lambda r: -len(r[0])):
                star = matched(pattern, module)
                if star is None:
                    continue
                for target in targets:
                    path = self.probe(clean(join(root, target.replace("*", star, 1))))
                    if path:
                        return path
            if home in self.bases:
                return self.probe(clean(join(self.bases[home], module)))
            return ""
        return ""

    def by_package(self, folder: str, module: str) -> str:
        if module.startswith("#"):
            for home in above(folder):
                if home in self.imported:
                    return self.mapped(home, module, self.imported[home])
            return ""
        parts = module.split("/")
        count = 2 if module.startswith("@") else 1
        name = "/".join(parts[:count])
        if name not in self.packages:
            return ""
        home = self.packages[name]
        rest = "/".join(parts[count:])
        found = self.mapped(home, f"./{rest}" if rest else ".", self.exported.get(home, []))
        if found:
            return found
        if rest:
            return self.probe(clean(join(home, rest))) or self.probe(clean(join(home, "src", rest)))
        return self.entry(home)

    def entry(self, home: str) -> str:
        """The file that a package is imported by; built files stand for their sources."""
        for target in self.entries.get(home, ()):
            found = self.built(home, target)
            if found:
                return found
        return self.probe(clean(join(home, "src/index"))) or self.probe(clean(join(home, "index")))

    def mapped(self, home: str, name: str, rows: Sequence[tuple[str, str]]) -> str:
        for pattern, target in rows:
            star = matched(pattern, name)
            if star is not None:
                found = self.built(home, target.replace("*", star))
                if found:
                    return found
        return ""

    def built(self, home: str, target: str) -> str:
        path = clean(join(home, target))
        found = self.probe(path)
        if found:
            return found
        inner = re.sub(r"^\.?/?(?:dist|lib|build|out|es|esm|cjs)/(?:esm/|cjs/|types/)?", "", target)
        return self.probe(clean(join(home, "src", inner)))

    def probe(self, path: str) -> str:
        """The file that a path without suffix, with a wrong one or of a folder means."""
        if path in self.files:
            return path
        for suffix, others in MADE_FROM.items():
            if path.endswith(suffix):
                for other in others:
                    if path[: -len(suffix)] + other in self.files:
                        return path[: -len(suffix)] + other
        for suffix in SUFFIXES:
            if path + suffix in self.files:
                return path + suffix
        inner = (clean(join(path, target)) for target in self.entries.get(path, ()))
        indexes = (f"{path}/index{suffix}".lstrip("/") for suffix in SUFFIXES)
        return next((file for file in (*inner, *indexes) if file in self.files), "")

    def inside(self, path: str, name: str) -> Found | None:
        """JavaScript has no submodules."""
        del path, name
        return None


def matched(pattern: str, name: str) -> str | None:
    """What ``*`` of a pattern stands for, None when the pattern does not fit."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if pattern == name else None
    if name.startswith(before) and name.endswith(after) and len(name) >= len(before) + len(after):
        return name[len(before) : len(name) - len(after)]
    return None


def clean(path: str) -> str:
    """A path of the repository without ``.`` and ``..``."""
    path = normpath(path)
    return "" if path == "." else path.lstrip("/")
