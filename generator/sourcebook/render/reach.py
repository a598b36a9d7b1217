"""Which tests reach a definition: along resolved calls, the nearest first."""

from collections import deque
from collections.abc import Callable, Iterable

from sourcebook.model import CallStatus, SymbolId
from sourcebook.store.graph import Call

#: Tests named for one definition, each of another file.
NAMED = 3


def reaching_tests(
    calls: Iterable[Call], is_test: Callable[[str], bool]
) -> dict[SymbolId, tuple[SymbolId, ...]]:
    """For each symbol the tests from which calls lead to it, the nearest of each nearest file.

    All tests set out at once, a call a step, so that each call is walked a few times only.
    """
    callees: dict[SymbolId, dict[SymbolId, None]] = {}
    for call in calls:
        if call.status is CallStatus.RESOLVED:
            callees.setdefault(call.caller, {}).update(dict.fromkeys(call.targets))
    found: dict[SymbolId, dict[str, SymbolId]] = {}
    starts = sorted((path_of(caller), caller) for caller in callees if is_test(path_of(caller)))
    queue = deque((caller, path, caller) for path, caller in starts)
    while queue:
        symbol, path, test = queue.popleft()
        for callee in callees.get(symbol, ()):
            tests = found.setdefault(callee, {})
            if len(tests) < NAMED and path not in tests:
                tests[path] = test
                queue.append((callee, path, test))
    return {symbol: tuple(tests.values()) for symbol, tests in found.items()}


def path_of(symbol: SymbolId) -> str:
    """The file that a symbol is of."""
    return symbol.partition("::")[0]
