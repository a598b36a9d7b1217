"""Solves the constraints of the whole repository.

In three rounds: names and imports alone, so that classes find their bases; then calls,
``self`` and annotations; last what needs to know that nothing else came: decorators that
gave nothing pass their argument through, parameters of functions that nobody calls take
their defaults, keys that stayed unknown are any key.
"""

import builtins
from array import array
from collections.abc import Callable, Sequence
from posixpath import dirname

from sourcebook.analyze.resolve.containers import SEQUENCES, Call
from sourcebook.analyze.resolve.heap import (
    BOUND,
    BOX,
    CLASS,
    CONSTANT,
    EXTERNAL,
    FUNCTION,
    INSTANCE,
    METHOD,
    MODULE,
    PACKAGE,
    SUPER,
    Constraint,
)
from sourcebook.analyze.resolve.javascript_runtime import NOWHERE
from sourcebook.analyze.resolve.loading import PROJECTS, Place
from sourcebook.analyze.resolve.modules_javascript import LANGUAGES as JAVASCRIPT
from sourcebook.analyze.resolve.modules_javascript import JavaScriptModules
from sourcebook.analyze.resolve.modules_python import Found, PythonModules
from sourcebook.analyze.resolve.namespaces import Namespaces
from sourcebook.analyze.resolve.packing import unpacked
from sourcebook.model import ParsedFile

BUILTINS = frozenset(dir(builtins))
PRIMITIVES = frozenset({"str", "bytes", "int", "float", "bool", "complex"})


class Solver(Namespaces):
    """The whole repository as one set of constraints."""

    def __init__(self, parsed: Sequence[ParsedFile]) -> None:
        super().__init__(parsed)
        self.python = PythonModules(f.path for f in self.parsed if f.language == "python")
        projects = {
            f.path: unpacked(f.facts) for f in self.parsed if f.facts and f.language == PROJECTS
        }
        self.javascript = JavaScriptModules(
            (f.path for f in self.parsed if f.language in JAVASCRIPT), projects
        )
        self.module_members: dict[tuple[int, str], int] = {}
        self.actions: dict[str, Callable[..., None]] = {
            "read": self.on_read,
            "write": self.on_write,
            "bind": self.on_bind,
            "bind class": self.on_bind_class,
            "call": self.on_call,
            "callback": self.on_callback,
            "decorate": self.on_decorate,
            "item": self.on_item,
            "put": self.on_put,
            "keys": self.on_keys,
            "put keys": self.on_put_keys,
            "key": self.on_key,
            "merge": self.on_merge,
            "extend": self.on_extend,
            "iter": self.on_iter,
            "next": self.on_next,
            "with": self.on_with,
            "raise": self.on_raise,
            "instance": self.on_instance,
            "super": self.on_super,
            "setter": self.on_setter,
            "setter call": self.on_setter_call,
            "call bound": self.on_call_bound,
            "slice": self.on_slice,
            "new": self.on_new,
            "bare": self.on_bare,
            "await": self.await_value,
            "settle": self.await_value,
            "deref": self.on_deref,
            "same": self.on_same,
            "result": self.on_result,
            "rebind": self.rebind,
            "assign": self.assign,
            "spread": self.on_spread,
            "place": self.on_place,
            "given": self.on_given,
            "unit": self.on_unit,
            "inside": self.on_inside,
            "spill": self.spill,
            "pour": self.pour,
            "narrow": self.on_narrow,
            "kept": self.on_kept,
            "mix": self.mix,
            "create": self.create,
            "inherit": self.inherit,
        }

    def solve(self) -> None:
        self.load_all_files()
        self.bind_names()
        self.run()
        self.extend_classes()
        self.settle_bases()
        self.bind_members()
        for variable, constraint in zip(self.late, self.later, strict=True):
            self.watch(variable, constraint)
        self.late, self.later = array("i"), []
        self.run()
        if self.bases_grew():
            self.order_classes()
            self.run()
        self.conclude()
        self.run()

    def close(self) -> None:
        """Let go of everything: to find that it only refers to itself would take a second."""
        self.__dict__.clear()

    def conclude(self) -> None:
        """What follows from nothing else having come."""
        for decorator, given, result in self.decorated:
            if not self.holds[result] or not self.holds[decorator]:
                self.flow(given, result)
        for function in self.functions:
            if not function.called:
                for variable, default in zip(function.variables, function.defaults, strict=True):
                    self.flow(default, variable)
        for kind, target in self.narrowed:
            if not self.holds[target]:
                self.watch(kind, ("instance", target))
        for key, holder, constraint in self.open_keys:
            if not any(
                self.kind[i] == CONSTANT and self.label[i][2:] for i in self.holds[key] or ()
            ):
                self.watch(holder, constraint)

    # ----------------------------------------------------------------- names and modules

    def bind_names(self) -> None:
        self.python.learn_own_name(
            (self.parsed[file].path, module)
            for file, _, level, module, _ in self.imports
            if not level
        )
        for file, variable, level, module, name in self.imports:
            for item in self.module(file, level, module, name):
                if name:
                    self.read_module(variable, item, name)
                else:
                    self.add(variable, item)
        for file, variable, module in self.required:
            for item in self.module(file, 0, module, ""):
                self.add(variable, item)
                if self.kind[item] == MODULE:
                    self.flow(self.module_member(self.left[item], "="), variable)
        self.bind_spaces()
        for file, variable, name in self.frees:
            if self.parsed[file].language in JAVASCRIPT:
                self.bind_global(file, variable, name)
            else:
                self.bind_free(file, variable, name)

    def module(self, file: int, level: int, module: str, name: str) -> list[int]:
        """The objects that an import names."""
        del name
        return self.found(self.modules(file).find(self.parsed[file].path, level, module))

    def modules(self, file: int) -> PythonModules | JavaScriptModules:
        return self.javascript if self.parsed[file].language in JAVASCRIPT else self.python

    def is_root(self, file: int) -> bool:
        """Whether the file is what programs outside import: the top of a package."""
        path = self.parsed[file].path
        if self.parsed[file].language == "python" and path.endswith("__init__.py"):
            return "/" in path and self.python.root(path) == dirname(dirname(path))
        return False

    def found(self, found: Found | None) -> list[int]:
        how, where = found or ("", "")
        if how == "file":
            return [self.the(MODULE, self.file_at[where])]
        if how == "folder":
            return [self.the(PACKAGE, label=where)]
        return [self.external(where)] if how == "outside" else []

    def read_module(self, target: int, item: int, name: str) -> None:
        if self.kind[item] == MODULE:
            self.flow(self.module_member(self.left[item], name), target)
        elif self.kind[item] == PACKAGE and ":" in self.label[item]:
            self.read_space(target, self.label[item], name)
        elif self.kind[item] == PACKAGE:
            for inner in self.found(self.python.inside(self.label[item], name)):
                self.add(target, inner)
        else:
            self.read(target, item, name)

    def module_member(self, file: int, name: str) -> int:
        """What the module gives under ``name``; star imports may go in a ring."""
        key = (file, name)
        found = self.module_members.get(key)
        if found is not None:
            return found
        found = self.module_members[key] = self.variable()
        work = [(file, found)]
        while work:
            number, target = work.pop()
            self.flow(self.field_of(self.the(MODULE, number), name), target)
            own = self.exports[number].get(name)
            if own is not None:
                self.flow(own, target)
                continue
            self.common_js(number, target, name)
            for inner in self.found(self.modules(number).inside(self.parsed[number].path, name)):
                self.add(target, inner)
            for level, module in self.stars[number]:
                for source in self.module(number, level, module, "*"):
                    if self.kind[source] != MODULE or not self.gives(self.left[source], name):
                        continue
                    inner_key = (self.left[source], name)
                    known = self.module_members.get(inner_key)
                    if known is None:
                        known = self.module_members[inner_key] = self.variable()
                        work.append((self.left[source], known))
                    self.flow(known, target)
        return found

    def common_js(self, file: int, target: int, name: str) -> None:
        """Members of what was assigned to ``module.exports``, which is also the default."""
        whole = self.exports[file].get("=")
        if self.parsed[file].language not in JAVASCRIPT or name == "=":
            return
        if name == "default":
            if whole is not None:
                self.flow(whole, target)
            elif self.exports[file]:
                self.add(target, self.the(MODULE, file))
        elif name == "exports":
            self.add(target, self.the(MODULE, file))
        elif whole is not None:
            self.watch(whole, ("read", target, name))

    def bind_global(self, file: int, variable: int, name: str) -> None:
        """A name that a JavaScript file does not declare."""
        declared = self.tops.get(name, ())
        if name in ("module", "exports"):
            self.add(variable, self.the(MODULE, file))
        elif len(declared) == 1:
            self.flow(declared[0][1], variable)
        elif not declared and name != "undefined":
            self.add(variable, self.external(name))

    def gives(self, file: int, name: str) -> bool:
        """Whether ``import *`` takes ``name`` from the file."""
        listed = self.listed[file]
        if self.parsed[file].language in JAVASCRIPT:
            return name != "default"
        return not name.startswith("_") if listed is None else name in listed

    def bind_free(self, file: int, variable: int, name: str) -> None:
        """A name that its file does not define."""
        for level, module in self.stars[file]:
            for source in self.module(file, level, module, "*"):
                if self.kind[source] == MODULE and self.gives(self.left[source], name):
                    self.flow(self.module_member(self.left[source], name), variable)
        if name in BUILTINS and not self.holds[variable]:
            self.add(variable, self.external(f"builtins.{name}"))

    # ----------------------------------------------------------------------- constraints

    def apply(self, variable: int, constraint: Constraint, items: tuple[int, ...]) -> None:
        del variable
        action = self.actions[constraint[0]]
        for item in items:
            action(item, *constraint[1:])

    def on_read(self, item: int, target: int, name: str) -> None:
        self.read(target, item, name)

    def on_write(self, item: int, source: int, name: str, place: Place) -> None:
        if self.kind[item] == INSTANCE and self.has_member(self.left[item], name):
            self.assigned[place] = name
            self.watch(self.lookup(self.left[item], name), ("setter call", source, item, place))
        if self.kind[item] == INSTANCE and self.has_member(self.left[item], f"={name}"):
            call = Call(self.implicit_site(*place), self.sink, (source,))
            setter = self.lookup(self.left[item], f"={name}")
            self.watch(setter, ("call bound", call, item))
        self.write(item, name, source)

    def on_bind(self, item: int, target: int, receiver: int) -> None:
        self.bind(target, receiver, item)

    def on_bind_class(self, item: int, target: int, receiver: int) -> None:
        self.bind_class(target, receiver, item)

    def on_call(self, item: int, call: Call) -> None:
        self.invoke(call, item)

    def on_callback(self, item: int, call: Call) -> None:
        """Called by something outside; an anonymous function counts as part of the caller."""
        if self.kind[item] == FUNCTION and self.functions[self.left[item]].symbol < 0:
            self.enter(call, item, -1)
        elif self.kind[item] in (FUNCTION, BOUND, CLASS):
            self.invoke(call, item)

    def on_decorate(self, item: int, call: Call) -> None:
        self.invoke(call, item)
        if self.kind[item] == EXTERNAL and isinstance(call.arguments[0], int):
            self.flow(call.arguments[0], call.result)

    def on_item(self, item: int, target: int, key: str) -> None:
        if self.kind[item] == CLASS:
            self.add(target, item)
        elif self.kind[item] == INSTANCE:
            self.call_named(item, "__getitem__", target, NOWHERE)
        else:
            self.take(target, item, key)

    def on_put(self, item: int, source: int, key: str) -> None:
        if self.kind[item] == INSTANCE:
            self.call_named(item, "__setitem__", self.sink, NOWHERE, self.empty, source)
        else:
            self.put(item, key, source)

    def on_keys(self, key: int, target: int, holder: int) -> None:
        self.watch(holder, ("item", target, self.key_of(key)))

    def on_put_keys(self, key: int, source: int, holder: int) -> None:
        self.watch(holder, ("put", source, self.key_of(key)))

    def on_key(self, key: int, target: int, holder: int) -> None:
        self.take(target, holder, self.key_of(key))

    def key_of(self, item: int) -> str:
        """The field that a value names as a key."""
        if self.kind[item] == CONSTANT:
            kind, _, value = self.label[item].partition(":")
            if value:
                return f"{kind[0]}:{value}"
        return "*"

    def on_merge(self, item: int, box: int, without: str = "") -> None:
        self.merge_box(box, item, without)

    def on_extend(self, item: int, box: int) -> None:
        self.elements(self.entry(box, "*"), item)

    def on_iter(self, item: int, target: int, place: Place) -> None:
        self.iterate(target, item, place)

    def on_spread(self, item: int, box: int, low: int) -> None:
        """``*item`` meets ``*rest``: what comes after the first ``low`` keeps its place."""
        if self.kind[item] == BOX and (
            self.label[item] in SEQUENCES or self.label[item] == "array"
        ):
            self.observe(item, "slice", box, low, 0)
        else:
            self.pour(item, box)

    def on_place(self, item: int, source: int, position: int) -> None:
        if self.kind[item] == INSTANCE:
            for name in self.classes[self.left[item]].fields[position : position + 1]:
                self.flow(source, self.field_of(item, name))

    def on_inside(self, item: int, target: int, position: int) -> None:
        """An element of an array (which is known by its elements), or a field of a type."""
        if self.kind[item] == INSTANCE:
            record = self.classes[self.left[item]]
            name = next(iter(record.fields[position : position + 1]), "")
            member = record.members.get(name)
            if member is not None and member in self.typed:
                self.flow(member, target)
                return
        self.on_deref(item, target)

    def on_unit(self, item: int, target: int) -> None:
        made = self.kind[item] == CLASS
        self.add(target, self.classes[self.left[item]].instance if made else item)

    def on_given(self, item: int, types: tuple[int, ...]) -> None:
        """A function comes where the type says what its parameters are given."""
        if self.kind[item] == FUNCTION:
            function = self.functions[self.left[item]]
            receiver = "t" in function.flags
            for source, target in zip(types[not receiver :], function.variables, strict=False):
                self.flow(source, target)

    def on_next(self, item: int, target: int, place: Place) -> None:
        self.advance(target, item, place)

    def on_with(self, item: int, target: int, place: Place) -> None:
        self.open_with(target, item, place)

    def on_raise(self, item: int, place: Place) -> None:
        self.thrown(item, place)

    def on_instance(self, item: int, target: int) -> None:
        if self.kind[item] == CLASS:
            self.add(target, self.classes[self.left[item]].instance)
        elif self.kind[item] == EXTERNAL and not self.label[item].startswith("typing."):
            short = self.label[item].removeprefix("builtins.")
            made = self.external(self.label[item], declared=1)
            self.add(target, self.constant(short) if short in PRIMITIVES else made)
        elif self.kind[item] == BOX:
            self.add(target, item)  # a container type that has a name of its own

    def on_narrow(self, item: int, target: int, source: int) -> None:
        """``isinstance``: what of the class, or of one below it, may be meant."""
        if self.kind[item] == CLASS:
            self.watch(source, ("kept", target, self.left[item]))
        else:
            self.on_instance(item, target)

    def on_kept(self, item: int, target: int, number: int) -> None:
        if self.kind[item] == INSTANCE and number in self.classes[self.left[item]].order:
            self.add(target, item)

    def on_super(self, item: int, target: int, number: int) -> None:
        if self.kind[item] == INSTANCE:
            self.add(target, self.the(SUPER, number, item))
        elif self.kind[item] == CLASS:
            instance = self.classes[self.left[item]].instance
            self.add(target, self.the(SUPER, number, instance))

    def on_new(self, item: int, call: Call) -> None:
        self.make_new(call, item)

    def on_deref(self, item: int, target: int) -> None:
        """What a pointer leads to: an element of a container, any other thing itself."""
        if self.kind[item] == BOX:
            self.take(target, item, "*")
        else:
            self.add(target, item)

    def on_bare(self, item: int, call: Call) -> None:
        if self.kind[item] in (FUNCTION, BOUND, METHOD, EXTERNAL):
            self.invoke(call, item)
        else:
            self.add(call.result, item)

    def on_same(self, item: int, target: int) -> None:
        self.add(target, item)

    def on_result(self, item: int, target: int) -> None:
        if self.kind[item] == FUNCTION:
            self.flow(self.functions[self.left[item]].result, target)

    def on_setter(self, item: int, setter: int) -> None:
        if self.kind[item] == FUNCTION:
            self.functions[self.left[item]].setters += (setter,)

    def on_setter_call(self, item: int, source: int, receiver: int, place: Place) -> None:
        if self.is_descriptor(item):
            self.call_named(item, "__set__", self.sink, place, self.empty, source)
        elif self.kind[item] == FUNCTION:
            for setter in self.functions[self.left[item]].setters:
                call = Call(self.implicit_site(*place), self.sink, (source,))
                self.watch(setter, ("call bound", call, receiver))

    def on_call_bound(self, item: int, call: Call, receiver: int) -> None:
        if self.kind[item] == FUNCTION:
            self.invoke(call, self.the(BOUND, item, receiver))

    def on_slice(self, item: int, target: int, low: int, high: int) -> None:
        if self.kind[item] == BOX:
            self.cut(target, item, low, high)
        else:
            self.take(target, item, "*")
