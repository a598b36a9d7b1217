"""The cells of a notebook without their JSON: what they say, on the lines where it stands.

A notebook keeps each line of a cell as a string on a line of its own. So a cell's text has as
many lines as its JSON, those between are empty, and evidence still names the file's lines.
"""

import json
import re

from sourcebook.model import Chunk, ChunkKind

LANGUAGE = "notebook"

_SOURCE = re.compile(r'"source"\s*:')
_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]]')


def text_of(chunk: Chunk) -> str:
    """The text of a chunk as people write it: of a notebook's cell, the cell's own."""
    cell = chunk.language == LANGUAGE and chunk.kind is ChunkKind.SECTION
    return said(chunk.text) if cell else chunk.text


def said(text: str) -> str:
    """The text of a cell, line by line; of what is no cell, or laid out otherwise, all of it."""
    found: list[str] = []
    within, listed = False, False
    for line in text.split("\n"):
        start = None if within else _SOURCE.search(line)
        within, listed = within or start is not None, within and listed
        strings: list[str] = []
        for sign in _SIGN.findall(line, start.end() if start else 0) if within else ():
            if sign in "[]":
                listed = sign == "["
            else:
                strings.append(_value(sign))
            if not listed:  # the end of the list, or a source that is one string
                within = False
                break
        found.append(" ".join(strings))
    return "\n".join(found) if any(found) else text


def _value(string: str) -> str:
    """What a string of JSON holds, in one line."""
    try:
        return str(json.loads(string)).rstrip("\n").replace("\n", " ")
    except ValueError:  # a redacted or damaged one
        return string.strip('"')
