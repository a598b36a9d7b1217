"""Import statements whose form a query cannot take apart: nested and dotted ones."""

import re

from sourcebook.analyze.outline import Import, Place

_BLANKS = re.compile(r"\s+")


def plain(written: str, place: Place) -> Import:
    """An import of the module as it is written: quotes off, leading dots counted."""
    module = written.strip().strip("\"'`<>")
    if written.strip() == module and module.startswith(".") and not module.startswith("./"):
        rest = module.lstrip(".")
        return Import(place, rest.strip(), level=len(module) - len(rest))
    return Import(place, module)


def nested(text: str, place: Place) -> list[Import]:
    """Imports of a statement such as ``use a::{b, c::{d as e, *}}`` or ``import a.b.{C => D}``."""
    return [Import(place, _BLANKS.sub(" ", text).strip())]
