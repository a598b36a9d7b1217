"""Names of the typed languages: namespaces, packages, parts of classes, members in reach.

A namespace is known by its family (languages that share names) and its dotted name; for Go
it is the folder. Names that are found nowhere in the repository lie outside it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from posixpath import dirname

from sourcebook.analyze.resolve.crates import Crates
from sourcebook.analyze.resolve.headers import Headers
from sourcebook.analyze.resolve.heap import CLASS, EXTERNAL, PACKAGE
from sourcebook.analyze.resolve.loading import Loading
from sourcebook.analyze.resolve.modules_python import above
from sourcebook.model import ParsedFile

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
    def __init__(self, parsed: Sequence[ParsedFile]) -> None:
        super().__init__(parsed)
        self.file_at = {file.path: number for number, file in enumerate(self.parsed)}
        self._outside: dict[int, bool] = {}
        self._included: dict[int, frozenset[int]] = {}

    spaces: dict[str, dict[str, dict[str, int]]]
    alias: dict[int, int]

    def family(self, file: int) -> str:
        language = self.parsed[file].language
        return FAMILIES.get(language, language)

    def bind_spaces(self) -> None:
        """Gather what files publish, then bind what they look for."""
        self.spaces = {}
        self.crates = Crates(self.parsed)
        for file, space, name, variable in self.published:
            known = self.spaces.setdefault(self.family(file), {})
            names = known.setdefault(self.space_of(file, space), {})
            found = names.get(name)
            if found is None:
                found = names[name] = self.variable()
            self.flow(variable, found)
        self.link_prototypes()
        for file, variable, qualified, space in self.uses:
            if self.family(file) == "rust":
                self.bind_path(file, variable, qualified, space)
            else:
                self.bind_use(file, variable, qualified)
        for file, variable, name, spaces in self.finds:
            self.bind_find(file, variable, name, spaces)

    def space_of(self, file: int, space: str) -> str:
        """The full name of a namespace of a file."""
        family = self.family(file)
        if family == "go":
            return dirname(self.parsed[file].path)
        if family == "rust":
            if space.startswith("use:"):
                _, inner, written = space.split(":", 2)
                return self.crates.space(self.parsed[file].path, inner, written)
            return space if space == "macro:" else self.crates.base(self.parsed[file].path) + space
        return space

    def bind_find(self, file: int, variable: int, name: str, spaces: Iterable[str]) -> None:
        """The first namespace that has the name gives it."""
        if self.family(file) == "c" or spaces == ("def",):
            self.bind_included(file, variable, name, spaces)
            return
        known = self.spaces.get(self.family(file), {})
        for space in spaces:
            full = self.space_of(file, space)
            found = known.get(full, {}).get(name)
            if found is not None:
                self.flow(found, variable)
                return
            inner = f"{full}.{name}" if full else name
            if self.is_space(file, inner):
                self.add(variable, self.space_object(file, inner))
                return
        self.add(variable, self.external(name.removesuffix("()")))

    # ------------------------------------------------------------------------------ Rust

    crates: Crates

    def bind_path(self, file: int, variable: int, written: str, space: str) -> None:
        """A path of Rust, from the module that it is written in."""
        known = self.spaces.get("rust", {})
        home = self.space_of(file, space)
        first, _, _ = written.partition(".")
        if first in known.get(home, ()) or f"{home}.{first}" in known:
            start, parts = home, written.split(".")
        else:
            start, parts = self.crates.start(self.parsed[file].path, space, written)
        if not start:
            self.add(variable, self.external(written))
            return
        while parts and f"{start}.{parts[0]}" in known and parts[0] not in known.get(start, ()):
            start = f"{start}.{parts.pop(0)}"
        if not parts:
            self.add(variable, self.the(PACKAGE, label=f"rust:{start}"))
        elif parts[0] in known.get(start, ()):
            self.chain(known[start][parts[0]], parts[1:], variable)

    # ------------------------------------------------------------------------- C and C++

    def link_prototypes(self) -> None:
        """A declaration leads to the definition that the linker would take."""
        self.headers = Headers(file.path for file in self.parsed)
        defined: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for file, space, name, variable in self.published:
            if self.family(file) == "c":
                defined.setdefault((space, name), []).append((file, variable))
        for file, space, name, variable in self.prototypes:
            for source in self.linked(file, defined.get((space, name), [])):
                self.flow(source, variable)

    headers: Headers

    def linked(self, file: int, found: list[tuple[int, int]]) -> list[int]:
        """Of several definitions, that of the header's own source, else the nearest."""
        path = self.parsed[file].path
        stem = path.rpartition(".")[0].rpartition("/")[2]
        for fits in (
            lambda other: other.rpartition(".")[0].rpartition("/")[2] == stem,
            lambda other: dirname(other) == dirname(path),
            lambda _: True,
        ):
            chosen = [variable for other, variable in found if fits(self.parsed[other].path)]
            if chosen:
                return chosen
        return []

    def included(self, file: int) -> frozenset[int]:
        """The files that a file includes, directly or not, itself among them."""
        known = self._included.get(file)
        if known is not None:
            return known
        seen = {file}
        work = [file]
        while work:
            current = work.pop()
            path = self.parsed[current].path
            for written in self.includes.get(current, ()):
                target = self.headers.find(path, written)
                number = self.file_at.get(target, -1)
                if number >= 0 and number not in seen:
                    seen.add(number)
                    work.append(number)
        found = self._included[file] = frozenset(seen)
        return found

    def bind_included(self, file: int, variable: int, name: str, spaces: Iterable[str]) -> None:
        """What the included files declare under a name."""
        for space in spaces:
            rows = self.declared.get((space, name), ())
            seen = self.included(file) if rows else frozenset()
            chosen = [source for other, source in rows if other in seen]
            for source in chosen:
                self.flow(source, variable)
            if chosen:
                return
            inner = f"{space}.{name}" if space else name
            if self.is_space(file, inner):
                self.add(variable, self.space_object(file, inner))
                return
        if self.family(file) != "c" or self.sees_outside(file):
            self.add(variable, self.external(name))

    def sees_outside(self, file: int) -> bool:
        """Whether a file includes, directly or not, what is not in the repository."""
        known = self._outside.get(file)
        if known is None:
            known = self._outside[file] = any(
                not self.headers.find(self.parsed[other].path, written)
                for other in self.included(file)
                for written in self.includes.get(other, ())
            )
        return known

    # ------------------------------------------------------------------------- namespaces

    def is_space(self, file: int, space: str) -> bool:
        known = self.spaces.get(self.family(file), {})
        return space in known or any(other.startswith(f"{space}.") for other in known)

    def space_object(self, file: int, space: str) -> int:
        return self.the(PACKAGE, label=f"{self.family(file)}:{space}")

    def bind_use(self, file: int, variable: int, qualified: str) -> None:
        """An import by full name."""
        if self.family(file) == "go":
            folder = self.go_folder(file, qualified)
            item = self.external(qualified) if folder is None else self.space_object(file, folder)
            self.add(variable, item)
            return
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
            self.add(variable, self.external(qualified.removesuffix("()")))

    def go_folder(self, file: int, path: str) -> str | None:
        """The folder of a Go package, by the modules of the repository."""
        known = self.spaces.get("go", {})
        for module, home in self.go_modules():
            if path == module or path.startswith(f"{module}/"):
                folder = "/".join(part for part in (home, path[len(module) + 1 :]) if part)
                if folder in known:
                    return folder
        own = dirname(self.parsed[file].path)
        for home in above(own):
            vendored = f"{home}/vendor/{path}".lstrip("/")
            if vendored in known:
                return vendored
        return None

    def go_modules(self) -> list[tuple[str, str]]:
        """Module path and folder of each ``go.mod``; without one, what the imports show."""
        if self._go_modules is None:
            found = []
            for parsed in self.parsed:
                if parsed.path.rpartition("/")[2] == "go.mod":
                    text = "\n".join(chunk.text for chunk in parsed.chunks)
                    match = re.search(r"^module\s+\"?([^\s\"]+)", text, re.MULTILINE)
                    if match:
                        found.append((match[1], dirname(parsed.path)))
            self._go_modules = sorted(found, key=lambda row: (-len(row[0]), row)) or self.guess_go()
        return self._go_modules

    _go_modules: list[tuple[str, str]] | None = None

    def guess_go(self) -> list[tuple[str, str]]:
        """The beginning that most imports of folders of the repository share."""
        folders = [folder for folder in self.spaces.get("go", {}) if folder]
        counts: Counter[str] = Counter()
        for file, _, path, _ in self.uses:
            if self.family(file) != "go":
                continue
            fits = [folder for folder in folders if path.endswith(f"/{folder}")]
            if fits:
                counts[path[: -len(max(fits, key=len)) - 1]] += 1
        return [(module, "") for module, _ in counts.most_common(1)]

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
        self.alias = self.reopened()
        for number, variable in self.extensions:
            held = self.holds[variable] or ()
            target = next((self.left[item] for item in held if self.kind[item] == CLASS), None)
            if target is None:
                continue
            self.alias[number] = self.alias.get(target, target)
        for number, target in self.alias.items():
            record, part = self.classes[target], self.classes[number]
            record.bases.extend(part.bases)
            for name, member in part.members.items():
                own = record.members.setdefault(name, member)
                if own != member:
                    self.flow(member, own)

    def reopened(self) -> dict[int, int]:
        """Classes of Ruby that are stated again: number -> the first of that name."""
        return {
            number: self.left[record.object]
            for number, record in enumerate(self.classes)
            if "b" in record.flags and self.left[record.object] != number
        }

    def settle_bases(self) -> None:
        """Bases that are members of the classes around, inherited ones included.

        A class may be nested in one whose own base gives the name, so this is repeated.
        """
        bases = {base for record in self.classes for base in record.bases}
        waiting = [row for row in self.mine if row[0].startswith("mtype:") and row[2] in bases]
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

    def names_class(self, number: int, name: str) -> bool:
        """Whether a member of a class is itself a class."""
        for ancestor in self.classes[number].order:
            member = self.classes[ancestor].members.get(name)
            if member is not None:
                return any(self.kind[item] == CLASS for item in self.holds[member] or ())
        return False

    def only_named(self, variable: int, name: str) -> bool:
        """Whether nothing but the name itself is known of what is outside."""
        return all(
            self.kind[item] == EXTERNAL and self.label[item] == name
            for item in self.holds[variable] or ()
        )

    def bind_mine(
        self, how: str, file: int, variable: int, name: str, rest: int, pairs: tuple[int, ...]
    ) -> None:
        """A plain name that may be a member of one of the classes around."""
        outside = ""
        for position in range(0, len(pairs), 2):
            number, receiver = self.actual(pairs[position]), pairs[position + 1]
            if how == "mtype":
                if self.names_class(number, name):
                    self.flow(self.lookup(number, name), variable)
                    return
            elif self.has_member(number, name):
                if how == "mset":
                    self.watch(receiver, ("write", variable, name, (file, -1, -1)))
                else:
                    self.watch(receiver, ("read", variable, name.removeprefix("::")))
                return
            for base in self.classes[number].outside[:1]:
                outside = outside or f"{base}.{name.removeprefix('::')}"
        if how == "mset":
            self.flow(variable, rest)
        elif how == "mcall" and outside and self.only_named(rest, name):
            self.add(variable, self.external(outside))
        else:
            self.flow(rest, variable)
