"""How long the order of a very large graph takes, and how much memory.

    python -m tests.bench.order [--symbols 250000] [--edges 1000000]

Makes symbols whose calls go mostly to near ones, some of them in circles, as they do in real
code, and orders them: components, and callees before callers. Prints processor seconds, the
peak of memory, and how many components have more than one member.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator

from sourcebook.analyze.link import arrange
from sourcebook.model import CallSite, CallStatus, Span, Symbol, SymbolId, SymbolKind

NOWHERE = Span(0, 0, 1, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--symbols", type=int, default=250_000)
    parser.add_argument("--edges", type=int, default=1_000_000)
    options = parser.parse_args()
    symbols = [_symbol(number) for number in range(options.symbols)]
    calls = list(_calls(symbols, options.edges))
    begun = time.process_time()
    components, order = arrange(symbols, calls)
    seconds = time.process_time() - begun
    assert len(order) == len(symbols)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(
        f"{len(symbols):,} symbols, {len(calls):,} calls: {seconds:.1f} CPU s, "
        f"peak {peak / 1e6:,.0f} MB, {len(components):,} circles"
    )


def _symbol(number: int) -> Symbol:
    path = f"pkg{number // 400}/file{number // 20}.py"
    name = f"function_{number}"
    return Symbol(
        id=SymbolId(f"{path}::{name}"),
        path=path,
        name=name,
        qualified=name,
        kind=SymbolKind.FUNCTION,
        span=NOWHERE,
        name_line=1,
    )


def _calls(symbols: list[Symbol], edges: int) -> Iterator[CallSite]:
    chance = random.Random(1)
    last = len(symbols) - 1
    for _ in range(edges):
        caller = chance.randrange(len(symbols))
        far = int(chance.expovariate(1 / 40)) + 1
        # One call in a hundred goes back, which closes circles.
        target = caller - far if chance.random() < 0.01 else caller + far
        yield CallSite(
            caller=symbols[caller].id,
            text="call",
            span=NOWHERE,
            column=1,
            status=CallStatus.RESOLVED,
            targets=(symbols[min(max(target, 0), last)].id,),
        )


if __name__ == "__main__":
    main()
