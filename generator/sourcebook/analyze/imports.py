r"""Import statements: of one module, and of names in nested lists.

Most languages import one module, and the query says which. Where a statement lists names
within braces (Rust, Scala, PHP) or ends in the name that it brings (Java, Kotlin), its text
is read here: each name goes to the module before it, so that ``use a::{b, c::d as e}`` is
``b`` from ``a`` and ``d``, known as ``e``, from ``a::c``.
"""

import re

from sourcebook.analyze.outline import Import, Place

_WORDS = re.compile(r"=>|[{},;]|[\w$*]+(?:(?:::|\.|\\)[\w$*]+)*(?:::|\.|\\)?|(?:::|\\)[\w:\\]+")
_SEPARATOR = re.compile(r"::|\.|\\")
_QUOTES = {'"': '"', "'": "'", "`": "`", "<": ">", "(": ")"}
_KEYWORDS = frozenset({"import", "use", "using", "static", "function", "const", "global", "given"})
_ALL = frozenset({"*", "_", "given"})


def plain(written: str, place: Place) -> Import:
    """An import of the module as it is written: quotes off, leading dots counted."""
    module = written.strip()
    if module[:1] in _QUOTES and module.endswith(_QUOTES[module[:1]]):
        return Import(place, module[1:-1])
    if module.startswith(".") and "/" not in module:
        rest = module.lstrip(".")
        return Import(place, rest.strip(), level=len(module) - len(rest))
    return Import(place, module)


def nested(text: str, place: Place) -> list[Import]:
    """The imports of one statement that names what it imports, a module at a time."""
    found: dict[str, Import] = {}
    prefixes = [""]
    words = _WORDS.findall(text)
    index = 0
    while index < len(words):
        word = words[index]
        following = words[index + 1] if index + 1 < len(words) else ""
        index += 1
        if word == "}":
            if len(prefixes) > 1:
                prefixes.pop()
        elif word in _KEYWORDS and len(prefixes) == 1 and not found:
            continue
        elif following == "{":
            prefixes.append(prefixes[-1] + word)
            index += 1
        elif word not in ("{", ",", ";", "=>"):
            local = ""
            if following in ("as", "=>") and index + 1 < len(words):
                local = words[index + 1]
                index += 2
            _add(found, prefixes[-1] + word, local, place)
    return list(found.values())


def _add(found: dict[str, Import], path: str, local: str, place: Place) -> None:
    """Adds the last part of ``path`` to the names of the module before it."""
    path = path.strip(":\\.")
    parts = list(_SEPARATOR.finditer(path))
    module, name = (path[: parts[-1].start()], path[parts[-1].end() :]) if parts else (path, "")
    if name == "self" and parts:
        name = ""
    item = found.get(module)
    if item is None:
        item = found[module] = Import(place, module)
    if name in _ALL:
        item.names.append(("*", "*"))
    elif name:
        item.names.append((name, local or name))
    elif local:
        item.alias = local
