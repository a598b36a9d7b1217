"""Names of the typed languages: namespaces, packages, parts of classes, members in reach.

A namespace is known by its family (languages that share names) and its dotted name; for Go
it is the folder. Names that are found nowhere in the repository lie outside it.
"""

from collections.abc import Iterable
from posixpath import dirname

from sourcebook.analyze.resolve.heap import CLASS, MODULE, PACKAGE
from sourcebook.analyze.resolve.loading import Loading

FAMILIES = {
    "java": "java",
    "kotlin": "java",
    "scala": "java",
    "csharp": "csharp",
    "go": "go",
    "rust": "rust",
    "c": "c",
    "cpp": "c",
    "objective-c": "c",
    "php": "php",
    "ruby": "ruby",
    "swift": "swift",
}


class Namespaces(Loading):
    """Binding of names that stand in namespaces."""

    #: Family -> namespace -> name -> variable.
    spaces: dict[str, dict[str, dict[str, int]]]
    alias: dict[int, int]

    def family(self, file: int) -> str:
        language = self.parsed[file].language
        return FAMILIES.get(language, language)

    def bind_spaces(self) -> None:
        """Gather what files publish, then bind what they look for."""
        self.spaces = {}
        for file, space, name, variable in self.published:
            known = self.spaces.setdefault(self.family(file), {})
            names = known.setdefault(self.space_of(file, space), {})
            found = names.get(name)
            if found is None:
                found = names[name] = self.variable()
            self.flow(variable, found)
        for file, variable, qualified in self.uses:
            self.bind_use(file, variable, qualified)
        for file, variable, name, spaces in self.finds:
            self.bind_find(file, variable, name, spaces)

    def space_of(self, file: int, space: str) -> str:
        """The full name of a namespace of a file."""
        if self.family(file) == "go":
            return dirname(self.parsed[file].path)
        return space

    def bind_find(self, file: int, variable: int, name: str, spaces: Iterable[str]) -> None:
        """The first namespace that has the name gives it."""
        known = self.spaces.get(self.family(file), {})
        for space in spaces:
            found = known.get(self.space_of(file, space), {}).get(name)
            if found is not None:
                self.flow(found, variable)
                return
            inner = f"{space}.{name}" if space else name
            if self.is_space(file, inner):
                self.add(variable, self.space_object(file, inner))
                return
        self.add(variable, self.external(name))

    def is_space(self, file: int, space: str) -> bool:
        known = self.spaces.get(self.family(file), {})
        return space in known or any(other.startswith(f"{space}.") for other in known)

    def space_object(self, file: int, space: str) -> int:
        return self.the(PACKAGE, label=f"{self.family(file)}:{space}")

    def bind_use(self, file: int, variable: int, qualified: str) -> None:
        """An import by full name."""
        known = self.spaces.get(self.family(file), {})
        parts = qualified.split(".")
        for cut in range(len(parts) - 1, -1, -1):
            names = known.get(".".join(parts[:cut]))
            if names is not None and parts[cut] in names:
                self.chain(names[parts[cut]], parts[cut + 1 :], variable)
                return
        if self.is_space(file, qualified):
            self.add(variable, self.space_object(file, qualified))
        else:
            self.add(variable, self.external(qualified))

    def chain(self, source: int, names: Iterable[str], target: int) -> None:
        """``target`` gets ``source.a.b``."""
        for name in names:
            inner = self.variable()
            self.watch(source, ("read", inner, name))
            source = inner
        self.flow(source, target)

    def read_space(self, target: int, label: str, name: str) -> None:
        """A member of a namespace."""
        family, _, space = label.partition(":")
        known = self.spaces.get(family, {})
        found = known.get(space, {}).get(name)
        inner = f"{space}.{name}" if space else name
        if found is not None:
            self.flow(found, target)
        elif inner in known or any(other.startswith(f"{inner}.") for other in known):
            self.add(target, self.the(PACKAGE, label=f"{family}:{inner}"))
        else:
            self.add(target, self.external(inner.replace("/", ".")))

    # ---------------------------------------------------------------------------- classes

    def extend_classes(self) -> None:
        """Give the parts of classes that stand elsewhere to their classes."""
        self.alias = {}
        for number, variable in self.extensions:
            target = next(
                (
                    self.left[item]
                    for item in self.holds[variable] or ()
                    if self.kind[item] == CLASS
                ),
                None,
            )
            if target is None:
                continue
            self.alias[number] = target
            record, part = self.classes[target], self.classes[number]
            record.bases.extend(part.bases)
            for name, member in part.members.items():
                own = record.members.setdefault(name, member)
                if own != member:
                    self.flow(member, own)

    def settle_bases(self) -> None:
        """Bases that are members of the classes around, inherited ones included.

        A class may be nested in one whose own base gives the name, so this is repeated.
        """
        bases = {base for record in self.classes for base in record.bases}
        waiting = [row for row in self.mine if row[0].startswith("mine:") and row[2] in bases]
        for _ in range(4):
            self.order_classes()
            left = [row for row in waiting if not self.bind_base(*row)]
            if len(left) == len(waiting):
                break
            waiting = left
            self.run()
        for _, _, variable, rest, _ in waiting:
            self.flow(rest, variable)
        self.run()
        self.order_classes()

    def bind_base(
        self, label: str, _file: int, variable: int, _rest: int, pairs: tuple[int, ...]
    ) -> bool:
        name = label.partition(":")[2]
        for number in pairs[::2]:
            if self.has_member(self.actual(number), name):
                self.flow(self.lookup(self.actual(number), name), variable)
                return True
        return False

    def actual(self, number: int) -> int:
        """The class that a part belongs to."""
        return self.alias.get(number, number)

    def bind_members(self) -> None:
        """What needs the classes: ``this``, ``super``, and members by plain name."""
        for variable, number, how in self.seeds:
            record = self.classes[self.actual(number)]
            self.add(variable, record.object if how == "c" else record.instance)
        for receiver, variable, number in self.supers:
            self.watch(receiver, ("super", variable, self.actual(number)))
        for label, file, variable, rest, pairs in self.mine:
            how, _, name = label.partition(":")
            self.bind_mine(how, file, variable, name, rest, pairs)

    def bind_mine(
        self, how: str, file: int, variable: int, name: str, rest: int, pairs: tuple[int, ...]
    ) -> None:
        """A plain name that may be a member of one of the classes around."""
        outside = ""
        for position in range(0, len(pairs), 2):
            number, receiver = self.actual(pairs[position]), pairs[position + 1]
            if self.has_member(number, name):
                if how == "mine":
                    self.watch(receiver, ("read", variable, name))
                else:
                    self.watch(receiver, ("write", variable, name, (file, -1, -1)))
                return
            for base in self.classes[number].outside[:1]:
                outside = outside or f"{base}.{name}"
        if how == "mset":
            self.flow(variable, rest)
        elif outside and not any(self.kind[i] in (MODULE, PACKAGE) for i in self.holds[rest] or ()):
            held = self.holds[rest] or ()
            if held and any(self.label[item] != name for item in held):
                self.flow(rest, variable)
            else:
                self.add(variable, self.external(outside))
        else:
            self.flow(rest, variable)
