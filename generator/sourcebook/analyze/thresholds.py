"""The values behind the names of a condition: of ``total > LIMIT`` that LIMIT is 1000.

A name counts as a constant where the repository gives it one value and a literal: it begins
with a capital letter (``LIMIT``, ``MaxItems``, ``kLimit``), is defined once in its scope,
and nothing in its file or the graph assigns it again. It is looked for in the scopes around
the condition, in what the file imports, and in the class that is written before it. What
``self`` leads to counts only where no second class has a constant of that name, since an
heir might give it another value. Where anything is in doubt no value is shown.

The digest of a rule is that of its lines, of what follows and of these values: a mark that
a person set lapses when one of them changes.
"""

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec.structs import replace

from sourcebook.analyze.verify import Sources
from sourcebook.model import (
    Access,
    CallGraph,
    Constant,
    Import,
    ParsedFile,
    Rule,
    Symbol,
    SymbolKind,
)

#: Letters of a digest: enough to notice any change, few enough to copy.
DIGEST = 6

_VALUES = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD, SymbolKind.MACRO})
_CLASSES = frozenset(
    {SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.ENUM, SymbolKind.TRAIT}
)
_OWN = frozenset({"self", "static", "cls", "this", "$this", "Self"})

#: Languages in which a method reaches what its class holds only through the class.
_APART = frozenset({"python", "javascript", "typescript", "tsx", "php", "rust"})

_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`")
_CHAIN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?![\w$])(?!\s*\()")
_JOINT = re.compile(r"\.|::|->")
_CAPITAL = re.compile(r"_*[A-Z]|k[A-Z]")
_COMMENT = re.compile(r"\s*(?:/\*.*|//.*|#.*)$")

_NUMBER = r"[-+(\s]*\d[\w.]*[)\s]*"
_ONE = rf"(?:{_NUMBER}(?:(?:\*\*|<<|//|[-+*/]){_NUMBER})*|[a-z]?{_STRING.pattern}|[Tt]rue|[Ff]alse)"
_LITERAL = re.compile(rf"{_ONE}|[\[({{]\s*{_ONE}(?:\s*,\s*{_ONE})*\s*,?\s*[\])}}]")
_LONGEST = 60


def signed(parsed: Sequence[ParsedFile], graph: CallGraph) -> Iterator[ParsedFile]:
    """The files, each rule with its constants and the digest that a person confirms."""
    constants = _Constants(parsed, graph)
    for file in parsed:
        yield dataclasses.replace(file, rules=constants.signed(file)) if file.rules else file


class _Constants:
    """The constants of a repository."""

    def __init__(self, parsed: Sequence[ParsedFile], graph: CallGraph) -> None:
        self._sources = Sources(parsed)
        self._symbols = {symbol.id: symbol for symbol in graph.symbols}
        self._held: defaultdict[tuple[str, str, str], list[Symbol]] = defaultdict(list)
        self._named: defaultdict[str, list[Symbol]] = defaultdict(list)
        for symbol in graph.symbols:
            if symbol.kind in _VALUES and _CAPITAL.match(symbol.name):
                self._held[symbol.path, self._around(symbol), symbol.name].append(symbol)
                self._named[symbol.name].append(symbol)
        self._written = {edge.target for edge in graph.state if edge.access is Access.WRITE}
        self._targets: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for edge in graph.imports:
            if edge.target:
                self._targets[edge.path, edge.line].append(edge.target)

    def signed(self, file: ParsedFile) -> tuple[Rule, ...]:
        """The rules of a file with the constants of their conditions, and digests of all."""
        return tuple(self._signed(file, rule) for rule in file.rules)

    def _signed(self, file: ParsedFile, rule: Rule) -> Rule:
        found: dict[str, Constant] = {}
        for match in _CHAIN.finditer(_STRING.sub('""', rule.text)):
            *before, name = _JOINT.split(match[0])
            if match[0] in found or not _CAPITAL.match(name):
                continue
            symbol = self._meant(file, rule, ".".join(before), name)
            value = self._value(symbol) if symbol is not None else ""
            if symbol is not None and value:
                found[match[0]] = Constant(match[0], value, symbol.path, symbol.name_line)
        values = "\0".join((rule.digest, *(f"{one.name}={one.value}" for one in found.values())))
        digest = sha256(values.encode()).hexdigest()[:DIGEST]
        return replace(rule, digest=digest, constants=tuple(found.values()))

    # ------------------------------------------------------------------ which one is meant

    def _meant(self, file: ParsedFile, rule: Rule, before: str, name: str) -> Symbol | None:
        """The only definition that the name can lead to."""
        if not before:
            around = (self._held.get((file.path, one, name)) for one in self._scopes(file, rule))
            own = next(filter(None, around), None)
            return _only(own) if own else _only(self._imported(file, name))
        if before in _OWN:
            return self._of_class(rule, name)
        own = self._held.get((file.path, before, name))
        return _only(own) if own else _only(self._behind(file, before, name))

    def _scopes(self, file: ParsedFile, rule: Rule) -> Iterator[str]:
        """The names of what stands around a condition, the innermost first."""
        at = self._symbols.get(rule.symbol)
        while at is not None and at.qualified:
            if at.kind not in _CLASSES or file.language not in _APART:
                yield at.qualified
            at = self._symbols.get(at.parent) if at.parent is not None else None
        yield ""

    def _of_class(self, rule: Rule, name: str) -> Symbol | None:
        """The constant of the class around a rule, or of a base that it names."""
        at = self._symbols.get(rule.symbol)
        while at is not None and at.kind not in _CLASSES:
            at = self._symbols.get(at.parent) if at.parent is not None else None
        held = _only([one for one in self._named[name] if self._around(one)])
        if at is None or held is None:
            return None
        owner = self._around(held)
        inherits = _last(owner) in map(_last, at.bases)
        return held if inherits or (held.path, owner) == (at.path, at.qualified) else None

    def _imported(self, file: ParsedFile, name: str) -> list[Symbol]:
        """What an import brings in under a name of its own, or with all that a file holds."""
        by_name, by_file = list[Symbol](), list[Symbol]()
        for each, target in self._imports(file):
            for original, local in each.names:
                if local == name and original != "*":
                    by_name += self._held.get((target, "", original), ()) or [
                        one for one in self._named[original] if one.path == target
                    ]
            if not each.names or ("*", "*") in each.names:
                by_file += self._held.get((target, "", name), ())
        return by_name or by_file

    def _behind(self, file: ParsedFile, before: str, name: str) -> list[Symbol]:
        """The constant of a module or class that is imported."""
        found: list[Symbol] = []
        for each, target in self._imports(file):
            if before == (each.alias or each.module):
                found += self._held.get((target, "", name), ())
            for original, local in each.names:
                if local == before:
                    found += self._held.get((target, original, name), ())
                    found += self._held.get((target, "", name), ())
        return found

    def _imports(self, file: ParsedFile) -> Iterator[tuple[Import, str]]:
        for each in file.imports:
            for target in dict.fromkeys(self._targets.get((file.path, each.span.line), ())):
                yield each, target

    def _around(self, symbol: Symbol) -> str:
        """The qualified name of what holds a symbol, "" for the file itself."""
        parent = self._symbols.get(symbol.parent) if symbol.parent is not None else None
        return parent.qualified if parent is not None else ""

    # ----------------------------------------------------------------------------- its value

    def _value(self, symbol: Symbol) -> str:
        """The literal that a constant is, "" where it is none or may become another."""
        behind = symbol.signature.partition(symbol.name)[2]
        if symbol.kind is not SymbolKind.MACRO:
            behind = behind.partition("=")[2]
        for text in (behind, _COMMENT.sub("", behind)):
            value = text.strip().rstrip(";").rstrip()
            # A signature has no comma before a bracket: it may have been a tuple of one.
            if symbol.path.endswith(".py") and value.startswith("(") and "," not in value:
                return ""
            if len(value) <= _LONGEST and _LITERAL.fullmatch(value):
                return "" if self._changes(symbol) else value
        return ""

    def _changes(self, symbol: Symbol) -> bool:
        """Whether something assigns the constant again."""
        if symbol.id in self._written:
            return True
        name = re.escape(symbol.name)
        assigns = re.compile(rf"(?<![\w$]){name}\s*(?::[^=]*)?(?:[-+*/%|&^]|<<|>>)*=(?![=>~])")
        others = {
            one.name_line
            for one in self._named[symbol.name]
            if one.path == symbol.path and one.id != symbol.id
        }
        return any(
            number not in others and number != symbol.name_line and assigns.search(line)
            for number, line in enumerate(self._sources.lines(symbol.path), 1)
        )


def _only(found: Sequence[Symbol] | None) -> Symbol | None:
    """The one that there is, none where there are several."""
    distinct = {one.id: one for one in found or ()}
    return next(iter(distinct.values())) if len(distinct) == 1 else None


def _last(name: str) -> str:
    return _JOINT.split(name.partition("(")[0].partition("<")[0])[-1]
