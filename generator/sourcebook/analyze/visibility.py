"""Who may use a definition: public, protected or private, and whether other files can.

Languages say it by a modifier, by a leading underscore or by a capital letter; the language
table names the rule and what holds where nothing is said.
"""

import re

from sourcebook.analyze.outline import FUNCTIONS, OWNERS, Definition
from sourcebook.grammars.languages import Language
from sourcebook.model import SymbolKind

_OPEN = (SymbolKind.INTERFACE, SymbolKind.TRAIT, SymbolKind.ENUM)
_WORD = re.compile(
    r"\b(private|fileprivate|protected|public|internal|open|pub|export|local)\b(?:\([^)]*\))?"
)
_MEANING = {
    "private": "private",
    "fileprivate": "private",
    "local": "private",
    "protected": "protected",
    "internal": "protected",
    "public": "public",
    "open": "public",
    "pub": "public",
    "export": "public",
}


def visibility(item: Definition, language: Language, signature: str) -> str:
    """``public``, ``protected`` or ``private``."""
    if language.visibility == "underscore":
        return _by_underscore(item)
    if language.visibility == "capital":
        return "public" if item.name[:1].isupper() else "private"
    return _by_modifier(item, language, signature)


def _by_underscore(item: Definition) -> str:
    name = item.name
    if not name.startswith("_") or (name.startswith("__") and name.endswith("__")):
        return "public"
    return "private" if name.startswith("__") or item.parent is None else "protected"


def _by_modifier(item: Definition, language: Language, signature: str) -> str:
    if item.name.startswith("#"):
        return "private"
    word = _WORD.search(signature.partition("(")[0])
    if word:
        return _MEANING[word[1]]
    return item.access or _unsaid(item, language, signature)


def _unsaid(item: Definition, language: Language, signature: str) -> str:
    """What holds where no modifier stands."""
    parent = item.parent
    if item.kind is not None and item.kind in language.transparent:
        return "public"
    if parent is None:
        static = language.name in ("c", "cpp") and "static " in signature.partition("(")[0]
        return "private" if static else language.visible
    if language.name == "cpp" and parent.kind is SymbolKind.CLASS:
        return "private"
    if parent.kind in _OPEN or (parent.kind is None and parent.name.startswith("<")):
        return "public"
    return language.visible


def exported(item: Definition, language: Language, seen: str) -> bool:
    """Whether other files can name it: exported itself, or public in what is exported."""
    parent = item.parent
    if item.exported:
        return True
    if language.exports == "statement":
        item.exported = (
            parent is not None
            and parent.exported
            and parent.kind in OWNERS - {SymbolKind.NAMESPACE}
            and seen == "public"
        )
        return item.exported
    if parent is not None and (
        parent.kind in FUNCTIONS or (parent.kind in OWNERS and not parent.exported)
    ):
        return False
    item.exported = seen == "public"
    return item.exported
