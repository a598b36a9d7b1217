"""``graph.jsonl``: the call graph as JSON lines, one tagged row a value.

A name stands in many rows: its symbol's, those of all calls to it and from it. Read back,
each is held once, and pages, which need little of a call, take the little: a repository
has millions of calls.
"""

from collections.abc import Iterator
from pathlib import Path
from sys import intern
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from sourcebook.model import (
    Boundary,
    CallGraph,
    CallSite,
    CallStatus,
    ImportEdge,
    ModuleFigures,
    Role,
    StateEdge,
    Symbol,
    SymbolId,
)

#: Ends of a callee that is a call, or a function written where it is called.
WITHIN = (")", "}")

#: Rows by their mark: the part of the graph that they are of, and what one holds.
_ROWS: dict[str, tuple[str, Any]] = {
    "symbol": ("symbols", Symbol),
    "call": ("calls", CallSite),
    "import": ("imports", ImportEdge),
    "component": ("components", tuple[SymbolId, ...]),
    "order": ("order", SymbolId),
    "role": ("roles", tuple[SymbolId, Role]),
    "boundary": ("boundaries", Boundary),
    "state": ("state", StateEdge),
    "module": ("modules", ModuleFigures),
}

#: How the row of a call begins, as the encoder writes it.
_CALL = b'{"type":"call",'


class Call(msgspec.Struct, frozen=True, gc=False):
    """A call site as pages tell it."""

    caller: SymbolId
    text: str  # callee as written
    line: int  # where the name of the callee stands
    status: CallStatus
    targets: tuple[SymbolId, ...] = ()
    external: str = ""
    reason: str = ""


def rows(graph: CallGraph) -> Iterator[dict[str, Any]]:
    """The rows of a graph."""
    for mark, (part, _) in _ROWS.items():
        for value in getattr(graph, part):
            yield {"type": mark, "value": value}


class _Row(msgspec.Struct):
    type: str
    value: msgspec.Raw


def read_graph(path: Path, *, calls: bool = True) -> CallGraph:
    """Reads a graph; without ``calls``, all but those."""
    decoders = {mark: msgspec.json.Decoder(kind) for mark, (_, kind) in _ROWS.items()}
    found: dict[str, list[Any]] = {mark: [] for mark in _ROWS}
    row_decoder = msgspec.json.Decoder(_Row)
    with path.open("rb") as stream:
        for line in stream:
            if not calls and line.startswith(_CALL):
                continue
            row = row_decoder.decode(line)
            found[row.type].append(decoders[row.type].decode(row.value))
    for symbol in found["symbol"]:
        _share(symbol)
    return CallGraph(**{part: tuple(found[mark]) for mark, (part, _) in _ROWS.items()})


def _share(symbol: Symbol) -> None:
    """Makes equal strings of a symbol and of others the same."""
    for name in ("id", "path", "name", "qualified", "parent"):
        value = getattr(symbol, name)
        if value is not None:
            force_setattr(symbol, name, intern(value))


class _Lines(msgspec.Struct):
    line: int
    end_line: int


class _Site(msgspec.Struct):
    caller: str
    text: str
    span: _Lines
    status: CallStatus
    targets: tuple[str, ...]
    external: str
    reason: str


class _CallRow(msgspec.Struct):
    value: _Site


def read_calls(path: Path) -> Iterator[Call]:
    """Streams the calls of a graph."""
    decoder = msgspec.json.Decoder(_CallRow)
    with path.open("rb") as stream:
        for line in stream:
            if line.startswith(_CALL):
                site = decoder.decode(line).value
                yield Call(
                    SymbolId(intern(site.caller)),
                    intern(site.text),
                    # The last line of a callee holds its name, unless that is within it.
                    site.span.line if site.text.endswith(WITHIN) else site.span.end_line,
                    site.status,
                    tuple(SymbolId(intern(target)) for target in site.targets),
                    intern(site.external),
                    intern(site.reason),
                )
