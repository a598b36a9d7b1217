"""Links between records and code, each with the line that proves it.

Three sources, the strongest first: the record declares a scope (``governs: src/auth/**``);
the code names the record (``see ADR-1234``, its path, ``@ADR(1234)``); the record names a
file or a symbol that exists. A name is a link only if few files define it and few records
mention it: a common word proves nothing.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from posixpath import dirname, join, normpath

from sourcebook.analyze.decisions.meant import KINDS, meant
from sourcebook.analyze.decisions.outline import Outline
from sourcebook.analyze.decisions.places import Place
from sourcebook.analyze.ignore import matching
from sourcebook.analyze.verify import Sources
from sourcebook.grammars.languages import language
from sourcebook.model import CallGraph, CodeLink, ParsedFile, Symbol
from sourcebook.shelf import paths_of

_MOST_FILES = 3  # that may define a name
_MOST_RECORDS = 4  # that may mention it

_REFERENCE = re.compile(
    r"(?<![\w-])(?:ADR(?:[-_ #:(]|\s#)*(?P<upper>\d{1,5})|adr[-_](?P<lower>\d{2,5}))(?!\w)"
)
_CITES = re.compile(rb"ADR|adr|\.(?:md|rst|adoc|markdown)")
_FILE_NAME = re.compile(r"(?<![\w.\-])[\w.\-]+\.(?:md|mdx|rst|adoc|markdown)\b")
_CODE = re.compile(r"`([^`\n]{2,120})`")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_WORD = re.compile(r"[A-Za-z_]\w+")
_PATH = re.compile(r"(?<![\w./:@-])(?:\.{1,2}/)*(?:[\w.@-]+/)+[\w.@-]+(?:\.\w+)?")
_TARGET = re.compile(r"\]\(\s*<?([^)\s>#]+)")
_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?")


class Code:
    """The files and symbols of the repository, looked up by what records call them.

    A bare name never means a definition in ``samples`` (tests, examples).
    """

    def __init__(
        self,
        parsed: Sequence[ParsedFile],
        graph: CallGraph,
        records: Container[str],
        samples: Container[str],
    ) -> None:
        self.sources = Sources(parsed)
        self.paths = {path for path in paths_of(parsed) if path not in records}
        self._parsed = parsed
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.paths):
            self._by_name[path.rpartition("/")[2]].append(path)
        self._symbols: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in graph.symbols:
            if symbol.kind in KINDS and symbol.path in self.paths and symbol.path not in samples:
                self._symbols[symbol.name].append(symbol)

    def files(self) -> Iterator[ParsedFile]:
        """The files that are no records."""
        return (file for file in self._parsed if file.path in self.paths)

    def file(self, written: str, beside: str) -> str:
        """The file that a path as written in the file ``beside`` means, "" if none or several."""
        path = re.sub(r"(?::\d+)+$", "", written.split("#", maxsplit=1)[0]).rstrip(".,;:")
        for candidate in (normpath(path.lstrip("/")), normpath(join(dirname(beside), path))):
            if candidate in self.paths:
                return candidate
        end = "/" + normpath(path).lstrip("./")
        alike = [
            each for each in self._by_name.get(path.rpartition("/")[2], ()) if each.endswith(end)
        ]
        return alike[0] if len(alike) == 1 and "/" in end[1:] else ""

    def symbols(self, written: str) -> list[Symbol]:
        """The symbols of that name, none if too many files define one."""
        parts = re.split(r"\.|::|#", written.removesuffix("()"))
        found = self._symbols.get(parts[-1], [])
        if len(parts) > 1:
            end = ".".join(parts[-2:])
            found = [
                symbol
                for symbol in found
                if re.sub(r"::|#", ".", symbol.qualified).endswith(end)
                or symbol.path.rpartition("/")[2].partition(".")[0] == parts[-2]
            ]
        elif not is_telling(written):
            return []
        files = {symbol.path for symbol in found}
        return found if len(files) <= _MOST_FILES else []


def is_telling(name: str) -> bool:
    """Whether a single name is one of code rather than a word: ``HttpClient``, ``read_all``, ``run()``."""
    return re.search(r"[a-z0-9][A-Z]|\w_\w|\(\)$", name) is not None


def names_in(text: str) -> Iterator[str]:
    """The names in spans of code of a text that are names of code rather than words."""
    for span in _CODE.findall(text):
        for name in _WORD.findall(span):
            if is_telling(name):
                yield name


def given_names(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The names of code in spans and blocks of code, each with the number of its line."""
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        else:
            for text in [line] if fence else _CODE.findall(line):
                yield from ((number, name) for name in _WORD.findall(text) if is_telling(name))


def scopes(place: Place, outline: Outline, sources: Sources) -> tuple[tuple[str, int], ...]:
    """The globs of files that the record declares to govern, each with its line."""
    fact = outline.facts.get("governs")
    if fact is None:
        return ()
    globs = (glob.strip().strip("'\"`") for glob in re.split(r"[\n,]\s*", fact.text))
    found = ((glob, sources.find(place.path, glob, fact.line, fact.line + 60)) for glob in globs)
    return tuple((glob, proof.line if proof else fact.line) for glob, proof in found if glob)


def scope_links(
    place: Place, declared: Sequence[tuple[str, int]], code: Code
) -> Iterator[CodeLink]:
    """Files that the record declares to govern."""
    for glob, line in declared:
        evidence = code.sources.quote(place.path, line, around=glob)
        if evidence:
            for path in sorted(matching(code.paths, [glob])):
                yield CodeLink(path, None, evidence, "scope")


def record_links(texts: Mapping[str, Sequence[str]], code: Code) -> dict[str, list[CodeLink]]:
    """Files and symbols that records name, by the record's path."""
    found: dict[str, list[CodeLink]] = defaultdict(list)
    mentions: dict[str, set[str]] = defaultdict(set)
    named: list[tuple[str, int, str]] = []
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            for written in _written_paths(line):
                file = code.file(written, path)
                evidence = code.sources.quote(path, number, around=written) if file else None
                if evidence:
                    found[path].append(CodeLink(file, None, evidence, "record"))
            for span in _CODE.findall(line):
                if _NAME.fullmatch(span):
                    mentions[span].add(path)
                    named.append((path, number, span))
    for path, number, name in named:
        if len(mentions[name]) <= _MOST_RECORDS:
            for symbol in code.symbols(name):
                evidence = code.sources.quote(path, number, around=name)
                if evidence:
                    span = symbol.span
                    found[path].append(
                        CodeLink(
                            symbol.path, symbol.id, evidence, "record", span.line, span.end_line
                        )
                    )
    return found


def may_cite(raw: bytes | None) -> bool:
    """Whether a file is worth parsing for references to records."""
    return raw is not None and _CITES.search(raw) is not None


def _written_paths(line: str) -> Iterator[str]:
    yield from (target for target in _TARGET.findall(line) if "://" not in target)
    yield from (match[0] for match in _PATH.finditer(line))


def code_links(
    code: Code, numbered: Mapping[int, Sequence[Place]], by_name: Mapping[str, Sequence[Place]]
) -> dict[str, list[CodeLink]]:
    """Places in code that name a record, by the record's path."""
    found: dict[str, list[CodeLink]] = defaultdict(list)
    for file in code.files():
        text = "".join(chunk.text for chunk in file.chunks)
        lines = text.split("\n")
        for at, end, place in _cited(text, file.path, numbered, by_name):
            line = text.count("\n", 0, at) + 1
            if place.sample or not _is_remark(file, text, at, line):
                continue
            evidence = code.sources.quote(file.path, line, around=text[at:end])
            if evidence:
                symbol, (first, last) = meant(file, lines, line)
                held = symbol.id if symbol is not None else None
                found[place.path].append(CodeLink(file.path, held, evidence, "code", first, last))
    return found


def _is_remark(file: ParsedFile, text: str, at: int, line: int) -> bool:
    """Whether a place is in a comment, a docstring or an annotation rather than in code."""
    tongue = language(file.language)
    if tongue.kind == "document" or text[at - 1 : at] == "@":
        return True
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if any(_begins_outside_quotes(marker, before) for marker in tongue.line):
        return True
    if any(text.rfind(start, 0, at) > text.rfind(end, 0, at) for start, end in tongue.block):
        return True
    docs = [(symbol.doc_line, symbol.doc_end_line) for symbol in file.symbols]
    docs.append((file.doc_line, file.doc_end_line))
    return any(first <= line <= last for first, last in docs if first)


def _begins_outside_quotes(marker: str, before: str) -> bool:
    code, found, _ = before.partition(marker)
    return bool(found) and code.count('"') % 2 == 0 and code.count("'") % 2 == 0


def _cited(
    text: str,
    path: str,
    numbered: Mapping[int, Sequence[Place]],
    by_name: Mapping[str, Sequence[Place]],
) -> Iterator[tuple[int, int, Place]]:
    """References to records in a text, with the record each means."""
    if "ADR" in text or "adr" in text:
        for match in _REFERENCE.finditer(text):
            number = int(match["upper"] or match["lower"])
            # "adr-0007-use-x.md" is a file name and read as one.
            if re.match(r"[\w.-]*\.(?:md|mdx|rst|adoc)\b", text[match.end() :]):
                continue
            place = nearest(numbered.get(number, ()), path)
            if place is not None:
                yield match.start(), match.end(), place
    if any(end in text for end in (".md", ".rst", ".adoc", ".markdown")):
        for match in _FILE_NAME.finditer(text):
            place = nearest(by_name.get(match[0].lower(), ()), path)
            if place is not None:
                yield match.start(), match.end(), place


def unknown(
    file: ParsedFile, numbered: Mapping[int, Sequence[Place]], lines: Container[int]
) -> Iterator[tuple[int, str]]:
    """References in remarks on some lines that name no record by its number, as written."""
    text = "".join(chunk.text for chunk in file.chunks)
    for match in _REFERENCE.finditer(text):
        number = int(match["upper"] or match["lower"])
        line = text.count("\n", 0, match.start()) + 1
        if line in lines and number not in numbered and _is_remark(file, text, match.start(), line):
            yield line, match[0].rstrip("( ")


def nearest(places: Sequence[Place], path: str) -> Place | None:
    """The record whose folder shares most with ``path``; None if several do."""
    places = [place for place in places if not place.sample or path.startswith(place.home)]
    if len(places) <= 1:
        return places[0] if places else None
    shared = [(len(_common(place.folder, path)), place) for place in places]
    most = max(length for length, _ in shared)
    best = [place for length, place in shared if length == most]
    return best[0] if len(best) == 1 else None


def _common(folder: str, path: str) -> list[str]:
    common: list[str] = []
    for one, other in zip(folder.split("/"), path.split("/")[:-1], strict=False):
        if one != other:
            break
        common.append(one)
    return common
