"""Whether every definition of the code has its place on a page.

For Python the definitions are those that ``ast`` sees outside of functions; for other
languages those that Universal Ctags names, where it is installed. Public ones count.
"""

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sourcebook_audit.built import Built
from sourcebook_audit.source import Function, Source

#: Languages of Universal Ctags, and its kinds that are definitions.
LANGUAGES = "C,C++,C#,Go,Java,JavaScript,PHP,Ruby,Rust,TypeScript"
KINDS = frozenset(
    [
        "class",
        "constructor",
        "enum",
        "func",
        "function",
        "interface",
        "method",
        "singletonMethod",
        "struct",
        "trait",
    ]
)
#: Words of a line of JavaScript that makes a class.
_CLASS = re.compile(r"\b(?:class|function|prototype)\b")


@dataclass(frozen=True, slots=True)
class Missing:
    """A public definition without a place on a page."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many definitions were looked for, by language, and which have no place."""

    looked_for: tuple[tuple[str, int], ...]
    missing: tuple[Missing, ...]

    @property
    def share(self) -> float:
        total = sum(count for _, count in self.looked_for)
        return 1.0 if not total else 1 - len(self.missing) / total


def coverage(source: Source, built: Built) -> Coverage:
    """Looks for every public definition of the files that have a page."""
    counts: Counter[str] = Counter()
    missing = []
    for language, path, line, name in (*_python(source, built), *_others(source, built)):
        counts[language] += 1
        names = built.symbols.get(path, {})
        exact = any(line in span for span in names.get(name, ()))
        last = name.rpartition(".")[2]
        near = language != "Python" and any(_last(known) == last for known in names)
        if not (exact or near):
            missing.append(Missing(path, line, name))
    return Coverage(tuple(sorted(counts.items())), tuple(missing))


def _last(name: str) -> str:
    return name.replace("::", ".").replace("#", ".").rpartition(".")[2]


def _python(source: Source, built: Built) -> Iterator[tuple[str, str, int, str]]:
    for path in sorted(built.files):
        inside: set[str] = set()
        for one in source.defined(path) or ():
            parent = one.name.rpartition(".")[0]
            if parent in inside or isinstance(one.node, Function):
                inside.add(one.name)
            if parent not in inside and not any(
                part.startswith("_") and not part.endswith("__") for part in one.name.split(".")
            ):
                yield "Python", path, one.node.lineno, one.name


def _others(source: Source, built: Built) -> Iterator[tuple[str, str, int, str]]:
    program = shutil.which("ctags")
    if program is None:
        return
    done = subprocess.run(
        [program, "--output-format=json", "--fields=+nKl", f"--languages={LANGUAGES}", "-L", "-"],
        cwd=source.root,
        input="\n".join(sorted(built.files)).encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
    )
    for raw in done.stdout.splitlines():
        tag = json.loads(raw)
        text = source.text(tag["path"], tag["line"])
        named = not _made_up(tag["name"], tag["language"], tag.get("kind", ""), text)
        if tag.get("kind") in KINDS and tag.get("access", "public") == "public" and named:
            yield tag["language"], tag["path"], tag["line"], tag["name"]


#: How names begin that ctags gives to what has none.
_UNNAMED = ("__anon", "AnonymousFunction", "AnonymousClass")


def _made_up(name: str, language: str, kind: str, text: str) -> bool:
    """Whether what ctags lists is no definition of that name.

    It makes up names for what has none, takes the call of a macro at the beginning of a
    line of C for a function, and objects of JavaScript for classes.
    """
    if not name.strip() or " " in name or name.startswith(_UNNAMED):
        return True
    if language in {"C", "C++"}:
        return kind == "function" and name.isupper() and text.lstrip().startswith(name)
    if language in {"JavaScript", "TypeScript"} and kind == "class":
        return not _CLASS.search(text)
    return False
