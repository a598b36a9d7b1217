"""Known gaps of the C and C++ grammars: they know no preprocessor.

Each step writes over one thing that the preprocessor would take away; see
:mod:`~sourcebook.analyze.syntax.repairs`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sourcebook.analyze.outline import Place

_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|else|endif)\b(?:[^\n]*\\\r?\n)*[^\n]*$",
    re.MULTILINE,
)
_EXTERN_C = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def|[ \t]+defined)?[ \t(]*__cplusplus[^\n]*\n\s*"
    rb"(?:extern[ \t]+\"C\"\s*\{|\})[^\n]*\n[ \t]*#[ \t]*endif[^\n]*$",
    re.MULTILINE,
)
_MODULES = re.compile(
    rb"^[ \t]*(?:export[ \t]+)?(?:module|import)\b[^;\n]*;|^[ \t]*export[ \t]+(?=[\w\[])",
    re.MULTILINE,
)
_LONE = re.compile(rb"^[ \t]*([A-Z_][A-Z0-9_]{2,})[ \t]*\r?$", re.MULTILINE)
_CALL = re.compile(rb"^[ \t]*[A-Z_][A-Z0-9_]{2,}[ \t]*\(", re.MULTILINE)
_MODIFIER = re.compile(
    rb"\b(?:class|struct|union|enum)[ \t]+([A-Z_][A-Z0-9_]{2,}(?:\([^()\n]*\))?)[ \t]+"
    rb"(?=[A-Za-z_]\w*[^;=()\n]*(?:\{|$))"
    rb"|^[ \t]*(?:static[ \t]+|inline[ \t]+|extern[ \t]+|virtual[ \t]+)*"
    rb"([A-Z_][A-Z0-9_]{2,}(?:\([^()\n]*\))?)[ \t]+"
    rb"(?=(?:static|inline|virtual|const|unsigned|void|int|char|bool|struct|long|class|template"
    rb"|short|size_t|float|double|auto|std::\w+|\w+_t)\b)"
    rb"|\b(__(?:(?:meminit|meminitdata|memexit|net_init|net_exit|net_initdata|cpuidle|latent_entropy"
    rb"|always_unused|no_sanitize\w*|no_k[ac]san\w*|kprobes|lockfunc|deprecated|malloc"
    rb"|bpf_kfunc|ro_after_init|cacheline_aligned\w*|packed|randomize_layout|nocfi"
    rb"|nonstring|head|init|exit|user|iomem|rcu|must_check|always_inline|force|percpu"
    rb"|read_mostly|initdata|initconst|exitdata|maybe_unused|unused|pure|cold|hot|noreturn"
    rb"|visible|weak|noinline|sched|ref|refdata|kernel|bitwise|cdecl|stdcall|fastcall"
    rb"|inline)\b"
    rb"|(?:acquires|releases|must_hold|printf|aligned|section|nonnull|counted_by)\([^()\n]*\)))[ \t]*"
    rb"|\b(noinline|asmlinkage|__init_or_module|fastpath|noinstr|notrace)[ \t]+(?=\w)",
    re.MULTILINE,
)
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+0\b")
_BRACKET = re.compile(rb"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*(?s:.*?)\*/|[()]")
_MARKS = re.compile(rb"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*(?s:.*?)\*/|[{}()]")
_CUTS_STATEMENT = re.compile(rb"\s*(?:else\b|\|\||&&|[?:,.()+*/=]|\}\s*else\b)")
_FOLLOWS = re.compile(rb"[A-Za-z_}#~/\[]")
_VISIBLE = re.compile(rb"[^\s]")


def blanked(data: bytes, places: Sequence[Place]) -> bytes:
    """``data`` with blanks at the ``places``; line ends stay."""
    pieces: list[bytes] = []
    position = 0
    for start, end in sorted(places):
        if start < position:
            continue
        pieces.append(data[position:start])
        pieces.append(_VISIBLE.sub(b" ", data[start:end]))
        position = end
    pieces.append(data[position:])
    return b"".join(pieces)


def _without_extern_c(data: bytes, _damaged: Sequence[Place]) -> bytes:
    return blanked(data, [match.span() for match in _EXTERN_C.finditer(data)])


def _without_modules(data: bytes, _damaged: Sequence[Place]) -> bytes:
    return blanked(data, [match.span() for match in _MODULES.finditer(data)])


def _without_modifiers(data: bytes, _damaged: Sequence[Place]) -> bytes:
    return blanked(data, [match.span(match.lastindex or 0) for match in _MODIFIER.finditer(data)])


def _without_lone_macros(data: bytes, _damaged: Sequence[Place]) -> bytes:
    places = [
        match.span(1)
        for match in _LONE.finditer(data)
        if not _continued(data, match.start())
        and _next(data, match.end()) not in b"{,)|&+=?:"
        and _last(data, match.start()) not in b",(|&+=?"
        and (_last(data, match.start()), _next(data, match.end())) != (b"{", b"}")
    ]
    return blanked(data, places)


def _without_macro_calls(data: bytes, damaged: Sequence[Place]) -> bytes:
    places = [
        (match.start(), _closing(data, match.end()))
        for match in _CALL.finditer(data)
        if not _continued(data, match.start())
    ]
    return blanked(
        data,
        [
            (start, end)
            for start, end in places
            if any(start <= first and last <= end for first, last in damaged)
        ],
    )


def _ended_macros(data: bytes, _damaged: Sequence[Place]) -> bytes:
    """Ends calls of macros at the start of a line that have no semicolon."""
    result = bytearray(data)
    position = 0
    for match in _CALL.finditer(data):
        if match.start() < position or _continued(data, match.start()):
            continue
        position = _closing(data, match.end())
        following = _VISIBLE.search(data, position)
        if following is None or _FOLLOWS.match(following[0]):
            if position < len(data) and data[position] in b" \t\r\n":
                result[position] = 0x3B
        elif following[0] in b'{"' and match.end() and data[position : position + 1] in b" \n":
            if following[0] == b"{" and _names_only(data[match.end() : position - 1]):
                continue
            result[position] = 0x3B
    return bytes(result)


def _names_only(arguments: bytes) -> bool:
    """Whether ``MACRO(arguments) {`` reads as a function with these parameters."""
    return re.fullmatch(rb"[\w\s,:*&<>]*", arguments) is not None


def _closing(data: bytes, place: int) -> int:
    """The place after the bracket that closes the one before ``place``."""
    depth = 1
    for match in _BRACKET.finditer(data, place, place + 20_000):
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
            if depth == 0:
                return match.end()
    return place


def _continued(data: bytes, place: int) -> bool:
    """Whether the line before ends in a backslash: the inside of a macro."""
    return data[max(place - 3, 0) : place].rstrip(b"\r\n").endswith(b"\\")


def _last(data: bytes, place: int) -> bytes:
    """The last visible byte before ``place``."""
    while place > 0 and data[place - 1] in b" \t\r\n":
        place -= 1
    return data[max(place - 1, 0) : place]


def _next(data: bytes, place: int) -> bytes:
    found = _VISIBLE.search(data, place)
    return found[0] if found else b""


# --------------------------------------------------------------------------- branches


@dataclass(slots=True)
class _Group:
    """One ``#if`` … ``#endif``: its directives and the stretches between them."""

    directives: list[Place] = field(default_factory=list)
    branches: list[Place] = field(default_factory=list)


def _one_branch(data: bytes, damaged: Sequence[Place]) -> bytes:
    """Keeps the first branch of each group that cuts a statement or a block in two."""
    places: list[Place] = []
    for group in _groups(data):
        if not _cuts(data, group, damaged):
            continue
        places.extend(group.directives)
        chosen = next(
            (index for index, branch in enumerate(group.branches) if data[slice(*branch)].strip()),
            0,
        )
        if _NEVER.match(data, group.directives[0][0]):
            chosen = 1  # which there may not be: then nothing stays
        places.extend(branch for index, branch in enumerate(group.branches) if index != chosen)
    return blanked(data, _outermost(places))


def _groups(data: bytes) -> Iterator[_Group]:
    """The groups of conditional directives, each when it is complete."""
    open_: list[_Group] = []
    for match in _DIRECTIVE.finditer(data):
        word = match[1]
        if word in (b"if", b"ifdef", b"ifndef"):
            open_.append(_Group([match.span()]))
        elif open_:
            group = open_[-1]
            group.branches.append((group.directives[-1][1], match.start()))
            group.directives.append(match.span())
            if word == b"endif":
                yield open_.pop()


def _cuts(data: bytes, group: _Group, damaged: Sequence[Place]) -> bool:
    start, end = group.directives[0][0], group.directives[-1][1]
    if end - start > 40_000:
        return False
    if any(not is_balanced(data, branch) for branch in group.branches):
        return True
    if not any(first <= end and last >= start for first, last in damaged):
        return False
    heads = _next(data, end) == b"{"
    return heads or any(_CUTS_STATEMENT.match(data, *branch) for branch in group.branches)


def is_balanced(data: bytes, branch: Place) -> bool:
    """Whether each bracket that a stretch opens is closed in it."""
    depth = 0
    for match in _MARKS.finditer(data, *branch):
        if match[0] in (b"{", b"("):
            depth += 1
        elif match[0] in (b"}", b")"):
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _outermost(places: Sequence[Place]) -> list[Place]:
    """The places without those that lie in another one."""
    kept: list[Place] = []
    for place in sorted(places, key=lambda each: (each[0], -each[1])):
        if not kept or place[0] >= kept[-1][1]:
            kept.append(place)
    return kept


#: What is tried in a damaged file, in order: how the report names it, and how it is done.
STEPS: tuple[tuple[str, Callable[[bytes, Sequence[Place]], bytes]], ...] = (
    ('brackets of extern "C" left out', _without_extern_c),
    ("words of modules left out", _without_modules),
    ("macros before names left out", _without_modifiers),
    ("macros that stand for statements ended by a semicolon", _ended_macros),
    ("one branch of #if taken where braces are cut", _one_branch),
    ("macros alone on their line left out", _without_lone_macros),
    ("calls of macros with arguments of their own form left out", _without_macro_calls),
)
