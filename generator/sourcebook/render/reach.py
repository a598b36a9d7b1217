"""Which tests reach a definition: along resolved calls, the nearest first."""

from collections import deque
from collections.abc import Callable, Iterable

from sourcebook.model import CallSite, CallStatus, SymbolId

#: Test files named for one definition.
NAMED = 3


def reaching_tests(
    calls: Iterable[CallSite], is_test: Callable[[str], bool]
) -> dict[SymbolId, tuple[str, ...]]:
    """For each symbol the test files from which calls lead to it, at most the nearest few.

    All tests set out at once, a call a step, so that each call is walked a few times only.
    """
    callees: dict[SymbolId, dict[SymbolId, None]] = {}
    for call in calls:
        if call.status is CallStatus.RESOLVED:
            callees.setdefault(call.caller, {}).update(dict.fromkeys(call.targets))
    found: dict[SymbolId, list[str]] = {}
    starts = sorted((path_of(caller), caller) for caller in callees if is_test(path_of(caller)))
    queue = deque((caller, test) for test, caller in starts)
    while queue:
        symbol, test = queue.popleft()
        for callee in callees.get(symbol, ()):
            tests = found.setdefault(callee, [])
            if len(tests) < NAMED and test not in tests:
                tests.append(test)
                queue.append((callee, test))
    return {symbol: tuple(tests) for symbol, tests in found.items()}


def path_of(symbol: SymbolId) -> str:
    """The file that a symbol is of."""
    return symbol.partition("::")[0]
