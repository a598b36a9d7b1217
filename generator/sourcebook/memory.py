"""How much memory this process has, as the system tells it, and how often it tidies up.

A fork bears the peak of its parent and maps all that its parent maps, so a limit compares
what is held or mapped now with what was at the start, never with a peak.
"""

import sys
from pathlib import Path

if sys.platform != "win32":
    import resource

_STATM = Path("/proc/self/statm")

#: When to look for cycles (``gc.set_threshold``). A run makes millions of small values and
#: hardly a cycle among them: at the usual pace that takes a tenth of its time, and frees nothing.
SELDOM = (200_000, 50, 1000)


def mapped() -> int:
    """Bytes of address space; 0 where that is not told."""
    return _pages()[0]


def held() -> int:
    """Bytes that are held now; the peak where no more is told, and 0 on Windows."""
    size = 0
    if sys.platform == "linux":
        size = _pages()[1]
    elif sys.platform != "win32":
        unit = 1 if sys.platform == "darwin" else 1024
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return size


def _pages() -> tuple[int, int]:
    """Sizes in bytes: all that is mapped, and what of it is held."""
    if sys.platform != "linux":
        return 0, 0
    with _STATM.open("rb", buffering=0) as stream:
        size, resident, *_ = stream.read().split()
    page = resource.getpagesize()
    return int(size) * page, int(resident) * page
