"""Which commits ask something, and what they ask.

A question is the subject of a commit, without the marks of its project: prefixes such as
``fix(core):``, numbers of issues, tags in brackets. The answer is the source files that it
changed. Left out are commits

- of a program, of more than five source files, or of none;
- about releases, dependencies, formatting, documentation or spelling;
- of fewer than four words;
- that name a changed file: whoever knows the name need not search.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePosixPath

from sourcebook.grammars.languages import language
from sourcebook.model import Commit, FileClass, Repository, SourceFile
from sourcebook.tokenizer import is_unspaced, runs, tokenize

MOST_FILES = 5
LEAST_WORDS = 4

_PREFIX = re.compile(
    r"^\s*(?:\[[^\]]{1,40}\]|[A-Z][A-Z0-9]+-\d+|(?:fix|feat|perf|refactor|chore|test|build|ci|style|revert|docs)"
    r"(?:\([^)]*\))?!?(?=:)|[\w./+-]{1,30}(?:\([^)]*\))?(?=:\s))[:,]?\s*",
)
_NUMBER = re.compile(
    r"\s*\(?\b(?:fix(?:es|ed)?|clos(?:es|ed)?|resolv(?:es|ed)?|refs?|see|issue|bug|pr|gh)?[ -]?#\d+\)?"
    r"|\s*\((?:[^()]*#\d+[^()]*)\)",
    re.IGNORECASE,
)
_UPKEEP = re.compile(
    r"^(?:merge|revert|release|bump|upgrade|update (?:to|dependenc)|prepare|version|initial commit)\b"
    r"|^(?:docs?|chore|style|ci|build|test)(?:\([^)]*\))?!?:"
    r"|\b(?:dependenc(?:y|ies)|changelog|release notes|readme|typos?|spelling|docstrings?|lint(?:er|ing)?"
    r"|reformat(?:ted|ting)?|formatting|whitespace|pre-commit|copyright|licen[sc]e"
    r"|v?\d+\.\d+\.\d+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A commit as a question: what it says it did, and the source files that it changed."""

    commit: str
    query: str
    files: tuple[str, ...]


def sources_of(files: Iterable[SourceFile]) -> frozenset[str]:
    """The files that may be an answer: code that is neither a test nor an example."""
    return frozenset(
        file.path
        for file in files
        if file.file_class is FileClass.SOURCE and language(file.language).kind == "code"
    )


def pick(repository: Repository, wanted: int) -> list[Question]:
    """The newest commits that ask something, newest first; at most half of the history.

    The other half is what the search knows of the past.
    """
    sources = sources_of(repository.files)
    found: list[Question] = []
    asked: set[str] = set()
    for commit in repository.history[: (len(repository.history) + 1) // 2]:
        question = _question(commit, sources)
        if question is not None and question.query not in asked:
            asked.add(question.query)
            found.append(question)
        if len(found) == wanted:
            break
    return found


def answerable(
    picked: Sequence[Question],
    sources: AbstractSet[str],
    former: Mapping[str, Sequence[str]],
    history: Sequence[Commit],
) -> list[Question]:
    """The questions that fit a past: their files under the names of then.

    Left out are those most of whose files were not there, and those whose commit, or whose
    very words, the history of then holds.
    """
    known = {commit.id for commit in history} | {cleaned(commit.subject) for commit in history}
    fitting = []
    for question in picked:
        then = (_then(path, sources, former) for path in question.files)
        files = tuple(path for path in dict.fromkeys(then) if path)
        if 2 * len(files) >= len(question.files) and not {question.commit, question.query} & known:
            fitting.append(replace(question, files=files))
    return fitting


def _then(path: str, sources: AbstractSet[str], former: Mapping[str, Sequence[str]]) -> str:
    """The name of a file in a past, "" if it was not there."""
    return next((name for name in (path, *former.get(path, ())) if name in sources), "")


def _question(commit: Commit, sources: AbstractSet[str]) -> Question | None:
    files = tuple(path for path in commit.paths if path in sources)
    if commit.bot or not 0 < len(files) <= MOST_FILES or _UPKEEP.search(commit.subject):
        return None
    query = cleaned(commit.subject)
    words = runs(query)
    if len(words) < LEAST_WORDS and not any(is_unspaced(word) for word in words):
        return None
    if any(_names(query, path) for path in files):
        return None
    return Question(commit.id, query, files)


def cleaned(subject: str) -> str:
    """A subject without what only its project understands."""
    bare = _NUMBER.sub("", _PREFIX.sub("", subject, count=1))
    return " ".join(bare.split()).rstrip(".")


def _names(query: str, path: str) -> bool:
    """Whether the words of the query hold all words of the file's name."""
    name = tokenize(PurePosixPath(path).name.partition(".")[0])
    return bool(name) and set(name) <= _spoken(query)


def _spoken(query: str) -> set[str]:
    """The terms of a query, and those of neighbouring words written as one."""
    words = runs(query)
    joined = ["_".join(pair) for pair in pairwise(words)]
    return {term for text in (query, *joined) for term in tokenize(text)}
