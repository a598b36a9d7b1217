"""Statuses read from real records, held against a table made by reading them.

``python -m tests.bench.records jabref=PATH james=PATH cometbft=PATH`` takes checkouts of
JabRef/jabref (edbf3b1), apache/james-project (20bf808) and cometbft/cometbft (5bba72c).
``records.tsv`` says of each of their 240 records which status holds, as a person reads it
and the records that replace it: one of ours, ``unknown`` for one that is stated in no word
of ours, ``-`` for none. A status is *read* if it is the right one, *invented* if there is
none, *wrong* otherwise.
"""

import sys
from collections import Counter
from pathlib import Path

from sourcebook.analyze.decisions import read_decisions
from sourcebook.analyze.decisions.places import places
from sourcebook.analyze.git import open_repository
from sourcebook.config import Config
from sourcebook.model import CallGraph, Decision, Repository
from tests.unit.analyze.reading import parsed

TABLE = Path(__file__).with_suffix(".tsv")
LIVE = {"accepted", "proposed"}


def decisions(root: Path) -> dict[str, Decision]:
    """The records of a checkout by their paths, read from the files of git's list."""
    git = open_repository(root)
    assert git is not None, f"{root} is no repository"
    paths = [entry.path.decode() for entry in git.tracked()]
    marks = [path for path in paths if path.rpartition("/")[2] == ".adr-dir"]
    marked = [(root / path).read_text().strip() for path in marks]
    chosen = [*marks, *(place.path for place in places(paths, (), marked) if not place.sample)]
    files = [parsed(path, (root / path).read_bytes()) for path in chosen if (root / path).is_file()]
    repository = Repository(root.name, "commit")
    read = read_decisions(files, CallGraph((), (), ()), repository, Config())
    return {decision.path: decision for decision in read.records}


def main() -> None:
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    total: Counter[str] = Counter()
    for given in sys.argv[1:]:
        name, _, folder = given.partition("=")
        found = decisions(Path(folder))
        table = {path: status for repository, path, status in rows if repository == name}
        told: Counter[str] = Counter(records=len(table), beyond=len(found.keys() - table.keys()))
        for path, status in table.items():
            read = str(found[path].status) if path in found else "missing"
            told["stated"] += status != "-"
            told["read"] += read == status != "unknown"
            told["invented"] += status == "-" and read != "unknown"
            told["not live"] += status not in {*LIVE, "unknown", "-"}
            told["not live, read"] += status not in {*LIVE, "unknown", "-"} and read == status
            if read != status.replace("-", "unknown") or status == "unknown":
                print(f"{name} {path}: {status}, read as {read}")
        for path in sorted(found.keys() - table.keys()):
            print(f"{name} {path}: {found[path].status}, not in the table")
        print(name, dict(told))
        total += told
    print(
        "all", dict(total), f"{total['read'] / max(total['stated'], 1):.1%} of the stated are read"
    )


if __name__ == "__main__":
    main()
