"""Compares the call graph, made without any server, with the definitions of a language server.

Every call site whose callee is a name is put to the server. A site counts when the server
names a function or class of the folder there; it is found when the resolver has the same
target at this site, alone or among others. What a server says is not the truth (it does not
follow values), so the rest is listed by what the resolver said instead.

    python -m tests.bench.servers SERVER COMMAND FOLDER [--under PREFIX] [--verbose]

``SERVER`` is a row of ``servers.toml``, ``COMMAND`` the path of its program.
"""

import argparse
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from sourcebook.analyze.definitions import Joiner, name_offset, unanswered
from sourcebook.analyze.link import link
from sourcebook.analyze.lsp.ask import Question, ask
from sourcebook.analyze.lsp.registry import table
from sourcebook.analyze.lsp.session import Limits
from sourcebook.model import CallSite, CallStatus, ParsedFile, SymbolId
from tests.bench.callgraph import read_folder

Site = tuple[CallSite, CallSite]


def questions_of(
    root: Path, parsed: list[ParsedFile], calls: list[CallSite], identifiers: dict[str, str]
) -> tuple[list[Question], dict[str, list[int]]]:
    """The questions, and the numbers of the calls that they are about."""
    by_path: dict[str, list[tuple[int, int]]] = {}
    data = {file.path: (root / file.path).read_bytes() for file in parsed}
    for number, call in enumerate(calls):
        path = call.caller.partition("::")[0]
        offset = name_offset(data[path], call) if path in identifiers else -1
        if offset >= 0 and not call.reference:
            by_path.setdefault(path, []).append((offset, number))
    asked = [
        Question(path, identifiers[path], tuple(offset for offset, _ in rows))
        for path, rows in sorted(by_path.items())
    ]
    return asked, {path: [number for _, number in rows] for path, rows in by_path.items()}


def without_classes(call: CallSite, parents: dict[SymbolId, SymbolId | None]) -> CallSite:
    """A server may name a class beside its constructor; the constructor is what runs."""
    classes = {parents[target] for target in call.targets}
    return structs.replace(call, targets=tuple(t for t in call.targets if t not in classes))


def kind_of(site: Site) -> str:
    """What the resolver said where it did not say the same."""
    _, ours = site
    if ours.status is CallStatus.UNKNOWN:
        return "unknown: " + re.sub(r"`[^`]*`|(?<=in ).*", "…", ours.reason)
    if ours.status is CallStatus.EXTERNAL:
        return "external"
    return f"{ours.status}: other targets"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server")
    parser.add_argument("command")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--under", default="", help="only sites of paths that begin so")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    began = time.process_time()
    parsed = read_folder(options.folder)
    graph = link(parsed)
    spent = time.process_time() - began
    server = replace(
        next(row for row in table() if row.name == options.server), command=options.command
    )
    identifiers = {
        file.path: identifier
        for file in parsed
        if file.path.startswith(options.under)
        and (identifier := server.identifier(file.path, file.language))
    }
    calls = list(graph.calls)
    asked, numbers = questions_of(options.folder, parsed, calls, identifiers)
    paths = {file.path for file in parsed}
    answers = ask(server, options.folder, asked, paths, Limits())
    if answers.failure:
        print(f"{server.name}: {answers.failure}", file=sys.stderr)
    joiner = Joiner(graph.symbols)
    parents = {symbol.id: symbol.parent for symbol in graph.symbols}
    inside: list[Site] = []
    total = 0
    for question in asked:
        found = answers.found.get(question.path, ())
        for number, definitions in zip(numbers[question.path], found, strict=False):
            total += 1
            open_call = next(iter(unanswered([calls[number]])))
            said = without_classes(joiner.closed(open_call, definitions, "lsp"), parents)
            if said.targets:
                inside.append((said, calls[number]))
    same = [site for site in inside if set(site[0].targets) & set(site[1].targets)]
    edges = {(said.caller, target) for said, _ in inside for target in said.targets}
    ours = {(call.caller, target) for call in calls for target in call.targets}
    print(f"{total} sites asked, {len(inside)} resolved inside by {server.name}")
    print(f"sites found: {len(same)} of {len(inside)} = {len(same) / max(len(inside), 1):.1%}")
    both = len(edges & ours)
    print(f"edges found: {both} of {len(edges)} = {both / max(len(edges), 1):.1%}")
    print(f"resolver: {spent:.1f} CPU s")
    rest = [site for site in inside if not set(site[0].targets) & set(site[1].targets)]
    for kind, count in Counter(map(kind_of, rest)).most_common():
        print(f"{count:5}  {kind}")
    if options.verbose:
        for said, call in rest:
            print(f"{call.caller.partition('::')[0]}:{call.span.line}: {call.text[:60]!r}")
            print(f"    server {said.targets}, resolver {call.status} {call.targets} {call.reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
