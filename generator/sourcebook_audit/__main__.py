"""``python -m sourcebook_audit SITE REPOSITORY``: exit 0 when all is true, 1 with findings."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sourcebook_audit.evidence import audited
from sourcebook_audit.links import check_site


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints every finding and a line of counts; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m sourcebook_audit", description="Checks a built site against its source."
    )
    parser.add_argument("site", type=Path, help="folder of the built site")
    parser.add_argument("repository", type=Path, help="folder of the repository it documents")
    options = parser.parse_args(arguments)
    for folder in (options.site, options.repository):
        if not folder.is_dir():
            print(f"{folder}: no such folder", file=sys.stderr)
            return 2
    broken = check_site(options.site)
    texts = list(audited(options.site, options.repository))
    untrue = [fault for _, fault in texts if fault is not None]
    for finding in (*broken, *untrue):
        print(finding)
    print(
        f"{len(broken)} broken references; {len(texts)} texts from the source, {len(untrue)} not true",
        file=sys.stderr,
    )
    return 1 if broken or untrue else 0


if __name__ == "__main__":
    sys.exit(main())
