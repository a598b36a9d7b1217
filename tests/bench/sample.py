"""Draws resolved calls to be judged by a reader: what is written there, and what it was taken for.

    python -m tests.bench.sample FOLDER [--count 100] [--seed 1] [--language go]

The same folder, count and seed give the same calls. One row each: number, place, the line
of the call, and the place and first line of its target.
"""

import argparse
import random
import sys
from pathlib import Path

from sourcebook.analyze.link import link
from sourcebook.model import CallStatus
from tests.bench.callgraph import read_folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="")
    options = parser.parse_args()
    parsed = read_folder(options.folder)
    graph = link(parsed)
    lines = {
        file.path: (options.folder / file.path).read_text("utf-8", "replace").split("\n")
        for file in parsed
        if options.language in ("", file.language)
    }
    symbols = {symbol.id: symbol for symbol in graph.symbols}
    sites = sorted(
        (call.caller.partition("::")[0], call.span.line, call.column, call.text, call.targets[0])
        for call in graph.calls
        if call.status is CallStatus.RESOLVED and call.caller.partition("::")[0] in lines
    )
    chosen = sorted(random.Random(options.seed).sample(sites, min(options.count, len(sites))))
    for number, (path, line, _, text, target) in enumerate(chosen, 1):
        symbol = symbols[target]
        head = lines.get(symbol.path, [""] * symbol.name_line)[symbol.name_line - 1].strip()
        print(f"{number}. {path}:{line}: `{lines[path][line - 1].strip()[:150]}` ({text[:60]})")
        print(f"   -> {target}: `{head[:110]}`")
    print(f"{len(sites)} resolved calls, {len(chosen)} drawn", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
