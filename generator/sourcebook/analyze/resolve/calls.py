"""Calls: which functions run, what they are given and what they give back."""

from sourcebook.analyze.resolve.containers import Call
from sourcebook.analyze.resolve.heap import (
    BOUND,
    BOX,
    CLASS,
    EXTERNAL,
    FUNCTION,
    INSTANCE,
    METHOD,
)
from sourcebook.analyze.resolve.javascript_runtime import KINDS, NOWHERE
from sourcebook.analyze.resolve.members import Class, Function
from sourcebook.analyze.resolve.python_runtime import CALLERS, UNKNOWABLE, PythonRuntime


class Calls(PythonRuntime):
    """Calling of values."""

    def __init__(self) -> None:
        super().__init__()
        #: Site -> objects called there, in the order found.
        self.reached: dict[int, tuple[int, ...]] = {}
        self.bound: set[tuple[int, int, int]] = set()
        self.implicit: dict[tuple[int, int, int], int] = {}
        self.assigned: dict[tuple[int, int, int], str] = {}  # members, by the place of the change
        #: Parameter -> what its type says that a function there is given, ``this`` first.
        self.contexts: dict[int, tuple[int, ...]] = {}
        self.decorated: list[tuple[int, int, int]] = []

    def reach(self, site: int, item: int) -> None:
        found = self.reached.get(site)
        if found is None:
            self.reached[site] = self.alone[item]
        elif item not in found:
            self.reached[site] = (*found, item)

    def invoke(self, call: Call, item: int) -> None:
        """``item`` is called."""
        kind = self.kind[item]
        if kind == FUNCTION:
            if self.fits(call, item):
                self.reach(call.site, item)
                self.enter(call, item, -1)
        elif kind == BOUND:
            if self.fits(call, self.left[item]):
                self.reach(call.site, self.left[item])
                self.enter(call, self.left[item], self.right[item])
        elif kind == CLASS:
            self.construct(call, item)
        elif kind == INSTANCE and "r" in self.classes[self.left[item]].flags:
            # A variant of an enum of Rust that holds something.
            self.reach(call.site, self.classes[self.left[item]].object)
            self.add(call.result, item)
        elif kind == INSTANCE and "g" in self.classes[self.left[item]].flags:
            held = self.field_of(item, CONVERTED)
            # A conversion may convert its own result, over and over.
            if not self.watched(held, ("call", call)):
                self.watch(held, ("call", call))
        elif kind == INSTANCE:
            self.watch(self.slot(item, "__call__"), ("call", call))
        elif kind == EXTERNAL:
            self.reach(call.site, item)
            self.call_outside(call, item)
        elif kind == METHOD:
            self.call_builtin(call, item)

    def fits(self, call: Call, item: int) -> bool:
        """Whether the number of arguments is right, where functions are overloaded by it."""
        function = self.functions[self.left[item]]
        exact, lenient = "o" in function.flags, "O" in function.flags
        if not (exact or lenient) or call.site < 0 or style_used(call.arguments):
            return True
        count = len(call.arguments)
        kinds = function.kinds[1:] if "t" in function.flags else function.kinds
        most = len(kinds)
        # Defaults of C++ stand at the declaration, so a definition takes fewer, too.
        least = most - function.optional if exact else 0
        return least <= count <= most or ("*" in kinds and count >= least - 1)

    def call_builtin(self, call: Call, item: int) -> None:
        """A method of a built-in type, or of a function, is called."""
        receiver, name = self.left[item], self.label[item]
        if self.kind[receiver] in (FUNCTION, BOUND):
            self.apply_function(call, receiver, name)
            return
        self.reach(call.site, item)
        if self.kind[receiver] == INSTANCE:
            self.add(call.result, receiver)
        elif self.kind[receiver] == BOX and self.label[receiver] in KINDS:
            self.call_box(call, receiver, name)
        else:
            self.call_method(call, item)

    def construct(self, call: Call, item: int) -> None:
        """A class is called: its constructor runs, if the repository has one."""
        record = self.classes[self.left[item]]
        self.add(call.result, record.instance)
        if "g" in record.flags and call.arguments and isinstance(call.arguments[0], int):
            self.flow(call.arguments[0], self.field_of(record.instance, CONVERTED))
        number = self.left[item]
        name = constructor_of(record)
        own = name in record.members
        if own or ("o" not in record.flags and self.has_member(number, name)):
            inner = Call(call.site, self.sink, call.arguments)
            self.watch(self.slot(record.instance, name), ("call", inner))
        elif self.has_member(number, "__post_init__"):
            self.fill_fields(call, record)
            inner = Call(call.site, self.sink, ())
            self.watch(self.slot(record.instance, "__post_init__"), ("call", inner))
        else:
            self.fill_fields(call, record)
            self.reach(call.site, item)

    def fill_fields(self, call: Call, record: Class) -> None:
        """A constructor that was generated from the annotated fields of a class."""
        fields = [name for number in reversed(record.order) for name in self.classes[number].fields]
        names = list(dict.fromkeys(fields))
        label = ""
        position = 0
        for argument in call.arguments if names else ():
            if isinstance(argument, str):
                label = argument
            elif label in names:
                self.flow(argument, self.field_of(record.instance, label))
                label = ""
            elif not label and position < len(names) and not record.outside:
                self.flow(argument, self.field_of(record.instance, names[position]))
                position += 1
            else:
                label = ""

    def make_new(self, call: Call, item: int) -> None:
        """``new item(…)``."""
        kind = self.kind[item]
        if kind == FUNCTION:
            record = self.classes[self.class_of(item)]
            self.add(call.result, record.instance)
            self.reach(call.site, item)
            self.enter(Call(call.site, self.sink, call.arguments), item, record.instance)
        elif kind == BOUND:
            self.make_new(call, self.left[item])
        else:
            self.invoke(call, item)

    def enter(self, call: Call, item: int, receiver: int) -> None:
        """Bind arguments to parameters and the result to the call's."""
        function = self.functions[self.left[item]]
        function.called = True
        offset = 0
        if receiver != -1 or "t" in function.flags:
            offset = 1
            if receiver != -1 and function.variables:
                self.add(function.variables[0], receiver)
                if 0 in function.passed:
                    self.add(call.result, receiver)
        key = (item, id(call), offset)
        if key in self.bound:
            return
        self.bound.add(key)
        if not function.passed:
            self.flow(function.result, call.result)
        arguments = call.arguments
        if arguments[:1] == ("this",):
            if receiver == -1 and "t" in function.flags and isinstance(arguments[1], int):
                self.flow(arguments[1], function.variables[0])
            arguments = arguments[2:]
        self.pass_arguments(function, offset, arguments, call.result)

    def pass_arguments(
        self, function: Function, offset: int, arguments: tuple[int | str, ...], result: int
    ) -> None:
        kinds = function.kinds
        given = set(range(offset))
        position = offset
        count = offset
        style = ""
        for argument in arguments:
            if isinstance(argument, str):
                style = argument
                continue
            if style == "":
                while position < len(kinds) and kinds[position] not in ("", "*"):
                    position += 1
                self.pass_one(function, position, count, argument, given)
                if position in function.passed:
                    self.flow(argument, result)
                count += 1
                if position < len(kinds) and kinds[position] == "":
                    position += 1
            elif style == "*":
                self.spread(function, position, argument)
                given.update(range(position, len(kinds)))
            elif style == "**":
                self.spread_names(function, offset, argument)
            else:
                self.pass_named(function, style, argument, given)
            style = ""
        for index in range(offset, len(kinds)):
            if index not in given and function.defaults[index] != self.empty:
                self.flow(function.defaults[index], function.variables[index])
        if function.passed and (style_used(arguments) or not function.passed <= given):
            # Something came by name, from a default or with the receiver.
            self.flow(function.result, result)

    def pass_one(
        self, function: Function, index: int, count: int, argument: int, given: set[int]
    ) -> None:
        """The ``count``-th argument by position meets parameter ``index``."""
        if index >= len(function.kinds):
            return
        if function.kinds[index] == "*":
            for box in self.holds[function.variables[index]] or ():
                self.put(box, f"i:{count - index}", argument)
        else:
            given.add(index)
            self.flow(argument, function.variables[index])
            types = self.contexts.get(function.variables[index])
            if types is not None:
                # Beside the flow, which may be full.
                self.watch(argument, ("given", types))

    def pass_named(self, function: Function, name: str, argument: int, given: set[int]) -> None:
        if name in function.names:
            index = function.names.index(name)
            given.add(index)
            if "*" not in function.kinds[index]:
                self.flow(argument, function.variables[index])
                return
        if "**" in function.kinds:
            rest = function.variables[function.kinds.index("**")]
            for box in self.holds[rest] or ():
                self.put(box, f"s:{name}", argument)

    def spread(self, function: Function, position: int, argument: int) -> None:
        """``*argument``: its elements go to the remaining parameters."""
        for index in range(position, len(function.kinds)):
            kind = function.kinds[index]
            if kind == "":
                self.watch(argument, ("item", function.variables[index], f"i:{index - position}"))
            elif kind == "*":
                for box in self.holds[function.variables[index]] or ():
                    if self.kind[box] == BOX:  # the name may be bound to something else, too
                        self.watch(argument, ("spread", box, index - position))

    def spread_names(self, function: Function, offset: int, argument: int) -> None:
        """``**argument``: its entries go to the parameters of their names."""
        for index in range(offset, len(function.kinds)):
            kind = function.kinds[index]
            if kind in ("", "k"):
                key = f"s:{function.names[index]}"
                self.watch(argument, ("item", function.variables[index], key))
            elif kind == "**":
                for box in self.holds[function.variables[index]] or ():
                    self.watch(argument, ("merge", box))

    # ----------------------------------------------------------------- implicit calls

    def implicit_site(self, file: int, start: int, function: int) -> int:
        """The number of a call that the source does not write."""
        key = (file, start, function)
        found = self.implicit.get(key)
        if found is None:
            found = self.implicit[key] = -2 - len(self.implicit)
        return found

    def call_named(
        self, item: int, name: str, result: int, place: tuple[int, int, int], *arguments: int
    ) -> bool:
        """The language calls ``item.name()``; False when the repository has no such method."""
        if self.kind[item] != INSTANCE or not self.has_member(self.left[item], name):
            return False
        site = self.implicit_site(*place)
        self.watch(self.slot(item, name), ("call", Call(site, result, arguments)))
        return True

    def describe(self, target: int, receiver: int, item: int) -> None:
        """A member with ``__get__`` is read: of an instance, or of the class itself."""
        instance = self.variable()
        if self.kind[receiver] == INSTANCE:
            self.add(instance, receiver)
        if not self.call_named(item, "__get__", target, NOWHERE, instance, self.empty):
            self.add(target, item)

    def iterate(self, target: int, item: int, place: tuple[int, int, int]) -> None:
        """``target`` gets what iteration over ``item`` gives."""
        if self.kind[item] == INSTANCE:
            iterator = self.variable()
            if any(self.call_named(item, name, iterator, place) for name in ITERATORS):
                self.watch(iterator, ("next", target, place))
            elif not self.classes[self.left[item]].outside:
                self.call_named(item, "__getitem__", target, place)
        elif self.kind[item] == CLASS:
            self.add(target, self.classes[self.left[item]].instance)
        elif self.kind[item] == EXTERNAL:
            self.add(target, self.external(f"{self.label[item]}[]"))
        else:
            self.elements(target, item)

    def advance(self, target: int, item: int, place: tuple[int, int, int]) -> None:
        """``target`` gets what the iterator ``item`` gives next."""
        if any(self.call_named(item, name, target, place) for name in ("__next__", "__anext__")):
            return
        if self.kind[item] == BOX and self.label[item] == "object":
            # The protocol of JavaScript: an object whose next() gives an object of a value.
            step = self.variable()
            call = Call(self.implicit_site(*place), step, ())
            self.watch(self.entry(item, "s:next"), ("call", call))
            self.watch(step, ("read", target, "value"))
        else:
            self.iterate_plain(target, item)

    def iterate_plain(self, target: int, item: int) -> None:
        if self.kind[item] == EXTERNAL:
            self.add(target, self.external(f"{self.label[item]}[]"))
        else:
            self.elements(target, item)

    def open_with(self, target: int, item: int, place: tuple[int, int, int]) -> None:
        """``with item as target``."""
        if self.call_named(item, "__enter__", target, place) or self.call_named(
            item, "__aenter__", target, place
        ):
            if not self.call_named(item, "__exit__", self.sink, place):
                self.call_named(item, "__aexit__", self.sink, place)
        elif self.label[item] == "generator":
            self.elements(target, item)
        else:
            self.add(target, item)

    def thrown(self, item: int, place: tuple[int, int, int]) -> None:
        """A class that is raised is called."""
        if self.kind[item] == CLASS and self.has_member(self.left[item], "__init__"):
            self.construct(Call(self.implicit_site(*place), self.sink, ()), item)

    # ------------------------------------------------------------------- outside calls

    def call_outside(self, call: Call, item: int) -> None:
        """A function outside the repository gives a value outside it."""
        name = self.label[item]
        if name in UNKNOWABLE or self.call_global(call, name) or self.call_python(call, name):
            return
        if name in CALLERS:
            self.call_back(call, name)
        elif name in CALLERS_IN_C:
            inner = Call(call.site, self.sink, ())
            for value in (a for a in call.arguments if isinstance(a, int)):
                self.watch(value, ("callback", inner))
        self.add(call.result, self.result_outside(item))

    def result_outside(self, item: int) -> int:
        name = self.label[item]
        short = name.removeprefix("builtins.")
        if short in ("str", "repr", "input", "format", "chr", "hex", "ascii"):
            return self.constant("str")
        if short in ("list", "dict", "set", "tuple", "frozenset", "bytes", "int", "float"):
            return self.constant(short)
        if name.endswith(")") and name.count("(") > 2:
            return item
        return self.external(f"{name}()", declared=self.right[item])


#: Field of an instance of a type of Go: what was converted to the type.
CONVERTED = "<converted>"
#: Functions of the libraries of C that call what they are given.
CALLERS_IN_C = frozenset(
    {
        *("qsort", "bsearch", "lfind", "lsearch", "tsearch", "twalk", "qsort_r", "atexit"),
        *("pthread_create", "pthread_once", "thrd_create", "call_once", "signal", "on_exit"),
        *("std.sort", "std.for_each", "std.find_if", "std.transform", "std.thread"),
    }
)
ITERATORS = ("__iter__", "__aiter__", "[Symbol.iterator]", "[Symbol.asyncIterator]")


def style_used(arguments: tuple[int | str, ...]) -> bool:
    return any(isinstance(argument, str) for argument in arguments)


def constructor_of(record: Class) -> str:
    """Name of the method that makes an instance."""
    if "o" in record.flags:
        return "<init>"
    if "b" in record.flags:
        return "initialize"
    return "constructor" if "j" in record.flags else "__init__"
