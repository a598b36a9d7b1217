"""The tables of databases that statements of SQL read and write.

A statement is recognised as a whole, by its first words, so that a sentence that begins with
"select" is none; its tables are then the names after FROM, JOIN, INTO, UPDATE and the like.
What is put together at run time has no name and gives no table.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from sourcebook.model import Access

#: Where a string may begin that holds a statement.
OPENING = re.compile(
    rb"""["'`<](?:(?<!<)|<[<~-]?["']?\w+["']?\n)\s*"""
    rb"(select|insert|replace|update|delete|merge|with|create|alter|drop|truncate"
    rb"|SELECT|INSERT|REPLACE|UPDATE|DELETE|MERGE|WITH|CREATE|ALTER|DROP|TRUNCATE)\s"
)
#: What makes a text a statement. ``{name}`` stands for a name, quoted or not.
_NAME = r"""[\w.$"`\[\]#]+"""
_STATEMENT = re.compile(
    r"\s*(?:"
    r"select\s.*?\sfrom\s"
    rf"|(?:insert|replace)\s+(?:\w+\s+)?into\s+{_NAME}\s*(?:\(|values|select|default|set)"
    rf"|update\s+(?:only\s+)?{_NAME}\s+(?:\w+\s+)?set\s+[^=]+="
    rf"|delete\s+from\s+{_NAME}\s*(?:$|;|where|using|as\b|\w+\s+where)"
    rf"|merge\s+into\s+{_NAME}\s"
    rf"|with\s+(?:recursive\s+)?{_NAME}\s*(?:\([^)]*\)\s*)?as\s*(?:\w+\s*)?\("
    rf"|(?:create|alter|drop|truncate)\s+(?:(?:temp|temporary|unlogged|global)\s+)?table\s+(?:if\s+(?:not\s+)?exists\s+)?{_NAME}"
    r")",
    re.IGNORECASE | re.DOTALL,
)
#: An item of a list of columns in small letters; in capitals nobody writes prose.
_COLUMN = re.compile(
    r"\s*(?:distinct\s+)?(?:[\w.*\"`%{}:?]+|.*[()|+/'-].*)(?:\s+as\s+\w+)?\s*", re.DOTALL
)
_TOKEN = re.compile(
    r"""(?P<skip>\s+|--[^\n]*|/\*.*?\*/|'(?:[^']|'')*')"""
    r"""|(?P<name>(?:[\w$#@:]+|"[^"]+"|`[^`]+`|\[[^\]]+\])"""
    r"""(?:\s*\.\s*(?:[\w$#]+|"[^"]+"|`[^`]+`|\[[^\]]+\]))*)|(?P<sign>.)""",
    re.DOTALL,
)
#: What makes a name no table: it goes on with what is put in later, or is called.
_AHEAD = re.compile(r"[%{?:]|(?P<call>\s*\()")
_QUOTES = re.compile(r"""["`\[\]]|\s+(?=\.)|(?<=\.)\s+""")
_PLAIN = re.compile(r"[A-Za-z_\u0080-\uffff][\w$#]*(?:\.[\w$#]+)*")
#: Words that stand where a table may, and are none.
_WORDS = frozenset(
    [
        *("select", "set", "values", "where", "on", "of", "lateral", "unnest", "only", "table"),
        *("if", "not", "exists", "as", "by", "into", "from", "join", "using", "dual", "each"),
        *("inserted", "deleted", "new", "old", "statement", "row", "cascade", "restrict"),
        *("skip", "nowait", "no", "end", "begin", "then", "and", "or", "with", "update"),
    ]
)
#: Functions that have a FROM among their arguments.
_WITH_FROM = frozenset({"extract", "trim", "substring", "overlay", "position"})
_READS = frozenset({"from", "join", "using"})
_DEFINES = frozenset({"create", "alter", "drop", "truncate"})
_SUBQUERY = re.compile(
    r"([\w\"`]+)\s*(?:\([^()]*\)\s*)?\bas\s+(?:(?:not\s+)?materialized\s+)?\(", re.IGNORECASE
)
_STRING = re.compile(r"string|heredoc|template|nowdoc")
_PREFIX = re.compile(r"[a-zA-Z$@]*(?:\"\"\"|'''|#*\"|'|`|\"|<<<?[-~]?[\"'A-Z_a-z]+\n)")
#: How far a string may reach up in the tree.
_DEEP = 4


class TableUse(NamedTuple):
    """That a statement reads or writes a table, and where the table is named."""

    name: str
    access: Access
    start: int  # of the name, in bytes of the file


def tables_in_strings(root: Node, data: bytes) -> Iterator[TableUse]:
    """The tables of all statements that stand in strings of the source."""
    done = 0
    for match in OPENING.finditer(data):
        if match.start(1) < done:
            continue
        node = _string_at(root, match.start(1))
        if node is None or not node.start_byte <= match.start() < node.start_byte + 8:
            continue
        done = node.end_byte
        text = data[node.start_byte : done].decode("utf-8", "replace")
        opening = _PREFIX.match(text)
        inner = text[opening.end() :] if opening else text
        if is_statement(inner):
            yield from tables_of(inner, done - len(inner.encode()))


def _string_at(root: Node, start: int) -> Node | None:
    """The string around a place; not one that is a comment in the form of a string."""
    node = root.descendant_for_byte_range(start, start + 1)
    found = None
    for _ in range(_DEEP):
        if node is None:
            break
        if _STRING.search(node.type):
            found = node
        node = node.parent
    alone = found is not None and found.parent is not None
    return None if alone and found.parent.type == "expression_statement" else found  # type: ignore[union-attr]


def is_statement(text: str) -> bool:
    """Whether a text is a statement of SQL and no prose."""
    match = _STATEMENT.match(text)
    if match is None:
        return False
    words = match[0].split()
    verb, last = words[0], words[-1].rstrip("(=")
    if verb.isupper():
        return True
    if verb.lower() != "select" or not verb.islower() or not last.islower():
        return verb.islower()
    columns = match[0].strip()[len(verb) : -len(last)]
    return all(_COLUMN.fullmatch(column) for column in columns.split(","))


def tables_of(text: str, offset: int = 0) -> Iterator[TableUse]:
    """The tables that statements name; ``offset`` is where ``text`` begins in the file."""
    inner = {_QUOTES.sub("", found).lower() for found in _SUBQUERY.findall(text)}
    around: list[str] = []  # the word before each open bracket
    before = ["", ""]  # the last two words or signs
    access: Access | None = None
    listed = False  # a comma goes on with tables
    for match in _TOKEN.finditer(text):
        if match["skip"] is not None:
            continue
        token = match[0]
        word = token.lower()
        if match["sign"] is not None:
            access = Access.READ if word == "," and listed else None
            if word == "(":
                around.append(before[-1])
                listed = False
            elif word == ")" and around:
                around.pop()
        elif (after := _access(word, before, around)) is not None:
            access, listed = after, word == "from" and after is Access.READ
        elif access is not None and word in ("if", "not", "exists", "only", "table", "lateral"):
            pass  # the name comes later
        elif access is not None:
            name = _QUOTES.sub("", token)
            ahead = _AHEAD.match(text, match.end())
            whole = ahead is None or (ahead["call"] is not None and access is Access.WRITE)
            known = word not in _WORDS and _PLAIN.fullmatch(name) and name.lower() not in inner
            if whole and known:
                start = offset + len(text[: match.start()].encode())
                yield TableUse(name, access, start)
            access = None
        elif word in ("where", "group", "order", "set", "on", "having", "limit", "union"):
            listed = False
        before = [before[-1], word]


def _access(word: str, before: list[str], around: list[str]) -> Access | None:
    """What is done to the table whose name comes after ``word``; None for other words."""
    last = before[-1]
    if word == "from" and (last == "distinct" or (around and around[-1] in _WITH_FROM)):
        return None
    if word in _READS:
        return Access.WRITE if last == "delete" else Access.READ
    if word == "into":
        written = last in ("insert", "replace", "merge") or before[0] in ("insert", "replace")
        return Access.WRITE if written else None
    if word == "update":
        return None if last in ("for", "on", "key", "before", "after", "or", "of") else Access.WRITE
    if word == "table":
        return Access.WRITE if _DEFINES & set(before) else None
    return None
