"""Which file a Python import names.

An absolute import is looked up from the importer's own root (the folder around its topmost
package), then from the folders above it, then from every other folder that holds packages,
so that ``src`` layouts, tests beside packages and several projects in one repository work.
A folder without ``__init__.py`` is a package too (PEP 420).
"""

import sys
from collections import Counter
from collections.abc import Iterable
from posixpath import dirname

#: What a dotted name stands for: a file, a folder without ``__init__.py``, or neither.
Found = tuple[str, str]


class PythonModules:
    """Files of the repository by dotted name."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.files = {path for path in paths if path.endswith((".py", ".pyi"))}
        self.folders = {""}
        for path in self.files:
            folder = dirname(path)
            while folder and folder not in self.folders:
                self.folders.add(folder)
                folder = dirname(folder)
        self.roots = sorted({self.root(path) for path in self.files} | {"", "src"} & self.folders)
        self.memo: dict[tuple[str, str], Found] = {}
        #: Name of the package when the root of the repository is one itself.
        self.own_name = ""

    def learn_own_name(self, imports: Iterable[tuple[str, str]]) -> None:
        """A repository whose root is a package is imported by a name it does not show.

        The name is that whose submodules are found below the root, if there is one.
        """
        if "__init__.py" not in self.files:
            return
        counts: Counter[str] = Counter()
        for importer, module in imports:
            first, _, rest = module.partition(".")
            if rest and self.absolute(importer, module) is None and self.at("", rest):
                counts[first] += 1
        for name, _ in counts.most_common(1):
            self.own_name = name

    def root(self, path: str) -> str:
        """The folder that the topmost package of ``path`` stands in."""
        folder = dirname(path)
        while folder and self.has_init(folder):
            folder = dirname(folder)
        return folder

    def has_init(self, folder: str) -> bool:
        return f"{folder}/__init__.py" in self.files or f"{folder}/__init__.pyi" in self.files

    def find(self, importer: str, level: int, module: str) -> Found:
        """``("file", path)``, ``("folder", path)``, ``("outside", name)`` or ``("", "")``."""
        if level:
            folder = dirname(importer)
            for _ in range(level - 1):
                folder = dirname(folder)
            return self.at(folder, module) or ("", "")
        home = dirname(importer)
        key = (home, module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.absolute(importer, module) or ("outside", module)
        return found

    def absolute(self, importer: str, module: str) -> Found | None:
        own = self.root(importer)
        first, _, rest = module.partition(".")
        if first == self.own_name:
            return self.at("", rest) if rest else ("file", "__init__.py")
        if first in sys.stdlib_module_names and first not in ("test", "this"):
            # A package of the repository may be named like one of the library; a file may
            # not, unless the importer is a script that stands beside it.
            roots = [own]
        else:
            roots = [own, *above(dirname(own))]
            roots += [root for root in self.near(own) if root not in roots]
        folder = None
        for root in roots:
            found = self.at(root, module)
            if found is not None and found[0] == "file":
                return found
            folder = folder or found
        return folder

    def near(self, own: str) -> list[str]:
        """All roots, those that share most of the path with ``own`` first."""

        def distance(root: str) -> tuple[int, str]:
            shared = 0
            for a, b in zip(root.split("/"), own.split("/"), strict=False):
                if a != b:
                    break
                shared += 1
            return -shared, root

        return sorted(self.roots, key=distance)

    def at(self, folder: str, module: str) -> Found | None:
        """``module`` below ``folder``."""
        path = "/".join(part for part in (folder, *module.split(".")) if part)
        for candidate in (
            f"{path}/__init__.py",
            f"{path}.py",
            f"{path}/__init__.pyi",
            f"{path}.pyi",
        ):
            if candidate in self.files:
                return "file", candidate
        if path in self.folders:
            return "folder", path
        return None

    def inside(self, path: str, name: str) -> Found | None:
        """The submodule ``name`` of a package, given by its file or its folder."""
        if path.endswith((".py", ".pyi")):
            if not path.rpartition("/")[2].startswith("__init__."):
                return None
            path = dirname(path)
        return self.at(path, name)


def above(folder: str) -> list[str]:
    """``folder`` and the folders around it, the root of the repository last."""
    result = [folder]
    while folder:
        folder = dirname(folder)
        result.append(folder)
    return result
