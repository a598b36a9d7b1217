"""Sentences about code that stands for other code: declarations, overridden methods, heads.

A declaration without a body, a method that does nothing and a namespace have little to say
of themselves. What they stand for does: the methods of subclasses, the definition further
down, the definitions inside.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sourcebook.analyze.summarize.brackets import leading
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing, shortened
from sourcebook.analyze.summarize.facts import ChunkFacts, asked_as, ungeneric
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.model import Evidence, Symbol, SymbolId, SymbolKind

#: The methods that a language calls by itself, by the endings of its files.
SPECIAL: dict[str, dict[str, str]] = {
    ending: table["names"] for table in WORDS["special"].values() for ending in table["endings"]
}

#: What leaves a method to the classes below.
_ABSTRACT = re.compile(r"\babstract\b|=\s*0\s*;?$")
#: Files of languages in which methods of one name differ by their parameters.
_OVERLOADING = (".java", ".kt", ".scala", ".cs", ".swift", ".d", ".pas")
#: A module by another name.
_ALIAS = re.compile(r"module (?P<name>\w+) = (?P<value>[\w.]+)$")
#: A declaration and its definition: another one of the name would be an overload.
_PAIR = 2
#: A function of Delphi that is written elsewhere, and one that is declared in its class.
_EXTERNAL = re.compile(r"\bexternal\b", re.IGNORECASE)
_OF_CLASS = re.compile(r"(?:class\s+)?\w+\s+\w+(?:<[^<>]*>)?\.\w(?!.* = )", re.IGNORECASE)
#: Names of constructors.
MAKERS = frozenset({"__init__", "constructor", "initialize", "__construct"})
_REMARK = re.compile(r"\s*(?://|#|\*|/\*|--|\(\*|\{ [A-Z][a-z]+ (?![=:]))")
#: What code has and prose has not.
_USING = re.compile(r"[=(\[{<*]|[:;,]\s*$")
_HEADS = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
_ASKING = frozenset({SymbolKind.INTERFACE})
#: A remark behind code on its line.
_BEHIND = re.compile(r"(?:^|\s)(?://|--|#|%|/\*)[/!*]?\s")


def bodiless(symbol: Symbol, desk: Desk, *, bodied: bool) -> Iterator[Clause]:
    """A method without a statement: what it declares, and where that is carried out."""
    head = name_quote(symbol, desk)
    _, equals, value = symbol.signature.partition(" = ")
    if equals and symbol.path.endswith((".ml", ".hs", ".fs")):
        nothing = f"does nothing: its body is {code(value)}"
        whole = f"is one expression: {code(value, 90)}"
        yield from clause(nothing if value.strip() == "()" else whole, head)
        return
    if symbol.path.endswith((".bat", ".cmd")):
        yield from _label(symbol, desk)
        return
    if symbol.path.endswith((".pas", ".dpr")) and (told := _of_delphi(symbol, bodied=bodied)):
        yield from clause(told, head)
        return
    said = "has an empty body" if bodied else "is declared without a body"
    lines = desk.sources.lines(symbol.path)[symbol.name_line : symbol.span.end_line]
    if bodied and any(line.strip().rstrip(";") == "return" for line in lines):
        said = "does no more than return"
    twin = _twin(symbol, desk)
    if not bodied and twin is not None:
        external = _EXTERNAL.search(twin.signature) is not None
        text = "declared here, defined further down"
        text = "declared here, taken from another library further down" if external else text
        held = tuple(quote for quote in (head, name_quote(twin, desk)) if quote is not None)
        yield from (Clause(text, held, None if external else twin.id),) if held else ()
        return
    initial = list(_initialised(symbol, desk)) if bodied else []
    if initial:
        yield from initial
        return
    handed = list(_handed_on(symbol, desk)) if bodied and symbol.path.endswith(".cs") else []
    if handed:
        yield from handed
        return
    kin = list(overridden(symbol, "overridden" if bodied else "implemented", desk))
    kin = kin or list(overriding(symbol, desk))
    kin = kin or (list(_namesake(symbol, desk)) if bodied else [])
    if not (bodied or kin) and len(symbol.signature) > len(symbol.name):
        said += f" as {code(symbol.signature, 90)}"
    yield from clause(said, head)
    yield from kin


def _of_delphi(symbol: Symbol, *, bodied: bool) -> str:
    """What has no body in Delphi and needs none: a property, a head, what is elsewhere."""
    shown = code(symbol.signature, 90)
    if symbol.kind is SymbolKind.PROPERTY:
        return f"declares {shown}"
    if not bodied and _EXTERNAL.search(symbol.signature):
        return f"declares a function of another library: {shown}"
    if not bodied and _OF_CLASS.match(symbol.signature):  # its body has another head, below
        return f"gives the head {shown} to what stands below"
    return ""


def _handed_on(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """What a constructor of C# hands on before its empty body."""
    first, last = symbol.name_line, min(symbol.span.end_line, symbol.name_line + 20)
    head = " ".join(" ".join(desk.sources.lines(symbol.path)[first - 1 : last]).split())
    match = re.search(r"\)\s*:\s*(?P<call>(?:this|base)\s*\([^{}]*\))\s*\{\s*\}", head)
    if match is not None:
        quote = desk.sources.quote(symbol.path, first, last)
        yield from clause(f"does no more than call {code(match.group('call'), 90)}", quote)


def _label(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """A label of a script with nothing below it: where a jump to it stands."""
    jump = re.compile(rf"\bgoto\s+:?{re.escape(symbol.name)}\b", re.IGNORECASE)
    lines = enumerate(desk.sources.lines(symbol.path), 1)
    jumps = [number for number, line in lines if jump.search(line)]
    text = "a label with nothing below it"
    if jumps:
        many = f"{len(jumps)} lines jump" if len(jumps) > 1 else "a line jumps"
        text += f", where the script ends; {many} to it"
    quote = desk.sources.quote(symbol.path, jumps[0]) if jumps else None
    yield from clause(text, name_quote(symbol, desk), quote)


def _twin(symbol: Symbol, desk: Desk) -> Symbol | None:
    """The definition below of what is declared here: of several, that of the same parameters."""
    holder = desk.graph.symbols.get(symbol.parent) if symbol.parent is not None else None
    within = holder.span.end if holder is not None else symbol.span.end
    named = desk.graph.twins.get((symbol.path, ungeneric(symbol.qualified)), [])
    below = [other for other in named if other.span.start > symbol.span.start]
    outside = [other for other in below if other.span.start >= within]
    outside = outside if holder is not None and holder.kind in _ASKING else outside or below
    alike = [other for other in outside if _taken(other) == _taken(symbol)]
    return next(iter(alike or (outside if len(named) == _PAIR else ())), None)


def _taken(symbol: Symbol) -> list[tuple[str, str]]:
    """The parameters of a function by their names and types, in small letters."""
    return [(item.name.lower(), item.type.lower()) for item in symbol.parameters]


def _namesake(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """The method of the same name in another class of the file, for one that does nothing."""
    if symbol.parent is None:
        return
    for holder in desk.graph.outermost.get(symbol.path, ()):
        for member in desk.graph.members.get(holder.id, ()):
            if member.name == symbol.name and member.qualified != symbol.qualified:
                named = code(shortened(member.qualified), 50)
                yield from clause(f"namesake of {named}", name_quote(member, desk))
                return


def of_prototype(symbol: Symbol, desk: Desk) -> Symbol | None:
    """The function of JavaScript that makes what a method of its prototype is called on."""
    maker, prototype, _ = symbol.qualified.partition(".prototype.")
    near = desk.graph.outermost.get(symbol.path, ()) if prototype else ()
    return next((item for item in near if item.qualified == maker), None)


def _initialised(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """What a constructor of C++ sets before its empty body."""
    if not symbol.path.endswith((".h", ".hpp", ".hh", ".cc", ".cpp", ".cxx", ".tcc")):
        return
    first, last = symbol.name_line, min(symbol.span.end_line, symbol.name_line + _INITIAL)
    head = " ".join(desk.sources.lines(symbol.path)[first - 1 : last])
    match = re.search(r"\)\s*:\s*(?P<list>[\w:<>, ]+[({].*)\{[\s;]*\}", head)
    if match is not None:
        names = re.findall(
            r"(?:^|[)}],)\s*([\w:<>]+)\s*[({]((?:[^(){}]|\([^()]*\))*)", match.group("list")
        )
        told = [code(f"{name}({value})", 40) for name, value in names]
        quote = desk.sources.quote(symbol.path, first, last)
        yield from clause(f"has an empty body and sets up {listing(told)}", quote)


def overridden(symbol: Symbol, verb: str, desk: Desk) -> Iterator[Clause]:
    """The methods of the same name in the classes that extend the method's own."""
    if symbol.kind is SymbolKind.CONSTRUCTOR or symbol.name in MAKERS:
        return  # each class has its own
    found: list[Symbol] = []
    seen: set[SymbolId] = set()
    heirs = list(desk.graph.heirs.get(symbol.parent, ())) if symbol.parent is not None else []
    for heir in heirs:
        if heir.id in seen:
            continue
        seen.add(heir.id)
        members = desk.graph.members.get(heir.id, ())
        own = [member for member in members if _alike(member, symbol)]
        done = [member for member in own if not _ABSTRACT.search(member.signature)]
        found += done[:1]
        heirs += [] if done else desk.graph.heirs.get(heir.id, ())
    if found:
        names = listing([code(shortened(member.qualified), 50) for member in found], 2)
        yield from clause(f"{verb} by {names}", name_quote(found[0], desk))


def overriding(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """The method of a base class that stands above this one; what it does may follow."""
    seen: set[SymbolId] = set()
    bases = list(desk.graph.bases.get(symbol.parent, ())) if symbol.parent is not None else []
    for base in bases:
        if base in seen:
            continue
        seen.add(base)
        for member in desk.graph.members.get(base, ()):
            if _alike(member, symbol) and member.kind is not SymbolKind.CONSTRUCTOR:
                holder = desk.graph.symbols.get(base)
                asked = holder is not None and holder.kind is SymbolKind.INTERFACE
                verb = "implements" if asked else "overrides"
                text = f"{verb} {code(shortened(member.qualified), 50)}"
                head = name_quote(symbol, desk)
                yield from (Clause(text, (head,), member.id, text),) if head is not None else ()
                return
        bases += desk.graph.bases.get(base, ())
    if symbol.path.endswith(".go") and symbol.parent is not None:
        yield from _asked_for(symbol, [symbol.parent, *bases], desk)


def _asked_for(symbol: Symbol, holders: Sequence[SymbolId], desk: Desk) -> Iterator[Clause]:
    """The largest interface of the package that a type of Go has all methods of, this one too."""
    own = {asked_as(one) for holder in holders for one in desk.graph.members.get(holder, ())}
    near = desk.graph.interfaces.get(symbol.path.rpartition("/")[0], ())
    found = [item for item in near if asked_as(symbol) in item[1] and item[1] <= own]
    if found:
        interface, _ = max(found, key=lambda item: (len(item[1]), item[0].name))
        members = desk.graph.members.get(interface.id, ())
        asked = next(one for one in members if one.name == symbol.name)
        text = f"as the interface {code(interface.name, 50)} asks for"
        quote = name_quote(asked, desk)
        yield from (Clause(text, (quote,), asked.id, text),) if quote is not None else ()


def _alike(one: Symbol, other: Symbol) -> bool:
    """Whether two methods stand for each other: one name, and in some languages as many parameters."""
    overloads = other.path.endswith(_OVERLOADING)
    return one.name == other.name and (
        not overloads or len(one.parameters) == len(other.parameters)
    )


def answers(symbol: Symbol) -> str:
    """What makes a language call a method by itself: ``len()``, ``with``, ``==``."""
    if symbol.parent is None:
        return ""
    names = SPECIAL.get(symbol.path.rpartition(".")[2].lower(), {})
    return names.get(symbol.name) or names.get(f"{symbol.name}/{len(symbol.parameters)}", "")


def opened(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A head without documentation, such as ``namespace a`` or ``impl Trait for Type``."""
    for number, line in enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line):
        if re.match(r"\s*[a-zA-Z]|-module\(", line):
            shown = line.split("{", 1)[0].rstrip(" ;.=")
            quote = desk.sources.quote(facts.chunk.path, number, around=shown)
            inside = inside_of(facts.symbol, desk)
            if inside:
                names = listing([code(item.name, 40) for item in inside], 4)
                held = (quote, name_quote(inside[0], desk))
                only = inside[0].id if len(inside) == 1 else None
                for item in clause(f"{code(shown)} with {names}", *held):
                    yield replace(item, callee=only)
            else:
                yield from _opens(facts, shown, quote, desk)
            return


def _opens(facts: ChunkFacts, shown: str, quote: Evidence | None, desk: Desk) -> Iterator[Clause]:
    """A head whose members are known by their names alone: with the first of them."""
    head = facts.chunk.qualified
    unit = facts.chunk.language in {"delphi", "erlang"}  # of which all of the file is a part
    below = [
        item
        for item in desk.graph.outermost.get(facts.chunk.path, ())
        if (unit or (head and item.qualified.startswith(head)))
        and item.span.line > facts.chunk.span.line
    ]
    if below:
        names = listing([code(item.name, 40) for item in below], 4)
        yield from clause(f"{code(shown)} with {names}", quote, name_quote(below[0], desk))
    elif alias := _ALIAS.match(shown.strip()):
        name, value = code(alias.group("name")), code(alias.group("value"))
        yield from clause(f"gives {value} the name {name} in this file", quote)
    else:
        yield from clause(f"opens {code(shown)}", quote)


def inside_of(symbol: Symbol | None, desk: Desk) -> list[Symbol]:
    """What a namespace holds, through the namespaces that hold nothing else.

    A module of Ruby is named by itself.
    """
    while symbol is not None:
        members = [item for item in desk.graph.members.get(symbol.id, ()) if item.name]
        held = [item for item in members if item.kind not in _HEADS]
        if not held and symbol.path.endswith(".rb"):
            return members
        if held or not members:
            return sorted(held, key=lambda item: item.visibility != "public")
        symbol = members[0]
    return []


def mentioned(symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    """The next line of the same file that names a definition, other than in a text or a head."""
    name = re.escape(symbol.name)
    held = r"|\." if symbol.kind is SymbolKind.FUNCTION else ""  # a value of the same name
    naming = re.compile(rf"(?<![\w$./'\">-])(?<!SUPER::){name}(?![\w$'\"/-]|\s*=(?![=>]){held})")
    heading = re.compile(rf"(?:{_NAMED_BEHIND}) {name}\b")
    if symbol.kind is SymbolKind.FUNCTION and symbol.path.endswith(".erl"):
        naming = re.compile(rf"(?<![\w:'?#@]){name}(?=\()|\bfun {name}(?=/\d)")
        heading = re.compile(rf"{name}\(")
    lines = desk.sources.lines(symbol.path)
    for number in range(symbol.span.end_line + 1, len(lines) + 1):
        line = lines[number - 1]
        found = naming.search(line) if symbol.name in line else None
        if found is None or _shadowed(symbol, number, desk):
            continue
        if heading.match(line) if symbol.path.endswith(".erl") else heading.search(line):
            continue
        if not _taking(symbol, line[found.end() :], desk):
            continue
        quoted = any(line.count(mark, 0, found.start()) % 2 for mark in "\"'")
        quoted = quoted or _BEHIND.search(line[: found.start()]) is not None
        alone = line.strip(" \t,;") == symbol.name  # of a list that is not told
        if _USING.search(line) and not (quoted or alone or _REMARK.match(line)):
            quote = desk.sources.quote(symbol.path, number, around=symbol.name)
            text = line.strip().rstrip(";{,: ")
            given = _given_to(lines[:number], text) if text.count(")") > text.count("(") else ""
            yield from clause(
                f"given to {code(given)}" if given else f"used in {code(text, 60)}", quote
            )
            return


def _taking(symbol: Symbol, rest: str, desk: Desk) -> bool:
    """Whether what stands behind a name of Erlang is of the function with as many arguments.

    Where no other function of the file has the name, they need not be counted.
    """
    many = {
        len(one.parameters)
        for one in desk.graph.outermost.get(symbol.path, ())
        if one.name == symbol.name and one.kind is SymbolKind.FUNCTION
    }
    if len(many) < _PAIR or not symbol.path.endswith(".erl"):
        return True
    if rest.startswith("/"):
        return rest[1:2] == str(len(symbol.parameters))
    given = leading(rest)
    return given is not None and _arguments(given[0]) == len(symbol.parameters)


def _arguments(text: str) -> int:
    """How many arguments stand between brackets."""
    while (bare := _INNERMOST.sub("_", text)) != text:
        text = bare
    return text.count(",") + 1 if text.strip() else 0


def _given_to(lines: Sequence[str], last: str) -> str:
    """What is called with arguments of which the ``last`` line ends the list."""
    depth = last.count(")") - last.count("(")
    for line in reversed(lines[-_HEAD_LINES:-1]):
        for at in range(len(line) - 1, -1, -1):
            depth += (line[at] == ")") - (line[at] == "(")
            if depth == 0:
                name = re.search(r"[\w.:>-]+\s*$", line[:at])
                return name.group().strip() if name else ""
    return ""


def _shadowed(symbol: Symbol, line: int, desk: Desk) -> bool:
    """Whether a name means a parameter of the function that a line stands in."""
    outer = desk.graph.outermost.get(symbol.path, ())
    inside = (one for item in outer for one in (item, *desk.graph.members.get(item.id, ())))
    return any(
        symbol.name in {parameter.name.lstrip("*&$") for parameter in one.parameters}
        for one in inside
        if one.span.line <= line <= one.span.end_line
    )


def name_quote(symbol: Symbol, desk: Desk) -> Evidence | None:
    """The line on which a definition is named."""
    return desk.sources.quote(symbol.path, symbol.name_line, around=symbol.name)


def production(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A rule of a grammar (yacc): its alternatives."""
    depth = 0
    found = []
    for number, line in enumerate(facts.chunk.text.split("\n"), facts.chunk.span.line):
        text = line.split("{", 1)[0] if depth == 0 else ""
        parts = re.split(r"(?:^|\s)[|:](?=\s|$)", text)[1 if ":" in text else 0 :]
        found += [(number, part.strip(" ;")) for part in parts if part.strip(" ;")]
        depth += len(_BRACE.findall(line)) - line.count("}") + len(_QUOTED_BRACE.findall(line))
    if found:
        number, first = found[0]
        many = f"a rule of {len(found)} alternatives, the first" if len(found) > 1 else "a rule:"
        empty = ", or nothing" if _NOTHING.search(facts.chunk.text) else ""
        quote = desk.sources.quote(facts.chunk.path, number, around=first[:20])
        yield from clause(f"{many} {code(first, 70)}{empty}", quote)


_INNERMOST = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}|<<[^()\[\]{}]*?>>")
#: What stands before the name of a definition.
_NAMED_BEHIND = (
    "class|struct|interface|enum|protocol|extension|impl|def|sub|func|function|fn|(?i:procedure)"
)
#: An alternative without a symbol.
_NOTHING = re.compile(
    r"^[ \t]*\w*[ \t]*[|:]\s*(?:/\*\s*(?:empty|nothing)?\s*\*/\s*)?[|{;]", re.MULTILINE
)
#: Lines over which a constructor may set what it holds.
_INITIAL = 30
#: Lines over which arguments are looked for.
_HEAD_LINES = 6
_BRACE = re.compile(r"(?<!')\{")
_QUOTED_BRACE = re.compile(r"'\}'")
