"""What git knows of things that are gone: that they were there, since when not, and why.

A name was there if the code declared it at a commit that wrote or changed the document. Asked of few commits, since most mentions are true: it costs one search of
the tree for a document with something to ask.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sourcebook.analyze.drift.declared import declares, requires
from sourcebook.analyze.drift.mentions import ENDINGS, Mention, candidates, is_document, sought
from sourcebook.analyze.git import Git

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
#: Files that set variables for programs of others: what they name is used, not declared.
_PIPELINE = re.compile(
    r"(?:^|/)(?:\.github|\.circleci|\.gitlab|\.buildkite)/"
    r"|(?:^|/)\.?(?:travis|appveyor|gitlab-ci|cirrus|drone|azure-pipelines)\.ya?ml$"
)
_MOST_FILES = 20  # that are read for the declaration of a name
_SIMILAR = 0.6  # of two lines, to be one line changed


@dataclass(frozen=True, slots=True)
class Loss:
    """The end of a thing: the commit that took it away, where it last was, its name now."""

    commit: str
    day: str
    subject: str
    where: str
    now: str = ""


@dataclass
class Past:
    """The history, asked for things that are gone; ``written`` are commits by document."""

    git: Git
    written: Mapping[str, Sequence[str]]
    manifests: re.Pattern[str]
    targets: re.Pattern[str]
    words: Iterable[str] = ()
    _removed: dict[str, Loss] | None = field(default=None, repr=False)
    _ends: dict[tuple[str, str, str], Loss | None] = field(default_factory=dict, repr=False)

    def losses(self, document: str, found: Sequence[Mention]) -> Iterator[tuple[Mention, Loss]]:
        """Yields the mentions of what was there, each with its end."""
        for mention in found:
            if mention.kind == "path":
                loss = self._path(mention)
                if loss is not None:
                    yield mention, loss
        named = [mention for mention in found if mention.kind != "path"]
        asked = {sought(mention) for mention in named}
        for commit in self.written.get(document, ())[:2] if asked else ():
            held = self.git.grep(commit, sorted(asked), [one for one in ENDINGS if one != "txt"])
            for mention in list(named):
                where = self._declared(mention, commit, held.get(sought(mention), ()))
                loss = self._name(mention, commit, where) if where else None
                if loss is not None:
                    named.remove(mention)
                    if not self._is_made(*candidates(mention.name, document)):
                        yield mention, loss

    def _declared(self, mention: Mention, commit: str, paths: Iterable[str]) -> str:
        """The first file of a commit that declares what is mentioned, "" if none does."""
        for path in islice((path for path in paths if self._fits(mention, path)), _MOST_FILES):
            text = (self.git.content(commit, path) or b"").decode("utf-8", "replace")
            declared = requires if mention.kind == "package" else declares
            if mention.kind == "target" or declared(text, sought(mention)):
                return path
        return ""

    def _fits(self, mention: Mention, path: str) -> bool:
        """Whether a file declares things of the mention's kind."""
        if mention.kind == "package":
            return self.manifests.search(path) is not None
        if mention.kind == "target":
            return self.targets.search(path) is not None
        return not is_document(path) and _PIPELINE.search(path) is None

    @property
    def removed(self) -> Mapping[str, Loss]:
        """Every path that is gone, with the last commit that had it."""
        if self._removed is None:
            self._removed = {}
            for commit, day, subject, before, after in self.git.removals():
                loss = Loss(commit, day, subject, before, after)
                self._removed.setdefault(before, loss)
        return self._removed

    def _path(self, mention: Mention) -> Loss | None:
        places = candidates(mention.name, mention.document)
        for place in places:
            if place in self.removed:
                return None if self._is_made(place) else self._followed(self.removed[place])
        end = "/" + places[0].lstrip("./")
        alike = [path for path in self.removed if f"/{path}".endswith(end)]
        if len(alike) != 1 or end.count("/") < 2 or mention.link or self._is_made(*alike):
            return None
        return self._followed(self.removed[alike[0]])

    def _is_made(self, *places: str) -> bool:
        """Whether git is told to ignore a file or folder: a program or a user makes it."""
        return any(self.git.ignores(place) or self.git.ignores(f"{place}/") for place in places)

    def _followed(self, loss: Loss) -> Loss:
        """The loss with the name that the file has in the end, "" if that is gone, too."""
        now, seen = loss.now, {loss.where}
        while now in self.removed and now not in seen:
            seen.add(now)
            now = self.removed[now].now
        now = "" if now in seen else now
        return Loss(loss.commit, loss.day, loss.subject, loss.where, now)

    def _name(self, mention: Mention, since: str, where: str) -> Loss | None:
        """Who took a name away from the file that had it."""
        asked = (sought(mention), since, where)
        if asked not in self._ends:
            told = self.git.last_change(*asked)
            now = _renamed(asked[0], told[3], self.words) if told is not None else ""
            self._ends[asked] = Loss(*told[:3], where, now) if told is not None else None
        return self._ends[asked]


def _renamed(name: str, patch: str, words: Iterable[str]) -> str:
    """The name that stands where the old one stood, "" unless there is just one."""
    lines = patch.split("\n")
    removed = [line[1:] for line in lines if line.startswith("-") and name in line]
    added = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++")]
    found: set[str] = set()
    for line in removed[:20]:
        close = difflib.get_close_matches(line, added, 1, _SIMILAR)
        for other in close:
            new = set(_IDENTIFIER.findall(other)) - set(_IDENTIFIER.findall(line))
            found |= {each for each in new if each in words}
    return found.pop() if len(found) == 1 else ""
