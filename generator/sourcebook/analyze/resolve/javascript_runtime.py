"""What the built-in objects and functions of JavaScript do with values."""

from abc import abstractmethod

from sourcebook.analyze.resolve.containers import Call, Containers, plain
from sourcebook.analyze.resolve.heap import BOUND, BOX, CLASS, FUNCTION, METHOD, PROTOTYPE

KINDS = frozenset({"array", "object", "map", "promise"})
#: Methods of arrays (and what behaves like them) that call what they are given.
CALLING = frozenset(
    {
        *("map", "forEach", "filter", "find", "findIndex", "findLast", "some", "every"),
        *("flatMap", "reduce", "reduceRight", "sort", "toSorted"),
        # Those of Ruby, whose arrays are the same kind of box.
        *("each", "select", "reject", "collect", "each_with_index", "inject", "detect"),
        *("any?", "all?", "each_pair", "flat_map", "sort_by", "group_by", "each_value"),
    }
)
#: Of those, the ones that give back what the array holds.
KEEPING = frozenset({"filter", "sort", "toSorted", "each", "select", "reject", "sort_by"})
#: Methods of values outside the repository that call what they are given.
CALLING_OUTSIDE = CALLING | {"then", "catch", "finally"}
#: Functions outside the repository that call what they are given.
CALLERS = frozenset(
    {
        *("setTimeout", "setInterval", "setImmediate", "queueMicrotask"),
        *("requestAnimationFrame", "process.nextTick", "Array.from"),
    }
)


#: Functions outside that give what they are given.
SAME = frozenset({"Object.freeze", "Object.seal", "structuredClone"})
#: The place of an implicit call that no site shows.
NOWHERE = (-1, -1, -1)


class JavaScriptRuntime(Containers):
    """Methods of arrays, maps, promises and functions."""

    @abstractmethod
    def invoke(self, call: Call, item: int) -> None:
        """``item`` is called."""

    @abstractmethod
    def iterate(self, target: int, item: int, place: tuple[int, int, int]) -> None:
        """``target`` gets what iteration over ``item`` gives."""

    @abstractmethod
    def implicit_site(self, file: int, start: int, function: int) -> int:
        """The number of a call that the source does not write."""

    def call_box(self, call: Call, item: int, name: str) -> None:
        """A method of a built-in object is called."""
        kind = self.label[item]
        given = plain(call)
        first = given[0] if given else self.empty
        if kind == "promise":
            self.call_promise(call, item, name, first)
        elif kind == "map" and name not in CALLING:
            self.call_map(call, item, name, given)
        elif name in CALLING:
            self.call_with_elements(call, item, name, first)
        else:
            self.call_array(call, item, name, given)

    def call_array(self, call: Call, item: int, name: str, given: list[int]) -> None:
        if name in ("push", "unshift", "fill", "splice"):
            for value in given[2:] if name == "splice" else given:
                self.put(item, "*", value)
        elif name in ("pop", "shift", "at"):
            self.take(call.result, item, "*")
        elif name == "slice":
            self.slice(call, item, given)
        elif name in ("concat", "reverse", "flat", "values", "toReversed", "splice"):
            self.add(call.result, item)
            for value in given:
                self.watch(value, ("same", call.result))
        elif name in ("join", "toString"):
            self.add(call.result, self.constant("str"))
        elif name == "keys":
            self.add(call.result, self.derived(call.result, item, name, "array"))

    def slice(self, call: Call, item: int, given: list[int]) -> None:
        """``slice`` with constant bounds moves the entries, else gives them all."""
        bounds = [self.number(variable) for variable in given]
        low = bounds[0] if bounds else 0
        high = bounds[1] if len(bounds) > 1 else 0
        if low is None or (high is not None and high < 0):
            low, high = low or 0, 0
        part = self.derived(call.result, item, "slice", "array")
        self.observe(item, "slice", part, low, high or 0)
        self.add(call.result, part)

    def number(self, variable: int) -> int | None:
        for held in self.holds[variable] or ():
            kind, _, value = self.label[held].partition(":")
            if kind == "int" and value.isdigit():
                return int(value)
        return None

    def call_with_elements(self, call: Call, item: int, name: str, function: int) -> None:
        """``array.map(function)``."""
        element, result = self.variable(), self.variable()
        self.observe(item, "all", element)
        if name.startswith("reduce"):
            initial = plain(call)[1:2]
            for value in initial:
                self.flow(value, call.result)
            self.flow(result, call.result)
            arguments: tuple[int, ...] = (call.result, element)
        else:
            arguments = (element,)
        self.watch(function, ("callback", Call(call.site, result, arguments)))
        if name in KEEPING:
            self.add(call.result, item)
        elif name in ("find", "findLast", "detect"):
            self.flow(element, call.result)
        elif name in ("map", "flatMap", "collect", "flat_map"):
            box = self.derived(call.result, item, name, "array")
            self.flow(result, self.entry(box, "*"))
            self.add(call.result, box)

    def call_promise(self, call: Call, item: int, name: str, function: int) -> None:
        if name == "resolve":
            self.watch(function, ("settle", self.entry(item, "*")))
        if name not in ("then", "catch", "finally"):
            return
        result = self.variable()
        value = self.variable()
        if name == "then":
            self.observe(item, "all", value)
        box = self.derived(call.result, item, name, "promise")
        self.watch(result, ("settle", self.entry(box, "*")))
        if name != "then":
            self.observe(item, "all", self.entry(box, "*"))
        for handler in plain(call):
            self.watch(handler, ("callback", Call(call.site, result, (value,))))
        del function
        self.add(call.result, box)

    def call_map(self, call: Call, item: int, name: str, given: list[int]) -> None:
        if name in ("set", "add"):
            if given:
                self.put(item, "*", given[-1])
            self.add(call.result, item)
        elif name == "get":
            self.take(call.result, item, "*")
        elif name in ("values", "entries"):
            box = self.derived(call.result, item, name, "array")
            self.observe(item, "all", self.entry(box, "*"))
            self.add(call.result, box)
        elif name == "forEach" and given:
            element = self.variable()
            self.observe(item, "all", element)
            self.watch(given[0], ("callback", Call(call.site, self.sink, (element,))))

    def await_value(self, item: int, target: int) -> None:
        """``await``: what a promise holds, anything else itself."""
        if self.kind[item] == BOX and self.label[item] == "promise":
            self.observe(item, "all", target)
        else:
            self.add(target, item)

    # -------------------------------------------------------------------------- functions

    def apply_function(self, call: Call, item: int, name: str) -> None:
        """``function.call(this, …)``, ``.apply(this, […])``, ``.bind(this)``."""
        given = call.arguments[2:] if call.arguments[:1] == ("this",) else call.arguments
        receiver = given[0] if given and isinstance(given[0], int) else self.empty
        if name == "bind":
            self.add(call.result, item)
            self.watch(receiver, ("rebind", call.result, item))
            return
        rest: tuple[int | str, ...] = given[1:]
        if name == "apply":
            rest = ("*", *given[1:2]) if len(given) > 1 else ()
        target = self.left[item] if self.kind[item] == BOUND else item
        self.invoke(Call(call.site, call.result, ("this", receiver, *rest)), target)

    def rebind(self, receiver: int, target: int, item: int) -> None:
        function = self.left[item] if self.kind[item] == BOUND else item
        if "t" in self.functions[self.left[function]].flags:
            self.add(target, self.the(BOUND, function, receiver))

    # ---------------------------------------------------------------------------- outside

    def call_global(self, call: Call, name: str) -> bool:
        """Functions outside that do something with what they are given."""
        given = plain(call)
        if name == "Object.assign" and given:
            for source in given[1:]:
                self.watch(given[0], ("assign", source))
            self.flow(given[0], call.result)
        elif name == "Object.create" and given:
            self.watch(given[0], ("create", call.result))
        elif name in SAME and given:
            self.flow(given[0], call.result)
        elif name in ("Promise", "Promise.resolve"):
            self.make_promise(call, name, given)
        elif name in ("Object.values", "Object.entries") and given:
            box = self.derived(call.result, 0, name, "array")
            self.add(call.result, box)
            self.watch(given[0], ("extend", box))
        elif name in ("Map", "WeakMap", "Set", "WeakSet"):
            self.make_map(call, name, given)
        elif name == "Array":
            self.add(call.result, self.derived(call.result, 0, name, "array"))
        elif name in CALLERS or name.rpartition(".")[2] in CALLING_OUTSIDE:
            for handler in given:
                self.watch(handler, ("callback", Call(call.site, self.sink, ())))
            return False
        else:
            return False
        return True

    def make_map(self, call: Call, name: str, given: list[int]) -> None:
        """``new Set(values)``, ``new Map([[key, value]])``."""
        box = self.derived(call.result, 0, name, "map")
        self.add(call.result, box)
        for value in given[:1]:
            if name.endswith("Set"):
                self.watch(value, ("extend", box))
            else:
                pair = self.variable()
                self.watch(value, ("iter", pair, NOWHERE))
                self.watch(pair, ("item", self.entry(box, "*"), "i:1"))

    def make_promise(self, call: Call, name: str, given: list[int]) -> None:
        """``Promise.resolve(value)`` and ``new Promise((resolve, reject) => …)``."""
        box = self.derived(call.result, 0, name, "promise")
        self.add(call.result, box)
        if name == "Promise.resolve":
            for value in given[:1]:
                self.watch(value, ("settle", self.entry(box, "*")))
            return
        resolve = self.variable()
        self.add(resolve, self.the(METHOD, box, label="resolve"))
        for executor in given[:1]:
            self.watch(executor, ("callback", Call(call.site, self.sink, (resolve, self.empty))))

    def assign(self, item: int, source: int) -> None:
        """``Object.assign(item, source)``."""
        if self.kind[item] == BOX:
            self.watch(source, ("merge", item))
        elif self.kind[item] == PROTOTYPE:
            self.watch(source, ("mix", self.left[item]))

    def mix(self, item: int, number: int) -> None:
        """The members of an object become those of a class's instances."""
        if self.kind[item] == BOX:
            for key, variable in list(self.keys[item].items()):
                self.flow(variable, self.prototype_field(number, key[2:]))
        elif self.kind[item] == PROTOTYPE:
            for name, variable in list(self.classes[self.left[item]].members.items()):
                self.flow(variable, self.prototype_field(number, name))

    def create(self, item: int, target: int) -> None:
        """``Object.create(item)``."""
        if self.kind[item] == PROTOTYPE:
            self.add(target, self.classes[self.left[item]].instance)
        else:
            self.add(target, item)

    def inherit(self, item: int, slot: int, name: str, receiver: int) -> None:
        """An object assigned to ``prototype`` gives its members to instances."""
        kind = self.kind[item]
        if kind == BOX:
            self.watch(self.entry(item, f"s:{name}"), ("bind", slot, receiver))
        elif kind not in (FUNCTION, CLASS):
            self.read(slot, item, name)
