"""Back-test of ``decisions --diff`` on the history of a repository with decision records.

``python -m tests.bench.reviews REPOSITORY BOOK [--silent N]`` takes two sets of commits:

- *named*: the message names a decision, and code is changed. The message is hidden, and so
  is what the commit does to the records themselves. Found: is the named decision among the
  rows, and among the first three of rows and folded list?
- *silent*: code is changed, no record is, and the message names no decision. How often does
  the review speak?

Records that did not exist at a commit are hidden from it; the named number is resolved in
the tree of that commit, so that a later renumbering misleads nobody. Every row is printed,
to be judged by hand.
"""

import argparse
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sourcebook.analyze.decisions.places import place_named
from sourcebook.analyze.git import open_repository
from sourcebook.config import Config
from sourcebook.model import Decision
from sourcebook.review import review
from sourcebook.review.changes import read_changes
from sourcebook.review.values import Review
from sourcebook.store.book import Book, open_book

NAMED = re.compile(r"\bADR[-_ #]{0,2}(\d{1,4})\b|\badr-(\d{3,4})\b", re.IGNORECASE)
MOST_FILES = 40


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


class Bench:
    def __init__(self, root: Path, book: Book) -> None:
        self.root, self.book = root, book
        self.git = open_repository(root)
        self.paths = {path: holder.key for holder in book.ledger for path in holder.paths}
        self.folders = sorted({path.rpartition("/")[0] for path in self.paths})

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
        return not path.startswith(tuple(f"{folder}/" for folder in self.folders)) and bool(
            re.search(
                r"\.(?:java|go|kt|js|ts|proto|xml|gradle|fxml|properties|py|sh|yml|toml)$", path
            )
        )

    def gold(self, commit: Commit, there: dict[str, str]) -> set[str]:
        numbers = {int(one or two) for one, two in NAMED.findall(commit.message)}
        return {
            key
            for path, key in there.items()
            if (number := place_named(path).number).isdigit() and int(number) in numbers
        }

    def review(self, commit: Commit, there: dict[str, str]) -> Review:
        changes = read_changes(self.git, self.root, f"{commit.id}~1..{commit.id}")
        files = tuple(change for change in changes.files if self.is_code(change.name))
        alive = set(there.values())
        known = tuple(d for d in self.book.decisions if d.key in alive)
        return review(Past(self.book, known), Config(), replace(changes, files=files))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("book", type=Path)
    parser.add_argument("--silent", type=int, default=1200)
    given = parser.parse_args()
    bench = Bench(given.repository.absolute(), open_book(given.book, verify=False))
    named = proven = within = silent = spoke = 0
    for commit in commits(bench.root):
        code = [path for path in commit.paths if bench.is_code(path)]
        if not 1 <= len(code) <= MOST_FILES:
            continue
        names_one = NAMED.search(commit.message) is not None
        beside = any(path in bench.paths for path in commit.paths)
        if not names_one and (beside or silent >= given.silent):
            continue
        there = bench.records_at(commit.id)
        gold = bench.gold(commit, there) if names_one else set()
        if names_one and not gold:
            continue
        try:
            found = bench.review(commit, there)
        except Exception as error:  # noqa: BLE001 - the first commit has no parent
            print(commit.id, error)
            continue
        if names_one:
            named += 1
            shown = [row.key for row in found.rows]
            proven += bool(gold & set(shown))
            listed = [*shown, *(related.key for related in found.related)]
            within += bool(gold & set(listed[:3]))
        else:
            silent += 1
            spoke += found.speaks
        subject = commit.message.split("\n")[0]
        for row in found.rows:
            print(
                f"{commit.id[:10]} {'N' if names_one else 's'} {row.key in gold!s:5} {row.source:6} "
                f"{row.key} “{row.title}” | {row.path}:{row.line} | {row.evidence.path}:"
                f"{row.evidence.line} {row.evidence.quote[:120]!r} | {subject}",
                flush=True,
            )
    print(f"named commits {named}: in the rows {proven}, in the first three {within}")
    print(f"silent commits {silent}: spoke on {spoke}")


if __name__ == "__main__":
    main()
