"""Back-test of ``decisions --diff`` on the history of a repository with decision records.

``python -m tests.bench.reviews REPOSITORY BOOK [--silent N]`` takes two sets of commits of
the branch that is checked out, newest first, back to the first record:

- *named*: the message names a decision, and code is changed. The message is hidden, and so
  is what the commit does to the records themselves. Found: is the named decision among the
  rows, and among the first three of rows and folded list?
- *silent*: code is changed, no record is, and the message names no decision. How often does
  the review speak?

Records that did not exist at a commit are hidden from it; the named number is resolved in
the tree of that commit, so that a later renumbering misleads nobody. Every row is printed
with its digest, by which a sample is drawn, and with the verdict of ``reviews.tsv`` on it:
has a reviewer of the change use for this decision? *yes* if the message names it or its
subject is what changes; *no* if it stands elsewhere or the change is too small to matter for
it. The samples of that file: *first* and *fresh* (before and after the last rules, of
johanhaleby/occurrent e52fa5b and curie-eng/curie 1c06d427), *later* (the
rows of curie that were in neither, after names that a record gave), *own* (all rows of the three
repositories of ``records``, also of earlier rules).
"""

import argparse
import csv
import hashlib
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryFile

from sourcebook.analyze.decisions.places import place_named
from sourcebook.analyze.git import open_repository
from sourcebook.config import Config
from sourcebook.errors import SourcebookError
from sourcebook.model import Decision
from sourcebook.review import review
from sourcebook.review.changes import read_changes
from sourcebook.review.coined import given_by
from sourcebook.review.evidence import Overlay, governing
from sourcebook.review.faults import faults
from sourcebook.review.values import Review, Row
from sourcebook.store.book import Book, open_book

NAMED = re.compile(r"\bADR[-_ #]{0,2}(\d{1,4})\b|\badr-(\d{3,4})\b", re.IGNORECASE)
MOST_FILES = 40
CODE = [
    "java",
    "go",
    "kt",
    "js",
    "ts",
    "proto",
    "xml",
    "gradle",
    "fxml",
    "properties",
    "py",
    "sh",
    "yml",
    "toml",
]
CITES = re.compile(r"ADR|adr[-_][0-9]|[0-9a-z]\.(?:md|rst|adoc)")
WORD = re.compile(r"[A-Za-z_]\w+")
VERDICTS = Path(__file__).with_suffix(".tsv")


@dataclass(frozen=True)
class Commit:
    id: str
    message: str
    paths: tuple[str, ...]


class Past(Book):
    """A book that knows only the records of a commit."""

    def __init__(self, book: Book, decisions: tuple[Decision, ...]) -> None:
        super().__init__(book.folder, book.manifest)
        self.__dict__["decisions"] = decisions


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=root, check=True, capture_output=True, text=True, errors="replace"
    ).stdout


def commits(root: Path) -> Iterator[Commit]:
    told = git(
        root, "log", "--no-merges", "--no-renames", "--name-only", "--format=%x01%H%x02%B%x03"
    )
    for part in told.split("\x01")[1:]:
        head, _, names = part.partition("\x03")
        commit, _, message = head.partition("\x02")
        yield Commit(commit, message, tuple(filter(None, names.split("\n"))))


def lines_of_patches(root: Path) -> Iterator[str]:
    """The patches of code of the whole branch, each below its commit, newest first.

    A clone may lack a blob, at which git ends: then it goes on with the next commit.
    """
    ids = git(root, "rev-list", "--no-merges", "HEAD").split()
    while ids:
        command = [
            "log",
            "--no-walk=unsorted",
            "--stdin",
            "-p",
            "-U0",
            "--no-renames",
            "--no-color",
        ]
        with TemporaryFile("w+") as asked:
            asked.write("\n".join(ids))
            asked.seek(0)
            process = subprocess.Popen(
                ["git", *command, "--format=%x01%H", "--", *(f"*.{end}" for end in CODE)],
                cwd=root, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True, errors="replace",
            )  # fmt: skip
        last = ids[0]
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("\x01"):
                last = line[1:41]
            yield line.rstrip("\n")
        ids = ids[ids.index(last) + 1 :] if process.wait() else []


class Bench:
    def __init__(self, root: Path, book: Book) -> None:
        self.root, self.book = root, book
        found = open_repository(root)
        assert found is not None, f"{root} is no git repository"
        self.git = found
        self.paths = {path: holder.key for holder in book.ledger for path in holder.paths}
        self.folders = sorted({path.rpartition("/")[0] for path in self.paths})
        self.first = git(
            root, "log", "--diff-filter=A", "--format=%H", "--", *self.folders
        ).split()[-1]
        self.tied = {link.path for each in book.decisions for link in each.links}
        self.naming: set[str] = set()
        self._read_history()

    def _read_history(self) -> None:
        """Finds the files that ever cited a record, and the commits with names that records give."""
        giver = defaultdict(set)
        for key, names in given_by(self.book.decisions).items():
            for name in names:
                giver[name].add(key)
        commit, path, held = "", "", defaultdict(set)
        for line in lines_of_patches(self.root):
            if line.startswith("\x01"):
                commit, held = line[1:41], defaultdict(set)
            elif line.startswith(("--- ", "+++ ")):
                path = line[6:]
            elif line.startswith(("+", "-")):
                if CITES.search(line):
                    self.tied.add(path)
                for name in giver.keys() & set(WORD.findall(line)):
                    for key in giver[name]:
                        held[key].add(name)
                        if len(held[key]) > 1:
                            self.naming.add(commit)

    def records_at(self, commit: str) -> dict[str, str]:
        """The records of a commit: path there to key of today."""
        listed = git(self.root, "ls-tree", "-r", "--name-only", commit, "--", *self.folders)
        slugs = {place_named(d.path).slug: d.key for d in self.book.decisions}
        found = {}
        for path in listed.split("\n"):
            key = self.paths.get(path) or slugs.get(place_named(path).slug, "")
            if key:
                found[path] = key
        return found

    def is_code(self, path: str) -> bool:
        return path.endswith(tuple(f".{end}" for end in CODE)) and not path.startswith(
            tuple(f"{folder}/" for folder in self.folders)
        )

    def is_tied(self, commit: Commit) -> bool:
        """Whether a commit has to do with a record at all: the review is silent on others."""
        return commit.id in self.naming or not self.tied.isdisjoint(commit.paths)

    def gold(self, commit: Commit, there: dict[str, str]) -> set[str]:
        numbers = {int(one or two) for one, two in NAMED.findall(commit.message)}
        return {
            key
            for path, key in there.items()
            if (number := place_named(path).number).isdigit() and int(number) in numbers
        }

    def review(self, commit: Commit, there: dict[str, str], named: bool) -> Review:
        """The review of a commit; of a silent one without the list, which decides nothing."""
        changes = read_changes(self.git, self.root, f"{commit.id}~1..{commit.id}")
        files = tuple(change for change in changes.files if self.is_code(change.name))
        changes = replace(changes, files=files)
        alive = set(there.values())
        known = tuple(d for d in self.book.decisions if d.key in alive)
        past = Past(self.book, known)
        if named:
            return review(past, Config(), changes)
        overlay = Overlay(past, Config(), changes)
        rows = governing(overlay, str.lower)
        return Review("", commit.id, len(files), rows=tuple(rows), faults=tuple(faults(overlay)))


@dataclass
class Tally:
    """What a run counts."""

    verdicts: dict[tuple[str, str], str]
    counts: Counter[str] = field(default_factory=Counter)

    def named(self, found: Review, gold: set[str]) -> None:
        shown = [row.key for row in found.rows]
        listed = [*shown, *(related.key for related in found.related)]
        self.counts["named"] += 1
        self.counts["proven"] += bool(gold & set(shown))
        self.counts["within"] += bool(gold & set(listed[:3]))

    def silent(self, found: Review) -> None:
        self.counts["silent"] += 1
        self.counts["spoke"] += found.speaks

    def row(self, commit: Commit, row: Row, gold: set[str], named: bool) -> None:
        digest = hashlib.sha256(f"{commit.id[:10]} {row.key}".encode()).hexdigest()[:8]
        verdict = self.verdicts.get((commit.id[:10], row.key), "-")
        self.counts[f"verdict {verdict}"] += 1
        cells = (
            digest,
            commit.id[:10],
            row.key,
            row.source,
            ("gold" if row.key in gold else "named") if named else "silent",
            verdict,
            f"{row.path}:{row.line}",
            f"{row.evidence.path}:{row.evidence.line} {row.evidence.quote[:120]!r}",
            row.title,
            commit.message.split("\n")[0],
        )
        print("\t".join(cells), flush=True)

    def __str__(self) -> str:
        n = self.counts
        return (
            f"named commits {n['named']}: in the rows {n['proven']}, "
            f"in the first three {n['within']}\n"
            f"silent commits {n['silent']}: spoke on {n['spoke']}\n"
            f"rows: right {n['verdict yes']}, wrong {n['verdict no']}, not judged {n['verdict -']}"
        )


def verdicts() -> dict[tuple[str, str], str]:
    with VERDICTS.open(encoding="utf-8") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["commit"], row["decision"]): row["verdict"] for row in rows}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("book", type=Path)
    parser.add_argument("--silent", type=int, default=10**6, help="at most so many of these")
    given = parser.parse_args()
    bench = Bench(given.repository.absolute(), open_book(given.book, verify=False))
    tally = Tally(verdicts())
    for commit in takewhile(lambda commit: commit.id != bench.first, commits(bench.root)):
        code = [path for path in commit.paths if bench.is_code(path)]
        if not 1 <= len(code) <= MOST_FILES:
            continue
        names_one = NAMED.search(commit.message) is not None
        beside = any(path in bench.paths for path in commit.paths)
        if not names_one and (beside or tally.counts["silent"] >= given.silent):
            continue
        if not names_one and not bench.is_tied(commit):
            tally.counts["silent"] += 1
            continue
        there = bench.records_at(commit.id)
        gold = bench.gold(commit, there) if names_one else set()
        if names_one and not gold:
            continue
        try:
            found = bench.review(commit, there, names_one)
        except SourcebookError as error:  # a clone may lack a blob
            print(commit.id, error)
            continue
        if names_one:
            tally.named(found, gold)
        else:
            tally.silent(found)
        for row in found.rows:
            tally.row(commit, row, gold, names_one)
    print(tally)


if __name__ == "__main__":
    main()
