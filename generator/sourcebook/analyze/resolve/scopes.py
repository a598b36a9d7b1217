"""Names of one file: scopes, blocks, and which value a name has where.

Within a scope an assignment makes a new version of a name, and a read takes the version of
that place; where branches meet, the versions are joined in a new variable. Code of an inner
scope runs at an unknown time, so it sees one variable per name, fed by every version that
may be current while anything is called.

A name read before it is assigned gets a pending variable, which is settled when its scope
ends: the scope's own value if it assigns the name anywhere, else that of the scope around.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sourcebook.analyze.resolve.packing import Fact

#: Stands for "no value that matters".
NOTHING = -1


#: A path of constant steps, the only ones whose insides are tracked.
PATH = re.compile(r"""[A-Za-z_$][\w$]*(\.[\w$]+|\[("[^"\]]*"|'[^'\]]*'|\d+)\])+""")


@dataclass(slots=True)
class Block:
    """A run of statements that is entered as a whole: a branch, a loop body."""

    names: dict[str, int] = field(default_factory=dict)
    loop: bool = False
    joins: dict[str, int] = field(default_factory=dict)  # loop only: variables at its head
    declared: set[str] = field(default_factory=set)  # names that end with the block
    dead: bool = False  # left by return or raise


@dataclass(slots=True)
class Scope:
    """Module, class or function."""

    kind: str  # module | class | function
    key: int  # first byte of its syntax, unique per kind
    parent: "Scope | None"
    function: int  # function whose code this is, NOTHING for the module's
    symbol: int  # symbol that calls made here belong to
    owner: int = NOTHING  # class: its number
    result: int = NOTHING  # function: variable of what it returns
    receiver: int = NOTHING  # function: variable of self or this
    blocks: list[Block] = field(default_factory=lambda: [Block()])
    versions: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    pending: dict[str, int] = field(default_factory=dict)
    captured: dict[str, int] = field(default_factory=dict)
    outer: dict[str, "Scope"] = field(default_factory=dict)  # global and nonlocal names
    undeclared: set[str] = field(default_factory=set)  # assigned, declared nowhere yet
    whole: set[str] = field(default_factory=set)  # names that do not end with a block
    given: int = NOTHING  # function of JavaScript: variable of its ``arguments``
    calls: int = 0
    yields: int = NOTHING  # generator: the box of what it yields
    returned: set[int] = field(default_factory=set)  # function: what it returns
    promise: int = NOTHING  # asynchronous function: the box of what it returns


class Names:
    """Variables and facts of one file, and the scopes that name them.

    ``shared`` holds the names that inner scopes assign, found by a first run: they have one
    variable for all places.
    """

    def __init__(self, shared: frozenset[tuple[str, int, str]] = frozenset()) -> None:
        self.facts: list[Fact] = []
        self.variables = 0
        self.shared = shared
        self.found_shared: set[tuple[str, int, str]] = set()
        self.module = Scope("module", 0, None, NOTHING, 0)
        self.scope = self.module
        #: Values of ``name[key]`` and ``name.attribute``, known until anything is called.
        self.paths: dict[str, int] = {}

    def new(self) -> int:
        self.variables += 1
        return self.variables - 1

    def emit(self, *fact: str | int) -> None:
        self.facts.append(fact)

    def copy(self, target: int, source: int) -> None:
        if source not in (NOTHING, target):
            self.facts.append(("cp", target, source))

    def join(self, sources: list[int]) -> int:
        """One variable that holds what any of ``sources`` holds."""
        real = list(dict.fromkeys(source for source in sources if source != NOTHING))
        if len(real) <= 1:
            return real[0] if real else NOTHING
        joined = self.new()
        for source in real:
            self.copy(joined, source)
        return joined

    # ------------------------------------------------------------------ reading, writing

    def read(self, name: str) -> int:
        scope = self.scope
        if name in scope.outer:
            return self.capture(scope.outer[name], name)
        if (scope.kind, scope.key, name) in self.shared:
            return self.capture(scope, name)
        crossed = []
        for block in reversed(scope.blocks):
            found = block.names.get(name)
            if found is not None:
                break
            if block.loop:
                crossed.append(block)
        else:
            found = scope.pending.get(name)
            if found is None:
                found = scope.pending[name] = self.new()
            return found
        for block in reversed(crossed):
            if found == NOTHING:
                found = self.new()
            head = self.new()
            self.copy(head, found)
            block.joins[name] = block.names[name] = found = head
        return found

    def write(self, name: str, value: int) -> None:
        scope = self.scope
        home = scope.outer.get(name)
        if home is not None:
            if home is not scope:
                self.found_shared.add((home.kind, home.key, name))
            self.copy(self.capture(home, name), value)
            return
        if (scope.kind, scope.key, name) in self.shared:
            scope.versions.setdefault(name, [])
            self.copy(self.capture(scope, name), value)
            return
        scope.blocks[-1].names[name] = value
        if name not in scope.blocks[-1].declared:
            scope.whole.add(name)
        versions = scope.versions.setdefault(name, [])
        if versions and len(scope.blocks) == 1 and versions[-1][1] == scope.calls:
            versions.pop()
        # A version made inside a branch may be skipped, so no later one replaces it.
        versions.append((value, scope.calls if len(scope.blocks) == 1 else -1))
        self.forget(name)

    def forget(self, name: str) -> None:
        """Drop what was known of the insides of ``name``."""
        if self.paths:
            for path in [p for p in self.paths if p.startswith((f"{name}[", f"{name}."))]:
                del self.paths[path]

    def remember(self, path: str, value: int) -> None:
        """Note what ``name[key]`` or ``name.attribute`` holds from here on."""
        if value == NOTHING or not PATH.fullmatch(path):
            self.paths.clear()
            return
        end = path[max(path.rfind("."), path.rfind("[")) :]
        for other in [p for p in self.paths if p.endswith(end) or p.startswith(path)]:
            del self.paths[other]
        self.paths[path] = value

    def current(self, name: str) -> int | None:
        """The version of ``name`` here, None when this scope has not assigned it."""
        for block in reversed(self.scope.blocks):
            found = block.names.get(name)
            if found is not None:
                return found
        return None

    def called(self) -> None:
        """Note that something was called: what was known of insides may have changed."""
        self.scope.calls += 1
        if self.paths:
            self.paths.clear()

    # --------------------------------------------------------------------------- scopes

    def capture(self, scope: Scope, name: str) -> int:
        """The variable by which inner scopes know ``name`` of ``scope``."""
        found = scope.captured.get(name)
        if found is None:
            found = scope.captured[name] = self.new()
        return found

    def around(self, scope: Scope) -> Scope | None:
        """The next scope whose names are seen from inside ``scope``."""
        outer = scope.parent
        while outer is not None and outer.kind == "class":
            outer = outer.parent
        return outer

    def enter(self, scope: Scope) -> None:
        self.scope = scope
        self.paths.clear()

    def leave(self) -> Scope:
        """Settle the scope's pending and captured names and return to the scope around."""
        scope = self.scope
        for name, variable in scope.pending.items():
            # A class body or a module may have read the outer name before its own.
            inside = name not in scope.whole and name in scope.versions
            if inside and scope.versions[name]:
                # Only blocks declare it, and it was read outside of them.
                self.settle_outside(scope, name, variable)
            else:
                self.settle(scope, name, variable, outer_too=scope.kind != "function")
        for name, variable in list(scope.captured.items()):
            self.settle(scope, name, variable, outer_too=False)
        self.paths.clear()
        if scope.parent is not None:
            self.scope = scope.parent
        return scope

    def settle(self, scope: Scope, name: str, variable: int, *, outer_too: bool) -> None:
        versions = scope.versions.get(name)
        if versions is not None:
            for version, _ in versions:
                self.copy(variable, version)
            if not outer_too:
                return
        self.settle_outside(scope, name, variable)

    def settle_outside(self, scope: Scope, name: str, variable: int) -> None:
        outer = self.around(scope)
        if outer is None:
            self.emit("free", variable, name)
        else:
            self.copy(variable, self.capture(outer, name))

    # --------------------------------------------------------------------------- blocks

    def push(self, *, loop: bool = False, names: dict[str, int] | None = None) -> Block:
        block = Block(loop=loop, names=names or {})
        self.scope.blocks.append(block)
        self.paths.clear()
        return block

    def pop(self) -> Block:
        self.paths.clear()
        return self.scope.blocks.pop()

    def meet(self, branches: list[Block]) -> None:
        """Join the blocks of which exactly one has run."""
        live = [branch for branch in branches if not branch.dead]
        if not live:
            self.scope.blocks[-1].dead = True
            live = branches
        names = dict.fromkeys(name for branch in live for name in branch.names)
        for name in names:
            before = self.current(name)
            values = [
                branch.names.get(name, before if before is not None else NOTHING) for branch in live
            ]
            self.scope.blocks[-1].names[name] = self.join(values)

    def end_loop(self) -> None:
        """Close the block of a loop body, which may have run any number of times."""
        block = self.pop()
        for name, value in block.names.items():
            head = block.joins.get(name)
            if head == value:
                continue
            if head is not None:
                self.copy(head, value)
            before = self.current(name)
            self.scope.blocks[-1].names[name] = self.join(
                [value if before is None else before, value]
            )

    def maybe(self, block: Block) -> dict[str, int]:
        """Names as they are when ``block`` was left at an unknown place."""
        result = {}
        for name, value in block.names.items():
            before = self.current(name)
            result[name] = value if before is None else self.join([before, value])
        return result
