"""Which language a file is written in, and what is known about each language.

Everything stands in one table, ``languages.toml``, one row a language; its head explains the
columns. A language is found by the whole file name first (``Makefile``), then by the ending
(``.py``), then by the interpreter that a ``#!`` line names. Where one ending belongs to
several languages, the first bytes of the file decide (``.h`` is C unless it holds a class or
a namespace).

The row of a language is a :class:`Language`. Whatever is not in the table has the empty
name, and is read as text.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

Kind = Literal["code", "document", "data"]


@dataclass(frozen=True, slots=True)
class Language:
    """One row of the language table; the head of ``languages.toml`` explains each field."""

    name: str
    title: str = ""
    extensions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    grammar: str = ""
    narrow: bool = False
    ended: bool = False
    queries: tuple[str, ...] = ()
    alternative: str = ""
    scanner: str = ""
    kind: Kind = "code"
    line: tuple[str, ...] = ()
    block: tuple[tuple[str, str], ...] = ()
    separator: str = "."
    parameters: str = "name: type"
    visibility: str = "modifier"
    visible: str = "public"
    constructors: tuple[str, ...] = ()
    transparent: tuple[str, ...] = ()
    doc: str = "before"
    exports: str = "visible"
    patterns: str = "damaged"
    schemas: bool = False


#: What stands in for a language that is not in the table.
PLAIN = Language(name="", kind="document")

_INTERPRETER = re.compile(rb"^#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S+\s+)*)?(?:\S*/)?([\w+-]+)")
# Both are looked for behind a line end: a first letter that is given makes a search fast.
_CPP_LINE = re.compile(
    rb"\n[ \t\r\f\v]*"
    rb"(?:class\s+\w|namespace\b|template\s*<|using\s+\w|(?:public|private|protected)\s*:)"
)
_OBJECTIVE_C = re.compile(
    rb"\n[ \t\r\f\v]*(?:@(?:interface|protocol|implementation|class)\b|#import\b)"
)
_CPP_INCLUDE = re.compile(rb"#include\s*<(?:string|vector|map|memory|iostream|functional|cstd\w+)>")
#: A rule or `load` of Starlark; other files are called BUILD, too.
_CALLED = re.compile(rb"^\w[\w.]*\((?:[ \t]*\r?$|[\w\"'])", re.MULTILINE)
_MATLAB = re.compile(rb"^\s*(?:%|function\b)", re.MULTILINE)


@cache
def languages() -> dict[str, Language]:
    """The table: rows by name, in the order of the file."""
    source = resources.files(__package__).joinpath("languages.toml")
    rows = tomllib.loads(source.read_text(encoding="utf-8"))
    return {
        name: msgspec.convert({"name": name, "title": name.capitalize(), **row}, Language)
        for name, row in rows.items()
    }


def language(name: str) -> Language:
    """The row called ``name``, or :data:`PLAIN`."""
    return languages().get(name, PLAIN)


def language_of(path: str, head: bytes) -> str:
    """Returns the name of the language of the file at ``path``, "" when it is unknown.

    ``head`` is the beginning of the file (a few kilobytes are enough); it is looked at only
    where the name leaves a doubt.
    """
    by_name, by_extension, by_interpreter = _lookup()
    name = path.rpartition("/")[2].lower()
    found = by_name.get(name) or by_name.get(name.partition(".")[0] if _staged(name) else "")
    if not found:
        parts = name.split(".")
        # "archive.env.example" is looked up by "env.example" first, then by "example".
        for first in range(1, len(parts)):
            found = by_extension.get(".".join(parts[first:]))
            if found:
                break
    if found and (found != "starlark" or "." in name or _CALLED.search(head)):
        return _by_content(found, name, head)
    interpreter = _INTERPRETER.match(head)
    if interpreter:
        program = interpreter[1].decode("ascii").lower()
        return by_interpreter.get(program) or by_interpreter.get(program.rstrip("0123456789-"), "")
    return ""


def _staged(name: str) -> bool:
    """Whether the name is one like ``Dockerfile.prod``."""
    return name.startswith(("dockerfile.", "containerfile."))


def _by_content(found: str, name: str, head: bytes) -> str:
    """Decides between languages that share an ending."""
    if name.endswith(".h"):
        if _OBJECTIVE_C.search(b"\n" + head):
            return "objective-c"
        return "cpp" if _is_cpp(head) else "c"
    if name.endswith(".m") and not _OBJECTIVE_C.search(b"\n" + head) and _MATLAB.search(head):
        return ""
    if name.endswith(".config") and not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return "ini"
    if name.endswith(".inc") and b"<?" not in head:
        return ""
    return found


def _is_cpp(header: bytes) -> bool:
    return bool(
        re.search(rb"\bstd::", header)
        or _CPP_INCLUDE.search(header)
        or _CPP_LINE.search(b"\n" + header)
    )


@cache
def _lookup() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Languages by file name, by ending and by interpreter; the first row named wins."""
    by_name: dict[str, str] = {}
    by_extension: dict[str, str] = {}
    by_interpreter: dict[str, str] = {}
    for row in languages().values():
        for table, keys in (
            (by_name, row.names),
            (by_extension, row.extensions),
            (by_interpreter, row.interpreters),
        ):
            for key in keys:
                table.setdefault(key, row.name)
    return by_name, by_extension, by_interpreter
