"""The history of a repository, told in the names that its files have today.

Commits come newest first, so a rename is met before the commits that knew the file by its
old name. A side branch may still use the old name later in the list; what is unknown by
then is looked up among all renames at the end.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from sourcebook.analyze.git import RawCommit
from sourcebook.analyze.names import shown
from sourcebook.analyze.redact import redact_line
from sourcebook.model import Commit

_BOT = re.compile(
    r"\[bot\]|(?:^|[-_. ])bot(?:$|[-_. @<])|\bbot@|dependabot|renovate|greenkeeper|github-actions"
    r"|pre-commit-ci|snyk|imgbot|allcontributors|weblate|transifex|semantic-release|mergify"
    r"|copybara|autoroll|jenkins|travis",
    re.IGNORECASE,
)


#: Files of today with the names that they had before, newest first.
Former = tuple[tuple[str, tuple[str, ...]], ...]


def history(
    commits: Iterable[RawCommit], files: AbstractSet[str]
) -> tuple[tuple[Commit, ...], Former]:
    """The commits with their paths under today's names, and the names of before.

    Files that are gone are left out.
    """
    today: dict[str, str] = {}
    told: list[Commit] = []
    for commit in commits:
        paths: list[str] = []
        for before, after in commit.changes:
            name = shown(after)
            name = today.get(name, name)
            paths.append(name)
            if before != after:
                today[shown(before)] = name
        subject = redact_line(commit.subject)
        bot = _BOT.search(commit.author) is not None
        told.append(Commit(commit.id, commit.time, subject, tuple(paths), bot))
    return tuple(_named_today(commit, today, files) for commit in told), _former(today, files)


def _former(today: Mapping[str, str], files: AbstractSet[str]) -> Former:
    former: dict[str, list[str]] = {}
    for before, name in today.items():
        if name in files and before != name:
            former.setdefault(name, []).append(before)
    return tuple((name, tuple(former[name])) for name in sorted(former))


def _named_today(commit: Commit, today: dict[str, str], files: AbstractSet[str]) -> Commit:
    found = {name if name in files else today.get(name, "") for name in commit.paths}
    paths = tuple(sorted(found & files))
    return Commit(commit.id, commit.time, commit.subject, paths, commit.bot)
