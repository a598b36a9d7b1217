"""From definitions to symbols: ids, signatures, documentation, visibility.

The first symbol of a file stands for the file's own module-level code. Ids follow the rule
in :mod:`sourcebook.model`: path and qualified name, and a suffix ``~2`` for the second of
those that are equal without case and underscores.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sourcebook.analyze import documentation
from sourcebook.analyze.decode import line_of, span_of
from sourcebook.analyze.outline import (
    CLASSES,
    FUNCTIONS,
    Definition,
    Place,
    Reading,
    function_around,
    innermost,
)
from sourcebook.analyze.parameters import parameters, split
from sourcebook.analyze.visibility import exported, visibility
from sourcebook.grammars.languages import Language
from sourcebook.model import (
    MODULE,
    Parameter,
    SourceText,
    Span,
    Symbol,
    SymbolId,
    SymbolKind,
)

_LONGEST = 240
#: What is shown whole also where it goes over several lines, up to so many letters.
_WHOLE = frozenset({SymbolKind.TYPE, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD})
_SHORT = 160
_NOWHERE = Span(0, 0, 0, 0)
_BASE_WORDS = re.compile(
    r"^(?:extends|implements|with|is|public|protected|private|virtual|where|permits)\s+|^[:<(&]+\s*"
)
_BASE_JOIN = re.compile(r"\s*(?:\s\+\s|\bwith\b|\bimplements\b)\s*")
_NO_BASE = re.compile(r"^\w+\s*=[^=]|\*\*")
_ASYNC = re.compile(r"\b(?:async|suspend)\b")
_DEPRECATED = re.compile(r"deprecated|\bobsolete\b", re.IGNORECASE)
_DEPRECATED_DOC = re.compile(
    r"^\s*(?:@deprecated\b|\.\. deprecated::|deprecated\s*[:.]|:deprecated:|\\deprecated\b)",
    re.IGNORECASE | re.MULTILINE,
)
_PADDING = re.compile(r"(?<=[(\[]) | (?=[)\]])|,(?= ?[)\]])")
_BEFORE_BRACKET = re.compile(rb"\s*(?:<[^()]*>|\[[^()]*\])?\s*")
_BRACKET = re.compile(rb"[()]")
_ARROW = re.compile(r"\s*(?:async\s+)?(?:re)?(?:throws\s*)?->\s*(.+?)\s*", re.DOTALL)
_RAISED = re.compile(r"(?:(?:throw|raise)s?\b)?\s*(?:new\s+|\w+\.new\b)?([\w.:\\]*\w)")
_PROPERTY = re.compile(r"@(?:\w+\.)*(?:cached_|class)?property\b|@\w+\.(?:setter|getter|deleter)\b")
#: A macro whose further arguments are the parameters of what it defines.
_DEFINES = re.compile(r"DEFINE|\d$")
_PADDED = re.compile(r"[(\[] | [)\]]|,[)\]]")
_END = re.compile(r"(?:\{|:|=>|=|;|\bdo|\bthen|\bwhere)$")


class Ids:
    """Unique ids in one file, without counting case and underscores."""

    def __init__(self, path: str, taken: Iterable[str] = ()) -> None:
        self._path = path
        self._taken = {_folded(identity.partition("::")[2]): 1 for identity in taken}

    def take(self, name: str) -> str:
        """An id for ``name``: plain for the first one, with a suffix for later ones."""
        key = _folded(name)
        count = self._taken.get(key, 0) + 1
        suffixed = name if count == 1 else f"{name}~{count}"
        while count > 1 and _folded(suffixed) in self._taken:
            count += 1
            suffixed = f"{name}~{count}"
        self._taken[key] = count
        self._taken.setdefault(_folded(suffixed), 1)
        return f"{self._path}::{suffixed}"


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


@dataclass(slots=True)
class _Measures:
    """What is counted per function."""

    complexity: int = 1
    raises: tuple[str, ...] = ()


_UNMEASURED = _Measures()


def name_symbols(text: SourceText, language: Language, reading: Reading) -> list[Symbol]:
    """Makes the symbols of a file, its own first, and numbers the definitions."""
    measures = _measure(reading, text.data)
    symbols = [_module(text, measures)]
    ids = Ids(text.path)
    by_name: dict[str, int] = {}
    for item in reading.definitions:
        _settle(item, language, text.data)
        item.qualified = _qualified(item, language)
        parent = _parent(item, by_name, language)
        if item.kind is None:
            item.index = by_name.get(_implemented(item), parent)
            continue
        item.index = len(symbols)
        symbol_id = SymbolId(ids.take(item.qualified))
        owner = symbols[parent].id if parent else None
        symbols.append(_symbol(text, language, item, symbol_id, owner, measures))
        by_name.setdefault(item.qualified, item.index)
    return symbols


def _module(text: SourceText, measures: dict[Definition | None, _Measures]) -> Symbol:
    own = measures.get(None, _Measures())
    return Symbol(
        id=SymbolId(text.path),
        path=text.path,
        name=text.path.rpartition("/")[2],
        qualified=MODULE,
        kind=SymbolKind.MODULE,
        span=span_of(text, 0, len(text.data)),
        name_line=1,
        raises=own.raises,
        complexity=own.complexity,
        exported=True,
    )


def _qualified(item: Definition, language: Language) -> str:
    """The name with its owners in front."""
    owner, parent = item.owner, item.parent
    if not owner and parent is not None:
        owner = parent.qualified
        if parent.kind is not None and parent.kind in language.transparent:
            owner = parent.parent.qualified if parent.parent else ""
    elif owner and parent is not None and parent.kind is SymbolKind.NAMESPACE:
        outer = "" if SymbolKind.NAMESPACE in language.transparent else parent.qualified
        owner = f"{outer}{language.separator}{owner}" if outer else owner
    if len(owner) > _LONGEST:  # nested beyond sense; the id stays unique by its suffix
        owner = owner[:_LONGEST] + "…"
    return f"{owner}{language.separator}{item.name}" if owner else item.name


def _implemented(item: Definition) -> str:
    """The type that an ``impl`` block or an extension is about."""
    return item.qualified.removeprefix("<").partition(" as ")[0]


def _parent(item: Definition, by_name: dict[str, int], language: Language) -> int:
    """The symbol that a definition belongs to: its owner if that is here, or what is around."""
    if item.owner:
        whole = item.qualified.rpartition(language.separator)[0]
        last = item.owner.rpartition(language.separator)[2]
        for name in (whole, item.owner, last):
            if name in by_name:
                return by_name[name]
    return item.parent.index if item.parent is not None else 0


def _settle(item: Definition, language: Language, data: bytes) -> None:
    """Turns a plain kind into the one that the surroundings ask for."""
    parent = item.parent
    owned = (bool(item.owner) and not language.schemas) or (
        parent is not None and (parent.kind is None or parent.kind in CLASSES)
    )
    if item.kind is SymbolKind.FUNCTION and owned:
        item.kind = SymbolKind.METHOD
    elif item.kind is SymbolKind.METHOD and item.rung == "pattern" and not owned:
        item.kind = SymbolKind.FUNCTION
    if item.kind is SymbolKind.METHOD:
        if item.name in language.constructors or (
            language.name == "cpp" and item.name == (item.owner or (parent.name if parent else ""))
        ):
            item.kind = SymbolKind.CONSTRUCTOR
        elif any(_PROPERTY.match(data[a:b].decode("utf-8", "replace")) for a, b in item.decorators):
            item.kind = SymbolKind.PROPERTY
    elif item.kind is SymbolKind.VARIABLE and item.name.isupper():
        item.kind = SymbolKind.CONSTANT
    if language.name in ("c", "cpp") and item.kind in FUNCTIONS:
        _name_by_arguments(item, data)


def _name_by_arguments(item: Definition, data: bytes) -> None:
    """``TEST(Cart, Total) {…}`` is made by a macro: its name is what the macro is given.

    Of ``SYSCALL_DEFINE2(truncate, const char *, path)`` it is what comes first.
    """
    if item.returns is not None or item.parameters is None or item.owner:
        return
    if item.name.isupper() and len(item.name) > 2 and item.body > 0:
        words = re.findall(r"\w+", data[slice(*item.parameters)].decode("utf-8", "replace"))
        if words:
            item.name_start = data.find(words[0].encode(), item.parameters[0])
            if _DEFINES.search(item.name):
                item.name = words[0]
            else:  # all that it is given is its name
                item.name, item.parameters = ".".join(words), None


def _symbol(
    text: SourceText,
    language: Language,
    item: Definition,
    symbol_id: SymbolId,
    parent: SymbolId | None,
    measures: dict[Definition | None, _Measures],
) -> Symbol:
    assert item.kind is not None
    data = text.data
    signature = _signature(item, data)
    doc, place = _documentation(item, data, language)
    doc_span = span_of(text, *place) if place else _NOWHERE
    decorators = tuple(_folded_text(data, place) for place in item.decorators)
    own = measures.get(item, _UNMEASURED)
    seen = visibility(item, language, signature)
    return Symbol(
        id=symbol_id,
        path=text.path,
        name=item.name,
        qualified=item.qualified,
        kind=item.kind,
        span=span_of(text, item.outer, item.end),
        name_line=line_of(text, item.name_start),
        parent=parent,
        signature=signature,
        doc=documentation.untagged(doc),
        doc_line=doc_span.line,
        doc_end_line=doc_span.end_line,
        parameters=_parameters(item, data, language, doc),
        returns=_returns(item, data),
        decorators=decorators,
        bases=_bases(item, data),
        raises=own.raises,
        visibility=seen,
        exported=exported(item, language, seen),
        is_async=item.kind is not SymbolKind.SECTION and _is_async(signature),
        deprecated=any(_DEPRECATED.search(each) for each in decorators)
        or (bool(doc) and _DEPRECATED_DOC.search(doc) is not None),
        conditional=item.conditional or any("cfg(" in each for each in decorators),
        complexity=own.complexity,
        rung=item.rung,
    )


def _measure(reading: Reading, data: bytes) -> dict[Definition | None, _Measures]:
    """Counts decisions and lists what is raised, per innermost function."""
    measures: dict[Definition | None, _Measures] = {}

    def of(item: Definition | None) -> _Measures:
        return measures.setdefault(function_around(item), _Measures())

    decisions = sorted(reading.decisions)
    for item in innermost(reading.definitions, decisions):
        of(item).complexity += 1
    raises = sorted(reading.raises)
    for item, place in zip(
        innermost(reading.definitions, [place[0] for place in raises]), raises, strict=True
    ):
        own = of(item)
        for part in split(data[place[0] : place[1]].decode("utf-8", "replace")):
            match = _RAISED.match(part.strip())
            if match and match[1] not in own.raises:
                own.raises = (*own.raises, match[1])
    return measures


# ------------------------------------------------------------------------- the parts


def _signature(item: Definition, data: bytes) -> str:
    """The head in one line, without decorators and comments."""
    start = item.head
    end = item.body if item.body > item.name_start else item.end
    shown: list[bytes] = []
    for first, last in item.asides:
        if start <= first < last <= end:
            shown.append(data[start:first])
            start = last
    shown.append(data[start : min(end, start + 4 * _LONGEST)])
    text = b" ".join(shown).decode("utf-8", "replace").lstrip()
    folded = " ".join(text.split())
    if item.body < 0 and item.kind not in FUNCTIONS and "\n" in text:
        whole = item.kind in _WHOLE and len(folded) <= _SHORT
        folded = folded if whole else " ".join(text.split("\n", 1)[0].split())
    if _PADDED.search(folded):
        folded = _PADDING.sub("", folded)
    if end == item.body and (match := _END.search(folded, max(len(folded) - 6, 0))):
        folded = folded[: match.start()].rstrip()
    folded = folded.rstrip("; ")
    return folded if len(folded) <= _LONGEST else folded[:_LONGEST].rstrip() + "…"


def _documentation(item: Definition, data: bytes, language: Language) -> tuple[str, Place | None]:
    """The documentation and its place: a docstring, else the comment before."""
    if item.doc is not None:
        start, end = item.doc
        return documentation.docstring(data[start:end].decode("utf-8", "replace")), item.doc
    if not item.comments:
        return "", None
    comments = item.comments
    # Of several blocks that document, each closed, the nearest one speaks of what follows.
    blocks = [at for at, (a, b) in enumerate(comments) if data[a : a + 3] == b"/**"]
    if len(blocks) > 1 and blocks[-1] == len(comments) - 1:
        comments = comments[-1:]
    start, end = comments[0][0], comments[-1][1]
    words = documentation.comment(
        "\n".join(data[a:b].decode("utf-8", "replace") for a, b in comments)
    )
    if not words or (start < 200 and documentation.is_license(words)):
        return "", None
    if language.name == "python" and documentation.is_heading(words):
        return "", None
    return words, (start, end)


def _is_async(signature: str) -> bool:
    """Whether the head says so, outside of its parameter list."""
    if "async" not in signature and "suspend" not in signature:
        return False
    around = signature.partition("(")[0] + " " + signature.rpartition(")")[2]
    return _ASYNC.search(around) is not None


def _parameters(
    item: Definition, data: bytes, language: Language, doc: str
) -> tuple[Parameter, ...]:
    place = item.parameters or _bracketed(item, data)
    if place is None:
        return ()
    start, end = place
    if end - start <= 2:
        return ()
    text = data[start:end].decode("utf-8", "replace")
    found = parameters(text, language.parameters)
    docs = documentation.parameter_docs(doc) if doc and found else {}
    if not docs:
        return found
    return tuple(
        Parameter(each.name, each.type, each.default, docs.get(each.name.lstrip("*&$."), ""))
        for each in found
    )


def _bracketed(item: Definition, data: bytes) -> Place | None:
    """The brackets after the name, where the grammar has no node for them."""
    if item.kind not in FUNCTIONS:
        return None
    end = item.body if item.body > item.name_start else item.end
    start = data.find(b"(", item.name_start, end)
    name_end = item.name_start + len(item.name.encode("utf-8"))
    if start < 0 or not _BEFORE_BRACKET.fullmatch(data, name_end, start):
        return None
    depth = 0
    for match in _BRACKET.finditer(data, start, end):
        depth += 1 if match[0] == b"(" else -1
        if depth == 0:
            return start, match.end()
    return None


def _returns(item: Definition, data: bytes) -> str:
    if item.returns is None:
        place = item.parameters or _bracketed(item, data)
        if place is None or item.body < place[1] or item.rung != "syntax":
            return ""
        match = _ARROW.fullmatch(data[place[1] : item.body].decode("utf-8", "replace"))
        return " ".join(match[1].split()) if match else ""
    text = _folded_text(data, item.returns).removeprefix("->").removeprefix(":").strip()
    if item.returns[1] < item.name_start:
        text += "".join(
            re.findall("[*&]", data[item.returns[1] : item.name_start].decode("utf-8", "replace"))
        )
    return text


def _bases(item: Definition, data: bytes) -> tuple[str, ...]:
    if not item.bases:
        return ()
    found: list[str] = []
    for place in item.bases:
        text = _without_tail(_strip_base(_folded_text(data, place)))
        for part in split(_BASE_JOIN.sub(", ", text)):
            base = _strip_base(part.strip())
            if base and not _NO_BASE.match(base) and base not in found:
                found.append(base)
    return tuple(found)


def _without_tail(text: str) -> str:
    """Takes braces, and brackets that were not opened, off the end."""
    while text.endswith((" ", "{", ")")):
        if text.endswith(")") and text.count("(") >= text.count(")"):
            break
        text = text[:-1]
    return text


def _strip_base(text: str) -> str:
    """Takes words such as ``extends`` and ``public virtual`` off the front."""
    while True:
        shorter = _BASE_WORDS.sub("", text, count=1)
        if shorter == text:
            return text
        text = shorter


def _folded_text(data: bytes, place: Place) -> str:
    return " ".join(data[place[0] : place[1]].decode("utf-8", "replace").split())
