"""Variables, the objects they may hold, and the propagation between them.

All are integers over the whole repository. A variable holds at most :data:`CAP` objects;
what does not fit is dropped and the variable is marked as full, so that whatever is called
through it ends as ambiguous. Only new objects travel (difference propagation).

There are millions of variables, and most hold one object, lead to one other variable and are
watched by one constraint. So what is alone stands without a list around it, and the sets of
one object are shared: that is half the memory.
"""

from abc import ABC, abstractmethod
from collections import deque
from typing import Final

#: Objects a variable may hold.
CAP: Final = 8
#: Constants a variable may hold before they are taken as any constant.
CONSTANTS: Final = 4

# Kinds of object, with what ``left`` and ``right`` say of it.
FUNCTION: Final = 0  # left: function record
CLASS: Final = 1  # left: class record
INSTANCE: Final = 2  # left: class record
MODULE: Final = 3  # left: file
PACKAGE: Final = 4  # label: folder
EXTERNAL: Final = 5  # label: dotted name; right: 1 when only a declared type says so
BOUND: Final = 6  # left: function object, right: receiver object
BOX: Final = 7  # a container made at one place; label: its type
CONSTANT: Final = 8  # label: type, value after a colon when it is known
SUPER: Final = 9  # left: class record, right: instance object
METHOD: Final = 10  # method of a built-in type; left: receiver object, label: its name
PROTOTYPE: Final = 11  # what instances of a class see; left: class record

#: What is done with new objects: the name of an action, and what it is given besides.
Constraint = tuple[str, *tuple[object, ...]]


class Heap(ABC):
    """Points-to sets and the work list."""

    def __init__(self) -> None:
        self.holds: list[tuple[int, ...] | None] = []
        self.next: list[int | list[int] | None] = []
        self.watches: list[Constraint | list[Constraint] | None] = []
        self.full: set[int] = set()
        self.queue: deque[int] = deque()
        self.fresh: dict[int, tuple[int, ...]] = {}
        self.alone: list[tuple[int]] = []  # the set of each object and no other
        self.kind: list[int] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.label: list[str] = []
        self.known: dict[tuple[int, int, int, str], int] = {}

    # ------------------------------------------------------------------------ variables

    def variable(self) -> int:
        self.holds.append(None)
        self.next.append(None)
        self.watches.append(None)
        return len(self.holds) - 1

    def reserve(self, count: int) -> int:
        """Make ``count`` variables; gives the first."""
        first = len(self.holds)
        empty: list[None] = [None] * count
        self.holds.extend(empty)
        self.next.extend(empty)
        self.watches.extend(empty)
        return first

    def add(self, variable: int, item: int) -> None:
        """Let ``variable`` hold ``item``."""
        held = self.holds[variable]
        if held is None:
            self.holds[variable] = self.alone[item]
        elif item in held:
            return
        else:
            if self.kind[item] == CONSTANT and len(held) >= CONSTANTS:
                item = self.constant(self.label[item].partition(":")[0])
                if item in held:
                    return
            if len(held) >= CAP:
                self.full.add(variable)
                return
            self.holds[variable] = (*held, item)
        waiting = self.fresh.get(variable)
        if waiting is None:
            self.fresh[variable] = self.alone[item]
            self.queue.append(variable)
        else:
            self.fresh[variable] = (*waiting, item)

    def flow(self, source: int, target: int) -> None:
        """Let ``target`` hold all that ``source`` holds, now and later."""
        if source == target:
            return
        onward = self.next[source]
        if onward is None:
            self.next[source] = target
        elif isinstance(onward, int):
            if onward == target:
                return
            self.next[source] = [onward, target]
        elif target in onward[-8:]:
            return
        else:
            onward.append(target)
        if source in self.full:
            self.full.add(target)
        held = self.holds[source]
        if held is not None:
            for item in held:
                self.add(target, item)

    def watch(self, variable: int, constraint: Constraint) -> None:
        """Apply ``constraint`` to each object the variable holds, now and later."""
        watching = self.watches[variable]
        if watching is None:
            self.watches[variable] = constraint
        elif isinstance(watching, tuple):
            self.watches[variable] = [watching, constraint]
        else:
            watching.append(constraint)
        held = self.holds[variable]
        if held is not None:
            # Objects still waiting in ``fresh`` would otherwise be seen twice.
            waiting = self.fresh.get(variable, ())
            seen = tuple(item for item in held if item not in waiting) if waiting else held
            if seen:
                self.apply(variable, constraint, seen)

    def watched(self, variable: int, constraint: Constraint) -> bool:
        """Whether ``constraint`` is applied to the objects of the variable."""
        watching = self.watches[variable]
        return constraint in watching if isinstance(watching, list) else constraint == watching

    @abstractmethod
    def apply(self, variable: int, constraint: Constraint, items: tuple[int, ...]) -> None:
        """Do what ``constraint`` says with new objects of ``variable``."""

    def run(self) -> None:
        """Propagate until nothing changes."""
        queue, fresh, onward, watches = self.queue, self.fresh, self.next, self.watches
        holds, add, apply = self.holds, self.add, self.apply
        while queue:
            variable = queue.popleft()
            items = fresh.pop(variable)
            targets = onward[variable]
            if targets is not None:
                for target in (targets,) if isinstance(targets, int) else targets:
                    held = holds[target] or ()
                    for item in items:
                        if item not in held:  # most are: a call for each would cost more
                            add(target, item)
            watching = watches[variable]
            if isinstance(watching, tuple):
                apply(variable, watching, items)
            elif watching is not None:
                for constraint in watching[:]:
                    apply(variable, constraint, items)

    # -------------------------------------------------------------------------- objects

    def make(self, kind: int, left: int = -1, right: int = -1, label: str = "") -> int:
        """A new object."""
        self.kind.append(kind)
        self.left.append(left)
        self.right.append(right)
        self.label.append(label)
        number = len(self.kind) - 1
        self.alone.append((number,))
        return number

    def the(self, kind: int, left: int = -1, right: int = -1, label: str = "") -> int:
        """The one object with these parts."""
        key = (kind, left, right, label)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.make(kind, left, right, label)
        return found

    def external(self, name: str, *, declared: int = -1) -> int:
        """Something outside; ``declared`` is 1 when only a type says so."""
        return self.the(EXTERNAL, right=declared, label=name)

    def constant(self, label: str) -> int:
        return self.the(CONSTANT, label=label)
