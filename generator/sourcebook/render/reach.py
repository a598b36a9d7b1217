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
    callees = _callees(calls)
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


def reaching_files(calls: Iterable[Call], is_test: Callable[[str], bool]) -> dict[SymbolId, int]:
    """For each symbol how many files of tests reach it; a file is a bit of what is handed on."""
    callees = _callees(calls)
    tests = sorted(caller for caller in callees if is_test(path_of(caller)))
    bits = {path: 1 << at for at, path in enumerate(dict.fromkeys(map(path_of, tests)))}
    found: dict[SymbolId, int] = {}
    queue = deque(tests)
    waiting = set(tests)
    while queue:
        symbol = queue.popleft()
        waiting.discard(symbol)
        own = found.get(symbol, 0) | bits.get(path_of(symbol), 0)
        for callee in callees.get(symbol, ()):
            before = found.get(callee, 0)
            if own | before != before:
                found[callee] = own | before
                if callee not in waiting:
                    waiting.add(callee)
                    queue.append(callee)
    return {symbol: mask.bit_count() for symbol, mask in found.items()}


def _callees(calls: Iterable[Call]) -> dict[SymbolId, dict[SymbolId, None]]:
    """The symbols that each symbol is known to call."""
    callees: dict[SymbolId, dict[SymbolId, None]] = {}
    for call in calls:
        if call.status is CallStatus.RESOLVED:
            callees.setdefault(call.caller, {}).update(dict.fromkeys(call.targets))
    return callees


def path_of(symbol: SymbolId) -> str:
    """The file that a symbol is of."""
    return symbol.partition("::")[0]
