"""Claims about one chunk: what it takes and gives, changes, depends on, raises and rules.

Every claim quotes the line that shows it. What has no such line is not claimed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from sourcebook.analyze.roles import deed
from sourcebook.analyze.roles import plain as unmarked
from sourcebook.analyze.summarize.clauses import code
from sourcebook.analyze.summarize.facts import ChunkFacts, Linked, reached
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.sentences import (
    LIMIT,
    OUTSIDE,
    WHOLE,
    Sentence,
    clip,
    echoes,
    finish,
    first_sentence,
    following,
    fresh,
    lowered,
    paragraphs,
    second_sentence,
)
from sourcebook.analyze.verify import Sources, stands_in
from sourcebook.model import (
    Boundary,
    CallSite,
    Claim,
    ClaimKind,
    Evidence,
    Metadata,
    Parameter,
    ParsedFile,
    Rule,
    Symbol,
    SymbolId,
    SymbolKind,
)

#: A decorator, annotation or attribute that takes a definition out of use.
_DEPRECATED = re.compile(r"(?i)\bdeprecated\b")

#: Most callees named as the main dependencies of one chunk; the call graph has them all.
DEPENDENCIES = 6

#: How a crossed boundary reads, by its kind.
BOUNDARY_WORDS = {
    "files": "Reads or writes files",
    "files asks": "Asks the file system",
    "files removes": "Removes files",
    "files makes": "Makes folders",
    "files lists": "Lists files",
    "files moves": "Moves files",
    "network": "Talks over the network",
    "process": "Starts or ends a process or a thread",
    "code": "Runs text as code",
    "database": "Talks to a database",
    "storage": "Uses the storage of the browser",
    "crypto": "Uses cryptography",
    "auth": "Deals with identity or permission",
    "deserialise": "Loads serialised data",
    "env": "Reads the environment",
}
_STATE = re.compile(
    r"^\s*(?:(?P<own>(?:self|this|cls|@{1,2}|\$this)(?:\.|->)?[A-Za-z_]\w*)\s*(?:[-+*/|&]|<<|\?\?)?=(?![=>~])"
    r"|(?:global|nonlocal)\s+(?P<outer>\w+(?:\s*,\s*\w+)*)\s*$)"
)
#: Words beyond the name that documentation has which needs no second sentence, and the longest
#: such sentence, in characters.
_FRESH, _SECOND = 4, 120
#: How a sentence begins that says what a definition is for.
_PURPOSE = re.compile(
    r"(?<![\w,;:] )\bThis (?:function|method|decorator|helper|class) (?:however |therefore |thus )?"
    r"(?:can|lets|allows|makes|helps|is used to|provides|ensures|takes care)\b"
)
#: Documentation that says when or by whom a definition is called, and how one goes on that says
#: what it does.
OCCASION = re.compile(
    r"(?:(?:This|The|It)(?: \w+)? is )?(?:always |only |also )?(?:called|invoked|executed|triggered)\b(?! to\b)"
    r"|(?:This (?:\w+ )?)?can be overrid",
    re.IGNORECASE,
)
_DOES = re.compile(r"(?:This|It) (?:also |then )?(?!is\b|was\b|has\b|does\b)[a-z]+s\b|By default\b")
_THEN = re.compile(r"(?:Then|Next|Afterwards|Finally)\b")
_VALUE = 80  # widest value of a rule
#: What a note of a directive says of itself.
_SINCE = re.compile(r"\.\. deprecated::\s*")
_RAISING = re.compile(r"\b(?:raise|throw(?!\s*\()|panic!?|abort|error)\b")
_BODIED = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
#: The name of a function, in a language that writes those of classes with capitals.
_SMALL = re.compile(r"(?:\w+\.)*[a-z]\w*$")
#: Languages in which the name of what is raised may begin with a small letter.
_SMALL_CLASSES = frozenset({"cpp", "swift", "python", "ocaml"})
_BUILDS = frozenset({SymbolKind.CONSTRUCTOR, SymbolKind.CLASS})
_MADE = _BUILDS | {SymbolKind.STRUCT, SymbolKind.ENUM}
#: What sets no state when it runs; the code that a section shows is an example.
_STATELESS = _BUILDS | {SymbolKind.SECTION}
#: Words by which a constructor calls another one.
_HANDED = frozenset({"base", "super", "this", "__init__", "__construct"})
#: The last name of what is made, without types.
_AS_MADE = re.compile(r"(?:^|\W)_*[A-Z]\w*[a-z]\w*(?:<.*>)?$")
_WORD = re.compile(r"\w+")
#: Languages in which a parameter may be a type and no name.
_TYPES_ALONE = frozenset({"c", "cpp", "d", "go"})
#: A variable of Erlang in a pattern.
_VARIABLE = re.compile(r"(?<![\w?#])[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Desk:
    """All that a claim may be made from."""

    sources: Sources
    graph: Linked
    pages: dict[str, list[tuple[str, Evidence]]] = field(default_factory=dict)
    """The code that names a page, by the page's name as written."""
    documented: dict[SymbolId, Claim | None] = field(default_factory=dict)
    """What definitions say of themselves, as far as it was asked for."""


def claims_of(facts: ChunkFacts, metadata: Metadata, desk: Desk) -> Iterator[Claim]:
    """Yields the claims of a chunk, kind by kind, each kind in source order."""
    symbol = facts.symbol if facts.chunk.part == 1 else None
    if symbol is not None:
        yield from _inputs(facts, symbol, desk)
        yield from _outputs(facts, symbol, desk)
    yield from _side_effects(facts, desk)
    yield from _dependencies(facts, desk)
    yield from _exceptions(facts, metadata, desk)
    yield from _rules(facts, desk)
    yield from _notes(facts, metadata, desk)


def documentation(symbol: Symbol, desk: Desk) -> Claim | None:
    """The first sentence of a definition's own documentation, as a claim."""
    if not symbol.doc:
        return None
    if symbol.id not in desk.documented:
        desk.documented[symbol.id] = _documentation(symbol, desk)
    return desk.documented[symbol.id]


def _documentation(symbol: Symbol, desk: Desk) -> Claim | None:
    sentence = first_sentence(symbol.doc)
    if sentence is None:
        return None
    place = (symbol.path, sentence.raw, symbol.doc_line, symbol.doc_end_line)
    found = desk.sources.locate(*place)
    if found is None:
        found = desk.sources.quote(symbol.path, symbol.doc_line, symbol.doc_end_line)
    if found is None:
        return None
    return Claim(sentence.text, ClaimKind.RESPONSIBILITY, (found,))


def whole_documentation(symbol: Symbol, desk: Desk) -> Claim | None:
    """The documentation of a definition, with a second sentence where the first says little."""
    told = documentation(symbol, desk)
    first = first_sentence(symbol.doc) if told is not None else None
    more = _purpose(symbol, first) if first is not None else None
    if told is None or more is None:
        return told
    where = desk.sources.locate(symbol.path, more.raw, symbol.doc_line, symbol.doc_end_line)
    text = f"{told.text.rstrip('.!')}; {lowered(more.text, symbol.doc.splitlines())}"
    return replace(told, text=text, evidence=(*told.evidence, where)) if where else told


def _purpose(symbol: Symbol, first: Sentence) -> Sentence | None:
    """The sentence behind one that is brief, or behind one that gives the background alone."""
    room = LIMIT - len(first.text)
    match = _PURPOSE.search(symbol.doc)
    if match is not None and not _PURPOSE.match(first.text):
        told = first_sentence(symbol.doc[match.start() :])
        return told if told is not None and len(told.text) < room else None
    if (steps := following(symbol.doc, first, room)) is not None and _THEN.match(steps.raw):
        return steps
    leads = OUTSIDE.match(first.text) or OCCASION.match(first.text)
    if fresh(first.text, symbol.qualified) < _FRESH or leads:
        second = second_sentence(symbol.doc, first, min(room, _SECOND))
        every = list(paragraphs(symbol.doc))
        titled = len(every) > 1 and every[0] == first.raw
        if second is None and titled and echoes(first.text, symbol.qualified):
            second = first_sentence(every[1], prose=True)
        if second is None and OCCASION.match(first.text):
            second, room = next(_doing(every[1:]), None), WHOLE - len(first.text)
        return second if second is not None and len(second.text) < room else None
    return None


def _doing(others: Iterable[str]) -> Iterator[Sentence]:
    """The sentences at the beginning of paragraphs that say what a definition does."""
    for paragraph in others:
        found = first_sentence(paragraph) if _DOES.match(paragraph) else None
        if found is not None:
            yield found


def file_documentation(file: ParsedFile, desk: Desk) -> Claim | None:
    """The first sentence of a file's own documentation that says more than its name."""
    found = first_sentence(file.doc, prose=True) if file.doc else None
    if found is None or echoes(found.text, file.path):
        return None
    place = (file.path, found.raw, file.doc_line, file.doc_end_line)
    quote = desk.sources.locate(*place) or desk.sources.quote(file.path, file.doc_line)
    return Claim(found.text, ClaimKind.RESPONSIBILITY, (quote,)) if quote else None


def _claim(text: str, kind: ClaimKind, *evidence: Evidence | None) -> Iterator[Claim]:
    held = tuple(item for item in evidence if item is not None)
    if held:
        yield Claim(text, kind, held)


def _head(facts: ChunkFacts, symbol: Symbol) -> tuple[int, int]:
    """Lines where the signature may stand."""
    return symbol.name_line, min(facts.chunk.span.end_line, symbol.name_line + 60)


def _inputs(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Claim]:
    for parameter in symbol.parameters:
        name = parameter.name.lstrip("*&$.")
        if name in {"self", "cls", "this", "", "_", "/"}:
            continue
        if facts.chunk.language == "erlang" and not _VARIABLE.search(name):
            continue  # a clause for one value alone
        evidence = [desk.sources.find(symbol.path, name, *_head(facts, symbol))]
        if parameter.doc:
            evidence.append(_documented(symbol, parameter.doc, desk))
        text = _parameter_text(parameter, facts.chunk.language)
        yield from _claim(text, ClaimKind.INPUT, *evidence)


def _parameter_text(parameter: Parameter, language: str) -> str:
    text = code(parameter.name)
    if parameter.name == parameter.type:  # one word: of a language of types that is the type
        text += " without a name" if language in _TYPES_ALONE else ""
    elif parameter.type:
        text += f" ({code(parameter.type)})"
    if parameter.default:
        text += f", by default {code(parameter.default)}"
    if parameter.doc:
        sentence = first_sentence(parameter.doc)
        said = sentence.text if sentence else finish(plain(parameter.doc))
        text += f": {said}"
    return text if text.endswith(("…", ".", "。")) else text + "."


def _documented(symbol: Symbol, doc: str, desk: Desk) -> Evidence | None:
    sentence = first_sentence(doc)
    raw = sentence.raw if sentence else doc
    return desk.sources.locate(symbol.path, raw, symbol.doc_line, symbol.doc_end_line)


def _outputs(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Claim]:
    if not symbol.returns or symbol.returns in {"None", "void", "()"}:
        return
    head = symbol.returns.split("\n", 1)[0].strip()
    first, last = _head(facts, symbol)
    lines = desk.sources.lines(symbol.path)
    above = range(first, max(first - 4, 0), -1)  # a type may stand on lines before the name
    for number in (*above, *range(first + 1, min(last, len(lines)) + 1)):
        if number <= len(lines) and head in lines[number - 1]:
            quote = desk.sources.quote(symbol.path, number, around=head)
            yield from _claim(f"Returns {code(symbol.returns)}.", ClaimKind.OUTPUT, quote)
            return


def _side_effects(facts: ChunkFacts, desk: Desk) -> Iterator[Claim]:
    path = facts.chunk.path
    said: set[tuple[str, str]] = set()
    for boundary in facts.boundaries:
        key = (boundary.kind, boundary.external)
        if key in said or _is_handed(boundary, facts):
            continue
        said.add(key)
        kind = f"{boundary.kind} {deed(boundary.external, boundary.kind)}".rstrip()
        words = BOUNDARY_WORDS.get(kind, f"Crosses a boundary ({boundary.kind})")
        last = boundary.external.rsplit(".", 1)[-1]
        yield from _claim(
            f"{words}: {code(_crossing(boundary, facts))}.",
            ClaimKind.SIDE_EFFECT,
            desk.sources.quote(path, boundary.line, around=last),
        )
    if facts.symbol is not None and facts.symbol.kind not in _STATELESS:
        yield from _state_changes(facts, desk)


def _is_handed(boundary: Boundary, facts: ChunkFacts) -> bool:
    """Whether what crosses is a parameter that is called: another caller hands another one."""
    parameters = facts.symbol.parameters if facts.symbol is not None else ()
    names = {item.name for item in parameters}
    return any(
        call.text in names and call.span.line == boundary.line and call.external
        for call in facts.calls
    )


def _crossing(boundary: Boundary, facts: ChunkFacts) -> str:
    """The name that leads outside, with the marks of calls in it."""
    names = (call.external for call in facts.calls if call.span.line == boundary.line)
    return next((name for name in names if unmarked(name) == boundary.external), boundary.external)


def _state_changes(facts: ChunkFacts, desk: Desk) -> Iterator[Claim]:
    """Attributes of the object, or outer names, that the lines of a function set."""
    if facts.symbol is not None and facts.symbol.name in {"__init__", "__new__", "initialize"}:
        return
    said: set[str] = set()
    skipped = _others_lines(facts)
    for number, line in enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line):
        if number in skipped:
            continue
        owned = "self" in line or "this" in line or "cls" in line or "@" in line
        match = _STATE.match(line) if (owned and "=" in line) or "al " in line else None
        name = (match.group("own") or match.group("outer")) if match else None
        if name is None or name in said:
            continue
        said.add(name)
        yield from _claim(
            f"Changes {code(name)}.",
            ClaimKind.SIDE_EFFECT,
            desk.sources.quote(facts.chunk.path, number, around=name),
        )


def _others_lines(facts: ChunkFacts) -> set[int]:
    """Lines of documentation, and of what is defined within and has an own object."""
    symbol = facts.symbol
    told = {*range(symbol.doc_line, symbol.doc_end_line + 1)} if symbol and symbol.doc else set()
    return told | _lines_of(
        item
        for item in facts.defined
        if item.kind is SymbolKind.CLASS or {"self", "cls"} & {one.name for one in item.parameters}
    )


def _lines_of(symbols: Iterable[Symbol]) -> set[int]:
    return {line for one in symbols for line in range(one.span.line, one.span.end_line + 1)}


def _inside(facts: ChunkFacts, evidence: Evidence | None) -> str:
    """The function that is defined within and holds a line, as it is told behind a claim."""
    line = evidence.line if evidence is not None else 0
    around = [
        item
        for item in facts.defined
        if item.kind in _BODIED and item.span.line <= line <= item.span.end_line and item.name
    ]
    inner = "its inner " if facts.symbol is not None and facts.symbol.kind in _BODIED else ""
    return f" in {inner}{code(around[-1].name)}" if around else ""


def _dependencies(facts: ChunkFacts, desk: Desk) -> Iterator[Claim]:
    """The resolved callees, those of other files first, then by number of calls."""
    sites: dict[SymbolId, list[int]] = {}
    for number, call in enumerate(facts.calls):
        for target in reached(call, facts, desk.graph):
            callee = desk.graph.symbols.get(target)
            if callee is not None and target != facts.chunk.symbol and callee.name[:1] != "<":
                sites.setdefault(target, []).append(number)
    ranked = sorted(
        sites.items(),
        key=lambda item: (
            desk.graph.symbols[item[0]].path == facts.chunk.path,
            -len(item[1]),
            item[1][0],
        ),
    )
    holder = facts.symbol.parent if facts.symbol is not None else None
    above = desk.graph.bases.get(holder, ()) if holder is not None else ()
    said: set[str] = set()
    for target, numbers in ranked[:DEPENDENCIES]:
        call = facts.calls[numbers[0]]
        callee = desk.graph.symbols[target]
        where = "" if callee.path == facts.chunk.path else f" of `{callee.path}`"
        # A constructor that hands on to another one.
        handed = callee.parent in above or re.split(r"\W+", call.text)[-1] in _HANDED
        verb = "Creates" if callee.kind in _MADE and not handed else "Calls"
        text = f"{verb} {code(callee.qualified or callee.path)}{where}."
        if verb == "Creates" and _makes_heir(call, callee):  # its constructor is that of a base
            text = f"Creates {code(call.text)}."
        if text not in said:
            said.add(text)
            quote = desk.sources.quote(facts.chunk.path, call.span.line, around=call.text)
            yield from _claim(text, ClaimKind.DEPENDENCY, quote)


def _makes_heir(call: CallSite, callee: Symbol) -> bool:
    """Whether what is written makes another class than the one whose constructor runs."""
    known = {*re.split(r"\W+", callee.qualified)}
    return _AS_MADE.search(call.text) is not None and known.isdisjoint(_WORD.findall(call.text))


def _exceptions(facts: ChunkFacts, metadata: Metadata, desk: Desk) -> Iterator[Claim]:
    symbol = facts.symbol
    names = list(metadata.raises)
    if symbol is not None and facts.chunk.part == 1:
        names += [name for name in symbol.raises if name not in names]
    first, last = facts.chunk.span.line, facts.chunk.span.end_line
    lines = desk.sources.lines(facts.chunk.path)
    inner = _lines_of(item for item in facts.defined if item.kind in _BODIED)
    for name in names:
        raising = [
            number
            for number in range(first, min(last, len(lines)) + 1)
            if name in lines[number - 1]
            and (word := _RAISING.search(lines[number - 1]))
            and stands_in(name, lines[number - 1][word.end() :])
        ]
        own = [number for number in raising if number not in inner]
        shown = next(
            (
                desk.sources.quote(facts.chunk.path, number, around=name)
                for number in own or raising
            ),
            None,
        )
        found = shown or desk.sources.find(facts.chunk.path, name, first, last)
        verb = "Raises" if shown is not None else "May raise"  # as it declares
        told = _thrown(name.removesuffix(".new"), found, facts.chunk.language)
        yield from _claim(f"{verb} {told}{_inside(facts, found)}.", ClaimKind.EXCEPTION, found)


def _thrown(name: str, found: Evidence | None, language: str) -> str:
    """What is raised, or the function whose value is."""
    call = rf"\b(?:raise|throw) {re.escape(name)}\("
    by_call = found is not None and re.search(call, found.quote) is not None
    small = language not in _SMALL_CLASSES and _SMALL.match(name) is not None
    return f"what {code(name + '()')} gives" if by_call and small else code(name)


def _rules(facts: ChunkFacts, desk: Desk) -> Iterator[Claim]:
    path = facts.chunk.path
    for rule in facts.rules:
        places = [(rule.text, rule.span), *((one.text, one.span) for one in rule.within)]
        quotes = [
            desk.sources.quote(path, span.line, span.end_line, text.split(" ", 1)[0])
            for text, span in places
        ]
        yield from _claim(_rule_text(rule, _inside(facts, quotes[0])), ClaimKind.RULE, *quotes)


def _rule_text(rule: Rule, inside: str) -> str:
    """A rule as a sentence, with the conditions that it stands within, and ``inside`` what."""
    what, _, written = rule.outcome.partition(" ")
    outcome = f"{what} {code(written, _VALUE)}".rstrip()
    held = " and ".join(code(one.text, 80) for one in rule.within)
    own = code(rule.text, 160) + inside
    if not what:
        return f"When {held}, asks whether {own}." if held else f"Asks whether {own}."
    if rule.negated:
        return f"When {held}, unless {own}, {outcome}." if held else f"Unless {own}, {outcome}."
    return f"When {held} and {own}, {outcome}." if held else f"When {own}, {outcome}."


def _notes(facts: ChunkFacts, metadata: Metadata, desk: Desk) -> Iterator[Claim]:
    symbol = facts.symbol
    path = facts.chunk.path
    if symbol is not None and facts.chunk.part == 1:
        head = (symbol.span.line, min(symbol.name_line + 1, facts.chunk.span.end_line))
        if symbol.is_async or metadata.is_async:
            found = desk.sources.find(path, "async", *head)
            yield from _claim("Runs asynchronously.", ClaimKind.NOTE, found)
        for decorator in symbol.decorators:
            if (mark := _DEPRECATED.search(decorator)) is not None:
                found = desk.sources.find(path, mark[0], symbol.span.line, symbol.name_line)
                yield from _claim(f"Deprecated: {code(decorator)}.", ClaimKind.NOTE, found)
    for note in facts.notes:
        text = clip(plain(_SINCE.sub("since ", note.text)), 160)
        label = {"todo": "To do", "fixme": "To mend", "deprecated": "Deprecated"}.get(
            note.kind, note.kind.capitalize()
        )
        yield from _claim(
            finish(f"{label}: {text}"),
            ClaimKind.NOTE,
            desk.sources.quote(path, note.line, around=note.text[:20]),
        )
