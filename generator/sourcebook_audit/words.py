"""Statements about words: the glossary, what is related, which tests reach what, and cycles.

- ``names-with``: the word stands in the names of so many definitions of source files;
- ``defined``: the line holds the name of the definition;
- ``related``: the words stand in the lines of both;
- ``reached-by``: calls that pages state lead from the test to the definition; where a list of
  callers is cut, the test is a caller if its source names what it calls;
- ``cycle``: as drawn, each member leads to every other, and pages state each of its calls.
"""

import json
import re
from collections import Counter, defaultdict, deque
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath

from sourcebook_audit.built import Built, number
from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Source

_PLAIN = re.compile(r"[^\W\d]\w*[!?]?")
_PART = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")

#: A definition: the file and the qualified name.
Place = tuple[str, str]


class Words:
    """The words and ways of one site."""

    def __init__(self, site: Path, source: Source, built: Built) -> None:
        self._site, self._source, self._built = site, source, built

    def fault(self, page: str, fact: Fact) -> str | None:
        """Why a statement is not true, "" when it is, None when it is of another kind."""
        if fact.kind == "names-with":
            return self._counted(fact)
        if fact.kind == "defined":
            return self._defined(fact)
        if fact.kind == "related":
            return self._related(fact)
        if fact.kind == "reached-by":
            return self._reached(page, fact)
        if fact.kind == "cycle":
            return self._cycle(page, fact)
        return None

    def _counted(self, fact: Fact) -> str:
        names = self._names[fact.get("of")]
        return "" if names == number(fact.text) else f"says {fact.text.strip()}, is {names:,}"

    @cached_property
    def _names(self) -> Counter[str]:
        """Names of definitions that hold each word, plurals with their singular."""
        named = []
        for file, symbols in self._built.symbols.items():
            if not self._built.of_file[file, "class"]:  # a file of source code
                for name, spans in symbols.items():
                    named += [_words(name)] * len(spans)
        written = {word for words in named for word in words}
        return Counter(word for words in named for word in {_singular(w, written) for w in words})

    def _defined(self, fact: Fact) -> str:
        path, line = fact.get("path"), number(fact.get("line"))
        name = _last(" ".join(fact.text.split()))
        text = self._source.text(path, line)
        return "" if name in text else f"line {line} of {path} does not hold {name}"

    def _related(self, fact: Fact) -> str:
        path, _, lines = fact.get("at").rpartition(":")
        words = fact.text.rpartition(": ")[2].split(", ")
        for file, span in ((fact.get("file"), fact.get("of")), (path, lines)):
            start, _, stop = span.partition("-")
            text = self._source.text(file, number(start), number(stop)).lower()
            missing = [word for word in words if word not in text]
            if missing or not words:
                return f"{file}:{span} does not hold {', '.join(missing)}"
        return ""

    def _reached(self, page: str, fact: Fact) -> str:
        end = (fact.get("file"), fact.get("block"))
        start = self._other(page, fact)
        seen, queue = {end}, deque([end])
        while queue:
            place = queue.popleft()
            if place == start or (not place[1] and place[0] == start[0]):
                return ""
            if place in self._cut and self._names_it(start, place):
                return ""
            for caller in (self._callers[place] | self._around(place)) - seen:
                seen.add(caller)
                queue.append(caller)
        return f"no call leads from {start[1]} to {end[1]}"

    def _around(self, place: Place) -> set[Place]:
        """The definition around a function that has no section of its own."""
        file, name = place
        outer = name.rpartition(".")[0]
        known = self._built.symbols.get(file, {})
        return {(file, outer)} if name not in known and outer in known else set()

    @cached_property
    def _callers(self) -> dict[Place, set[Place]]:
        """Which definitions call which, by what the pages of either state."""
        found: dict[Place, set[Place]] = defaultdict(set)
        for page, fact in self._built.facts():
            here, there = (fact.get("file"), fact.get("block")), self._other(page, fact)
            if fact.kind in {"calls", "may-call"}:
                found[there].add(here)
            elif fact.kind in {"called-by", "may-be-called-by"}:
                found[here].add(there)
        return found

    @cached_property
    def _cut(self) -> set[Place]:
        """The definitions whose lists of callers say that there are more."""
        return {
            (fact.get("file"), fact.get("block"))
            for _, fact in self._built.facts()
            if fact.kind == "more" and fact.get("of").endswith("called-by")
        }

    def _names_it(self, caller: Place, called: Place) -> bool:
        """Whether the lines of a definition, or all of its file, hold the name of another."""
        file, name = caller
        spans = self._built.symbols.get(file, {}).get(name, ())
        places = [(span.start, span.stop) for span in spans]
        if name == file.rpartition("/")[2]:
            places.append((1, len(self._source.lines(file) or ())))
        known = _last(called[1]) if called[1] else called[0].rpartition("/")[2].partition(".")[0]
        return any(known in self._source.words(file, *place) for place in places)

    def _other(self, page: str, fact: Fact) -> Place:
        """The definition that a fact names, by its text and where its link leads."""
        href = fact.get("href")
        home = fact.get("title") or (self._built.home(page, href) if href else "")
        return home or fact.get("file"), " ".join(fact.text.split())

    def _cycle(self, page: str, fact: Fact) -> str:
        path = normpath(join(dirname(page), fact.get("graph")))
        try:
            model = json.loads((self._site / path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return f"{path} cannot be read"
        nodes = {node["id"] for node in model["nodes"]}
        after: dict[str, set[str]] = defaultdict(set)
        before: dict[str, set[str]] = defaultdict(set)
        for edge in model["edges"]:
            after[edge["from"]].add(edge["to"])
            before[edge["to"]].add(edge["from"])
            if (
                "::" in edge["from"]
                and _place(edge["from"]) not in self._callers[_place(edge["to"])]
            ):
                return f"no page states that {edge['from']} calls {edge['to']}"
        whole = len(nodes) == number(fact.get("size"))
        start = min(nodes)
        circle = _from(start, after) == _from(start, before) == nodes
        return "" if circle or not whole else "not every member leads to every other"


def _from(start: str, steps: dict[str, set[str]]) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        for one in steps[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return seen


def _place(symbol: str) -> Place:
    """The file and the qualified name in the id of a symbol, without its ordinal."""
    file, _, name = symbol.partition("::")
    return file, re.sub(r"~\d+$", "", name)


def _words(qualified: str) -> tuple[str, ...]:
    parts = re.split(r"\.|::", qualified)
    if not all(_PLAIN.fullmatch(part) for part in parts):
        return ()
    return tuple(word.lower() for word in _PART.findall(parts[-1]) if word.isalpha())


def _singular(word: str, written: set[str]) -> str:
    single = word[:-1]
    return single if word[-1] == "s" and word[-2:] != "ss" and single in written else word


def _last(name: str) -> str:
    return re.split(r"\.|::", name)[-1]
