"""Runs a program and writes what it took: ``python measure.py RESULT PROGRAM [ARGUMENT]…``.

The kernel counts the memory of whoever starts a program as the program's own. A test
process may be large; this one is small.
"""

import json
import subprocess
import sys
from pathlib import Path


def main() -> None:
    done = subprocess.run(sys.argv[2:], check=False)
    taken = {"code": done.returncode, "cpu": 0.0, "peak": 0}
    if sys.platform != "win32":
        import resource

        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        unit = 1 if sys.platform == "darwin" else 1024
        taken |= {"cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * unit}
    Path(sys.argv[1]).write_text(json.dumps(taken))


main()
