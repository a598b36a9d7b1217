"""Turns the facts of all files into variables, objects and constraints.

Numbers in facts are those of their file; here they become numbers of the repository. What
needs to know the classes and their bases is put off until those are known (``later``).
"""

import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from msgspec.structs import replace as restated

from sourcebook.analyze.resolve.calls import Calls
from sourcebook.analyze.resolve.containers import Call
from sourcebook.analyze.resolve.heap import CLASS, FUNCTION, INSTANCE, Constraint
from sourcebook.analyze.resolve.members import NONE, Class, Function
from sourcebook.analyze.resolve.packing import unpacked
from sourcebook.model import ParsedFile, SymbolId

Place = tuple[int, int, int]

#: The language whose facts are of a project, not of code.
PROJECTS = "json"
#: Files whose text says how the repository names its parts.
NAMING = frozenset({"go.mod", "Cargo.toml"})


def needed(file: ParsedFile) -> ParsedFile:
    """The file without what linking reads once or never; of equal texts one is kept.

    Unpacking makes each text anew, and those of all symbols are most of what a graph holds.
    """
    ids: dict[SymbolId | None, SymbolId] = {symbol.id: symbol.id for symbol in file.symbols}
    return replace(
        file,
        symbols=tuple(
            restated(
                symbol,
                path=file.path,
                parent=ids.get(symbol.parent, symbol.parent),
                qualified=symbol.name if symbol.qualified == symbol.name else symbol.qualified,
                visibility=sys.intern(symbol.visibility),
                rung=sys.intern(symbol.rung),
                returns=sys.intern(symbol.returns),
            )
            for symbol in file.symbols
        ),
        calls=(),
        chunks=file.chunks if file.path.rpartition("/")[2] in NAMING else (),
        notes=(),
        rules=(),
    )


class Loading(Calls):
    """One ``load_`` method per kind of fact."""

    def __init__(self, parsed: Sequence[ParsedFile]) -> None:
        super().__init__()
        self.whole = parsed  # with the call sites
        self.parsed: list[ParsedFile] = []  # with what is needed all the time
        self.first_site: list[int] = []
        self.base: list[int] = []  # first variable of each file
        self.first_function: list[int] = []
        self.first_class: list[int] = []
        self.exports: list[dict[str, int]] = []
        self.stars: list[list[tuple[int, str]]] = []
        self.listed: list[frozenset[str] | None] = []
        self.imports: list[tuple[int, int, int, str, str]] = []
        self.frees: list[tuple[int, int, str]] = []
        self.required: list[tuple[int, int, str]] = []
        self.tops: dict[str, list[tuple[int, int]]] = {}  # globals that scripts declare
        #: Of each site, the variable that is called and the function whose code it stands in.
        self.callee = array("i")
        self.caller = array("i")
        self.given: list[tuple[int | str, ...]] = []  # of each site, the arguments
        self.mains: list[tuple[int, int, int]] = []  # file and lines of main blocks
        self.starts: list[tuple[int, int]] = []  # file and symbol where a program starts
        #: Of each variable that was read from another, that other and the name, as numbers.
        self.origin = array("i")
        self.member = array("i")
        self.names: dict[str, int] = {}
        self.reads: list[tuple[int, str, Place]] = []  # reads that may run a getter
        self.supers: list[tuple[int, int, int]] = []
        self.classes_named: dict[str, int] = {}
        self.extensions: list[tuple[int, int]] = []  # class records that add to another class
        self.mine: list[tuple[str, int, int, int, tuple[int, ...]]] = []
        self.published: list[tuple[int, str, str, int]] = []
        self.includes: dict[int, list[str]] = {}
        self.declared: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self.prototypes: list[tuple[int, str, str, int]] = []
        self.finds: list[tuple[int, int, str, tuple[str, ...]]] = []
        self.uses: list[tuple[int, int, str, str]] = []
        self.narrowed: list[tuple[int, int]] = []  # class, what is left of a value by it
        self.typed: set[int] = set()  # variables that an annotation gave a value
        self.seeds: list[tuple[int, int, str]] = []  # variables of self, with their class
        self.lines: dict[int, array[int]] = {}
        #: Variables, and constraints on them that wait for the classes.
        self.late = array("i")
        self.later: list[Constraint] = []
        self.open_keys: list[tuple[int, int, Constraint]] = []
        self.count_files()

    def count_files(self) -> None:
        site = 0
        for file in self.whole:
            self.first_site.append(site)
            site += len(file.calls)
            self.parsed.append(needed(file))
        self.callee = array("i", [-1]) * site
        self.caller = array("i", [-1]) * site
        self.given = [()] * site

    def load_all_files(self) -> None:
        load: dict[str | int, Callable[..., None]] = {
            name.removeprefix("load_"): getattr(self, name)
            for name in dir(self)
            if name[:5] == "load_"
        }
        for number, file in enumerate(self.parsed):
            self.prepare()
            if file.language != PROJECTS:
                for kind, *values in unpacked(file.facts):
                    load[kind](number, *values)
            self.parsed[number] = replace(file, facts=b"")

    def prepare(self) -> None:
        """Note where the numbers of the next file begin."""
        self.base.append(len(self.holds))
        self.first_function.append(len(self.functions))
        self.first_class.append(len(self.classes))
        self.exports.append({})
        self.stars.append([])
        self.listed.append(None)

    def load_vars(self, _file: int, count: int, functions: int, classes: int) -> None:
        self.reserve(count)
        nothing = array("i", [-1]) * (len(self.holds) - len(self.origin))
        self.origin.extend(nothing)
        self.member.extend(nothing)
        self.functions.extend([NO_FUNCTION] * functions)
        self.classes.extend([NO_CLASS] * classes)

    def loaded(self, variable: int) -> tuple[int, str] | None:
        """Where a variable was read from: another one, and the name."""
        if not 0 <= variable < len(self.origin) or self.origin[variable] < 0:
            return None
        return self.origin[variable], self.name_of[self.member[variable]]

    @cached_property
    def name_of(self) -> tuple[str, ...]:
        """The names that are read, once all files are loaded."""
        return tuple(self.names)

    def defer(self, variable: int, constraint: Constraint) -> None:
        """Watch a variable once the classes and their bases are known."""
        self.late.append(variable)
        self.later.append(constraint)

    def load_lines(self, file: int, *starts: int) -> None:
        self.lines[file] = array("I", starts)

    def line_of(self, file: int, start: int) -> int:
        return bisect_right(self.lines.get(file, ()), start) + 1

    def column_of(self, file: int, start: int) -> int:
        """1-based column; exact where the line is ASCII up to there."""
        starts = self.lines.get(file, ())
        line = bisect_right(starts, start)
        return start - (starts[line - 1] if line else 0) + 1

    def at(self, file: int, variable: int) -> int:
        return self.base[file] + variable if variable >= 0 else self.empty

    def place(self, file: int, start: int, function: int) -> Place:
        return file, start, self.first_function[file] + function if function >= 0 else -1

    def load_cp(self, file: int, target: int, source: int) -> None:
        base = self.base[file]
        self.flow(base + source, base + target)

    def load_ld(
        self, file: int, target: int, value: int, name: str, start: int, function: int
    ) -> None:
        base = self.base[file]
        name = sys.intern(name)
        self.watch(base + value, ("read", base + target, name))
        if start < 0:
            self.origin[base + target] = base + value
            self.member[base + target] = self.names.setdefault(name, len(self.names))
        else:
            self.reads.append((base + value, name, self.place(file, start, function)))

    def load_st(
        self, file: int, value: int, name: str, source: int, start: int, function: int
    ) -> None:
        place = self.place(file, start, function)
        constraint = ("write", self.at(file, source), sys.intern(name), place)
        self.watch(self.at(file, value), constraint)

    def load_ix(self, file: int, target: int, value: int, key: str, variable: int) -> None:
        result, holder = self.at(file, target), self.at(file, value)
        if key or variable < 0:
            self.watch(holder, ("item", result, sys.intern(key) or "*"))
        else:
            self.watch(self.at(file, variable), ("keys", result, holder))
            self.open_keys.append((self.at(file, variable), holder, ("item", result, "*")))

    def load_sx(self, file: int, value: int, key: str, variable: int, source: int) -> None:
        holder, given = self.at(file, value), self.at(file, source)
        if key or variable < 0:
            self.watch(holder, ("put", given, sys.intern(key) or "*"))
        else:
            self.watch(self.at(file, variable), ("put keys", given, holder))
            self.open_keys.append((self.at(file, variable), holder, ("put", given, "*")))

    def load_box(self, file: int, variable: int, kind: str, size: int) -> None:
        box = self.make_box(kind)
        if size >= 0:
            self.sizes[box] = size
        self.add(self.at(file, variable), box)

    def load_op(self, file: int, value: int, name: str, start: int, function: int) -> None:
        """An operator, which calls a method of a class that has it."""
        self.reads.append((self.at(file, value), name, self.place(file, start, function)))

    def load_nar(self, file: int, target: int, source: int, kind: int) -> None:
        typed, kinds = self.at(file, target), self.at(file, kind)
        self.typed.add(typed)
        self.narrowed.append((kinds, typed))
        self.defer(kinds, ("narrow", typed, self.at(file, source)))

    def load_pos(self, file: int, holder: int, position: int, value: int) -> None:
        """The value at a place of ``{ … }``, which is that of the field at this place."""
        self.defer(self.at(file, holder), ("place", self.at(file, value), position))

    def load_inside(self, file: int, target: int, holder: int, position: int) -> None:
        self.defer(self.at(file, holder), ("inside", self.at(file, target), position))

    def load_unit(self, file: int, target: int, value: int) -> None:
        self.watch(self.at(file, value), ("unit", self.at(file, target)))

    def load_given(self, file: int, holder: int, *places: int) -> None:
        types = tuple(self.at(file, place) for place in places)
        self.contexts[self.at(file, holder)] = types
        self.defer(self.at(file, holder), ("given", types))

    def load_fld(self, file: int, number: int, name: str) -> None:
        self.classes[self.first_class[file] + number].fields.append(name)

    def load_lit(self, file: int, variable: int, kind: str, value: str) -> None:
        self.add(self.at(file, variable), self.constant(f"{kind}:{value}" if value else kind))

    def load_call(
        self, file: int, site: int, function: int, callee: int, result: int, *arguments: int | str
    ) -> None:
        number = self.first_site[file] + site
        variable = self.at(file, callee)
        self.callee[number] = variable
        self.caller[number] = self.place(file, 0, function)[2]
        given = tuple(self.at(file, a) if isinstance(a, int) else a for a in arguments)
        self.given[number] = given
        self.defer(variable, ("call", Call(number, self.at(file, result), given)))

    def load_new(
        self, file: int, site: int, function: int, callee: int, result: int, *arguments: int | str
    ) -> None:
        self.load_call(file, site, function, callee, result, *arguments)
        self.later[-1] = ("new", *self.later[-1][1:])

    def load_bare(
        self, file: int, site: int, function: int, callee: int, result: int, *arguments: int | str
    ) -> None:
        """A call of Ruby, which reads an attribute where there is no method."""
        self.load_call(file, site, function, callee, result, *arguments)
        self.later[-1] = ("bare", *self.later[-1][1:])

    def load_dec(
        self, file: int, site: int, function: int, callee: int, argument: int, result: int
    ) -> None:
        number = self.first_site[file] + site
        variable, given = self.at(file, callee), self.at(file, argument)
        self.callee[number] = variable
        self.caller[number] = self.place(file, 0, function)[2]
        call = Call(number, self.at(file, result), (given,))
        self.defer(variable, ("decorate", call))
        self.decorated.append((variable, given, call.result))

    def load_main(self, file: int, line: int, end_line: int) -> None:
        self.mains.append((file, line, end_line))

    def load_start(self, file: int, symbol: int) -> None:
        self.starts.append((file, symbol))

    def load_fun(
        self,
        file: int,
        number: int,
        variable: int,
        result: int,
        symbol: int,
        parent: int,
        owner: int,
        name: str,
        start: int,
        flags: str,
        *parameters: int | str,
    ) -> None:
        index = self.first_function[file] + number
        item = self.make(FUNCTION, index)
        around = self.first_function[file] + parent if parent >= 0 else -1
        record = Function(
            file,
            self.at(file, variable),
            self.at(file, result),
            symbol,
            around,
            owner,
            name,
            start,
            flags,
            item,
        )
        if parameters:
            self.load_parameters(file, record, parameters)
        self.functions[index] = record
        self.add(record.variable, item)

    def load_parameters(
        self, file: int, record: Function, parameters: tuple[int | str, ...]
    ) -> None:
        record.names = tuple(map(sys.intern, map(str, parameters[::4])))
        record.variables = tuple(self.at(file, int(place)) for place in parameters[1::4])
        record.defaults = tuple(self.at(file, int(default)) for default in parameters[3::4])
        written = [str(kind) for kind in parameters[2::4]]
        record.optional = sum(kind.startswith("?") for kind in written)
        passed = [at for at, kind in enumerate(written) if kind.endswith("!")]
        record.passed = frozenset(passed) if passed else NONE
        record.kinds = tuple(kind.removeprefix("?").removesuffix("!") for kind in written)
        for variable, kind in zip(record.variables, record.kinds, strict=True):
            if kind in ("*", "**"):
                self.add(variable, self.make_box("tuple" if kind == "*" else "dict"))

    def load_cls(
        self,
        file: int,
        number: int,
        variable: int,
        symbol: int,
        parent: int,
        name: str,
        start: int,
        flags: str,
        *bases: int,
    ) -> None:
        index = self.first_class[file] + number
        again = self.classes_named.get(name) if "b" in flags else None
        if again is None:
            item = self.make(CLASS, index)
            instance = self.make(INSTANCE, index)
        else:
            # A class of Ruby that is stated again is the same class.
            item, instance = self.classes[again].object, self.classes[again].instance
        if "b" in flags:
            self.classes_named.setdefault(name, index)
        around = self.first_class[file] + parent if parent >= 0 else -1
        found = [self.at(file, base) for base in bases]
        record = Class(file, symbol, around, name, start, flags, found, item, instance)
        record.order = [index]
        self.classes[index] = record
        if variable >= 0:
            self.add(self.at(file, variable), item)

    def load_mem(self, file: int, number: int, name: str, variable: int) -> None:
        self.classes[self.first_class[file] + number].members[sys.intern(name)] = self.at(
            file, variable
        )

    def load_self(self, file: int, variable: int, number: int, how: str) -> None:
        self.seeds.append((self.at(file, variable), self.first_class[file] + number, how))

    def load_super(self, file: int, variable: int, number: int, receiver: int) -> None:
        index = self.first_class[file] + number
        self.supers.append((self.at(file, receiver), self.at(file, variable), index))

    def load_ext(
        self, file: int, number: int, variable: int, symbol: int, name: str, start: int, *bases: int
    ) -> None:
        """A part of a class that stands elsewhere: an ``impl``, a method with a receiver."""
        self.load_cls(file, number, -1, symbol, -1, name, start, "o", *bases)
        self.extensions.append((self.first_class[file] + number, self.at(file, variable)))

    def load_mine(self, file: int, target: int, name: str, rest: int, *pairs: int) -> None:
        self.note_mine("mine", file, target, name, rest, pairs)

    def load_mcall(self, file: int, target: int, name: str, rest: int, *pairs: int) -> None:
        self.note_mine("mcall", file, target, name, rest, pairs)

    def load_mtype(self, file: int, target: int, name: str, rest: int, *pairs: int) -> None:
        self.note_mine("mtype", file, target, name, rest, pairs)

    def load_mset(self, file: int, name: str, source: int, rest: int, *pairs: int) -> None:
        self.note_mine("mset", file, source, name, rest, pairs)

    def note_mine(
        self, how: str, file: int, variable: int, name: str, rest: int, pairs: tuple[int, ...]
    ) -> None:
        first = self.first_class[file]
        placed = tuple(
            first + value if position % 2 == 0 else self.at(file, value)
            for position, value in enumerate(pairs)
        )
        label = f"{how}:{name}"
        self.mine.append((label, file, self.at(file, variable), self.at(file, rest), placed))

    def load_pub(self, file: int, space: str, name: str, variable: int) -> None:
        self.published.append((file, sys.intern(space), sys.intern(name), self.at(file, variable)))

    def load_inc(self, file: int, path: str) -> None:
        self.includes.setdefault(file, []).append(path)

    def load_cexp(self, file: int, space: str, name: str, variable: int) -> None:
        self.declared.setdefault((space, name), []).append((file, self.at(file, variable)))

    def load_proto(self, file: int, space: str, name: str, variable: int) -> None:
        self.prototypes.append((file, space, name, self.at(file, variable)))

    def load_find(self, file: int, variable: int, name: str, *spaces: str) -> None:
        self.finds.append((file, self.at(file, variable), name, spaces))

    def load_use(self, file: int, variable: int, qualified: str, space: str = "") -> None:
        self.uses.append((file, self.at(file, variable), qualified, space))

    def load_inst(self, file: int, variable: int, source: int) -> None:
        target = self.at(file, variable)
        self.typed.add(target)
        self.defer(self.at(file, source), ("instance", target))

    def load_iter(self, file: int, target: int, value: int, start: int, function: int) -> None:
        place = self.place(file, start, function)
        self.defer(self.at(file, value), ("iter", self.at(file, target), place))

    def load_with(self, file: int, target: int, value: int, start: int, function: int) -> None:
        place = self.place(file, start, function)
        self.defer(self.at(file, value), ("with", self.at(file, target), place))

    def load_raise(self, file: int, value: int, start: int, function: int) -> None:
        place = self.place(file, start, function)
        self.defer(self.at(file, value), ("raise", place))

    def load_setter(self, file: int, getter: int, setter: int) -> None:
        self.defer(self.at(file, getter), ("setter", self.at(file, setter)))

    def load_slice(self, file: int, target: int, value: int, low: int, high: int) -> None:
        self.watch(self.at(file, value), ("slice", self.at(file, target), low, high))

    def load_exp(self, file: int, name: str, variable: int) -> None:
        self.exports[file][name] = self.at(file, variable)

    def load_all(self, file: int, *names: str) -> None:
        self.listed[file] = frozenset(names)

    def load_star(self, file: int, level: int, module: str) -> None:
        self.stars[file].append((level, module))

    def load_imp(self, file: int, variable: int, level: int, module: str, name: str) -> None:
        self.imports.append((file, self.at(file, variable), level, module, name))

    def load_req(self, file: int, variable: int, module: str) -> None:
        self.required.append((file, self.at(file, variable), module))

    def load_await(self, file: int, target: int, value: int) -> None:
        self.defer(self.at(file, value), ("await", self.at(file, target)))

    def load_deref(self, file: int, target: int, value: int) -> None:
        self.defer(self.at(file, value), ("deref", self.at(file, target)))

    def load_result(self, file: int, target: int, function: int) -> None:
        self.defer(self.at(file, function), ("result", self.at(file, target)))

    def load_top(self, file: int, name: str, variable: int) -> None:
        self.tops.setdefault(name, []).append((file, self.at(file, variable)))

    def load_free(self, file: int, variable: int, name: str) -> None:
        self.frees.append((file, self.at(file, variable), name))


NO_FUNCTION = Function(-1, 0, 0, -1, -1, 0, "", 0, "", -1)
NO_CLASS = Class(-1, -1, -1, "", 0, "", [], -1, -1)
