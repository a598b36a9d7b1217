"""What part a symbol plays, and where the program leaves itself.

Roles come from syntax and from what calls were resolved to, never from how a symbol is
called. A symbol may have several:

* *entry*: what starts a program or is called from outside: a main block or function and what
  it calls, a registered command, route or handler, what the package's root exports;
* *boundary*: calls something that leaves the program (``boundaries.toml``). The call must do
  so: to import a package, or to register or describe something with it, crosses nothing;
* *error*: an exception class, or one of resources that a block gives back at its end, and
  their methods;
* *assembly*: makes instances of several classes of other files;
* *orchestration*: calls several functions of several other files.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

from sourcebook.model import (
    Boundary,
    CallSite,
    CallStatus,
    Role,
    Symbol,
    SymbolId,
    SymbolKind,
)

#: Languages that share a table.
TABLES = {
    "typescript": "javascript",
    "tsx": "javascript",
    "jsx": "javascript",
    "kotlin": "java",
    "scala": "java",
    "cpp": "c",
}
#: Distinct classes of other files that one function makes when it assembles.
LEAST_MADE = 3
#: Distinct functions of other files, and files, that one function calls when it orchestrates.
LEAST_CALLED = 4
LEAST_FILES = 2

#: Caller -> what it calls in other files.
Elsewhere = dict[SymbolId, dict[SymbolId, Symbol]]

MAKERS = frozenset({SymbolKind.CONSTRUCTOR, SymbolKind.CLASS, SymbolKind.STRUCT})


#: The kind of names that cross nothing though they begin like others that do.
NONE = "none"
#: Kinds of which only the call itself crosses: with what it gave the program goes on.
AT_ONCE = frozenset({"env", "deserialise"})
#: A function in the middle of a name, and so what is done with its result.
GIVEN = re.compile(r"(?:^|\.)[a-z_]\w*\(\)")


@cache
def tables() -> Mapping[str, Mapping[str, Mapping[str, list[str]]]]:
    """The tables of ``boundaries.toml`` by language."""
    source = resources.files(__package__).joinpath("boundaries.toml")
    return tomllib.loads(source.read_text("utf-8"))


@cache
def kinds(language: str) -> Mapping[str, str]:
    """Name outside the repository -> kind of boundary."""
    table = tables().get(TABLES.get(language, language), {}).get("boundaries", {})
    return {name: kind for kind, names in table.items() for name in names}


@cache
def entry_names(language: str, how: str) -> Mapping[str, str]:
    """Names whose ``decorators``, or whose arguments (``registrations``), are entry points."""
    table = tables().get(TABLES.get(language, language), {}).get("entries", {})
    return dict.fromkeys(table.get(how, ()), how)


def plain(external: str) -> str:
    """An external name without the marks of calls and elements."""
    return external.replace("()", "").replace("[]", "")


def matching(name: str, table: Mapping[str, str]) -> str | None:
    """The entry of the longest beginning of ``name`` that ends where a part ends."""
    while name:
        found = table.get(name)
        if found is not None:
            return found
        name = name.rpartition(".")[0]
    return None


@cache
def quiet(kind: str) -> re.Pattern[str]:
    """The last parts of names that cross nothing, for a kind of boundary."""
    table = tables()["any"]["quiet"]
    names = (*table["all"], *table.get(kind, ()))
    return re.compile("|".join(re.escape(name).replace(r"\*", r"\w*") for name in names))


def deed(external: str, kind: str) -> str:
    """What a call that crosses a boundary of a kind does there; "" where no table tells."""
    last = plain(external).rpartition(".")[2]
    return next((name for name, ends in _deeds().get(kind, {}).items() if last in ends), "")


@cache
def _deeds() -> Mapping[str, Mapping[str, list[str]]]:
    """Kind of boundary -> deed -> last parts of names."""
    source = resources.files(__package__).joinpath("boundaries.toml")
    found: dict[str, dict[str, list[str]]] = tomllib.loads(source.read_text("utf-8"))["any"][
        "deeds"
    ]
    return found


def boundary(external: str, language: str) -> str:
    """The kind of boundary that a call of an external name crosses, or ""."""
    name, table = plain(external), kinds(language)
    kind = matching(name, table) or NONE
    if kind == NONE or (kind in AT_ONCE and GIVEN.search(external)):
        return ""
    silent = name not in table and quiet(kind).fullmatch(name.rpartition(".")[2])
    return "" if silent else kind


def boundaries(calls: Iterable[CallSite], languages: Mapping[str, str]) -> tuple[Boundary, ...]:
    """Every call that leaves the program. ``languages`` maps paths to languages."""
    found = []
    for call in calls:
        if not call.external or call.status is CallStatus.UNKNOWN:
            continue
        language = languages.get(call.caller.partition("::")[0], "")
        kind = boundary(call.external, language)
        if kind:
            found.append(Boundary(call.caller, kind, plain(call.external), call.span.line))
    return tuple(found)


def roles(
    symbols: Sequence[Symbol],
    calls: Sequence[CallSite],
    found: Sequence[Boundary],
    entries: Iterable[SymbolId],
    errors: Iterable[SymbolId],
) -> tuple[tuple[SymbolId, Role], ...]:
    """The roles of all symbols, in the order of the symbols."""
    holders: dict[SymbolId, set[Role]] = {}
    elsewhere = reached(symbols, calls)
    for role, members in (
        (Role.ENTRY, entries),
        (Role.ERROR, errors),
        (Role.BOUNDARY, (boundary.symbol for boundary in found)),
        (Role.ASSEMBLY, assemblers(elsewhere)),
        (Role.ORCHESTRATION, conductors(elsewhere)),
    ):
        for member in members:
            holders.setdefault(member, set()).add(role)
    order = {role: number for number, role in enumerate(Role)}
    return tuple(
        (symbol.id, role)
        for symbol in symbols
        if symbol.id in holders
        for role in sorted(holders[symbol.id], key=order.__getitem__)
    )


def reached(symbols: Sequence[Symbol], calls: Iterable[CallSite]) -> Elsewhere:
    """What each symbol calls in other files."""
    known = {symbol.id: symbol for symbol in symbols}
    result: Elsewhere = {}
    for call in calls:
        for target in call.targets:
            symbol = known.get(target)
            if symbol is not None and symbol.path != call.caller.partition("::")[0]:
                result.setdefault(call.caller, {})[target] = symbol
    return result


def assemblers(elsewhere: Elsewhere) -> Iterator[SymbolId]:
    """Functions that make instances of several classes."""
    for caller, targets in elsewhere.items():
        made = {
            target.id if target.kind in MAKERS else target.parent
            for target in targets.values()
            if target.kind in MAKERS or target.name in ("__init__", "constructor")
        }
        if len(made) >= LEAST_MADE:
            yield caller


def conductors(elsewhere: Elsewhere) -> Iterator[SymbolId]:
    """Functions that call into several files."""
    for caller, targets in elsewhere.items():
        called = [t for t in targets.values() if t.kind not in MAKERS]
        if len(called) >= LEAST_CALLED and len({t.path for t in called}) >= LEAST_FILES:
            yield caller
