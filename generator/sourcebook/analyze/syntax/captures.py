"""From the matches of a query to a :class:`~sourcebook.analyze.outline.Reading`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import tree_sitter

from sourcebook.analyze import imports
from sourcebook.analyze.outline import Call, Definition, Import, Place, Reading
from sourcebook.analyze.spelling import unquoted
from sourcebook.analyze.syntax.declarators import declared
from sourcebook.model import SymbolKind

Captures = dict[str, list[tree_sitter.Node]]

_KINDS: dict[str, SymbolKind | None] = {
    **{f"definition.{kind}": kind for kind in SymbolKind},
    "definition.scope": None,
}
_WEAK = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD})
#: Kinds of which one declaration can make several, as in ``typedef struct {…} A, *B``.
_SEVERAL = _WEAK | {SymbolKind.TYPE, SymbolKind.STRUCT, SymbolKind.ENUM}
_STRONG = frozenset({SymbolKind.PROPERTY, SymbolKind.ENUM})
#: Kinds whose names are not taken apart.
_WHOLE = frozenset({SymbolKind.NAMESPACE, SymbolKind.KEY, SymbolKind.SECTION})
_GENERIC = re.compile(r"<.*|\[.*|\s.*", re.DOTALL)
_ARGUMENTS = re.compile(r"(?<=\w)<.*>\s*$", re.DOTALL)
_SEPARATORS = re.compile(r"::|[.:]")
_OPERATOR = re.compile(r"\boperator\b\s*(?:\(\s*\)|[^(]+)")


def collect(query: tree_sitter.Query, root: tree_sitter.Node, data: bytes) -> Reading:
    """Runs ``query`` over the tree and sorts what it found."""
    reading = Reading("syntax", root=root)
    definitions: dict[Place, Definition] = {}
    found: dict[tuple[int, int], Import] = {}
    names: list[tuple[int, Import, tuple[str, str]]] = []
    docs: list[Place] = []
    directives: list[Place] = []
    places = {
        "comment": reading.comments,
        "decorator": reading.decorators,
        "conditional": reading.conditionals,
        "directive": directives,
        "raise": reading.raises,
        "embedded": reading.embedded,
        "heading": reading.headings,
        "cell": reading.cells,
        "doc": docs,
    }
    helpers = _helpers(query)
    for pattern, captures in tree_sitter.QueryCursor(query).matches(root):
        if helpers and len(captures) > 1:
            for helper in helpers & captures.keys():
                del captures[helper]
        if len(captures) == 1:
            ((name, nodes),) = captures.items()
            if name in places:
                for node in nodes:
                    places[name].append(_trimmed(node, data))
                continue
            if _single(reading, name, nodes, data):
                continue
        if "condition" in captures:
            after = captures.get("outcome")
            condition = _place(captures["condition"][0])
            reading.conditions.append((condition, _place(after[0]) if after else condition))
        elif "import" in captures:
            _import(found, names, captures, data)
        else:
            _define(definitions, captures, data, query.pattern_settings(pattern))
    reading.definitions = [item for item in definitions.values() if item.name or item.kind is None]
    for _, item, pair in sorted(names, key=lambda each: each[0]):
        item.names.append(pair)
    reading.imports = list(found.values())
    reading.conditionals.extend(_enclosed(directives, data))
    _document(reading, docs)
    return reading


def _enclosed(directives: Sequence[Place], data: bytes) -> Iterator[Place]:
    """What stands from each ``#if`` to its ``#endif``."""
    open_: list[int] = []
    for start, end in sorted(directives):
        word = data[start:end].lstrip(b"# \t")
        if word.startswith(b"if"):
            open_.append(start)
        elif word.startswith(b"endif") and open_:
            yield open_.pop(), end


@cache
def _helpers(query: tree_sitter.Query) -> frozenset[str]:
    """Captures that serve the query alone."""
    names = map(query.capture_name, range(query.capture_count))
    return frozenset(name for name in names if name.startswith("_"))


def collect_calls(query: tree_sitter.Query, root: tree_sitter.Node) -> Iterator[Call]:
    """Runs the query for calls: each with its place, and whether it is a mere reference."""
    for _, captures in tree_sitter.QueryCursor(query).matches(root):
        if "call.to" in captures:
            yield captures["call.from"][0].start_byte, captures["call.to"][0].end_byte, False
            continue
        for name in ("call", "reference"):
            for node in captures.get(name, ()):
                yield node.start_byte, node.end_byte, name == "reference"


def _single(reading: Reading, name: str, nodes: Sequence[tree_sitter.Node], data: bytes) -> bool:
    """Files a match of one capture; False when it is part of something larger."""
    match name:
        case "decision":
            reading.decisions.extend(node.start_byte for node in nodes)
        case "wrapper" | "wrapper.export":
            exports = name == "wrapper.export"
            reading.wrappers.extend((node.start_byte, node.end_byte, exports) for node in nodes)
        case "module.doc":
            reading.doc = reading.doc or _place(nodes[0])
        case "access":
            reading.access.extend((node.start_byte, _text(node, data)) for node in nodes)
        case "export":
            reading.exports.extend(_text(node, data).strip("'\"") for node in nodes)
        case _:
            return False
    return True


def _place(node: tree_sitter.Node) -> Place:
    return node.byte_range


def _trimmed(node: tree_sitter.Node, data: bytes) -> Place:
    """The place of a node without the line end that some grammars count to a comment."""
    start, end = node.byte_range
    while end > start and data[end - 1] in b" \t\r\n":
        end -= 1
    return start, end


def _text(node: tree_sitter.Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _define(
    definitions: dict[Place, Definition],
    captures: Captures,
    data: bytes,
    settings: Mapping[str, str | None],
) -> None:
    """Makes a definition of a match, or adds to one what another pattern found of it."""
    for name in captures:
        if name in _KINDS:
            break
    else:
        return
    kind = _KINDS[name]
    found = captures["name"][0] if "name" in captures else None
    if "declarator" in captures:
        a_type = kind is SymbolKind.TYPE
        what = declared(captures["declarator"][0], macros=not a_type)
        if what is None:
            return
        found = what.name
        if what.parameters is not None and not a_type:
            kind = SymbolKind.FUNCTION
            captures["parameters"] = [what.parameters]
    item = _at(definitions, captures[name][0], kind, found)
    if "declarator" in captures and _KINDS[name] in _WEAK:
        item.loose = True
    if found is not None:
        _name(item, _text(found, data), found.start_byte)
    elif not item.name:
        item.name = settings.get("name") or ""
    if "owner" in captures:
        _own(item, _text(captures["owner"][0], data))
    if item.kind is None:
        _scope(item, captures, data)
    _parts(item, captures)
    if not item.name and item.bases:
        start, end = item.bases[0]
        item.name = f"<{_plain(data[start:end].decode('utf-8', 'replace'))}>"


def _at(
    definitions: dict[Place, Definition],
    node: tree_sitter.Node,
    kind: SymbolKind | None,
    name: tree_sitter.Node | None,
) -> Definition:
    """The definition at a node; a second name in one declaration gets one of its own."""
    place = _place(node)
    item = definitions.get(place)
    if item is not None and item.name and name is not None and kind in _SEVERAL:
        first = item.name_start + len(item.name.encode("utf-8"))
        if item.kind in _SEVERAL and first < name.start_byte:
            item.end = min(item.end, first)
            place = _place(name)
            item = definitions.get(place)
    if item is None:
        item = definitions[place] = Definition(kind, "", *place, place[0])
        item.loose = kind in _WEAK
    elif _weight(kind) > _weight(item.kind):
        item.kind = kind
        item.loose = False
    return item


def _own(item: Definition, written: str) -> None:
    """Sets the owner. A grammar may take the name for the last part of a receiver."""
    owner = _plain(written)
    if not item.name and item.kind is not None and "." in owner:
        owner, _, item.name = owner.rpartition(".")
    item.owner = owner


def _parts(item: Definition, captures: Captures) -> None:
    if "body" in captures:
        item.body = captures["body"][0].start_byte
    if "parameters" in captures:
        nodes = captures["parameters"]
        item.parameters = nodes[0].start_byte, nodes[-1].end_byte
    if "returns" in captures:
        item.returns = _place(captures["returns"][0])
    for base in map(_place, captures.get("bases", ())):
        if base not in item.bases:
            item.bases.append(base)


def _weight(kind: SymbolKind | None) -> int:
    """Which kind prevails where several patterns find one node: the one that says most."""
    if kind is None or kind in _WEAK:
        return 0
    return 2 if kind in _STRONG else 1


def _name(item: Definition, written: str, start: int) -> None:
    """Splits a written name such as ``A::b`` or ``M.f`` into owner and name."""
    if written.isidentifier():
        item.name, item.name_start = written, start
        return
    operator = _OPERATOR.search(written)
    if item.kind in (SymbolKind.TABLE, SymbolKind.FIELD) and unquoted(written) != written:
        item.owner, _, item.name = unquoted(written).rpartition(".")
        item.name_start = start
        return
    if item.kind in _WHOLE:
        owner, place = "", 0
        name = " ".join(written.split()).strip("\"'")
    elif operator:
        owner, name, place = written[: operator.start()], operator[0], operator.start()
        name = " ".join(name.split())
    else:
        written = _ARGUMENTS.sub("", written)
        parts = tuple(_SEPARATORS.finditer(written))
        place = parts[-1].end() if parts and written[parts[-1].end() :].strip() else 0
        owner, name = written[:place], "".join(written[place:].split()).strip("\"'`:")
        place = written.find(name, place)
    if owner.strip(":. "):
        item.owner = _plain(owner.rstrip(":. "))
    item.name = name
    item.name_start = start + len(written[:place].encode("utf-8"))


def _scope(item: Definition, captures: Captures, data: bytes) -> None:
    """Names an owner that is no symbol: ``A``, or ``<A as Display>``."""
    trait = captures.get("trait")
    name = item.name or item.owner
    item.name = _GENERIC.sub("", name)
    item.owner = ""
    if trait:
        last = _SEPARATORS.split(_plain(_text(trait[0], data)))[-1]
        item.name = f"<{item.name} as {last}>"


def _plain(name: str) -> str:
    """A type's name without generic arguments, pointers and blanks."""
    return _GENERIC.sub("", name.strip("*&() \t")).strip()


def _import(
    found: dict[tuple[int, int], Import],
    names: list[tuple[int, Import, tuple[str, str]]],
    captures: Captures,
    data: bytes,
) -> None:
    """Adds one match of an import: its module, or one of its names."""
    node = captures["import"][0]
    if "import.text" in captures:
        text = _text(captures["import.text"][0], data)
        for index, each in enumerate(imports.nested(text, _place(node))):
            each.exported = "import.export" in captures
            found[node.start_byte, -index] = each
        return
    module = captures.get("import.module")
    place = module[0].start_byte if module else node.start_byte
    item = found.get((node.start_byte, place))
    if item is None:
        written = _text(module[0], data) if module else ""
        item = found[node.start_byte, place] = imports.plain(written, _place(node))
    item.type_only = item.type_only or "import.type" in captures
    item.exported = item.exported or "import.export" in captures
    alias = captures.get("import.alias")
    name = captures.get("import.name")
    if name:
        written = _text(name[0], data)
        local = _text(alias[0], data) if alias else written
        names.append((name[0].start_byte, item, (written, local)))
    elif "import.all" in captures:
        item.names.append(("*", _text(alias[0], data) if alias else "*"))
    elif alias:
        item.alias = _text(alias[0], data)


def _document(reading: Reading, docs: list[Place]) -> None:
    """Gives each docstring to the innermost definition around it."""
    by_body = {item.body: item for item in reading.definitions}
    for place in docs:
        item = by_body.get(place[0])
        if item is None:
            around = [each for each in reading.definitions if each.start < place[0] < each.end]
            item = max(around, key=lambda each: each.start, default=None)
        if item is not None and item.doc is None:
            item.doc = place
