"""Planted drift: how much of it ``check`` finds, and how much it finds that is not there.

``python -m tests.bench.drift REPOSITORY [--mutants 300] [--seed 0]`` clones a repository, picks
things that its documents name and that it has, the kinds in turn (paths, symbols, keys,
packages, commands), and takes one away for each mutant: deleted, renamed or moved, in a
commit of its own. A symbol is one that the parsers find, a key one that code has in quotes.
Mutants are planted by tens, one commit upon the other, before the documents are checked.

A mutant is found if a finding names the thing. A finding is true if what it names was in
the tree before the mutants and is not there after, judged by a plain search of both trees;
what the repository shows before any mutant is left out.
"""

import argparse
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from sourcebook.analyze.decisions.governs import is_telling
from sourcebook.analyze.drift import MANIFEST, TARGETS, Gone, Present, drift, words_in
from sourcebook.analyze.drift.mentions import (
    Document,
    Mention,
    candidates,
    is_document,
    mentions,
    sought,
    speaks_of_the_past,
)
from sourcebook.analyze.drift.past import Past
from sourcebook.analyze.git import open_repository
from tests.unit.analyze.reading import parsed

WORD = re.compile(r"\w+")
QUOTED = re.compile(r"[\"'](\w+)[\"']")
TOGETHER = 10
WHOLE = re.compile(r"(?:@[\w-]+/)?\w+(?:[-./]\w+)+")


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


@cache
def words_of(text: str) -> frozenset[str]:
    return frozenset(word for pattern in (WORD, WHOLE) for word in pattern.findall(text))


@cache
def mentions_of(document: Document) -> tuple[Mention, ...]:
    return tuple(mentions(document))


words_once = cache(words_in)


class Known(Present):
    """The working tree, with the words of a text found once for all mutants."""

    @cached_property
    def words(self) -> frozenset[str]:
        texts = (self.text(path) for path in self.files if not is_document(path))
        return frozenset().union(*map(words_once, texts))


class Tree:
    """One state of the repository, read at once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names = frozenset(git(root, "ls-files", "-z").split("\0")) - {""}
        self.present = Known(root, self.names)
        self.texts = {path: self.present.text(path) for path in sorted(self.names)}
        self.documents = [
            Document(path, text)
            for path, text in self.texts.items()
            if path.endswith((".md", ".rst", ".adoc")) and not speaks_of_the_past(path)
        ]
        self.words = {
            "name": self._words(lambda path: not is_document(path)),
            "package": self._words(lambda path: MANIFEST.search(path) is not None),
            "target": self._words(lambda path: TARGETS.search(path) is not None),
        }

    def _words(self, wanted: Callable[[str], bool]) -> frozenset[str]:
        chosen = (text for path, text in self.texts.items() if wanted(path))
        return frozenset().union(*map(words_of, chosen))

    def findings(self, documents: list[Document], written: dict[str, list[str]]) -> list[Gone]:
        past = Past(open_repository(self.root), written, MANIFEST, TARGETS, self.present.words)
        return list(drift(documents, self.present, past))

    def has(self, mention: Mention) -> bool:
        """A plain search: the path, or the word in files that can hold such a thing."""
        if mention.kind == "path":
            return any(place in self.names for place in candidates(mention.name, mention.document))
        return sought(mention) in self.words[mention.kind]


def kind_of(mention: Mention, symbols: frozenset[str], quoted: frozenset[str]) -> str:
    """What a mutant takes away, "" for what the repository did not make, and for common words."""
    name = sought(mention)
    if mention.kind != "name":
        return mention.kind
    if not is_telling(name):
        return ""
    return "symbol" if name in symbols else "key" if name in quoted else ""


def things(tree: Tree) -> dict[str, list[Mention]]:
    """What documents name and the tree has, by kind."""
    code = {path: text for path, text in tree.texts.items() if not is_document(path)}
    symbols = frozenset(
        symbol.name for path, text in code.items() for symbol in parsed(path, text).symbols
    )
    quoted = frozenset(name for text in code.values() for name in QUOTED.findall(text))
    found: dict[str, list[Mention]] = defaultdict(list)
    for document in tree.documents:
        for mention in mentions_of(document):
            kind = kind_of(mention, symbols, quoted) if tree.has(mention) else ""
            if kind:
                found[kind].append(mention)
    return dict(sorted(found.items()))


Mutant = tuple[str, Mention, str]  # what it takes away, where that is named, and how it goes


def mutants(there: dict[str, list[Mention]], dice: Random) -> Iterator[Mutant]:
    """Each thing in each way that it can go, once, the kinds in turn."""
    pools = []
    for kind, found in there.items():
        ways = ("delete", "rename", "move") if kind == "path" else ("delete", "rename")
        once = {mention.name: mention for mention in found}.values()
        pool = [(kind, mention, way) for mention in once for way in ways]
        dice.shuffle(pool)
        pools.append(pool)
    return (each for turn in zip_longest(*pools) for each in turn if each is not None)


def tens(tree: Tree, chosen: Sequence[Mutant]) -> Iterator[list[Mutant]]:
    """The mutants by tens, none of which takes what another one takes, or its document."""
    rest = list(chosen)
    while rest:
        planted: list[Mutant] = []
        taken: set[str] = set()
        read: set[str] = set()
        for each in rest:
            mention = each[1]
            thing = place_of(tree, mention) if mention.kind == "path" else sought(mention)
            if not {thing, mention.document} & taken and thing not in read:
                planted.append(each)
                taken.add(thing)
                read.add(mention.document)
            if len(planted) == TOGETHER:
                break
        rest = [each for each in rest if each not in planted]
        yield planted


def place_of(tree: Tree, mention: Mention) -> str:
    """The file that a path written in a document means."""
    places = candidates(mention.name, mention.document)
    return next(place for place in places if place in tree.names)


def mutate(root: Path, tree: Tree, mention: Mention, way: str) -> None:
    """Takes the thing away, in a commit."""
    if mention.kind == "path":
        path = place_of(tree, mention)
        folder, _, name = path.rpartition("/")
        target = f"{folder}/renamed_{name}" if way == "rename" else f"moved_here/{name}"
        if way == "delete":
            git(root, "rm", "-q", path)
        else:
            (root / target.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            git(root, "mv", path, target.lstrip("/"))
    else:
        take_word(root, tree, sought(mention), way)
    git(root, "commit", "-q", "-a", "--allow-empty", "-m", "mutant")


def take_word(root: Path, tree: Tree, name: str, way: str) -> None:
    """Renames a word in all that is no document, or deletes the lines that have it."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for path, before in tree.texts.items():
        if is_document(path) and not MANIFEST.search(path):
            continue
        if name in before and (root / path).is_file():
            text = (root / path).read_text(encoding="utf-8", errors="replace")
            kept = (line for line in text.split("\n") if not word.search(line))
            new = word.sub("renamedThing", text) if way == "rename" else "\n".join(kept)
            (root / path).write_text(new, encoding="utf-8")


@dataclass
class Score:
    """What was found of the planted, and what of the found is true."""

    made: int = 0
    caught: int = 0
    true: int = 0
    false: int = 0

    def add(self, base: Tree, after: Tree, planted: Sequence[Mutant], found: list[Gone]) -> None:
        for kind, mention, way in planted:
            hit = any(gone.mention.name == mention.name for gone in found)
            self.made, self.caught = self.made + 1, self.caught + hit
            if not hit:
                print(f"missed ({way} {kind}): {mention.document}:{mention.line} {mention.name}")
        for gone in found:
            right = base.has(gone.mention) and not after.has(gone.mention)
            self.true, self.false = self.true + right, self.false + (not right)
            if not right:
                print(f"false: {gone.mention.document}:{gone.mention.line} {gone}")

    def __str__(self) -> str:
        total = max(self.true + self.false, 1)
        return (
            f"{self.made} mutants, found {self.caught}: recall {self.caught / self.made:.3f}\n"
            f"{self.true + self.false} findings, true {self.true}: precision {self.true / total:.3f}"
        )


def ends_of(root: Path, documents: Sequence[Document]) -> dict[str, list[str]]:
    """The newest and the oldest commit of each document."""
    logs = {one.path: git(root, "log", "--format=%H", "--", one.path).split() for one in documents}
    return {path: [found[0], found[-1]] for path, found in logs.items() if found}


def lost(base: Tree, after: Tree) -> list[Document]:
    """The documents that name what was there before and is not after."""
    return [
        document
        for document in after.documents
        if any(base.has(one) and not after.has(one) for one in mentions_of(document))
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", given.repository.absolute(), root], check=True)
        base = Tree(root)
        head = git(root, "rev-parse", "HEAD").strip()
        written = ends_of(root, base.documents)
        unchanged = base.findings(base.documents, written)
        before = {(gone.mention.document, gone.mention.name) for gone in unchanged}
        there = things(base)
        counted = {kind: len(found) for kind, found in there.items()}
        print(f"unchanged: {len(before)} findings; mentions of what is there: {counted}")
        score = Score()
        chosen = islice(mutants(there, Random(given.seed)), given.mutants)
        for planted in tens(base, list(chosen)):
            for _, mention, way in planted:
                mutate(root, base, mention, way)
            after = Tree(root)
            found = [
                gone
                for gone in after.findings(lost(base, after), written)
                if (gone.mention.document, gone.mention.name) not in before
            ]
            score.add(base, after, planted, found)
            git(root, "reset", "-q", "--hard", head)
            git(root, "clean", "-qfd")
        print(score)


if __name__ == "__main__":
    main()
