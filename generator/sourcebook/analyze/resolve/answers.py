"""From the solution back to call sites: how each one ended, and why.

A site is resolved when one definition of the repository is reached and nothing else,
ambiguous when several things are reached or a variable on the way was full, external when
only names outside the repository are reached, and unknown otherwise, with the reason.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import commonprefix

from msgspec.structs import replace

from sourcebook.analyze.resolve.heap import (
    CLASS,
    CONSTANT,
    EXTERNAL,
    FUNCTION,
    INSTANCE,
    METHOD,
)
from sourcebook.analyze.resolve.loading import PROJECTS
from sourcebook.analyze.resolve.names import CALLABLE, by_plain_names, names_of_imports
from sourcebook.analyze.resolve.overrides import Overrides
from sourcebook.analyze.resolve.solver import Solver
from sourcebook.analyze.symbols import Ids
from sourcebook.model import (
    CallSite,
    CallStatus,
    Span,
    Symbol,
    SymbolId,
    SymbolKind,
)

#: Same-name definitions listed at an unknown site.
MOST_CANDIDATES = 5
#: What every object of a family of languages has, and the class that it comes from.
UNIVERSAL = {
    "java": (
        "java.lang.Object",
        frozenset(
            [
                "<init>",
                "getClass",
                "hashCode",
                "equals",
                "toString",
                "notify",
                "notifyAll",
                "wait",
                "clone",
                "finalize",
                "values",
                "valueOf",
                "name",
                "ordinal",
                "compareTo",
            ]
        ),
    ),
    "csharp": ("System.Object", frozenset({"GetType", "GetHashCode", "Equals", "ToString"})),
    "ruby": (
        "Object",
        frozenset(
            [
                "new",
                "class",
                "is_a?",
                "kind_of?",
                "respond_to?",
                "send",
                "public_send",
                "nil?",
                "inspect",
                "to_s",
                "freeze",
                "dup",
                "clone",
                "instance_variable_get",
                "instance_variable_set",
                "method",
                "methods",
                "tap",
                "object_id",
                "instance_of?",
                "extend",
                "define_method",
                "attr_accessor",
                "attr_reader",
                "attr_writer",
            ]
        ),
    ),
}
ANYTHING = frozenset({"Object", "object", "Any", "T", "var", "auto", "dynamic"})
SCALARS = {
    "str": ANYTHING | {"String", "string", "CharSequence", "str", "char", "Comparable"},
    "int": ANYTHING
    | frozenset(
        [
            "int",
            "long",
            "short",
            "byte",
            "double",
            "float",
            "Integer",
            "Long",
            "Short",
            "Byte",
            "Double",
            "Float",
            "Int",
            "Number",
            "i32",
            "size_t",
            "char",
        ]
    ),
}
RECEIVERS = frozenset({"self", "cls", "this", "super()", "super", "parent", "$this", "static"})


@dataclass(frozen=True, slots=True)
class Answers:
    """The calls of the repository and the anonymous functions among their targets."""

    calls: tuple[CallSite, ...]
    symbols: tuple[Symbol, ...]


class Teller:
    """Reads the solved constraints."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.parsed = solver.parsed
        self.targets: set[int] = set()
        self.ids: dict[int, SymbolId] = {}
        self.named: dict[str, list[Symbol]] = {}
        self.near: dict[tuple[str, str], tuple[SymbolId, ...]] = {}
        for file in self.parsed:
            for symbol in file.symbols:
                if symbol.kind in CALLABLE:
                    self.named.setdefault(symbol.name, []).append(symbol)
        self.imported = [names_of_imports(file) for file in self.parsed]

    def answer(self) -> Answers:
        solver = self.solver
        for reached in solver.reached.values():
            self.targets.update(item for item in reached if solver.kind[item] == FUNCTION)
        extra = tuple(self.anonymous())
        calls: list[CallSite] = []
        for number, file in enumerate(solver.whole):
            first = solver.first_site[number]
            if file.facts and file.language != PROJECTS:
                for index, call in enumerate(file.calls):
                    calls.extend(self.site(number, first + index, call))
            else:
                calls.extend(by_plain_names(file))
        calls.extend(self.implicit())
        return Answers(tuple(calls), extra)

    # ------------------------------------------------------------------------- identities

    def identity(self, item: int) -> SymbolId | None:
        """The symbol of a function or class, None when it has none."""
        solver = self.solver
        found = self.ids.get(item)
        if found is not None:
            return found
        if solver.kind[item] == FUNCTION:
            function = solver.functions[solver.left[item]]
            file, symbol = function.file, function.symbol
        else:
            record = solver.classes[solver.left[item]]
            file, symbol = record.file, record.symbol
        return self.parsed[file].symbols[symbol].id if symbol >= 0 else None

    def anonymous(self) -> Iterator[Symbol]:
        """Symbols for functions that are called and have none."""
        solver = self.solver
        taken: dict[int, Ids] = {}
        for item in sorted(self.targets):
            function = solver.functions[solver.left[item]]
            if function.symbol >= 0:
                continue
            file = self.parsed[function.file]
            if function.file not in taken:
                taken[function.file] = Ids(file.path, (one.id for one in file.symbols))
            parent = file.symbols[function.owner]
            name = function.name
            qualified = ".".join(part for part in (parent.qualified, name) if part)
            # Of two definitions with one name, the second has an id of its own.
            owner = parent.id.partition("::")[2]
            identity = taken[function.file].take(f"{owner}.{name}" if owner else name)
            place = self.span(function.file, function.start, len(name))
            symbol = Symbol(
                id=SymbolId(identity),
                path=file.path,
                name=name,
                qualified=qualified,
                kind=SymbolKind.LAMBDA,
                span=place,
                name_line=place.line,
                parent=parent.id,
                visibility="private",
            )
            self.ids[item] = symbol.id
            yield symbol

    def span(self, file: int, start: int, length: int) -> Span:
        line = self.solver.line_of(file, start)
        return Span(start, start + length, line, line)

    def caller(self, site: int, call: CallSite) -> SymbolId:
        """An anonymous function calls only when it is called itself."""
        running = self.running(self.solver.caller[site])
        return running or SymbolId(sys.intern(call.caller))

    def running(self, function: int) -> SymbolId | None:
        while function >= 0:
            record = self.solver.functions[function]
            if record.symbol >= 0:
                return None
            if record.object in self.ids:
                return self.ids[record.object]
            function = record.parent
        return None

    # ------------------------------------------------------------------------------ sites

    def site(self, file: int, site: int, call: CallSite) -> Iterator[CallSite]:
        solver = self.solver
        caller = self.caller(site, call)
        reached = solver.reached.get(site, ())
        targets, outside = self.split(reached, self.solver.given[site])
        heirs = self.heirs(call, reached, targets)
        text = sys.intern(call.text)  # unpacking makes each anew, and most are many times there
        callee = solver.callee[site]
        full = callee in solver.full or self.receiver_full(callee)
        if targets:
            one = len(targets) == 1 and not (outside or full or heirs)
            yield replace(
                call,
                caller=caller,
                text=text,
                status=CallStatus.RESOLVED if one else CallStatus.AMBIGUOUS,
                targets=targets,
                external=outside,
                provenance=self.provenance(file, call, callee, targets),
                candidates=heirs,
            )
        elif outside or (outside := self.universal(file, callee)):
            yield replace(
                call,
                caller=caller,
                text=text,
                status=CallStatus.EXTERNAL,
                external=outside,
                provenance="import",
            )
        elif not call.reference:
            yield replace(
                call,
                caller=caller,
                text=text,
                reason=sys.intern(self.reason(call, callee)),
                candidates=self.candidates(call.text.rpartition(".")[2], self.parsed[file].path),
            )

    def heirs(
        self, call: CallSite, reached: tuple[int, ...], targets: tuple[SymbolId, ...]
    ) -> tuple[SymbolId, ...]:
        """What else overrides an abstract method that is called on ``this``, reached or not."""
        receiver, _, _ = call.text.rpartition(".")
        if not targets or (receiver and receiver.removesuffix("?") not in RECEIVERS):
            return ()
        found: dict[SymbolId, None] = {}
        for item in reached:
            gave_way = self.declared_only(item) and self.identity(item) not in targets
            for heir in self.overrides.of(item) if gave_way else ():
                identity = self.identity(heir)
                if identity not in targets and self.takes(heir) == self.takes(item):
                    assert identity is not None
                    found[identity] = None
        return tuple(found)[:MOST_CANDIDATES]

    @cached_property
    def overrides(self) -> Overrides:
        return Overrides(self.solver)

    def universal(self, file: int, callee: int) -> str:
        """A method that every object of the language has, on an object that is known."""
        loaded = self.solver.loaded(callee)
        if loaded is None or not self.solver.holds[loaded[0]]:
            return ""
        root, names = UNIVERSAL.get(self.solver.family(file), ("", frozenset()))
        return f"{root}.{loaded[1]}" if loaded[1] in names else ""

    def split(
        self, reached: tuple[int, ...], arguments: Sequence[int | str] = ()
    ) -> tuple[tuple[SymbolId, ...], str]:
        """Definitions of the repository, and the name of what is outside it."""
        if len(reached) > 1:
            reached = self.by_types(reached, arguments)
        solver = self.solver
        targets: dict[SymbolId, None] = {}
        outside = ""
        declared = ""
        written = not all(self.declared_only(item) for item in reached)
        for item in reached:
            if solver.kind[item] in (FUNCTION, CLASS):
                identity = self.identity(item)
                if identity is not None and not (written and self.declared_only(item)):
                    targets[identity] = None
            elif solver.kind[item] == EXTERNAL and solver.right[item] == 1:
                declared = declared or self.outside_name(item)
            else:
                outside = outside or self.outside_name(item)
        # What a declared type alone says gives way to what is known.
        return tuple(sorted(targets)), outside or ("" if targets else declared)

    def by_types(self, reached: tuple[int, ...], arguments: Sequence[int | str]) -> tuple[int, ...]:
        """Of functions that are overloaded, those whose parameters accept the arguments."""
        solver = self.solver
        kept = []
        exact = any(
            solver.kind[item] == FUNCTION and self.takes(item) == len(arguments) for item in reached
        )
        named = Counter(
            solver.functions[solver.left[item]].name
            for item in reached
            if solver.kind[item] == FUNCTION
        )
        for item in reached:
            function = (
                solver.functions[solver.left[item]] if solver.kind[item] == FUNCTION else None
            )
            if function is not None and named[function.name] == 1:
                function = None  # one of its name is not chosen by its arguments
            overloaded = function is not None and ("o" in function.flags or "O" in function.flags)
            if function is None or not overloaded or function.symbol < 0:
                kept.append(item)
                continue
            parameters = self.parsed[function.file].symbols[function.symbol].parameters
            if "O" in function.flags and exact and len(parameters) != len(arguments):
                continue
            pairs = zip(parameters, arguments, strict=False)
            if all(self.accepts(p.type, a) for p, a in pairs if isinstance(a, int)):
                kept.append(item)
        return self.without_twins(tuple(kept) or reached)

    def without_twins(self, reached: tuple[int, ...]) -> tuple[int, ...]:
        """Of methods of C++ that differ in ``const`` alone, the first."""
        solver = self.solver
        seen = set()
        kept = []
        for item in sorted(reached):
            function = (
                solver.functions[solver.left[item]] if solver.kind[item] == FUNCTION else None
            )
            if function is not None and "O" in function.flags and function.symbol >= 0:
                symbol = self.parsed[function.file].symbols[function.symbol]
                types = tuple(parameter.type for parameter in symbol.parameters)
                key = (symbol.parent, symbol.name, types, symbol.path)
                if symbol.parent is not None and key in seen:
                    continue
                seen.add(key)
            kept.append(item)
        return tuple(kept)

    def takes(self, item: int) -> int:
        """How many parameters a function has, ``this`` apart."""
        function = self.solver.functions[self.solver.left[item]]
        return len(function.kinds) - ("t" in function.flags)

    def accepts(self, written: str, argument: int) -> bool:
        """Whether a parameter of the written type may take what a variable holds."""
        solver = self.solver
        held = solver.holds[argument]
        plain_type = re.sub(r"<.*", "", written).strip(" &*?").rpartition(".")[2]
        if not held or not plain_type:
            return True
        for item in held:
            kind = solver.kind[item]
            if kind == CONSTANT:
                scalar = solver.label[item].partition(":")[0]
                if plain_type in SCALARS.get(scalar, frozenset()) or scalar not in SCALARS:
                    return True
            elif kind == INSTANCE:
                order = solver.classes[solver.left[item]].order
                names = {solver.classes[number].name for number in order}
                outside = solver.classes[solver.left[item]].outside
                names.update(name.rpartition(".")[2] for name in outside)
                if plain_type in names or plain_type in ANYTHING:
                    return True
            else:
                return True
        return False

    def declared_only(self, item: int) -> bool:
        """A function that is stated without a body, as interfaces and headers do."""
        solver = self.solver
        return solver.kind[item] == FUNCTION and "d" in solver.functions[solver.left[item]].flags

    def outside_name(self, item: int) -> str:
        solver = self.solver
        if solver.kind[item] == EXTERNAL:
            return solver.label[item]
        if solver.kind[item] == METHOD and solver.kind[solver.left[item]] == INSTANCE:
            return f"std.{solver.label[item]}"
        if solver.kind[item] == METHOD:
            return f"{solver.label[solver.left[item]].partition(':')[0]}.{solver.label[item]}"
        return ""

    def receiver_full(self, callee: int) -> bool:
        loaded = self.solver.loaded(callee)
        return loaded is not None and loaded[0] in self.solver.full

    def provenance(
        self, file: int, call: CallSite, callee: int, targets: tuple[SymbolId, ...]
    ) -> str:
        """How the targets were found: the plainest way that explains them."""
        head, _, rest = call.text.partition(".")
        path = self.parsed[file].path
        if not rest:
            # The last part is the name, or that of a constructor in the class so named.
            ends = [t.removeprefix(f"{path}::").split(".")[-2:] for t in targets]
            if all(t.startswith(f"{path}::") for t in targets) and all(head in e for e in ends):
                return "scope"
            return "import" if head in self.imported[file] else "flow"
        if head in RECEIVERS and "." not in rest:
            return "self"
        loaded = self.solver.loaded(callee)
        if loaded is not None and loaded[0] in self.solver.typed:
            return "annotation"
        if head in self.imported[file] and "(" not in rest:
            return "import"
        return "flow"

    def reason(self, call: CallSite, callee: int) -> str:
        solver = self.solver
        loaded = solver.loaded(callee)
        if loaded is not None:
            value, name = loaded
            holder = call.text.rpartition(".")[0] or "the receiver"
            held = solver.holds[value]
            if not held:
                return f"the value of `{holder}` is not known"
            classes = sorted(
                {
                    solver.classes[solver.left[item]].name
                    for item in held
                    if solver.kind[item] in (INSTANCE, CLASS)
                }
            )
            return f"`{name}` is not found in {', '.join(classes) or f'`{holder}`'}"
        if call.text.isidentifier():
            return f"the value of `{call.text}` is not known"
        return "the called value is computed"

    def candidates(self, name: str, path: str) -> tuple[SymbolId, ...]:
        """Definitions of the same name and language, the nearest first."""
        found = self.named.get(name)
        if not found:
            return ()
        near = self.near.get((name, path))
        if near is None:
            suffix = path.rpartition(".")[2]
            ranked = sorted(
                (-len(commonprefix([symbol.path, path])), symbol.id)
                for symbol in found
                if symbol.path.rpartition(".")[2] == suffix
            )
            near = self.near[name, path] = tuple(each for _, each in ranked[:MOST_CANDIDATES])
        return near

    # -------------------------------------------------------------------------- implicit

    def implicit(self) -> Iterator[CallSite]:
        """Calls that the language makes: getters, iteration, ``with``, ``raise``."""
        solver = self.solver
        found: dict[tuple[int, int, int], dict[SymbolId, None]] = {}
        for place, site in solver.implicit.items():
            targets, _ = self.split(solver.reached.get(site, ()))
            if targets and place[0] >= 0:
                found.setdefault(place, {}).update(dict.fromkeys(targets))
        names = {place: name for place, name in solver.assigned.items() if place in found}
        for place, name, getters in self.getters():
            found.setdefault(place, {}).update(dict.fromkeys(getters))
            if name.startswith("__"):  # an operator: what is read at its place has a name
                names.setdefault(place, name)
            else:
                names[place] = name
        for place, reached in sorted(found.items()):
            yield self.implied(place, names.get(place, ""), tuple(sorted(reached)))

    def getters(self) -> Iterator[tuple[tuple[int, int, int], str, list[SymbolId]]]:
        """Reads of an attribute, and operators, that run functions of the repository."""
        solver = self.solver
        described = self.described()
        for variable, name, place in solver.reads:
            if not (name in solver.properties or name in described or name.startswith("__")):
                continue
            targets = [
                identity
                for item in solver.holds[variable] or ()
                for getter in self.run_by(item, name)
                if (identity := self.identity(getter)) is not None
            ]
            if targets:
                yield place, name, targets

    def described(self) -> set[str]:
        """Names of members that are descriptors."""
        solver = self.solver
        if not any("__get__" in record.members for record in solver.classes):
            return set()
        return {
            name
            for record in solver.classes
            for name, variable in record.members.items()
            if any(solver.is_descriptor(item) for item in solver.holds[variable] or ())
        }

    def run_by(self, item: int, name: str) -> Iterator[int]:
        """The functions that run when ``name`` of an object is read."""
        solver = self.solver
        if solver.kind[item] not in (INSTANCE, CLASS):
            return
        for found in solver.holds[solver.lookup(solver.left[item], name)] or ():
            if solver.is_descriptor(found):
                getter = solver.lookup(solver.left[found], "__get__")
                yield from (i for i in solver.holds[getter] or () if solver.kind[i] == FUNCTION)
            elif solver.kind[item] == INSTANCE and solver.kind[found] == FUNCTION:
                flags = solver.functions[solver.left[found]].flags
                if name.startswith("__") or "p" in flags:
                    yield found

    def implied(
        self, place: tuple[int, int, int], read: str, targets: tuple[SymbolId, ...]
    ) -> CallSite:
        """A call at a place that names the attribute ``read``, or nothing."""
        file, start, function = place
        parsed = self.parsed[file]
        caller = self.running(function)
        if caller is None:
            owner = 0
            while function >= 0:
                record = self.solver.functions[function]
                owner = record.symbol if record.symbol >= 0 else record.owner
                function = -1
            caller = parsed.symbols[owner].id
        name = read or targets[0].rpartition("::")[2].rpartition(".")[2]
        return CallSite(
            caller=caller,
            text=name,
            span=self.span(file, start, len(name)),
            column=self.solver.column_of(file, start),
            status=CallStatus.RESOLVED if len(targets) == 1 else CallStatus.AMBIGUOUS,
            targets=targets,
            provenance="flow",
            reference=True,
        )
