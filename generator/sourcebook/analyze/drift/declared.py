"""Whether a file declares a thing, or only uses one that comes from elsewhere.

What code calls of others comes and goes, and no document is wrong about it ("use
``List.of()`` instead of ``Collections.emptyList()``"). So only what the repository itself
made counts as having been there: defined, assigned, a key, a name in quotes; of packages,
what a manifest names by itself and not as a part of a path.
"""

import re

_WORDS = (
    "class|interface|enum|struct|trait|type|def|fn|func|function|macro|module|mod|namespace|record"
    "|object|union|const|let|var|val|static|message|service|rpc|define|export|typedef|protocol"
)
_USES = re.compile(r"\s*(?:return|import|from|use|using|new|throw|raise|await|yield|else)\b")


def declares(text: str, name: str) -> bool:
    """Whether code declares a name, as far as the shape of a line tells."""
    word = re.escape(name)
    declaration = re.compile(
        rf"\b(?:{_WORDS})\s+(?:\([^)]*\)\s*)?(?:[\w.]+\.)?{word}\b"
        rf"|(?<!\w){word}\s*(?::[^=:]{{1,60}})?:?=(?!=)"  # assigned, or a keyword
        rf"|^\s*{word}\s*:(?!:)"  # a key
        rf"|[\"']{word}[\"']"
        rf"|^\s*(?:[\w.<>\[\],?&*]+\s+)+[*&]?{word}\s*\("  # a function after its type
        rf"|^\s*{word}\s*(?:,|$|\([^()]*\)\s*[{{:,;])"  # one of an enumeration, a method
        rf"|^\s+{word}\s+[\w*\[\].]+"  # a field before its type
        rf"|^\s*(?:[\w.<>\[\],?&*]+\s+)+[*&]?{word}\s*;"  # a field after its type
    )
    return any(
        name in line and not _USES.match(line) and declaration.search(line)
        for line in text.split("\n")
    )


def requires(text: str, package: str) -> bool:
    """Whether a manifest names a package by itself."""
    return re.search(rf"(?<![\w./-]){re.escape(package)}(?![\w/-])", text) is not None
