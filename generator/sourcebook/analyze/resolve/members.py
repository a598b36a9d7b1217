"""What ``value.name`` reaches: classes, their order of lookup, instances, modules.

Fields are kept per class, not per object. Three kinds of variable take part:

* a *field* holds what is stored under a name of an object,
* a *lookup* holds what a class gives under a name, by its method resolution order,
* a *slot* holds what an object gives: its fields, and the lookup bound to it.
"""

from abc import abstractmethod
from dataclasses import dataclass, field

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
    PROTOTYPE,
    SUPER,
    Heap,
)

#: Methods of functions that call them.
APPLIERS = frozenset({"call", "apply", "bind"})
#: Methods of functional interfaces that do not call the function.
COMPOSING = frozenset(
    {
        *("andThen", "compose", "negate", "and", "or", "reversed", "thenComparing", "equals"),
        *("hashCode", "toString", "getClass", "GetType", "Equals", "GetHashCode", "ToString"),
        *("curried", "let", "also", "Method", "Target", "length", "prototype"),
    }
)
#: Methods of Rust's wrappers, which are seen through, that give what is wrapped.
PASSING = frozenset(
    {
        *("unwrap", "expect", "clone", "as_ref", "as_mut", "borrow", "borrow_mut", "lock", "read"),
        *("write", "get", "get_mut", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "ok"),
        *("take", "cloned", "copied", "deref", "deref_mut", "into", "to_owned", "ok_or", "map_err"),
        *("ok_or_else", "as_deref", "iter", "into_iter", "upgrade", "by_ref", "insert"),
    }
)
#: Names of attributes of attributes of … outside the repository grow no longer than this.
DEEPEST = 8


NONE: frozenset[int] = frozenset()


@dataclass(slots=True)
class Function:
    """A function of the repository."""

    file: int
    variable: int
    result: int
    symbol: int  # index within its file, -1 for an anonymous one
    parent: int  # function around it, -1 for none
    owner: int  # symbol whose code it stands in
    name: str
    start: int
    flags: str
    object: int
    names: tuple[str, ...] = ()  # of the parameters
    variables: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    defaults: tuple[int, ...] = ()
    called: bool = False
    optional: int = 0  # parameters that may be left out
    passed: frozenset[int] = NONE  # parameters that are returned as they are
    setters: tuple[int, ...] = ()


@dataclass(slots=True)
class Class:
    """A class of the repository."""

    file: int
    symbol: int
    parent: int
    name: str
    start: int
    flags: str
    bases: list[int]
    object: int
    instance: int
    members: dict[str, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # classes, this one first
    outside: list[str] = field(default_factory=list)  # bases that are not in the repository
    lookups: dict[str, int] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)  # annotated ones of Python, in order


class Members(Heap):
    """Reading and writing of attributes."""

    def __init__(self) -> None:
        super().__init__()
        #: A variable that never holds anything, and one that nobody reads.
        self.empty = self.variable()
        self.sink = self.variable()
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.fields: dict[tuple[int, str], int] = {}
        self.made_by: dict[int, int] = {}
        self.slots: dict[tuple[int, str], int] = {}
        self.slots_named: dict[str, list[tuple[int, int]]] = {}
        self.lookups_named: dict[str, list[tuple[int, int]]] = {}
        self.properties: set[str] = set()
        self.bases_held = 0

    # ----------------------------------------------------------------------- class order

    def order_classes(self) -> None:
        """Set each class's method resolution order from what its bases hold."""
        parents: list[list[int]] = []
        for record in self.classes:
            record.order = []
            record.outside = []
            own: list[int] = []
            for base in record.bases:
                for item in self.holds[base] or ():
                    if self.kind[item] == CLASS and self.left[item] not in own:
                        own.append(self.left[item])
                    elif self.kind[item] == FUNCTION and "j" in record.flags:
                        own.append(self.class_of(item))
                    elif self.kind[item] == EXTERNAL:
                        record.outside.append(self.label[item])
            parents.append(own)
        self.bases_held = self.held_by_bases()
        for number, record in enumerate(self.classes):
            if not record.order:
                linearize(number, parents, self.classes)
        for record in self.classes:
            outside = dict.fromkeys(
                name for ancestor in record.order for name in self.classes[ancestor].outside
            )
            record.outside = [name for name in outside if not name.startswith("typing.")]
            for name, found in record.lookups.items():
                self.fill_lookup(found, record.order, name)

    def held_by_bases(self) -> int:
        """How many objects the bases of all classes hold."""
        return sum(len(self.holds[b] or ()) for record in self.classes for b in record.bases)

    def bases_grew(self) -> bool:
        """Whether calls have shown bases that names alone did not."""
        return self.held_by_bases() > self.bases_held

    # --------------------------------------------------------------------------- lookups

    def lookup(self, number: int, name: str) -> int:
        """What the class gives under ``name``, not bound to anything."""
        record = self.classes[number]
        found = record.lookups.get(name)
        if found is None:
            found = record.lookups[name] = self.variable()
            self.lookups_named.setdefault(name, []).append((number, found))
            self.fill_lookup(found, record.order, name)
        return found

    def fill_lookup(self, target: int, order: list[int], name: str) -> bool:
        """Connect the first class of ``order`` that has ``name``."""
        if order and "o" in self.classes[order[0]].flags:
            return self.fill_overloads(target, order, name)
        for ancestor in order:
            record = self.classes[ancestor]
            stored = self.fields.get((record.object, name))
            if stored is not None:
                self.flow(stored, target)
            member = record.members.get(name)
            if member is not None:
                self.flow(member, target)
                return True
        return False

    def fill_overloads(self, target: int, order: list[int], name: str) -> bool:
        """Connect all functions named so; one of a number of parameters hides those above."""
        hidden: set[int] = set()
        found = False
        for ancestor in order:
            record = self.classes[ancestor]
            member = record.members.get(name)
            stored = self.fields.get((record.object, name))
            if stored is not None:
                self.flow(stored, target)
            if member is None:
                continue
            functions = [i for i in self.holds[member] or () if self.kind[i] == FUNCTION]
            if not functions:
                if not found:
                    self.flow(member, target)
                return True
            found = True
            counts = set()
            for item in functions:
                count = len(self.functions[self.left[item]].kinds)
                if count not in hidden:
                    self.add(target, item)
                    counts.add(count)
            hidden |= counts
        return found

    def has_member(self, number: int, name: str) -> bool:
        return any(
            name in self.classes[ancestor].members for ancestor in self.classes[number].order
        )

    def field_of(self, item: int, name: str) -> int:
        """What is stored under ``name`` of the object."""
        key = (item, name)
        found = self.fields.get(key)
        if found is not None:
            return found
        found = self.fields[key] = self.variable()
        kind = self.kind[item]
        if kind == INSTANCE:
            for holder, slot in self.slots_named.get(name, ()):
                if self.left[item] in self.classes[self.left[holder]].order:
                    self.flow(found, slot)
        elif kind == CLASS:
            for number, lookup in self.lookups_named.get(name, ()):
                if self.left[item] in self.classes[number].order:
                    self.flow(found, lookup)
        return found

    def slot(self, item: int, name: str) -> int:
        """What an instance gives under ``name``."""
        key = (item, name)
        found = self.slots.get(key)
        if found is not None:
            return found
        found = self.slots[key] = self.variable()
        number = self.left[item]
        record = self.classes[number]
        self.slots_named.setdefault(name, []).append((item, found))
        for ancestor in record.order:
            stored = self.fields.get((self.classes[ancestor].instance, name))
            if stored is not None:
                self.flow(stored, found)
        self.watch(self.lookup(number, name), ("bind", found, item))
        if self.kind[record.object] == FUNCTION:
            self.watch(self.field_of(record.object, "prototype"), ("inherit", found, name, item))
        if record.outside and not self.has_member(number, name):
            for outside in record.outside:
                self.add(found, self.external(f"{outside}.{name}"))
        return found

    def after(self, item: int, name: str) -> int:
        """What ``super()`` gives: the next class of the instance's order that has it."""
        key = (item, name)
        found = self.slots.get(key)
        if found is not None:
            return found
        found = self.slots[key] = self.variable()
        instance = self.right[item]
        order = self.classes[self.left[instance]].order
        rest = order[order.index(self.left[item]) + 1 :] if self.left[item] in order else []
        raw = self.variable()
        inside = self.fill_lookup(raw, rest, name)
        self.watch(raw, ("bind", found, instance))
        if not inside:
            for outside in self.classes[self.left[item]].outside:
                self.add(found, self.external(f"{outside}.{name}"))
        return found

    def bind(self, target: int, receiver: int, item: int) -> None:
        """Give ``target`` a member of a class as seen through its instance ``receiver``."""
        flags = self.functions[self.left[item]].flags if self.kind[item] == FUNCTION else "s"
        if self.is_descriptor(item):
            self.describe(target, receiver, item)
        elif "p" in flags:
            function = self.functions[self.left[item]]
            function.called = True
            self.properties.add(function.name)
            self.flow(function.result, target)
            for variable in function.variables[:1]:
                self.add(variable, receiver)
        elif "s" in flags or "a" in flags:
            self.add(target, item)
        elif "c" in flags:
            owner = self.classes[self.left[receiver]].object
            self.add(target, self.the(BOUND, item, owner))
        elif "g" in flags:
            self.add(target, self.the(BOUND, item, self.promoted(receiver, item)))
        else:
            self.add(target, self.the(BOUND, item, receiver))

    def is_descriptor(self, item: int) -> bool:
        """Whether a member that is this object says itself what reading or writing it does."""
        if self.kind[item] != INSTANCE:
            return False
        return any(self.has_member(self.left[item], name) for name in ("__get__", "__set__"))

    @abstractmethod
    def describe(self, target: int, receiver: int, item: int) -> None:
        """``target`` gets what the descriptor ``item`` gives when read through ``receiver``."""

    def promoted(self, receiver: int, item: int) -> int:
        """The receiver of a method of Go: of what is embedded, when it comes from there."""
        name = self.functions[self.left[item]].name
        for number in self.classes[self.left[receiver]].order:
            if name in self.classes[number].members:
                return self.classes[number].instance
        return receiver

    def bind_class(self, target: int, receiver: int, item: int) -> None:
        """The same through the class itself."""
        flags = self.functions[self.left[item]].flags if self.kind[item] == FUNCTION else ""
        bound = "t" in flags and "b" in self.classes[self.left[receiver]].flags
        if self.is_descriptor(item):
            self.describe(target, receiver, item)
        elif bound or "c" in flags:
            self.add(target, self.the(BOUND, item, receiver))
        else:
            self.add(target, item)

    # ------------------------------------------------------------------------ attributes

    def read(self, target: int, item: int, name: str) -> None:
        """``target`` gets ``item.name``."""
        kind = self.kind[item]
        if kind == CLASS:
            self.read_class(target, item, name)
        elif kind in (MODULE, PACKAGE):
            self.read_module(target, item, name)
        elif kind == EXTERNAL:
            self.add(target, self.outer(item, name))
        elif kind == BOX:
            self.read_box(target, item, name)
        elif kind == CONSTANT or (kind == INSTANCE and self.passes(item, name)):
            self.add(target, self.the(METHOD, item, label=name))
        elif kind in (FUNCTION, BOUND):
            self.read_function(target, item, name)
        elif kind in (INSTANCE, SUPER, PROTOTYPE):
            self.flow(self.view(item, name), target)

    def view(self, item: int, name: str) -> int:
        """The variable of what an instance gives, seen directly or from its class."""
        if self.kind[item] == SUPER:
            return self.after(item, name)
        if self.kind[item] == PROTOTYPE:
            item = self.classes[self.left[item]].instance
        return self.slot(item, name)

    def passes(self, item: int, name: str) -> bool:
        """Whether a method of Rust's library gives back what it is called on."""
        if name not in PASSING:
            return False
        number = self.left[item]
        return "r" in self.classes[number].flags and not self.has_member(number, name)

    def read_class(self, target: int, item: int, name: str) -> None:
        record = self.classes[self.left[item]]
        if not apart(record):
            self.flow(self.class_slot(item, name), target)
        elif name == "prototype":
            self.add(target, self.the(PROTOTYPE, self.left[item]))
        else:
            self.flow(self.class_slot(item, f"::{name}"), target)

    def read_function(self, target: int, item: int, name: str) -> None:
        if self.is_functional(item) and name not in COMPOSING:
            self.add(target, item)
            return
        if self.kind[item] == BOUND and name not in APPLIERS:
            item = self.left[item]
        function = self.left[item] if self.kind[item] == BOUND else item
        flags = self.functions[self.left[function]].flags
        if name in APPLIERS and ("t" in flags or "a" in flags):
            self.add(target, self.the(METHOD, item, label=name))
        elif name == "prototype" and "t" in flags:
            self.add(target, self.the(PROTOTYPE, self.class_of(item)))
            self.flow(self.field_of(item, name), target)
        else:
            self.flow(self.field_of(item, name), target)

    def is_functional(self, item: int) -> bool:
        """Whether a function stands for an object of one method: Java, Kotlin, C#."""
        function = self.left[item] if self.kind[item] == BOUND else item
        flags = self.functions[self.left[function]].flags
        return "o" in flags or ("l" in flags and "s" in flags)

    def class_of(self, item: int) -> int:
        """The class that a function is when it is called with ``new``."""
        found = self.made_by.get(item)
        if found is None:
            function = self.functions[self.left[item]]
            found = self.made_by[item] = len(self.classes)
            record = Class(
                function.file, function.symbol, -1, function.name, function.start, "j", [], -1, -1
            )
            record.object = item
            record.instance = self.make(INSTANCE, found)
            record.order = [found]
            record.members["constructor"] = function.variable
            self.classes.append(record)
        return found

    @abstractmethod
    def read_box(self, target: int, item: int, name: str) -> None:
        """``target`` gets ``item.name`` of a container."""

    def class_slot(self, item: int, name: str) -> int:
        key = (item, name)
        found = self.slots.get(key)
        if found is None:
            found = self.slots[key] = self.variable()
            number = self.left[item]
            self.watch(self.lookup(number, name), ("bind class", found, item))
            if not self.has_member(number, name):
                for outside in self.classes[number].outside:
                    self.add(found, self.external(f"{outside}.{name.removeprefix('::')}"))
        return found

    def outer(self, item: int, name: str) -> int:
        """The attribute of an object outside the repository."""
        holder = self.label[item]
        if holder.count(".") >= DEEPEST:
            return item
        return self.external(f"{holder}.{name}", declared=self.right[item])

    @abstractmethod
    def read_module(self, target: int, item: int, name: str) -> None:
        """``target`` gets ``item.name`` of a module or package."""

    def write(self, item: int, name: str, source: int) -> None:
        """``item.name`` gets what ``source`` holds."""
        kind = self.kind[item]
        if kind == CLASS and apart(self.classes[self.left[item]]):
            self.flow(source, self.field_of(item, f"::{name}"))
        elif kind in (INSTANCE, CLASS, FUNCTION, MODULE):
            self.flow(source, self.field_of(item, name))
        elif kind == PROTOTYPE:
            self.flow(source, self.prototype_field(self.left[item], name))
        elif kind == BOX:
            self.write_box(item, name, source)
        elif kind == BOUND:
            self.flow(source, self.field_of(self.left[item], name))

    def prototype_field(self, number: int, name: str) -> int:
        """What instances of a class see under ``name`` since it was assigned."""
        record = self.classes[number]
        if self.kind[record.object] == CLASS:
            return self.field_of(record.object, name)
        found = record.members.get(name)
        if found is None:
            found = record.members[name] = self.variable()
            for heir, lookup in self.lookups_named.get(name, ()):
                if number in self.classes[heir].order:
                    self.flow(found, lookup)
        return found

    @abstractmethod
    def write_box(self, item: int, name: str, source: int) -> None:
        """``item.name`` of a container gets what ``source`` holds."""


def apart(record: Class) -> bool:
    """Whether what the class has and what instances have are apart: JavaScript and Ruby."""
    return "j" in record.flags or "b" in record.flags


def linearize(start: int, parents: list[list[int]], classes: list[Class]) -> None:
    """C3 order of ``start`` and of all its ancestors, without recursion.

    A cycle of bases is cut where it closes; where C3 has no answer, depth first is taken.
    """
    stack = [start]
    open_: set[int] = set()
    while stack:
        number = stack[-1]
        if classes[number].order:
            stack.pop()
            continue
        open_.add(number)
        missing = [p for p in parents[number] if not classes[p].order and p not in open_]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        bases = [p for p in parents[number] if classes[p].order]
        classes[number].order = [number, *merge([[*classes[p].order] for p in bases] + [bases])]


def merge(sequences: list[list[int]]) -> list[int]:
    """The merge of C3."""
    result: list[int] = []
    pending = [sequence for sequence in (list(s) for s in sequences) if sequence]
    while pending:
        head = next(
            (s[0] for s in pending if not any(s[0] in other[1:] for other in pending)),
            pending[0][0],
        )
        result.append(head)
        pending = [rest for rest in ([n for n in s if n != head] for s in pending) if rest]
    return result
