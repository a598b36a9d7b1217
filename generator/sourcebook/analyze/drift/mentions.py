"""What documents name of a repository: paths, symbols, keys, packages and commands.

Only what has the shape of a reference counts: a path has a slash and no wildcard, a symbol
is no word of English, a command stands as one would type it. A line that tells of an end
("formerly", "removed"), and a name that the document's own samples declare, speak of nothing
that must be there. Each mention keeps its line; whether what it names is there, or ever
was, is asked elsewhere.
"""

import codecs
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from sourcebook.analyze.decisions.governs import is_telling
from sourcebook.analyze.drift.declared import declares

_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!!)\]\(\s*<?([^)\s>]+)")
_FENCE = re.compile(r"\s*(```|~~~)")
_PATH = re.compile(r"(?:\.{1,2}/)*(?:[\w@.+-]+/)+[\w@.+-]*\w")
_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?")
_KEY = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z][\w-]*(?:\.[a-z][\w-]*)+")
_PACKAGE = re.compile(r"(?:@[a-z0-9-]+/)?[a-z][a-z0-9]+(?:[-_./][a-z0-9]+)+")
_FILE = re.compile(
    r"[\w.-]+\.(?:md|toml|json|ya?ml|txt|py|[jt]sx?|go|java|xml|html|css|ini|cfg|conf|lock|sh|bat|ps1|rst|c|h"
    r"|cc|cpp|hpp|rs|rb|php|cs|kt|sql|proto|properties|gradle|env|log|csv|db|sqlite|ico|png|jpe?g|gif|svg"
    r"|pdf|zip|gz|tar|jar|whl|exe|dll|so|pem|key|crt|wasm)"
)
_VERSION = re.compile(r"v?\d[\w.+-]*|[\w-]+-v?\d+(?:\.\d+)+")
_TARGET = re.compile(
    r"(?:^|[`$&;|(]|\bsudo )\s*(?P<tool>make|just|npm run|pnpm run|yarn run|task)\s+(?P<name>[A-Za-z][\w:.-]*)"
)

#: What a sentence says of things that are over, or soon will be.
_OVER = re.compile(
    r"\b(?:formerly|previously|originally|used to|no longer|was (?:called|named)|(?:re)?named from|instead of"
    r"|remov(?:e|ed|es|ing)|delet(?:e|ed|ing)|dropped|deprecated|obsolete|legacy|renamed)\b",
    re.IGNORECASE,
)

#: Documents that speak of the past, by their names.
_PAST = re.compile(
    r"(?:^|/)(?:change[-_]?logs?|changes?|news|history|releases?(?:[-_ ]notes)?|upgrad\w*|migrat\w*"
    r"|unreleased|\.changelog|blog|archived?|legacy|deprecated|rfcs?|proposals?|specs?/draft)(?:[/._-]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Document:
    """One document: its text, and the lines that speak of what is (None for all)."""

    path: str
    text: str
    present: AbstractSet[int] | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a document names, as written, at a line."""

    document: str
    line: int
    kind: str  # path | name | package | target
    name: str
    link: bool = False  # the target of a link


#: Endings of documents.
ENDINGS = ("md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org", "html")


def is_document(path: str) -> bool:
    """Whether a file is a document by its ending."""
    return path.rpartition(".")[2].lower() in ENDINGS


def speaks_of_the_past(path: str) -> bool:
    """Whether a document tells what happened: change logs, release notes, migrations."""
    return _PAST.search(path) is not None


def mentions(document: Document) -> Iterator[Mention]:
    """Yields what a document names, in the order of its lines."""
    fenced = ""
    samples = _samples(document.text)
    for number, line in enumerate(document.text.split("\n"), 1):
        opened = _FENCE.match(line)
        if opened and (not fenced or fenced == opened[1]):
            fenced = "" if fenced else opened[1]
            continue
        if document.present is not None and number not in document.present:
            continue
        over = _OVER.search(line) is not None
        for kind, name, link in _of_line(line, fenced=bool(fenced)):
            mention = Mention(document.path, number, kind, name, link)
            own = kind == "name" and samples and declares(samples, sought(mention))
            if not own and (link or not over):
                yield mention


def _samples(text: str) -> str:
    """The samples of code in a document: what is fenced, or stands in by four blanks."""
    kept: list[str] = []
    fenced = ""
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if opened and (not fenced or fenced == opened[1]):
            fenced = "" if fenced else opened[1]
        elif fenced or line.startswith(("    ", "\t")):
            kept.append(line)
    return "\n".join(kept)


def _of_line(line: str, *, fenced: bool) -> Iterator[tuple[str, str, bool]]:
    yield from (("target", f"{m['tool']} {m['name']}", False) for m in _TARGET.finditer(line))
    if fenced:
        return
    for target in _LINK.findall(line):
        path = target.split("#", maxsplit=1)[0].split("?", maxsplit=1)[0]
        if path and "://" not in path and not path.startswith(("mailto:", "/", "{", "<")):
            yield "path", path, True
    for _, span in _SPAN.findall(line):
        kind = _kind(span.strip())
        if kind:
            yield kind, span.strip(), False


def _kind(span: str) -> str:
    """What a span of code names, "" if it has the shape of nothing."""
    bare = re.sub(r"(?::\d+)+$|#L\d+.*$", "", span)
    if _PATH.fullmatch(bare) and "." in bare.rpartition("/")[2]:
        return "path"
    if _FILE.fullmatch(bare) or _VERSION.fullmatch(bare):
        return ""  # a file without its folder may be any
    if _NAME.fullmatch(span) and (is_telling(span) or "." in span or "::" in span or "#" in span):
        return "name"
    if _KEY.fullmatch(span):
        return "name"
    if _PATH.fullmatch(bare) or not _PACKAGE.fullmatch(span) or _is_encoding(span):
        return ""
    return "package"


def _is_encoding(span: str) -> bool:
    """Whether a word is the name of an encoding, such as ``utf-8``."""
    try:
        codecs.lookup(span)
    except LookupError:
        return False
    return True


def candidates(written: str, beside: str) -> list[str]:
    """The paths of the repository that a path written in a document can mean."""
    path = re.sub(r"(?::\d+)+$", "", written.split("#", maxsplit=1)[0]).rstrip("/")
    found = [normpath(path.lstrip("/")), normpath(join(dirname(beside), path))]
    return [place for place in found if not place.startswith("../")] or [
        normpath(path.lstrip("./"))
    ]


def sought(mention: Mention) -> str:
    """What to look for: the last part of a dotted name, the target of a command."""
    if mention.kind == "target":
        return mention.name.rpartition(" ")[2]
    if mention.kind == "package":
        return mention.name
    return re.split(r"\.|::|#", mention.name.removesuffix("()"))[-1]
