"""``python -m sourcebook_audit SITE REPOSITORY``: exit 0 when all is true, 1 with findings."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sourcebook_audit.audit import audit
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
    report = audit(options.site, options.repository)
    for finding in (*broken, *report.untrue):
        print(finding)
    print(f"{len(broken)} broken references; {report}", file=sys.stderr)
    return 1 if broken or report.untrue else 0


if __name__ == "__main__":
    sys.exit(main())
