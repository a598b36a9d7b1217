"""How many of the calls that really happen are on the pages of a built site.

While the tests of a Python package run, every call from one of its functions to another is
recorded; then each such pair of functions is looked up among the facts of the site, as a
callee of the caller or as a caller of the callee. Calls by way of other packages are not
counted: no page claims to know what those do. Nor is it a call when the body of a class runs
or a generator goes on (whose making the interpreter does not tell). Usage::

    python -m tests.bench.runtime SITE REPOSITORY PACKAGE PYTHON [PYTEST ARGUMENT]…

``PACKAGE`` is the folder of the package within the repository, ``PYTHON`` an interpreter in
which the package and what its tests need are installed.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sourcebook_audit.built import Built, read_site

#: Run in the other interpreter before its tests: notes who calls whom.
RECORDER = '''
import atexit, json, os, sys, threading
ROOT = os.path.realpath(os.environ["RECORD_ROOT"]) + os.sep
edges = set()
known = {}

def place(code):
    found = known.get(code)
    if found is None:
        path = os.path.realpath(code.co_filename)
        inside = path.startswith(ROOT)
        found = known[code] = (path[len(ROOT):], code.co_qualname) if inside else ("", "")
    return found

FUNCTION, RESUMED = 0x1, 0x20 | 0x80 | 0x200

def is_call(frame):
    """A class body that runs is no call; of a generator only the going on is seen."""
    flags = frame.f_code.co_flags
    return flags & FUNCTION and not flags & RESUMED

def note(frame, event, argument):
    if event == "call" and frame.f_back is not None and is_call(frame):
        callee = place(frame.f_code)
        if callee[0]:
            caller = place(frame.f_back.f_code)
            if caller[0]:
                edges.add((caller, callee))

def write():
    sys.setprofile(None)
    with open(os.environ["RECORD_TO"], "w", encoding="utf-8") as stream:
        json.dump(sorted(edges), stream)

if "RECORD_TO" in os.environ:
    atexit.register(write)
    threading.setprofile(note)
    sys.setprofile(note)
'''

Edge = tuple[tuple[str, str], tuple[str, str]]


def recorded(repository: Path, package: str, python: str, arguments: list[str]) -> set[Edge]:
    """The edges within ``package`` while its tests run."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(RECORDER, encoding="utf-8")
        target = Path(folder) / "edges.json"
        environment = os.environ | {
            "PYTHONPATH": folder,
            "RECORD_ROOT": str(repository / package),
            "RECORD_TO": str(target),
        }
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        subprocess.run(command, cwd=repository, env=environment, check=False)
        rows = json.loads(target.read_text(encoding="utf-8"))
    return set(_edges(rows, package))


def _edges(rows: list[list[list[str]]], package: str) -> Iterator[Edge]:
    for (caller_path, caller), (callee_path, callee) in rows:
        edge = (
            (f"{package}/{caller_path}", plain(caller)),
            (f"{package}/{callee_path}", plain(callee)),
        )
        # A comprehension or an anonymous function belongs to the function around it.
        if edge[0] != edge[1] and edge[1][1] and "<" not in callee.rpartition(".")[2]:
            yield edge


def plain(qualified: str) -> str:
    """The name as pages give it: "" for the code of a module."""
    parts = [part for part in qualified.split(".") if part != "<locals>"]
    while parts and parts[-1].startswith("<"):
        parts.pop()
    return ".".join(parts)


def stated(built: Built) -> set[Edge]:
    """The edges that pages state, sure or as possible."""
    found: set[Edge] = set()
    for _, fact in built.facts():
        here = fact.get("file"), fact.get("block")
        other = fact.text.partition(".<lambda")[0]
        if fact.kind in {"calls", "may-call"}:
            found.add((here, (fact.get("title") or here[0], other)))
        elif fact.kind in {"called-by", "may-be-called-by"}:
            path = fact.get("at").rpartition(":")[0]
            caller = "" if other == path.rpartition("/")[2] else other
            found.add(((path, caller), here))
    return found


def is_found(edge: Edge, known: set[Edge]) -> bool:
    """Whether pages state an edge; a class stands for its constructor."""
    caller, (path, name) = edge
    owner, _, last = name.rpartition(".")
    return edge in known or (last in {"__init__", "__new__"} and (caller, (path, owner)) in known)


def main(arguments: list[str]) -> int:
    site, repository, package, python, *rest = arguments
    edges = recorded(Path(repository).resolve(), package, python, rest)
    known = stated(read_site(Path(site)))
    missed = sorted(edge for edge in edges if not is_found(edge, known))
    for (caller_path, caller), (callee_path, callee) in missed:
        print(f"{caller_path}::{caller} -> {callee_path}::{callee}")
    found = len(edges) - len(missed)
    print(f"{found} of {len(edges)} run-time edges are stated: {found / max(len(edges), 1):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
