"""Sentences about classes: what they extend, define and hold, who extends and uses them.

A class that is longer than a chunk comes in parts. A later part is told by its own lines,
with what the class is for.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from sourcebook.analyze.summarize.body import Statement, body_of, is_whole
from sourcebook.analyze.summarize.claims import Desk, documentation
from sourcebook.analyze.summarize.clauses import HERE, Clause, clause, code, listing, shortened
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.kin import mentioned, name_quote, opened
from sourcebook.analyze.summarize.openings import next_below, opening, remark
from sourcebook.analyze.summarize.outcomes import message_in
from sourcebook.analyze.summarize.sentences import LIMIT, clip, echoes
from sourcebook.analyze.summarize.steps import steps
from sourcebook.model import Evidence, Symbol, SymbolKind

_WIDE = 60
_TOLD = 90  # longest sentence of another definition that is repeated
_FEW = 3  # methods of a class that are few
_UNNAMED = re.compile(r"\s*namespace\s*\{\s*")
#: A word that is not the end of a block.
_WORD = re.compile(r"(?i)\b(?!end\b)[a-z]{2}")
_ROOM = 190  # letters that a sentence surely has
_GENERIC = 40  # longest base that is told with its parameters
#: A field of C behind its type, and the ends of files of that language.
_TYPED = re.compile(r"(?!(?:return|using|typedef|friend)\b)[\w:<>*& ]{4,60}")
_TYPING = (".c", ".h", ".cc", ".cpp", ".hpp", ".cxx", ".hh")
_SHORT = 36  # longest field that is shown with its value
_ROW, _HOLDS = 110, 10  # longest row of fields behind a base, letters before one without
_DESCRIBED = re.compile(r"^(?:help|description)\s*=\s*(?=[\w(\"'])")
#: An annotation by itself, whose definition is the next part.
_MARK = re.compile(r"^@\w[\w.]*(?:\(.*\))?$")
#: The head of a block that gives methods to a type.
_GIVES = re.compile(
    r"\s*(?:(?:public|private|fileprivate|internal|unsafe|pub)\s+)*(?:impl\b\s*(?:<(?:[^<>]|<[^<>]*>)*>)?\s*"
    r"(?:(?P<trait>[\w:]+(?:<(?:[^<>]|<[^<>]*>)*>)?)\s+for\s+)?[\w:&]+|extension\s+[\w.]+(?:\s*:\s*(?P<protocol>[\w., ]+))?)"
)
#: A field of a record of Erlang, with its value.
_FIELD = re.compile(r"(?:^|,)\s*(?P<name>[a-z]\w*)(?:\s*=\s*(?P<value>[^,}\n]+?))?(?=\s*[,}:])")
#: What a class promises to carry out, by the kind of the base, or behind the word for it.
_CONTRACTS = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})
_IMPLEMENTS, _LAST, _HEAD_LINES = re.compile(r"\bimplements\s+(?P<bases>.*)"), re.compile(r"\W+"), 4
#: Languages of which fields, and methods without a body, are not read.
_UNREAD = frozenset({"dart"})
_CALLABLE = frozenset(
    {SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
_TYPES = frozenset(
    {SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.TRAIT, SymbolKind.ENUM}
)
_DATA = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.PROPERTY})


def class_clauses(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A class: what it extends, defines and holds; a later part of it: its own lines."""
    symbol = facts.symbol
    if symbol is None or symbol.kind in {SymbolKind.NAMESPACE, SymbolKind.MODULE}:
        if symbol is not None and facts.chunk.part > 1:
            yield from _space_part(facts, symbol, desk)
        else:
            yield from opened(facts, desk)
        return
    if facts.chunk.part == 1 and symbol.name_line not in _lines(facts):
        yield from _given(facts, symbol, desk)
        return
    if facts.chunk.part > 1:
        yield from _class_part(facts, symbol, desk)
        return
    head = desk.sources.quote(symbol.path, symbol.name_line, around=symbol.name)
    names_it = symbol.path.endswith(".pas")  # of Delphi, where a property names a field or method
    properties = [item for item in facts.members if names_it and item.kind is SymbolKind.PROPERTY]
    methods = _methods(facts, properties)
    fields = [item for item in facts.members if item.kind in _DATA and item not in methods]
    fields = [item for item in fields if item not in properties]
    told = (*methods, *fields, *properties)
    fields += [item for item in facts.defined if item.kind in _DATA and item not in told]
    bases = tuple(base for base in symbol.bases if base != "object")  # which all have
    yield from _described(facts, desk)
    if bases and head is not None:
        yield from _bases(symbol, bases, head, desk)
    if methods:
        verb = "asks implementers for" if symbol.kind is SymbolKind.INTERFACE else "defines"
        yield from _members(f"{verb} ", _leading(methods), desk)
    if properties:
        noun = "properties" if len(properties) > 1 else "property"
        names = listing([code(item.name) for item in properties])
        yield from clause(f"has the {noun} {names}", name_quote(properties[0], desk))
    fields = [item for item in fields if item.name]
    if fields:
        yield from _fields(facts, fields, head, desk, alone=not methods)
    types = [item for item in facts.members if item.kind in _TYPES]
    if types and not fields:
        quote = name_quote(types[0], desk)
        noun = "the types" if len(types) > 1 else "the type"
        yield from clause(f"holds {noun} {listing([code(item.name) for item in types])}", quote)
    if not (bases or methods or properties or fields or types):
        yield from _record(facts, desk)
    yield from _used(symbol, len(methods), desk)
    if symbol.decorators:
        mark = symbol.decorators[0]
        found = desk.sources.find(symbol.path, mark.lstrip("@").split("(")[0], *_head(symbol))
        yield from clause(f"decorated with {code(mark, _WIDE)}", found)


def _described(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What a class of Python says in a field that is there to say what the class is for."""
    if facts.chunk.language != "python" or (facts.symbol is not None and facts.symbol.doc):
        return
    for at in body_of(facts).statements:
        match = _DESCRIBED.match(at.text)
        words = message_in(at.text[match.end() :]) if match else ""
        if words:
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line)
            yield from clause(f"described as “{clip(words, _TOLD)}”", quote)
            return


def _methods(facts: ChunkFacts, properties: list[Symbol]) -> list[Symbol]:
    """The methods that tell a class; none where its lines say more."""
    methods = [item for item in facts.members if item.kind in _CALLABLE and item not in properties]
    methods = [item for item in methods if item.name[:2] != "__"] or methods
    makers = all(item.kind is SymbolKind.CONSTRUCTOR for item in methods)
    return [] if makers and facts.chunk.language in _UNREAD else methods


def _used(symbol: Symbol, methods: int, desk: Desk) -> Iterator[Clause]:
    """Who extends a class; of one with few methods, the next line that names it."""
    heirs = desk.graph.heirs.get(symbol.id, ())
    if heirs:
        names = listing([code(shortened(item.qualified), 40) for item in heirs], 2)
        yield from clause(f"extended by {names}", name_quote(heirs[0], desk))
    elif methods < _FEW:
        yield from mentioned(symbol, desk)


def _lines(facts: ChunkFacts) -> range:
    return range(facts.chunk.span.line, facts.chunk.span.end_line + 1)


def _given(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """A block that gives methods to a type that stands elsewhere (Rust, Swift)."""
    lines = desk.sources.lines(symbol.path)
    first = next(
        (
            number
            for number in _lines(facts)
            if number <= len(lines) and _GIVES.match(lines[number - 1])
        ),
        facts.chunk.span.line,
    )
    last = next((n for n in range(first, len(lines) + 1) if lines[n - 1].startswith("}")), first)
    head = " ".join(" ".join(lines[first - 1 : facts.chunk.span.end_line]).split())
    match = _GIVES.match(head)
    inside = [
        item
        for item in desk.graph.members.get(symbol.id, ())
        if first < item.name_line <= last and item.path == symbol.path and item.kind in _CALLABLE
    ]
    trait = match.group("trait") or match.group("protocol") if match else ""
    of = f" of {code(trait.strip(), 50)}" if trait else ""
    noun = "the methods " if len(inside) > 1 else "the method " if inside else "nothing of its own"
    names = noun + listing([code(item.name, 40) for item in inside])
    does = documentation(symbol, desk)
    bare = not inside and bool(of)  # a trait without a method of its own
    gives, ends = ("marks", f"as{of.removeprefix(' of')}") if bare else ("gives", f"{names}{of}")
    short = f"{gives} {code(symbol.name, 40)} {ends}"
    told = f" (“{does.text.rstrip('.')}”)" if does is not None else ""
    fits = does is not None and len(short) + len(told) < LIMIT
    text = f"{gives} {code(symbol.name, 40)}{told} {ends}" if fits else short
    quote = desk.sources.quote(symbol.path, first)
    yield from clause(text, quote, does.evidence[0] if does is not None and fits else None)


def _bases(symbol: Symbol, bases: tuple[str, ...], head: Evidence, desk: Desk) -> Iterator[Clause]:
    """What a class extends, and what the first documented base is for."""
    above = [desk.graph.symbols.get(base) for base in desk.graph.bases.get(symbol.id, ())]
    known = [base for base in above if base is not None]
    told = next((base for base in known if documentation(base, desk)), None)
    told = known[0] if len(known) == len(bases) == 1 else told
    lines = desk.sources.lines(symbol.path)[symbol.name_line - 1 : symbol.name_line + _HEAD_LINES]
    written = _IMPLEMENTS.search(" ".join(lines).partition("{")[0])
    asked = {base for base in bases if written is not None and base in written["bases"]}
    if symbol.kind not in _CONTRACTS:
        contracts = {base.name for base in known if base.kind in _CONTRACTS}
        asked |= {base for base in bases if _LAST.split(_ungeneric(base))[-1] in contracts}
    marked = next((base for base in bases if told and base.endswith(told.name)), None)

    def verbs(mark: str) -> str:
        """The bases by what a class does with them."""
        names = {
            base: code(_ungeneric(base), 60) + (mark if base == marked else "") for base in bases
        }
        kinds = (
            ("extends", [name for base, name in names.items() if base not in asked]),
            ("implements", [name for base, name in names.items() if base in asked]),
        )
        return " and ".join(f"{verb} {listing(found)}" for verb, found in kinds if found)

    only = told.id if told is not None and marked is not None else None
    yield Clause(verbs(HERE), (head,), only, verbs(""))


def _ungeneric(base: str) -> str:
    """The name of a base; a long one without its parameters of types."""
    return base if len(base) <= _GENERIC else base.split("<", 1)[0].split("[", 1)[0]


def _members(verb: str, methods: list[Symbol], desk: Desk) -> Iterator[Clause]:
    """The methods by their names; of a few, with what the first is documented to do."""
    methods = list({item.name: item for item in reversed(methods)}.values())[::-1]
    names = [code(item.name) for item in methods]
    short = f"{verb}{listing(names)}"
    quote = name_quote(methods[0], desk)
    does = (
        documentation(methods[0], desk)
        if len(methods) <= _FEW and methods[0].name[:2] != "__"
        else None
    )
    if quote is None:
        return
    if does is None or len(does.text) > _TOLD or echoes(does.text, methods[0].name):
        few = len(methods) <= _FEW
        shown = [names[0] + HERE, *names[1:]] if few else names
        first = methods[0].id if few else None
        yield Clause(f"{verb}{listing(shown)}", (quote,), first, short)
        return
    told = [f"{names[0]} (“{does.text.rstrip('.')}”)", *names[1:]]
    yield Clause(f"{verb}{listing(told)}", (quote, does.evidence[0]), None, short)


def _head(symbol: Symbol) -> tuple[int, int]:
    """The lines of a class up to its name."""
    return symbol.span.line, symbol.name_line


def _fields(
    facts: ChunkFacts, fields: list[Symbol], head: Evidence | None, desk: Desk, *, alone: bool
) -> Iterator[Clause]:
    """The fields; those of a class that has nothing else with longer values too."""
    names = listing([code(_valued(one, desk)) for one in fields])
    short = f"holds {listing([code(item.name) for item in fields])}"
    quote = name_quote(fields[0], desk) or head
    if alone:
        whole = _written(facts)
        long = listing([code(whole.get(one.name_line) or _valued(one, desk)) for one in fields])
        extends = facts.symbol is not None and facts.symbol.bases
        names = long if len(long) <= (_ROW if extends else _ROOM - _HOLDS) else names
    if quote is not None:
        yield Clause(f"holds {names}", (quote,), None, short)


def _written(facts: ChunkFacts) -> dict[int, str]:
    """The values that a class of Python sets and is there for, as written, by their lines."""
    python = facts.chunk.language == "python"
    every = body_of(facts).statements if python else ()
    return {at.line: at.text for at in every if len(at.text) <= _WIDE and is_whole(at.text)}


def _valued(item: Symbol, desk: Desk) -> str:
    """A field with its value as written, where both are short; else its name."""
    line = "".join(desk.sources.lines(item.path)[item.name_line - 1 : item.name_line])
    text = line.strip().rstrip(";,")
    short = text.startswith(item.name) and "=" in text and len(text) <= _SHORT
    typed = _TYPED.fullmatch(text) is not None and text.endswith((f" {item.name}", f"*{item.name}"))
    typed = typed and item.path.endswith(_TYPING)
    return text if (short or typed) and is_whole(text) else item.name


def _record(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A class without known members: the fields of a record of Erlang, else its lines."""
    if facts.chunk.language == "erlang":
        found = [
            code(" = ".join(filter(None, (match.group("name"), match.group("value")))), 40)
            for match in _FIELD.finditer(facts.chunk.text.partition("{")[2])
        ]
        if found and facts.symbol is not None:
            yield from clause(f"holds {listing(found)}", name_quote(facts.symbol, desk))
        return
    told = list(_lines_of(facts, desk))
    yield from told
    braces = re.search(r"\{\s*\}", facts.chunk.text) is not None
    if not told and braces and facts.symbol is not None:
        yield from clause("holds nothing", name_quote(facts.symbol, desk))


def _lines_of(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A class without known members: the lines of its body."""
    statements = body_of(facts).statements
    if statements:
        first = statements[0]
        quote = desk.sources.quote(facts.chunk.path, first.line, first.end_line, first.text[:20])
        made = f"{facts.chunk.name}("  # by which an object is made
        lines = [item.text for item in statements if not item.text.startswith(made)]
        shown = [code(text.rstrip(" ;,"), 40) for text in lines]
        yield from clause(f"holds {listing(shown)}", quote if shown else None)


def _class_part(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    does = documentation(symbol, desk)
    short = does is not None and len(does.text) <= _TOLD
    whole = f" (“{does.text.rstrip('.')}”)" if does is not None and short else ""
    where = f"a later part of {code(shortened(symbol.qualified))}{whole}"
    about = does.evidence[0] if does is not None and short else None
    named = [item for item in facts.defined if item.name]
    body = body_of(facts)
    if named and not all(item.kind in _DATA for item in named):
        yield from _part_defining(symbol, named, whole, about, desk)
    elif body.statements and all(_MARK.match(at.text) for at in body.statements):
        marks = listing([code(at.text, _WIDE) for at in body.statements])
        first = body.statements[0]
        quote = desk.sources.quote(symbol.path, first.line, around=first.text)
        below = desk.sources.lines(symbol.path)[facts.chunk.span.end_line :][:1]
        marked = code("".join(below).strip(" {"), _WIDE) or "what follows"
        yield from clause(f"{where}: marks {marked} with {marks}", quote, about)
    elif any(map(_is_own, body.statements)):
        first = next(filter(_is_own, body.statements))
        quote = desk.sources.quote(symbol.path, first.line, first.end_line)
        if len(body.statements) == 1 and first.text.endswith(":"):  # what it heads is cut off
            after = next_below(facts.chunk, desk)
            head = f"{where}: {code(first.text, _WIDE)}"
            yield from clause(f"{head}, above {code(after.name, 40)}" if after else head, quote)
            return
        lines = [code(at.text.rstrip(";,"), _WIDE) for at in body.statements if _is_own(at)]
        shown = listing(lines, 2, "more lines")
        held = _held_from_above(facts, symbol, desk)
        if held is not None:
            yield from clause(
                f"{where}: goes on with the value of {code(held.name, 50)}", name_quote(held, desk)
            )
            return
        where = where.removesuffix(whole) if len(where) + len(shown) > _ROOM else where
        yield from clause(f"{where}: {shown}", quote, about)
    elif remarked := list(remark(facts.chunk, desk, within=True)):
        yield from clause(f"{where} remarks: “{remarked[0].text}”", *remarked[0].evidence)
    elif facts.chunk.part < facts.chunk.parts or _WORD.search(facts.chunk.text):
        yield from (replace(item, text=f"{where}: {item.text}") for item in opening(facts, desk))
    else:
        quote = desk.sources.quote(symbol.path, facts.chunk.span.line, facts.chunk.span.end_line)
        yield from clause(f"the end of {code(shortened(symbol.qualified))}{whole}", quote, about)


def _part_defining(
    symbol: Symbol, named: list[Symbol], whole: str, about: Evidence | None, desk: Desk
) -> Iterator[Clause]:
    """A later part by what it defines, with what the first of that does."""
    where = f"a later part of {code(shortened(symbol.qualified))}"
    names = listing([code(item.name) for item in named])
    told = documentation(named[0], desk)
    quote = name_quote(named[0], desk)
    twin = _carried_out(named[0], desk) if len(named) == 1 and told is None else None
    if twin is not None:
        text = f"{where}: defines {names}"
        yield from () if quote is None else (Clause(text, (quote,), twin.id, text),)
    elif told is not None and len(told.text) <= _TOLD:
        first = f"{code(named[0].name)} (“{told.text.rstrip('.')}”)"
        every = listing([first, *(code(item.name) for item in named[1:])])
        yield from clause(f"{where}: defines {every}", quote, told.evidence[0])
    else:
        yield from clause(f"{where}{whole}: defines {names}", quote, about)


def _is_own(at: Statement) -> bool:
    """Whether a line is more than the end of what is around it."""
    return at.text[0] not in "}#"


def _carried_out(declared: Symbol, desk: Desk) -> Symbol | None:
    """The definition itself, or that of what a header declares, further down or in its source."""
    if declared.kind not in _CALLABLE:
        return None
    found = desk.graph.namesakes.get(declared.qualified, ())
    return next((one for one in found if one.id != declared.id), None)


def _held_from_above(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Symbol | None:
    """The field whose value began in an earlier part and goes on in this one."""
    first = facts.chunk.span.line
    fields = (item for item in desk.graph.members.get(symbol.id, ()) if item.kind in _DATA)
    return next((item for item in fields if item.name_line < first < item.span.end_line), None)


def _space_part(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """A later part of a namespace: what it defines, else what its lines do."""
    where = f"a later part of {code(shortened(symbol.qualified or symbol.name))}"
    named = [item for item in facts.defined if item.name]
    if named:
        names = listing([code(item.name, 40) for item in named])
        yield from clause(f"{where}: defines {names}", name_quote(named[0], desk))
        return
    if _UNNAMED.fullmatch(facts.chunk.text):
        below = next_below(facts.chunk, desk)
        above = f", above {code(below.name, 60)}" if below is not None else ""
        quote = desk.sources.quote(facts.chunk.path, facts.chunk.span.line)
        yield from clause(f"{where}: opens a namespace without a name{above}", quote)
        return
    told = list(steps(body_of(facts), facts.chunk.path, desk)) or list(opening(facts, desk))
    for item in told[:1]:
        yield replace(item, text=f"{where}: {item.text}")
    yield from told[1:]


def _leading(symbols: list[Symbol]) -> list[Symbol]:
    """Public ones first, else in source order."""
    return sorted(symbols, key=lambda item: item.visibility != "public" or item.name[:1] == "_")
