"""Names for what lies outside the repository, by where a server says that it is defined."""

import re
import tomllib
from functools import cache
from importlib import resources


def outside(address: str) -> str:
    """The module or package of a file outside, "" where its place tells nothing.

    ``address`` is a path with ``/`` or an address of the server's own.
    """
    for pattern, template in _rules():
        match = pattern.search(address)
        if match:
            return match.expand(template).replace("/", ".").removesuffix("-stubs")
    return ""


@cache
def _rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    source = resources.files(__package__).joinpath("outside.toml")
    rows = tomllib.loads(source.read_text(encoding="utf-8"))["rules"]
    return tuple((re.compile(pattern), template) for pattern, template in rows)
