"""Planted drift: how much of it ``check`` finds, and how much it finds that is not there.

``python -m tests.bench.drift REPOSITORY [--mutants 300] [--seed 0]`` clones a repository, picks
things that its documents name and that are there (paths, names of code, packages, commands),
and takes one away for each mutant: deleted, renamed or moved, in a commit of its own.

A mutant is found if a finding names the thing. A finding is true if what it names was in
the tree before the mutant and is not there after, judged by a plain search of both trees;
what the repository shows before any mutant is left out.
"""

import argparse
import re
import subprocess
import tempfile
from collections.abc import Callable
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

WORD = re.compile(r"\w+")
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


def is_own(mention: Mention) -> bool:
    """Whether a mutant can take the thing away without taking a common word away."""
    return mention.kind != "name" or is_telling(sought(mention))


def mutate(root: Path, tree: Tree, mention: Mention, dice: Random) -> str:
    """Takes the thing away; says how."""
    if mention.kind == "path":
        places = candidates(mention.name, mention.document)
        path = next(place for place in places if place in tree.names)
        way = dice.choice(["delete", "rename", "move"])
        if way == "delete":
            git(root, "rm", "-q", path)
            return way
        folder, _, name = path.rpartition("/")
        target = f"{folder}/renamed_{name}" if way == "rename" else f"moved_here/{name}"
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        git(root, "mv", path, target.lstrip("/"))
        return way
    way = dice.choice(["delete", "rename"])
    word = re.compile(rf"(?<!\w){re.escape(sought(mention))}(?!\w)")
    for path in tree.names:
        if is_document(path) and not MANIFEST.search(path):
            continue
        text = tree.texts[path]
        if word.search(text):
            kept = (line for line in text.split("\n") if not word.search(line))
            new = word.sub("renamedThing", text) if way == "rename" else "\n".join(kept)
            (root / path).write_text(new, encoding="utf-8")
    return way


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
        there = [m for d in base.documents for m in mentions(d) if base.has(m) and is_own(m)]
        print(f"unchanged: {len(before)} findings; {len(there)} mentions of what is there")
        caught = true = false = made = 0
        for mention in dice.choices(there, k=given.mutants):
            way = mutate(root, base, mention, dice)
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
                print(
                    f"missed ({way} {mention.kind}): {mention.document}:{mention.line} {mention.name}"
                )
            git(root, "reset", "-q", "--hard", head)
            git(root, "clean", "-qfd")
        total = max(true + false, 1)
        print(f"{made} mutants, found {caught}: recall {caught / made:.3f}")
        print(f"{true + false} findings, true {true}: precision {true / total:.3f}")


if __name__ == "__main__":
    main()
