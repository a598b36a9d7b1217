"""Containers: one object per place that makes one, one field per constant key.

The field ``*`` is any key; whoever asks for a key also gets it, and whoever asks for any
key gets all. Watchers of a box are told of each field that it gets later.
"""

from typing import NamedTuple

from sourcebook.analyze.resolve.heap import BOX, CONSTANT, EXTERNAL, METHOD
from sourcebook.analyze.resolve.members import Members

#: Methods that put their last argument into the container.
ADDING = frozenset(
    {
        *("append", "add", "appendleft", "insert", "push", "unshift"),
        *("push_back", "emplace_back", "push_front"),
    }
)
#: Methods that give an element.
TAKING = frozenset(
    {
        *("front", "back", "at", "top", "first", "last", "next", "peek", "get_mut", "remove"),
    }
)
#: Methods that give the container itself, a copy of it, or what iterates over it: those of
#: C++ that give a place, those of Rust and Java, those of Python.
PASSED_ON = frozenset(
    {
        *("begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "data"),
        *("iter", "iter_mut", "into_iter", "unwrap", "clone", "as_ref", "as_mut", "borrow"),
        *("borrow_mut", "lock", "cloned", "copied", "rev", "skip", "chain", "collect", "drain"),
        *("to_vec", "as_slice", "expect", "stream", "iterator", "toList"),
        *("copy", "union", "difference", "intersection", "__iter__", "__enter__"),
    }
)
#: The field of a generator or channel that holds what is sent to it; it is no key.
SENT = "<sent>"
SEQUENCES = frozenset({"list", "tuple", "set", "generator", "frozenset", "deque"})


class Call(NamedTuple):
    """One call as the solver sees it.

    ``site`` is the number of a call site, or -2 - n for the n-th implicit one.
    """

    site: int
    result: int
    arguments: tuple[int | str, ...]


def plain(call: Call) -> list[int]:
    """The arguments by position."""
    arguments = call.arguments[2:] if call.arguments[:1] == ("this",) else call.arguments
    return [argument for argument in arguments if isinstance(argument, int)]


class Containers(Members):
    """Stores to and loads from containers, and the methods of the built-in ones."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[int, dict[str, int]] = {}
        self.sizes: dict[int, int] = {}  # displays: number of elements
        self.observers: dict[int, list[tuple[str, int, int, int]]] = {}
        self.parts: dict[tuple[int, int, str], int] = {}

    def make_box(self, kind: str) -> int:
        box = self.make(BOX, label=kind)
        self.keys[box] = {}
        return box

    def entry(self, box: int, key: str) -> int:
        """The field of a box."""
        keys = self.keys[box]
        found = keys.get(key)
        if found is None:
            found = keys[key] = self.variable()
            for how, target, low, high in self.observers.get(box, ()):
                self.tell(how, target, low, high, key, found)
        return found

    def observe(self, box: int, how: str, target: int, low: int = 0, high: int = 0) -> None:
        """Pass on the fields of a box, those it has and those it gets."""
        watchers = self.observers.setdefault(box, [])
        if (how, target, low, high) in watchers:
            return
        watchers.append((how, target, low, high))
        for key, variable in list(self.keys[box].items()):
            self.tell(how, target, low, high, key, variable)

    def tell(self, how: str, target: int, low: int, high: int, key: str, variable: int) -> None:
        if how == "all":
            self.flow(variable, target)
        elif how.startswith("merge"):
            if key not in how.split("|"):
                self.flow(variable, self.entry(target, key))
        elif how == "slice":
            if not key.startswith("i:"):
                self.flow(variable, self.entry(target, key))
            elif key[2:].isdigit() and int(key[2:]) >= low and (not high or int(key[2:]) < high):
                self.flow(variable, self.entry(target, f"i:{int(key[2:]) - low}"))

    def put(self, item: int, key: str, source: int) -> None:
        """Store into a container; the key ``**`` merges another one, but for keys after it."""
        if self.kind[item] != BOX:
            return
        if key.startswith("**"):
            self.watch(source, ("merge", item, key[2:]))
        else:
            self.flow(source, self.entry(item, key or "*"))

    def merge_box(self, target: int, source: int, without: str = "") -> None:
        if self.kind[source] == BOX and source != target:
            self.observe(source, f"merge{without}", target)

    def read_box(self, target: int, item: int, name: str) -> None:
        """``box.name``: an entry of an object, else a method of the built-in type."""
        if self.label[item] == "object":
            self.take(target, item, f"s:{name}")
        elif name in ("first", "second") and self.label[item] == "list":
            self.take(target, item, "*")
        elif name == SENT:
            self.flow(self.field_of(item, SENT), target)
        else:
            self.add(target, self.the(METHOD, item, label=name))

    def write_box(self, item: int, name: str, source: int) -> None:
        if self.label[item] == "object":
            self.put(item, f"s:{name}", source)

    def take(self, target: int, item: int, key: str) -> None:
        """``target`` gets ``item[key]``; the key ``*`` is any."""
        kind = self.kind[item]
        if kind == BOX:
            if key.startswith("i:-") and item in self.sizes:
                key = f"i:{self.sizes[item] + int(key[2:])}"
            if key == "*" or key.startswith("i:-"):
                self.observe(item, "all", target)
            else:
                self.flow(self.entry(item, key), target)
                if key != SENT:
                    self.flow(self.entry(item, "*"), target)
        elif kind == EXTERNAL:
            # Name[...] of a generic class is the class; of a value, an element of it.
            name = self.label[item]
            self.add(target, self.external(f"{name}[]") if name.endswith((")", "]")) else item)
        elif kind == CONSTANT:
            self.add(target, self.constant(self.label[item].partition(":")[0]))

    def elements(self, target: int, item: int) -> None:
        """``target`` gets what iteration over a built-in container gives."""
        kind = self.kind[item]
        if kind == BOX:
            if "ict" not in self.label[item] and "Mapping" not in self.label[item]:
                self.observe(item, "all", target)
        elif kind == CONSTANT and self.label[item].startswith("str"):
            self.add(target, self.constant("str"))

    def cut(self, place: int, item: int, low: int, high: int) -> None:
        """``place`` gets the slice ``item[low:high]``."""
        if self.kind[item] != BOX:
            self.add(place, item)
            return
        part = self.derived(place, item, "slice", self.label[item])
        self.observe(item, "slice", part, low, high)
        self.add(place, part)

    def derived(self, place: int, item: int, how: str, kind: str) -> int:
        """The box that ``place`` makes of ``item``."""
        key = (place, item, how)
        found = self.parts.get(key)
        if found is None:
            found = self.parts[key] = self.make_box(kind)
        return found

    # -------------------------------------------------------------------------- methods

    def call_method(self, call: Call, method: int) -> None:
        """A method of a built-in type is called."""
        item, name = self.left[method], self.label[method]
        given = plain(call)
        if self.kind[item] != BOX:
            self.call_constant(call, item, name)
            return
        first = given[0] if given else self.empty
        last = given[-1] if given else self.empty
        if name in ADDING:
            self.put(item, "*", last)
        elif name in ("extend", "update"):
            self.watch(first, ("extend" if name == "extend" else "merge", item))
        elif name == "setdefault":
            self.put(item, "*", last)
            self.flow(last, call.result)
            self.take(call.result, item, "*")
        elif name in ("get", "pop", "popleft", "popitem", "__getitem__"):
            self.get_item(call, item, first, given)
        elif name == "send":
            self.flow(first, self.field_of(item, SENT))
            self.take(call.result, item, "*")
        elif name == "values":
            box = self.derived(call.result, item, name, "list")
            everything = self.entry(box, "*")
            self.observe(item, "all", everything)
            self.add(call.result, box)
        elif name == "items":
            box = self.derived(call.result, item, name, "list")
            pair = self.derived(call.result, item, "pair", "tuple")
            self.observe(item, "all", self.entry(pair, "i:1"))
            self.add(self.entry(box, "*"), pair)
            self.add(call.result, box)
        elif name in TAKING:
            self.take(call.result, item, "*")
        elif name in PASSED_ON:
            self.add(call.result, item)

    def get_item(self, call: Call, item: int, key: int, given: list[int]) -> None:
        if self.label[item] in SEQUENCES or key == self.empty:
            self.take(call.result, item, "*")
        else:
            self.watch(key, ("key", call.result, item))
        if len(given) > 1:
            self.flow(given[1], call.result)

    def call_constant(self, call: Call, item: int, name: str) -> None:
        kind = self.label[item].partition(":")[0]
        if kind == "str" and name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
            box = self.derived(call.result, item, name, "list")
            self.add(self.entry(box, "*"), self.constant("str"))
            self.add(call.result, box)
        elif kind == "str" and not name.startswith(("is", "starts", "ends", "find", "count")):
            self.add(call.result, self.constant("bytes" if name == "encode" else "str"))
