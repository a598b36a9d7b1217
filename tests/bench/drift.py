"""Planted drift: how much of it ``check`` finds, and how much it finds that is not there.

``python -m tests.bench.drift REPOSITORY [--mutants 300] [--seed 0]`` clones a repository, picks
things that its documents name and that it has, the kinds in turn (paths, symbols, keys,
packages, commands), and takes one away for each mutant: deleted, renamed or moved, in a
commit of its own. A symbol is one that the parsers find, a key one that code has in quotes.

A mutant is found if a finding names the thing. A finding is true if what it names was in
the tree before the mutant and is not there after, judged by a plain search of both trees;
what the repository shows before any mutant is left out.
"""

import argparse
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from sourcebook.analyze.decisions.governs import is_telling
from sourcebook.analyze.drift import MANIFEST, TARGETS, Gone, Present, drift
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
WHOLE = re.compile(r"(?:@[\w-]+/)?\w+(?:[-./]\w+)+")


def git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


class Tree:
    """One state of the repository, read at once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names = frozenset(git(root, "ls-files", "-z").split("\0")) - {""}
        self.present = Present(root, self.names)
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
        return frozenset(
            word for text in chosen for pattern in (WORD, WHOLE) for word in pattern.findall(text)
        )

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
        for mention in mentions(document):
            kind = kind_of(mention, symbols, quoted) if tree.has(mention) else ""
            if kind:
                found[kind].append(mention)
    return dict(sorted(found.items()))


def mutants(there: dict[str, list[Mention]], dice: Random) -> Iterator[tuple[str, Mention, str]]:
    """Each thing in each way that it can go, once, the kinds in turn."""
    pools = []
    for kind, found in there.items():
        ways = ("delete", "rename", "move") if kind == "path" else ("delete", "rename")
        once = {mention.name: mention for mention in found}.values()
        pool = [(kind, mention, way) for mention in once for way in ways]
        dice.shuffle(pool)
        pools.append(pool)
    return (each for turn in zip_longest(*pools) for each in turn if each is not None)


def mutate(root: Path, tree: Tree, mention: Mention, way: str) -> None:
    """Takes the thing away."""
    if mention.kind == "path":
        places = candidates(mention.name, mention.document)
        path = next(place for place in places if place in tree.names)
        if way == "delete":
            git(root, "rm", "-q", path)
            return
        folder, _, name = path.rpartition("/")
        target = f"{folder}/renamed_{name}" if way == "rename" else f"moved_here/{name}"
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        git(root, "mv", path, target.lstrip("/"))
        return
    word = re.compile(rf"(?<!\w){re.escape(sought(mention))}(?!\w)")
    for path in tree.names:
        if is_document(path) and not MANIFEST.search(path):
            continue
        text = tree.texts[path]
        if word.search(text):
            kept = (line for line in text.split("\n") if not word.search(line))
            new = word.sub("renamedThing", text) if way == "rename" else "\n".join(kept)
            (root / path).write_text(new, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    dice = Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", given.repository.absolute(), root], check=True)
        base = Tree(root)
        head = git(root, "rev-parse", "HEAD").strip()
        written = {
            document.path: git(root, "log", "--format=%H", "--", document.path).split()
            for document in base.documents
        }
        written = {path: [found[0], found[-1]] for path, found in written.items() if found}
        unchanged = base.findings(base.documents, written)
        before = {(gone.mention.document, gone.mention.name) for gone in unchanged}
        there = things(base)
        counted = {kind: len(found) for kind, found in there.items()}
        print(f"unchanged: {len(before)} findings; mentions of what is there: {counted}")
        caught = true = false = made = 0
        missed: Counter[str] = Counter()
        for kind, mention, way in islice(mutants(there, dice), given.mutants):
            mutate(root, base, mention, way)
            git(root, "add", "-A")
            git(root, "commit", "-q", "-m", "mutant")
            after = Tree(root)
            lost = {
                document.path
                for document in after.documents
                for each in mentions(document)
                if base.has(each) and not after.has(each)
            } | {mention.document}
            read = [document for document in after.documents if document.path in lost]
            found = [
                gone
                for gone in after.findings(read, written)
                if (gone.mention.document, gone.mention.name) not in before
            ]
            made += 1
            hit = any(gone.mention.name == mention.name for gone in found)
            caught += hit
            for gone in found:
                right = base.has(gone.mention) and not after.has(gone.mention)
                true, false = true + right, false + (not right)
                if not right:
                    print(f"false: {gone.mention.document}:{gone.mention.line} {gone}")
            if not hit:
                missed[kind] += 1
                print(f"missed ({way} {kind}): {mention.document}:{mention.line} {mention.name}")
            git(root, "reset", "-q", "--hard", head)
            git(root, "clean", "-qfd")
        total = max(true + false, 1)
        print(f"{made} mutants, found {caught}: recall {caught / made:.3f}, missed {dict(missed)}")
        print(f"{true + false} findings, true {true}: precision {true / total:.3f}")


if __name__ == "__main__":
    main()
