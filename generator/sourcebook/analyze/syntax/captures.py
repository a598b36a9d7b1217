"""From the matches of a query to a :class:`~sourcebook.analyze.outline.Reading`."""

import re
from collections.abc import Sequence

import tree_sitter

from sourcebook.analyze import imports
from sourcebook.analyze.outline import Definition, Import, Place, Reading
from sourcebook.model import SymbolKind

Captures = dict[str, list[tree_sitter.Node]]

_KINDS: dict[str, SymbolKind | None] = {
    **{f"definition.{kind}": kind for kind in SymbolKind},
    "definition.scope": None,
}
_GENERIC = re.compile(r"<.*|\[.*|\s.*", re.DOTALL)
_SEPARATORS = re.compile(r"::|[.:]")


def collect(query: tree_sitter.Query, root: tree_sitter.Node, data: bytes) -> Reading:
    """Runs ``query`` over the tree and sorts what it found."""
    reading = Reading("syntax", root=root)
    definitions: dict[Place, Definition] = {}
    found: dict[tuple[int, int], Import] = {}
    docs: list[Place] = []
    for _, captures in tree_sitter.QueryCursor(query).matches(root):
        if len(captures) == 1:
            ((name, nodes),) = captures.items()
            if _single(reading, name, nodes, docs, data):
                continue
        if "condition" in captures:
            after = captures.get("outcome")
            condition = _place(captures["condition"][0])
            reading.conditions.append((condition, _place(after[0]) if after else condition))
        elif "import" in captures:
            _import(found, captures, data)
        else:
            _define(definitions, captures, data)
    reading.definitions = list(definitions.values())
    reading.imports = list(found.values())
    _document(reading, docs)
    return reading


def _single(
    reading: Reading, name: str, nodes: Sequence[tree_sitter.Node], docs: list[Place], data: bytes
) -> bool:
    """Files a match of one capture; False when it is part of something larger."""
    match name:
        case "call" | "reference":
            reference = name == "reference"
            reading.calls.extend((node.start_byte, node.end_byte, reference) for node in nodes)
        case "decision":
            reading.decisions.extend(node.start_byte for node in nodes)
        case "comment":
            reading.comments.extend(_comment(node, data) for node in nodes)
        case "decorator":
            reading.decorators.extend(_comment(node, data) for node in nodes)
        case "wrapper" | "wrapper.export":
            exports = name == "wrapper.export"
            reading.wrappers.extend((node.start_byte, node.end_byte, exports) for node in nodes)
        case "conditional":
            reading.conditionals.extend(map(_place, nodes))
        case "raise":
            reading.raises.extend(map(_place, nodes))
        case "doc":
            docs.extend(map(_place, nodes))
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
    return node.start_byte, node.end_byte


def _comment(node: tree_sitter.Node, data: bytes) -> Place:
    """The place of a comment without the line end that some grammars count to it."""
    start, end = node.start_byte, node.end_byte
    while end > start and data[end - 1] in b" \t\r\n":
        end -= 1
    return start, end


def _text(node: tree_sitter.Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _define(definitions: dict[Place, Definition], captures: Captures, data: bytes) -> None:
    """Makes a definition of a match, or adds to one what another pattern found of it."""
    name = next((key for key in captures if key in _KINDS), "")
    if not name:
        return
    node = captures[name][0]
    kind = _KINDS[name]
    item = definitions.get(_place(node))
    if item is None:
        item = Definition(kind, "", node.start_byte, node.end_byte, node.start_byte)
        definitions[_place(node)] = item
    if "name" in captures:
        written = captures["name"][0]
        _name(item, _text(written, data), written.end_byte)
    owner = captures.get("owner")
    if owner:
        item.owner = _plain(_text(owner[0], data))
    if kind is None:
        _scope(item, captures, data)
    if "body" in captures:
        item.body = captures["body"][0].start_byte
    if "parameters" in captures:
        item.parameters = _place(captures["parameters"][0])
    if "returns" in captures:
        item.returns = _place(captures["returns"][0])
    for base in map(_place, captures.get("bases", ())):
        if base not in item.bases:
            item.bases.append(base)


def _name(item: Definition, written: str, end: int) -> None:
    """Splits a written name such as ``A::b`` or ``M.f`` into owner and name."""
    written = "".join(written.split()).strip("\"'`")
    parts = list(_SEPARATORS.finditer(written))
    if (
        parts
        and not written.startswith((".", ":", "operator", "~"))
        and parts[-1].end() < len(written)
    ):
        item.owner = _plain(written[: parts[-1].start()])
        written = written[parts[-1].end() :]
    item.name = written
    item.name_start = end - len(written.encode("utf-8"))


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


def _import(found: dict[tuple[int, int], Import], captures: Captures, data: bytes) -> None:
    """Adds one match of an import: its module, or one of its names."""
    node = captures["import"][0]
    if "import.text" in captures:
        text = _text(captures["import.text"][0], data)
        for index, item in enumerate(imports.nested(text, _place(node))):
            found[node.start_byte, -index] = item
        return
    module = captures.get("import.module")
    place = module[0].start_byte if module else node.start_byte
    item = found.get((node.start_byte, place))
    if item is None:
        written = _text(module[0], data) if module else ""
        item = imports.plain(written, _place(node))
        found[node.start_byte, place] = item
    item.type_only = item.type_only or "import.type" in captures
    item.exported = item.exported or "import.export" in captures
    alias = captures.get("import.alias")
    name = captures.get("import.name")
    if name:
        written = _text(name[0], data)
        item.names.append((written, _text(alias[0], data) if alias else written))
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
