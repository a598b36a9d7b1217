"""Parameter lists, taken apart by their text.

Languages differ in the order of the parts, and hardly in how a list is cut: at the commas
outside of brackets and strings. The orders are ``name: type`` (Python, TypeScript, Rust),
``type name`` (C, Java), ``name type`` (Go, SQL) and ``name: value`` (Ruby). Delphi has
``names: type``: lists of names with a type each, cut at semicolons. Erlang has patterns: what
an argument must look like, maybe with a name for all of it.
"""

import re
from collections.abc import Iterator

from sourcebook.model import Parameter

_PART = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|=>|->|[<>]=|::|[()\[\]{}<>,:=]", re.DOTALL
)
_NAME = re.compile(r"[\w$@]+[?!]?$")
_LEADING = re.compile(
    r"^(?:(?:\d+\s*:|@\w+(?:\([^)]*\))?|\[[^\]]*\]|#\[[^\]]*\]|public|private|protected|readonly|final|val|var"
    r"|let|mut|ref|out|in|this|params|override|inout|IN|OUT|INOUT|vararg|crossinline|noinline|implicit|using)\s+)+"
)
_VARIABLE = re.compile(r"[A-Z_]\w*")
#: What stands before a type, and is none by itself.
_QUALIFIERS = frozenset({"const", "volatile", "struct", "enum", "union"})
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_OPEN, _CLOSE = "([{<", ")]}>"


def parameters(text: str, order: str) -> tuple[Parameter, ...]:
    """Takes a parameter list apart; ``text`` may stand in brackets."""
    text = text.strip()
    if text.startswith(("(", "|")) and text.endswith((")", "|")):
        text = text[1:-1]
    if order == "names: type":
        return tuple(_lists_of_names(text))
    read = _ORDERS[order]
    found = [read(part) for part in split(text) if part.strip()]
    if order == "name type":
        found = _shared_types(found)
    return tuple(each for each in found if each.name and each.name != "void")


def split(text: str) -> list[str]:
    """Cuts at the commas that stand outside of brackets and strings."""
    parts: list[str] = []
    start = 0
    for place, mark in _outside(text):
        if mark == ",":
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return parts


def _outside(text: str) -> list[tuple[int, str]]:
    """Commas, colons and equal signs outside of brackets and strings."""
    depth = 0
    found: list[tuple[int, str]] = []
    for match in _PART.finditer(text):
        mark = match[0]
        if mark in _OPEN:
            depth += 1
        elif mark in _CLOSE:
            depth = max(depth - 1, 0)
        elif depth == 0 and mark in ",:=":
            found.append((match.start(), mark))
    return found


def _halves(text: str, mark: str) -> tuple[str, str]:
    """The text before and after the first ``mark`` outside of brackets."""
    for place, each in _outside(text):
        if each == mark:
            return text[:place].strip(), text[place + 1 :].strip()
    return text.strip(), ""


def _fold(text: str) -> str:
    return " ".join(text.split())


def _name_colon_type(text: str) -> Parameter:
    head, default = _halves(text, "=")
    name, kind = _halves(head, ":")
    name = _LEADING.sub("", name + " ").strip()
    words = name.split()
    if len(words) > 1 and not name.startswith(("{", "[", "(", "&")):
        name = words[-1]
    return Parameter(_fold(name).rstrip("?"), _fold(kind), _fold(default))


def _lists_of_names(text: str) -> Iterator[Parameter]:
    """Delphi: ``const a, b: Integer; var c: string = ''``."""
    for part in text.split(";"):
        head, default = _halves(part, "=")
        names, kind = _halves(head, ":")
        for words in map(str.split, names.split(",")):
            if words:
                yield Parameter(words[-1], _fold(kind), _fold(default))


def _type_name(text: str) -> Parameter:
    head, default = _halves(text, "=")
    head = _fold(_LEADING.sub("", _REMARK.sub("", head).strip()))
    bare = re.sub(r"(?:\[[^\]]*\])+$", "", head)
    match = _NAME.search(bare)
    if not match or _QUALIFIERS.issuperset(head[: match.start()].split()):
        pointer = re.search(r"\(\s*[*&^]\s*(\w+)\s*\)", head)
        if pointer:
            return Parameter(pointer[1], head, _fold(default))
        alone = bool(match) and bare.startswith("$")
        return (
            Parameter(head, "", _fold(default)) if alone else Parameter(head, head, _fold(default))
        )
    return Parameter(match[0], head[: match.start()].strip() + head[len(bare) :], _fold(default))


def _name_type(text: str) -> Parameter:
    head, default = _halves(text, "=")
    head = _LEADING.sub("", head.strip() + " ")
    name, _, kind = _fold(head).partition(" ")
    return Parameter(name, kind, _fold(default))


def _pattern(text: str) -> Parameter:
    """Erlang: ``State = #file{device = D}``, which is no value by default."""
    one, other = map(_fold, _halves(text, "="))
    return Parameter(other if _VARIABLE.fullmatch(other) else one, "", "")


def _name_colon_value(text: str) -> Parameter:
    """Ruby: ``name = value``, and ``name: value`` for a keyword."""
    name, value = _halves(text, ":")
    if not value:
        name, value = _halves(text, "=")
    return Parameter(_fold(name).rstrip(":"), "", _fold(value))


_ORDERS = {
    "name: type": _name_colon_type,
    "name: value": _name_colon_value,
    "type name": _type_name,
    "name type": _name_type,
    "pattern": _pattern,
}


def _shared_types(found: list[Parameter]) -> list[Parameter]:
    """Gives ``a, b int`` its type twice; a list without any name holds types alone."""
    if not any(each.type for each in found):
        return [Parameter(each.name, each.name) for each in found]
    kind = ""
    result = []
    for each in reversed(found):
        kind = each.type or kind
        result.append(Parameter(each.name, kind, each.default))
    return result[::-1]
