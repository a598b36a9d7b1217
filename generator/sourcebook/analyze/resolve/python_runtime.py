"""What the built-in functions of Python do with values."""

from sourcebook.analyze.resolve.containers import SEQUENCES, Call, plain
from sourcebook.analyze.resolve.heap import BOX
from sourcebook.analyze.resolve.javascript_runtime import NOWHERE, JavaScriptRuntime

#: Functions that give something that only a run of the program could tell.
UNKNOWABLE = frozenset(
    f"builtins.{name}"
    for name in ("getattr", "eval", "exec", "globals", "locals", "vars", "__import__")
) | {"importlib.import_module"}
#: Functions that give what they are given first.
SAME = frozenset(
    {
        "copy.copy",
        "copy.deepcopy",
        "functools.wraps()",
        "functools.partial",
        "asyncio.create_task",
        "asyncio.ensure_future",
    }
)
#: Functions that call what they are given.
CALLERS = frozenset(f"builtins.{name}" for name in ("map", "filter", "sorted", "min", "max")) | {
    "functools.reduce"
}
#: Functions that copy a container: name -> type of the copy, and whether places are kept.
COPIES = {
    "builtins.list": ("list", True),
    "builtins.tuple": ("tuple", True),
    "builtins.dict": ("dict", True),
    "builtins.set": ("set", False),
    "builtins.frozenset": ("frozenset", False),
    "builtins.reversed": ("generator", False),
    "builtins.iter": ("generator", False),
    "collections.deque": ("deque", True),
    "collections.OrderedDict": ("dict", True),
    "itertools.chain": ("generator", False),
}
#: Functions whose keyword of this name makes a field of a data class.
FIELDS = frozenset({"dataclasses.field", "attr.ib", "attrs.field", "pydantic.Field"})


class PythonRuntime(JavaScriptRuntime):
    """Functions of Python that give back, copy, pair or call what they are given."""

    def call_python(self, call: Call, name: str) -> bool:
        """Whether the function is one of those whose result is known."""
        given = plain(call)
        if name in SAME:
            if given and call.arguments[0] == given[0]:
                self.flow(given[0], call.result)
            return bool(given)
        if name in COPIES:
            kind, ordered = COPIES[name]
            self.copy_container(call, kind, ordered=ordered)
        elif name in ("builtins.enumerate", "builtins.zip", "itertools.zip_longest"):
            self.pair_elements(call, given, int(name == "builtins.enumerate"))
        elif name == "builtins.next":
            for value in given[:1]:
                self.watch(value, ("next", call.result, NOWHERE))
            for value in given[1:]:
                self.flow(value, call.result)
        elif name == "typing.cast":
            for named in given[:1]:
                self.watch(named, ("instance", call.result))
            for value in given[1:]:
                self.flow(value, call.result)
        elif name in FIELDS:
            self.make_field(call)
        else:
            return False
        return True

    def copy_container(self, call: Call, kind: str, *, ordered: bool) -> None:
        """``list(values)``, ``dict(values, name=value)``."""
        box = self.derived(call.result, 0, "copy", kind)
        self.add(call.result, box)
        name = ""
        for argument in call.arguments:
            if isinstance(argument, str):
                name = argument
                continue
            if name == "**":
                self.watch(argument, ("merge", box))
            elif name and name != "*":
                self.put(box, f"s:{name}", argument)
            else:
                self.watch(argument, ("spill" if ordered else "pour", box))
            name = ""

    def spill(self, item: int, box: int) -> None:
        """What is in ``item`` goes into ``box``, to the places it had if it had any."""
        mapping = self.label[box] == "dict"
        if self.kind[item] == BOX and (mapping or self.label[item] in SEQUENCES):
            self.merge_box(box, item)
        elif not mapping:
            self.pour(item, box)

    def pour(self, item: int, box: int) -> None:
        """The elements of ``item`` go into ``box``."""
        self.iterate(self.entry(box, "*"), item, NOWHERE)

    def pair_elements(self, call: Call, given: list[int], first: int) -> None:
        """``zip(a, b)``, ``enumerate(a)``: a container of tuples."""
        box = self.derived(call.result, 0, "pairs", "generator")
        pair = self.derived(call.result, 0, "pair", "tuple")
        for position, value in enumerate(given[:1] if first else given, first):
            self.watch(value, ("iter", self.entry(pair, f"i:{position}"), NOWHERE))
        self.add(self.entry(box, "*"), pair)
        self.add(call.result, box)

    def make_field(self, call: Call) -> None:
        """``field(default=value)``, ``field(default_factory=function)``."""
        for name, value in zip(call.arguments, call.arguments[1:], strict=False):
            if not isinstance(value, int):
                continue
            if name == "default":
                self.flow(value, call.result)
            elif name in ("default_factory", "factory"):
                self.watch(value, ("call", Call(self.implicit_site(*NOWHERE), call.result, ())))

    def call_back(self, call: Call, name: str) -> None:
        """``map(function, values)``: the function is called with the elements."""
        values = plain(call)
        keyed = [value for value in call.arguments if isinstance(value, int)]
        element = self.variable()
        result = self.variable()
        for value in values:
            self.watch(value, ("iter", element, NOWHERE))
        inner = Call(call.site, result, (element,))
        for value in keyed:
            self.watch(value, ("callback", inner))
        if name == "builtins.map":
            box = self.make_box("generator")
            self.put(box, "*", result)
            self.add(call.result, box)
        elif name in ("builtins.filter", "builtins.sorted"):
            box = self.make_box("list")
            self.put(box, "*", element)
            self.add(call.result, box)
