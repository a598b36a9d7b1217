"""What becomes of a field that a method only hands out or takes in.

An accessor says nothing by itself. Where its field gets its value, and who reads what a
setter has put there, stands elsewhere in the class, often a few lines away.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.body import is_whole
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.model import Symbol, SymbolKind

_OWN = re.compile(r"^(?:(?:self|this|cls|\$this)(?:\.|->)|@{1,2})?(?P<name>\w+)$")
_CODE = frozenset(
    {SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
_WORDS = frozenset({"self", "this", "cls", "true", "false", "null", "nil", "None", "True", "False"})

#: Where a constructor lists what it sets before its body.
_LISTED = re.compile(r"\.(?:h|hh|hpp|cc|cpp|cxx|tcc)$")

#: Lines of a class that are looked through.
_LINES = 2000


def field_history(symbol: Symbol, verb: str, text: str, desk: Desk) -> Iterator[Clause]:
    """Where a returned field is set, or who reads a field that is set."""
    match = _OWN.match(text)
    holder = desk.graph.symbols.get(symbol.parent) if symbol.parent is not None else None
    if match is None or holder is None or match.group("name") in _WORDS:
        return
    name = match.group("name")
    if name.isdecimal() or name in {item.name.lstrip("*&$") for item in symbol.parameters}:
        return
    if verb == "returns":
        yield from _set(name, symbol, holder, desk)
    elif verb == "sets":
        yield from _read(name, symbol, holder, desk)


def _set(name: str, symbol: Symbol, holder: Symbol, desk: Desk) -> Iterator[Clause]:
    """Where a field gets its value: in its class, else where the method is written."""
    setting: re.Pattern[str] | None = None
    listed = _LISTED.search(symbol.path) is not None
    within = symbol.path == holder.path and symbol.span.line <= holder.span.end_line
    places = [(holder.path, holder.span.line, holder.span.end_line)]
    if not within:
        places.append((symbol.path, 1, _LINES))
    for path, first, last in places:
        for number, line in enumerate(desk.sources.lines(path)[first - 1 : last], first):
            if name not in line or not ("=" in line or (listed and f"{name}(" in line)):
                continue
            setting = setting or _setting(name, listed=listed)
            shown = line
            match = setting.search(shown)
            if match is not None and match.group("listed"):
                shown = line[match.start() :]
                match = setting.search(shown)
            value = match.group("value") or match.group("listed") if match else ""
            value = value.strip().rstrip(";,")
            own = path == symbol.path and symbol.span.line <= number <= symbol.span.end_line
            if (
                value == "nil"
                or match is None
                or own
                or "(" in shown[: match.start()]
                or not is_whole(value)
            ):
                continue
            quote = desk.sources.quote(path, number, around=name)
            by = _member_at(path, number, symbol, desk)
            text = (
                f"{code(by.name)} sets it to {code(value, 50)}"
                if by is not None
                else f"declared as {code(shown.strip().rstrip(';,'), 60)}"
            )
            inside = path == holder.path and holder.span.line <= number <= holder.span.end_line
            if by is not None or inside:
                yield from clause(text, quote)
                return


def _setting(name: str, *, listed: bool) -> re.Pattern[str]:
    """How a name is set: by an assignment, or in what a constructor of C++ lists."""
    written = re.escape(name)
    initial = rf"(?:^\s*|[:,]\s*){written}\((?P<listed>[^()]+(?:\([^()]*\))?[^()]*)\)"
    return re.compile(
        rf"(?<![\w$]){written}\s*(?:=(?![=>~])|:=)\s*(?P<value>.*\w.*)"
        rf"|{initial if listed else '(?P<listed>(?!))'}"
    )


def _read(name: str, symbol: Symbol, holder: Symbol, desk: Desk) -> Iterator[Clause]:
    using: re.Pattern[str] | None = None
    lines = desk.sources.lines(holder.path)
    found: dict[str, int] = {}
    for member in desk.graph.members.get(holder.id, ()):
        if member.kind not in _CODE or member.path != holder.path:
            continue
        itself = member.kind is SymbolKind.PROPERTY and member.name == name
        if member.id == symbol.id or itself:
            continue
        last = min(member.span.end_line, member.span.line + _LINES)
        for number in range(member.name_line, last + 1):
            line = lines[number - 1] if number <= len(lines) else ""
            if name not in line:
                continue
            using = using or re.compile(rf"(?<![\w$]){re.escape(name)}\b(?!\s*(?:=(?![=>~])|:=))")
            if using.search(line):
                found.setdefault(member.name, number)
                break
    if found:
        names = listing([code(one, 40) for one in found], 2)
        quote = desk.sources.quote(holder.path, next(iter(found.values())), around=name)
        yield from clause(f"{names} {'read' if len(found) > 1 else 'reads'} it", quote)


def _member_at(path: str, line: int, symbol: Symbol, desk: Desk) -> Symbol | None:
    """The method of the same class that a line stands in."""
    for member in desk.graph.members.get(symbol.parent, ()) if symbol.parent else ():
        spanned = member.span.line <= line <= member.span.end_line
        if member.kind in _CODE and member.path == path and spanned:
            return member
    return None
