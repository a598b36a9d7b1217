"""The items of a file's page: its symbols in order, and what stands between them.

Code is read symbol by symbol; a document is read section by section, as text. What a file
holds beside its definitions (statements of the module, settings, data) stands at its place
in the order of the source.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from sourcebook.model import (
    Access,
    CallStatus,
    ChunkKind,
    Claim,
    ClaimKind,
    Entry,
    FileClass,
    FileRecord,
    Parameter,
    Role,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.render.context import (
    Context,
    Here,
    Listing,
    Ref,
    Statement,
    names,
    places,
    signature,
)
from sourcebook.render.doc import document, documentation
from sourcebook.render.fold import HEAD
from sourcebook.render.pages.source import Source
from sourcebook.render.parts import TEXTUAL, UNDEFINED
from sourcebook.render.view import Outside, Use
from sourcebook.tokenizer.cells import text_of

#: Lines of a textual file that its page shows, and characters of any one block.
TEXT_LINES = 1500

BLOCK_CHARACTERS = 20_000

#: Bytes of a page after which symbols are shown without code and text, and without uses.
FULL, OVERFULL = 500_000, 750_000

#: Bytes that one item of a list of uses takes, and one claim with its evidence.
USE, CLAIM = 120, 300

#: Sections above this number are headings inside their block, not in the table of contents.
CONTENTS = 160

#: What a symbol has to do with others: labels, and the kinds of fact in the HTML.
USES = {
    "Calls": "calls",
    "May call": "may-call",
    "Called by": "called-by",
    "May be called by": "may-be-called-by",
    "External": "external",
    "Not resolved": "unknown",
    "Reads": "reads",
    "Writes": "writes",
    "Reached by tests": "reached-by",
}

#: Tests that a definition names.
TESTS = 2

_WORD = re.compile(r"\S+")

#: Characters that underline a heading.
_RULES = "=-~^\"'`#*+.:_"

#: The kinds of claims that follow the responsibility, with their labels.
GROUPS = (
    (ClaimKind.SIDE_EFFECT, "Side effects"),
    (ClaimKind.RULE, "Rules"),
    (ClaimKind.EXCEPTION, "Raises"),
    (ClaimKind.ASSUMPTION, "Assumes"),
    (ClaimKind.NOTE, "Notes"),
)


class Code(msgspec.Struct, frozen=True, gc=False):
    """Source that a page shows: the first lines of it, and how many follow."""

    html: Markup
    line: int
    lines: Ref
    more: int = 0


class Excerpt(msgspec.Struct, frozen=True, gc=False):
    """Lines of a file, from ``line`` on, and how many follow that are not shown.

    ``start`` is where they begin in the text of the file, in characters.
    """

    text: str = ""
    line: int = 0
    more: int = 0
    start: int = 0


class Value(msgspec.Struct, frozen=True, gc=False):
    """A constant, a field, a type: a row of a table, with its anchor."""

    anchor: str
    name: str
    qualified: str
    kind: str
    signature: str
    doc: Markup
    source: Ref
    line: int


class Block(msgspec.Struct, frozen=True, gc=False):
    """One item of a file's page: a symbol, or a piece of text or code without one."""

    anchor: str
    level: int  # of its heading; 0 for none
    in_contents: bool
    name: str
    kind: str
    line: int
    end_line: int
    source: Ref
    id: str = ""
    qualified: str = ""
    tags: tuple[str, ...] = ()
    signature: str = ""
    summary: Statement | None = None
    doc: Markup | None = None
    parameters: tuple[Parameter, ...] = ()
    columns: tuple[str, ...] = ()  # of the table of parameters
    returns: str = ""
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    claims: tuple[tuple[str, str, tuple[Statement, ...]], ...] = ()  # label, kind, claims
    uses: tuple[tuple[str, Listing], ...] = ()  # label, list
    owner: Ref | None = None
    values: tuple[Value, ...] = ()
    code: Code | None = None
    text: str = ""


def values_of(here: Here, path: str) -> dict[SymbolId | None, tuple[Value, ...]]:
    """Constants, fields, types and the like, by the definition that holds them (None: the file)."""
    view = here.context.view
    sections = {symbol.id for symbol in view.defined_in.get(path, ())}
    found: dict[SymbolId | None, list[Value]] = {}
    for symbol in view.symbols_in.get(path, ()):
        if symbol.id not in sections and symbol.kind is not SymbolKind.SECTION:
            owner = symbol.parent if symbol.parent in sections else None
            found.setdefault(owner, []).append(_value(here, symbol))
    return {owner: tuple(values) for owner, values in found.items()}


def _value(here: Here, symbol: Symbol) -> Value:
    return Value(
        here.context.links.anchor(symbol.id),
        symbol.name,
        symbol.qualified,
        symbol.kind,
        symbol.signature if symbol.signature != symbol.name else "",
        documentation(symbol.doc[:BLOCK_CHARACTERS], here.context.text),
        here.lines(symbol.path, symbol.name_line),
        symbol.name_line,
    )


def blocks_of(
    context: Context,
    here: Here,
    record: FileRecord,
    values: Mapping[SymbolId | None, tuple[Value, ...]],
    part: int = 1,
) -> list[Block]:
    """The items of a page, or of a part of it, in the order of the source."""
    path = record.report.path
    view, parts = context.view, context.links.parts
    definitions = [one for one in view.defined_in.get(path, ()) if parts.of(path, one.id) == part]
    sections = record.report.file_class in TEXTUAL
    rest = [
        entry
        for entry in view.entries_of(path)
        if _without_symbol(entry) and parts.at(path, entry.chunk.span.line) == part
    ]
    source = Source(record.report, view.entries_of(path))
    codes = [_shown(context, source, view.main_entry(symbol.id)) for symbol in definitions]
    codes += [_shown(context, source, None if sections else entry) for entry in rest]
    shown = [_code(here, path, code, source) for code in codes]
    in_contents = len(definitions) <= CONTENTS
    made = [
        (
            symbol.span.start,
            _symbol(here, symbol, code, values.get(symbol.id, ()), in_contents=in_contents),
        )
        for symbol, code in zip(definitions, shown, strict=False)
    ]
    left = TEXT_LINES
    for entry, code in zip(rest, shown[len(definitions) :], strict=True):
        text = _text(entry, left) if sections else Excerpt()
        left -= text.text.count("\n") + 1 if text.text else 0
        block = _piece(here, entry, code, text)
        if block.level and record.report.file_class is FileClass.DOCUMENT:
            below = text.text.split("\n")[_heading_lines(text.text) :]
            line = text.line + _heading_lines(text.text)
            block = replace(block, text="", doc=document("\n".join(below), line, here.context.text))
        if block.code is not None or block.text or block.doc is not None:
            made.append((entry.chunk.span.start, block))
    ordered = [block for _, block in sorted(made, key=lambda pair: pair[0])]
    if context.links.plan.part:
        # On the page of a folder the name of the file is the heading above.
        ordered = [
            replace(block, level=block.level + 1, in_contents=False) if block.level else block
            for block in ordered
        ]
    return list(_one_place_each(_one_heading_each(_bounded(ordered))))


def _bounded(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks; once they fill a page, code and texts are left to the source they link to."""
    filled = 0
    for block in blocks:
        code = len(block.code.html) if block.code is not None else 0
        uses = sum(len(found.items) for _, found in block.uses)
        claims = sum(len(found) for _, _, found in block.claims)
        filled += HEAD + USE * uses + CLAIM * claims
        filled += code + len(block.doc or "") + len(block.text)
        if filled <= FULL:
            yield block
        else:
            less = replace(block, code=None, doc=None, text="", parameters=())
            yield less if filled <= OVERFULL else replace(less, uses=())


def _one_heading_each(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks; definitions of one name that follow each other share the first's heading.

    These are overloads, the accessors of a property, the branches of a condition.
    """
    before = ""
    for block in blocks:
        again = bool(block.qualified) and block.qualified == before
        yield replace(block, level=0, in_contents=False) if again else block
        before = block.qualified or before


def _one_place_each(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with every anchor on the first of those that share it."""
    seen: set[str] = set()
    for block in blocks:
        yield replace(block, anchor="") if block.anchor in seen else block
        seen.add(block.anchor)


def _without_symbol(entry: Entry) -> bool:
    """Whether a chunk has no section of a symbol that shows it.

    So it is with the head of an extension, which defines nothing: it is of the file itself.
    """
    chunk = entry.chunk
    own = chunk.kind in UNDEFINED or chunk.symbol == chunk.path
    return own and bool(chunk.text.strip())


def _shown(context: Context, source: Source, entry: Entry | None) -> Excerpt:
    """The code of a chunk that a page shows."""
    limit = context.view.config.site.code_lines
    if entry is None or limit == 0:
        return Excerpt()
    lines, empty = _lines_of(entry.chunk.text)
    text = "\n".join(lines[:limit])[:BLOCK_CHARACTERS]
    more = max(0, len(lines) - limit)
    start = source.start(entry) + entry.chunk.text.index(lines[0]) if text else 0
    return Excerpt(text, entry.chunk.span.line + empty, more, start)


def _text(entry: Entry, left: int) -> Excerpt:
    """The text of a section, as long as the page has lines left."""
    lines, empty = _lines_of(text_of(entry.chunk))
    text = "\n".join(lines[: max(0, left)])[:BLOCK_CHARACTERS]
    return Excerpt(text, entry.chunk.span.line + empty)


def _heading_lines(text: str) -> int:
    """The lines of a section's heading, which the page shows as one."""
    lines = text.split("\n")
    if lines[0].startswith("#"):
        return 1
    ruled = [bool(line) and not line.strip(line[0]) and line[0] in _RULES for line in lines[:3]]
    overlined = len(ruled) > 2 and ruled[0] and ruled[2]
    return 3 if overlined else 2 if ruled[1:2] == [True] else 0


def _lines_of(text: str) -> tuple[list[str], int]:
    """The lines of a text without empty ones around them, and the number of those before."""
    lines = text.rstrip().split("\n")
    empty = 0
    while empty < len(lines) and not lines[empty].strip():
        empty += 1
    return lines[empty:], empty


def _code(here: Here, path: str, excerpt: Excerpt, source: Source) -> Code | None:
    if not excerpt.text:
        return None
    end = excerpt.line + excerpt.text.count("\n") + excerpt.more
    lines = here.lines(path, excerpt.line, end)
    html = source.html(excerpt.start, excerpt.start + len(excerpt.text))
    return Code(html, excerpt.line, lines, excerpt.more)


def _piece(here: Here, entry: Entry, code: Code | None, text: Excerpt) -> Block:
    """A piece of text or code that belongs to no definition."""
    chunk = entry.chunk
    links = here.context.links
    section = chunk.kind is ChunkKind.SECTION and chunk.heading and chunk.part == 1
    anchor = links.anchor(chunk.symbol) if chunk.symbol is not None and chunk.part == 1 else ""
    return Block(
        anchor=anchor or links.line_anchor(chunk.path, chunk.span.line),
        level=min(len(chunk.heading) + 1, 4) if section else 0,
        in_contents=bool(section) and len(chunk.heading) <= 2,
        name=chunk.heading[-1] if section else "",
        kind=chunk.kind,
        line=text.line or chunk.span.line,
        end_line=chunk.span.end_line,
        source=here.lines(chunk.path, chunk.span.line, chunk.span.end_line),
        code=code,
        text=text.text,
    )


def _symbol(
    here: Here, symbol: Symbol, code: Code | None, values: tuple[Value, ...], *, in_contents: bool
) -> Block:
    """The section of a definition."""
    context = here.context
    view = context.view
    entry = view.main_entry(symbol.id)
    claims = entry.summary.claims if entry is not None else ()
    summary = entry.summary.responsibility if entry is not None else None
    nested = symbol.parent is not None and "." in symbol.qualified
    parameters = _parameters(symbol)
    return Block(
        anchor=context.links.anchor(symbol.id),
        level=3 if nested else 2,
        in_contents=in_contents,
        name=symbol.name if len(symbol.name) <= 120 else f"{symbol.name[:119]}…",
        qualified=symbol.qualified,
        owner=here.symbol(symbol.parent, symbol.path)
        if symbol.parent is not None and nested
        else None,
        kind=symbol.kind,
        line=symbol.span.line,
        end_line=symbol.span.end_line,
        source=here.lines(symbol.path, symbol.span.line, symbol.span.end_line),
        id=symbol.id,
        tags=tuple(_tags(context, symbol)),
        signature=signature(symbol.signature or symbol.name, symbol.name),
        summary=here.statement(summary) if summary is not None else None,
        doc=documentation(
            _rest_of_doc(symbol, summary),
            context.text,
            without_parameters=any(p.doc for p in parameters),
        ),
        parameters=parameters,
        columns=_columns(parameters),
        returns=symbol.returns,
        bases=symbol.bases,
        decorators=symbol.decorators,
        raises=tuple(_unsaid(symbol.raises, claims)),
        claims=tuple(_claims(context, here, claims)),
        uses=tuple(_uses(context, here, symbol)),
        values=values,
        code=code,
    )


def _tags(context: Context, symbol: Symbol) -> Iterator[str]:
    view, text = context.view, context.text
    if symbol.is_async:
        yield "async"
    if symbol.deprecated:
        yield text("deprecated")
    if symbol.visibility != "public":
        yield text(symbol.visibility)
    if symbol.conditional:
        yield text("conditional")
    for role in view.roles.get(symbol.id, ()):
        if role is not Role.UNKNOWN:
            yield text(role.value)
    for kind in dict.fromkeys(b.kind for b in view.boundaries_of.get(symbol.id, ())):
        yield text(kind)
    if symbol.id in view.component_of:
        yield text("in a cycle")
    elif any(symbol.id in call.targets for call in view.calls_of.get(symbol.id, ())):
        yield text("recursive")
    if symbol.rung == "pattern":
        yield text("found by pattern")
    entry = view.main_entry(symbol.id)
    if entry is not None and entry.summary.fallback:
        yield text("extracted, not written by a model")


def _rest_of_doc(symbol: Symbol, summary: Claim | None) -> str:
    """The documentation, without the part that the summary says: all of it, or its beginning."""
    doc = symbol.doc.strip("\n")
    texts = (summary.text, summary.text.partition("; ")[0]) if summary is not None else ()
    for text in texts:
        said = [_plain(word) for word in text.split()]
        words = list(islice(_WORD.finditer(doc), len(said)))
        if said and said == [_plain(word[0]) for word in words]:
            doc = doc[words[-1].end() :].lstrip()
            break
    return doc[:BLOCK_CHARACTERS]


def _plain(word: str) -> str:
    return word.replace("`", "").rstrip(".")


def _parameters(symbol: Symbol) -> tuple[Parameter, ...]:
    """The parameters, if a table says more of them than the signature does."""
    shown = tuple(p for p in symbol.parameters if p.name.strip("*&") not in {"self", "cls"})
    return shown if any(p.doc for p in shown) else ()


def _unsaid(raises: Sequence[str], claims: Sequence[Claim]) -> Iterator[str]:
    """The exceptions that no claim speaks of."""
    said = " ".join(claim.text for claim in claims if claim.kind is ClaimKind.EXCEPTION)
    return (name for name in raises if name not in said)


def _columns(parameters: tuple[Parameter, ...]) -> tuple[str, ...]:
    """The columns that hold anything."""
    filled = {
        "Type": any(p.type for p in parameters),
        "Default": any(p.default for p in parameters),
        "Meaning": any(p.doc for p in parameters),
    }
    return tuple(name for name, some in filled.items() if some)


def _claims(
    context: Context, here: Here, claims: Sequence[Claim]
) -> Iterator[tuple[str, str, tuple[Statement, ...]]]:
    for kind, label in GROUPS:
        found = tuple(
            _under(label, here.statement(claim)) for claim in claims if claim.kind is kind
        )
        if found:
            yield context.text(label), kind.value, found


def _under(label: str, statement: Statement) -> Statement:
    """A statement under a label whose word it need not say again."""
    said = statement.text.removeprefix(f"{label} ")
    if said == statement.text:
        return statement
    return replace(statement, text=said.removesuffix("."))


def _uses(context: Context, here: Here, symbol: Symbol) -> Iterator[tuple[str, Listing]]:
    """Callees and callers; what is sure and what is not are kept apart."""
    view, path = context.view, symbol.path
    callees, callers = view.callees(symbol.id), view.callers(symbol.id)
    facts = iter(USES.values())
    found = (
        here.uses([u for u in callees if u.sure], path, next(facts), of_caller=False),
        here.uses([u for u in callees if not u.sure], path, next(facts), of_caller=False),
        here.uses([u for u in callers if u.sure], path, next(facts), of_caller=True),
        here.uses([u for u in callers if not u.sure], path, next(facts), of_caller=True),
        _outside(here, view.outside(symbol.id, CallStatus.EXTERNAL), next(facts)),
        _outside(here, view.outside(symbol.id, CallStatus.UNKNOWN), next(facts)),
        _shared(here, symbol, Access.READ, next(facts)),
        _shared(here, symbol, Access.WRITE, next(facts)),
        _tests(here, symbol, callers, next(facts)),
    )
    return ((context.text(label), items) for label, items in zip(USES, found, strict=True) if items)


def _shared(here: Here, symbol: Symbol, access: Access, fact: str) -> Listing:
    """The variables, files and tables that a symbol shares with others."""
    edges = here.context.view.state_of.get(symbol.id, ())
    refs = (here.shared(edge, symbol.path) for edge in edges if edge.access is access)
    return here.listing(refs, fact=fact)


def _tests(here: Here, symbol: Symbol, callers: Sequence[Use], fact: str) -> Listing:
    """The tests that reach a symbol by way of others; those that call it are callers."""
    view, path_of = here.context.view, here.context.links.path_of
    if view.is_test(symbol.path) or any(view.is_test(path_of(use.symbol)) for use in callers):
        return Listing()
    reached = view.reached_by.get(symbol.id, ())
    return here.listing((here.symbol(test) for test in reached), TESTS, fact)


def _outside(here: Here, found: Iterable[Outside], fact: str) -> Listing:
    """Callees that are no symbols of the repository."""
    refs = (
        Ref(one.name, hint=one.reason, at=places(one.lines), written=names(one.written), code=True)
        for one in found
    )
    return here.listing(refs, 12, fact)
