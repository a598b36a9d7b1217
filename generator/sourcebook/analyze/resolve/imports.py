"""Which file each import names, as an edge between files."""

from collections.abc import Iterator

from sourcebook.analyze.resolve.modules_javascript import LANGUAGES as JAVASCRIPT
from sourcebook.analyze.resolve.solver import Solver
from sourcebook.model import Import, ImportEdge, ParsedFile, SymbolKind


def import_edges(solver: Solver) -> Iterator[ImportEdge]:
    """Each import as an edge to a file, or to a package outside."""
    index = FilesByName(solver)
    for number, file in enumerate(solver.parsed):
        for item in file.imports:
            target, external = index.find(number, item)
            if target == file.path and file.language == "rust":
                continue  # an inline module that names what stands around it
            yield ImportEdge(
                path=file.path,
                line=item.span.line,
                module="." * item.level + item.module,
                target=target,
                external=external,
                type_only=item.type_only,
            )


class FilesByName:
    """Looks up imports of every language in what the solver knows of modules."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        #: (family, namespace, name) -> file that publishes the name.
        self.publishers: dict[tuple[str, str, str], str] = {}
        self.folders: dict[tuple[str, str], str] = {}
        for file, space, name, _ in solver.published:
            family = solver.family(file)
            full = solver.space_of(file, space)
            path = solver.parsed[file].path
            self.publishers.setdefault((family, full, name), path)
            if not path.rpartition(".")[0].endswith("_test"):
                known = self.folders.get((family, full))
                self.folders[family, full] = min(known or path, path)

    def find(self, file: int, item: Import) -> tuple[str, str]:
        """The file that an import names, or the name of what is outside; one is ""."""
        parsed = self.solver.parsed[file]
        if parsed.language == "python":
            return self.python(parsed.path, item)
        if parsed.language in JAVASCRIPT:
            how, where = self.solver.javascript.find(parsed.path, item.level, item.module)
            if how != "outside":
                return where, ""
            count = 2 if where.startswith("@") else 1
            return "", "/".join(where.split("/")[:count])
        if self.solver.family(file) == "c":
            target = self.solver.headers.find(parsed.path, item.module)
            return target, "" if target else item.module
        return self.namespace(file, item)

    def python(self, path: str, item: Import) -> tuple[str, str]:
        solver = self.solver
        how, where = solver.python.find(path, item.level, item.module)
        if how == "outside":
            return "", where.partition(".")[0]
        for name, _ in item.names:
            inner = solver.python.inside(where, name) if how else None
            if inner is not None and inner[0] == "file":
                own = solver.exports[solver.file_at[where]] if how == "file" else {}
                if name not in own:
                    return inner[1], ""
        return (where, "") if how == "file" else ("", "")

    def namespace(self, file: int, item: Import) -> tuple[str, str]:
        """Languages whose imports name what a namespace holds."""
        solver = self.solver
        family = solver.family(file)
        written = item.module.replace("::", ".").replace("\\", ".").strip(".*")
        if family == "go":
            folder = solver.go_folder(file, item.module)
            target = self.folders.get((family, folder), "") if folder is not None else ""
            return target, "" if target else item.module
        if family == "rust":
            parsed = solver.parsed[file]
            start, parts = solver.crates.start(parsed.path, _around(parsed, item), written)
            written = ".".join([start, *parts]) if start else written
        if family == "ruby":
            target = solver.headers.find(solver.parsed[file].path, f"{item.module}.rb")
            return target, "" if target else item.module
        names = [name for name, _ in item.names if name != "*"] or [""]
        for full in dict.fromkeys([f"{written}.{name}".strip(".") for name in names] + [written]):
            space, _, name = full.rpartition(".")
            target = self.publishers.get((family, space, name), "")
            if target:
                return target, ""
        return self.folders.get((family, written), ""), (
            "" if (family, written) in self.folders else item.module
        )


def _around(parsed: ParsedFile, item: Import) -> str:
    """The inline modules around an import: ``.tests`` in ``mod tests { use … }``."""
    return "".join(
        f".{symbol.name}"
        for symbol in parsed.symbols
        if symbol.kind is SymbolKind.NAMESPACE
        and symbol.span.start <= item.span.start < symbol.span.end
    )
