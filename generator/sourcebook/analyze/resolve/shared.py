"""Shared state, linked: which variable, file or table a use is of.

A variable counts as shared state when some function changes it; what only the module's own
code sets is a constant. A file is known where the values show its path, a table by the name
in a statement.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

from sourcebook.analyze.resolve.answers import Teller
from sourcebook.analyze.resolve.heap import CONSTANT, EXTERNAL
from sourcebook.analyze.resolve.modules_javascript import LANGUAGES as JAVASCRIPT
from sourcebook.analyze.resolve.solver import Solver
from sourcebook.analyze.roles import boundary
from sourcebook.analyze.state.variables import VARIABLES, is_container
from sourcebook.model import (
    Access,
    CallSite,
    ParsedFile,
    StateEdge,
    StateKind,
    StateUse,
    Symbol,
    SymbolId,
    SymbolKind,
)

#: How a mode says that a file is written: ``w``, ``ab``, ``r+``.
_MODE = re.compile(r"[rbtU]*[wax+][bt+eU]*")
#: A method of what a call made: ``open().write``; and of a path that a type declares.
OF_MADE = re.compile(r"[\])]\.|^pathlib\.\w+\.\w+$")
#: A path that is given to what the callee is a method of: ``Path("a.txt").read_text``.
_GIVEN = re.compile(r"""\(\s*(["'])([^"'\\]+)\1\s*\)\.\w+$""")
#: Re-exports that one name may pass.
_FAR = 12


@cache
def file_calls() -> dict[str, frozenset[str]]:
    """The tables of ``state/files.toml``."""
    source = resources.files("sourcebook.analyze.state").joinpath("files.toml")
    return {name: frozenset(row) for name, row in tomllib.loads(source.read_text("utf-8")).items()}


def shared_state(teller: Teller) -> tuple[StateEdge, ...]:
    """All edges of shared state: of a symbol and a thing, the first read and the first write."""
    edges = [*_variables(teller.solver), *_files(teller), *_tables(teller.parsed)]
    first: dict[tuple[str, str, str, str], StateEdge] = {}
    for edge in sorted(edges, key=lambda e: (e.symbol, e.kind, e.name, e.access, e.line)):
        first.setdefault((edge.symbol, edge.kind, edge.target or edge.name, edge.access), edge)
    return tuple(first.values())


# ---------------------------------------------------------------------------- variables


def _variables(solver: Solver) -> Iterator[StateEdge]:
    names = Variables(solver)
    uses = []
    changed = set()
    for file, parsed in enumerate(solver.parsed):
        for use in parsed.state:
            if use.kind is StateKind.VARIABLE:
                variable = names.of(file, use)
                if variable is not None and (access := _access(parsed, use, variable)):
                    uses.append((use, variable, access))
                    if access is Access.WRITE:
                        changed.add(variable.id)
    for use, variable, access in uses:
        if variable.id in changed:
            name = variable.qualified
            yield StateEdge(use.symbol, StateKind.VARIABLE, name, access, use.line, variable.id)


def _access(parsed: ParsedFile, use: StateUse, variable: Symbol) -> Access:
    """A method that changes containers reads what is none."""
    if use.access is not Access.CHANGE:
        return use.access
    container = is_container(parsed.language, variable.signature)
    return Access.WRITE if container else Access.READ


class Variables:
    """The variables of modules, by the names that other files import them under."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.symbols: dict[SymbolId, Symbol] = {}
        self.at_top: dict[tuple[str, str], Symbol] = {}
        for parsed in solver.parsed:
            for symbol in parsed.symbols:
                if symbol.kind in VARIABLES:
                    self.symbols[symbol.id] = symbol
                    if symbol.parent is None:
                        self.at_top[parsed.path, symbol.name] = symbol

    def of(self, file: int, use: StateUse) -> Symbol | None:
        """The variable that is used, None when the name is of something else."""
        if use.variable is not None:
            return self.symbols.get(use.variable)
        name, _, member = use.name.partition(".")
        found = self.imported(file, name)
        if isinstance(found, Symbol):
            return found
        return self.at_top.get((found, member.partition(".")[0].partition("[")[0]))

    def imported(self, file: int, name: str) -> Symbol | str:
        """The variable that a file imports as ``name``, or the path of a module; else ""."""
        solver = self.solver
        for _ in range(_FAR):
            path = solver.parsed[file].path
            where, inner = self.source(file, name)
            if not where or not inner:
                return where
            found = self.at_top.get((where, inner))
            if found is not None:
                return found
            if where == path:
                return ""
            file, name = solver.file_at[where], inner
        return ""

    def source(self, file: int, local: str) -> tuple[str, str]:
        """The file and the name in it that a local name stands for; no name: the file itself."""
        solver = self.solver
        parsed = solver.parsed[file]
        modules = solver.modules(file)
        for item in parsed.imports:
            for name, given in item.names:
                if given != local:
                    continue
                how, where = modules.find(parsed.path, item.level, item.module)
                if parsed.language in JAVASCRIPT:
                    return (where, name.strip("*")) if how == "file" else ("", "")
                inner = solver.python.inside(where, name) if how in ("file", "folder") else None
                if how == "file" and name in solver.exports[solver.file_at[where]]:
                    return where, name
                if inner is not None and inner[0] == "file":
                    return inner[1], ""
                return (where, name) if how == "file" else ("", "")
            if local == (item.alias or (item.module if not item.names else "")):
                how, where = modules.find(parsed.path, item.level, item.module)
                return (where, "") if how == "file" else ("", "")
        return "", ""


# -------------------------------------------------------------------------------- files


def _files(teller: Teller) -> Iterator[StateEdge]:
    solver = teller.solver
    for file, parsed in enumerate(solver.whole):
        first = solver.first_site[file]
        for index, call in enumerate(parsed.calls):
            for item in solver.reached.get(first + index, ()):
                name = solver.label[item]
                if solver.kind[item] == EXTERNAL and boundary(name, parsed.language) == "files":
                    symbol = teller.caller(first + index, call)
                    for written, access in _given(solver, first + index, call, name):
                        target = _in_repository(solver, parsed.path, written)
                        line = call.span.line
                        yield StateEdge(symbol, StateKind.FILE, written, access, line, target)
                    break


def _given(solver: Solver, site: int, call: CallSite, name: str) -> Iterator[tuple[str, Access]]:
    """The files that one call is given, and what it does with them."""
    table = file_calls()
    last = name.replace("/", ".").rpartition(".")[2]
    given = solver.given[site]
    given = given[2:] if given[:1] == ("this",) else given
    values = [_text(solver, one) if isinstance(one, int) else one for one in given]
    named = next((n for n, one in enumerate(given) if isinstance(one, str)), len(given))
    receiver = _GIVEN.search(call.text)
    if last in table["copies"]:
        yield from zip(filter(None, values[:2]), (Access.READ, Access.WRITE), strict=False)
    elif last not in table["apart"]:
        paths = values[: min(named, 1)]
        if receiver is not None:
            paths = [receiver[2]]
        elif OF_MADE.search(name):
            return  # a method of a file: its argument is no path
        writes = last in table["writes"] or any(map(_MODE.fullmatch, values[1:]))
        for path in filter(None, paths):
            yield path, Access.WRITE if writes else Access.READ


def _text(solver: Solver, variable: int) -> str:
    """The one text that a variable holds, "" for anything else."""
    held = solver.holds[variable] or ()
    if len(held) != 1 or solver.kind[held[0]] != CONSTANT:
        return ""
    kind, _, value = solver.label[held[0]].partition(":")
    return value if kind == "str" else ""


def _in_repository(solver: Solver, path: str, written: str) -> str:
    """The file of the repository that a path names, from its root or from beside ``path``."""
    plain_path = written.replace("\\", "/").removeprefix("./")
    beside = f"{path.rpartition('/')[0]}/{plain_path}".lstrip("/")
    return next((one for one in (plain_path, beside) if one in solver.file_at), "")


# ------------------------------------------------------------------------------- tables


def _tables(files: Sequence[ParsedFile]) -> Iterator[StateEdge]:
    known: dict[str, list[SymbolId]] = {}
    for parsed in files:
        for symbol in parsed.symbols:
            if symbol.kind is SymbolKind.TABLE:
                known.setdefault(symbol.name.lower().rpartition(".")[2], []).append(symbol.id)
    for parsed in files:
        for use in parsed.state:
            if use.kind is StateKind.TABLE:
                targets = known.get(use.name.lower().rpartition(".")[2], [])
                target = targets[0] if len(targets) == 1 else ""
                yield StateEdge(use.symbol, use.kind, use.name, use.access, use.line, target)
