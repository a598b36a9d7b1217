"""Drift: what documents name that is gone.

A mention is a finding only if the repository declared what it names, in the history of this
branch while the document was there, and it exists nowhere now. So a proposal that was never built, a name of
another program and a mistyped word are none, and neither is what only moved: a file that
is found under its last folders is there. Superseded records have no drift; of accepted
records, the decision and the consequences speak of the present.

1. :mod:`mentions` reads what documents name, :mod:`declared` tells declarations from uses;
2. here, what is there now is dropped: files and folders by path, names by the words of the
   code, packages and commands by the files that declare them;
3. :mod:`past` asks git about the rest, and for the commit that took the thing away and the
   name that it probably has now;
4. :mod:`rules` holds stated rules ("X must not import Y") against the imports.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sourcebook.analyze.drift.mentions import (
    Document,
    Mention,
    candidates,
    is_document,
    mentions,
    sought,
)
from sourcebook.analyze.drift.past import Loss, Past
from sourcebook.analyze.names import on_disk

_WORD = re.compile(r"[A-Za-z_]\w*")
_KEY = re.compile(r"[A-Za-z_]\w*(?:-\w+)+")
MANIFEST = re.compile(
    r"(?:^|/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|Pipfile|go\.mod"
    r"|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|Gemfile|composer\.json"
    r"|[\w.-]+\.(?:csproj|gemspec))$"
)
TARGETS = re.compile(
    r"(?:^|/)(?:(?:GNU)?[Mm]akefile|[\w.-]+\.mk|[Jj]ustfile|package\.json|Taskfile\.ya?ml)$"
)
_LONGEST = 2_000_000  # bytes of a file that is read for its words


@dataclass(frozen=True, slots=True)
class Gone:
    """One finding: the mention, and what is known of the thing's end."""

    mention: Mention
    loss: Loss

    def __str__(self) -> str:
        what = {"path": "file", "name": "name", "package": "package", "target": "command"}
        known = f", now {self.loss.now}" if self.loss.now else ""
        return (
            f"{what[self.mention.kind]} {self.mention.name} is gone{known}; last in {self.loss.where} "
            f"before {self.loss.commit[:10]} ({self.loss.day}: {self.loss.subject})"
        )


def words_in(text: str) -> frozenset[str]:
    """The words of a text that may be names."""
    return frozenset(_WORD.findall(text))


@dataclass(frozen=True)
class Present:
    """What the working tree holds: files, and the words of those that are no documents."""

    root: Path
    files: frozenset[str]

    @cached_property
    def _tails(self) -> Mapping[str, list[str]]:
        tails: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.files):
            tails[path.rpartition("/")[2]].append(path)
        return tails

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(
            path[:at] for path in self.files for at, sign in enumerate(path) if sign == "/"
        )

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(
            word
            for path in self.files
            if not is_document(path)
            for word in words_in(self.text(path))
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """The words with a dash in what is no document."""
        texts = (self.text(path) for path in sorted(self.files) if not is_document(path))
        return frozenset(key for text in texts for key in _KEY.findall(text))

    def has_word(self, word: str) -> bool:
        """Whether a name is in the code; a key with dashes may be a name with underscores."""
        if "-" not in word:
            return word in self.words
        return word.replace("-", "_") in self.words or word in self.keys

    def text(self, path: str) -> str:
        try:
            file = on_disk(self.root, path)
            raw = file.read_bytes() if file.stat().st_size <= _LONGEST else b""
        except OSError:
            return ""
        return raw.decode("utf-8", "replace")

    @cached_property
    def declared(self) -> str:
        """The text of all manifests."""
        return "\n".join(self.text(path) for path in sorted(self.files) if MANIFEST.search(path))

    @cached_property
    def targets(self) -> str:
        """The text of all files that declare commands."""
        return "\n".join(self.text(path) for path in sorted(self.files) if TARGETS.search(path))

    def makes(self, path: str) -> bool:
        """Whether code names the folder of a file, which is empty here: what it writes to."""
        folder, slash, _ = path.rpartition("/")
        start = folder + slash
        held = (file.removeprefix(start) for file in self.files if file.startswith(start))
        if "/" not in folder or any(not name.startswith(".") for name in held):
            return False
        return any(folder in self.text(file) for file in self.files if not is_document(file))

    def has_path(self, written: str, beside: str, *, exact: bool = False) -> bool:
        """Whether a path leads to a file or folder: from the root, the document, or by its end.

        The target of a link is ``exact``: what lies elsewhere by the same name is another file.
        """
        places = candidates(written, beside)
        if any(place in self._folders or place in self.files for place in places):
            return True
        if exact:
            return False
        end = "/" + places[0].lstrip("./")
        alike = self._tails.get(end.rpartition("/")[2], ())
        return any(f"/{path}".endswith(end) for path in alike) or any(
            f"/{folder}".endswith(end) for folder in self._folders
        )


def drift(documents: Iterable[Document], present: Present, past: Past) -> Iterator[Gone]:
    """Yields what documents name that is gone, by document and line."""
    lost: dict[str, list[Mention]] = defaultdict(list)
    for document in documents:
        for mention in mentions(document):
            if not _is_there(mention, present):
                lost[document.path].append(mention)
    for path, found in lost.items():
        ends = (
            Gone(mention, loss)
            for mention, loss in past.losses(path, found)
            if mention.kind != "path" or loss.now or not present.makes(loss.where)
        )
        yield from sorted(ends, key=lambda gone: (gone.mention.line, gone.mention.name))


def _is_there(mention: Mention, present: Present) -> bool:
    name = mention.name
    match mention.kind:
        case "path":
            return present.has_path(name, mention.document, exact=mention.link)
        case "name":
            return present.has_word(sought(mention)) or present.has_path(name, mention.document)
        case "package" if "-" in name and name in present.keys:
            return True  # what code still names is a program or a thing of its own
        case kind:
            text = present.declared if kind == "package" else present.targets
            return re.search(rf"(?<![\w-]){re.escape(sought(mention))}(?![\w-])", text) is not None
