"""Doc comments and docstrings: the words without the markers around them."""

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc

_STRING = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')(.*?)(?:\1)?$", re.DOTALL)
_OPENING = re.compile(r"^\s*(?:/\*+[!<]?|\(\*+|\{-\s*\|?|<!--+|--\[=*\[|=begin|#\||#=|<#|/\++|\{)")
_CLOSING = re.compile(r"(?:\*+/|\*+\)|-\}|--+>|\]=*\]|=end|\|#|=#|#>|\++/)\s*$")
#: What closes a block that begins with one of these; others are closed by any of the above.
_CLOSED_BY = {"/*": re.compile(r"\*+/\s*$"), "{": re.compile(r"\}\s*$")}
_BLOCK_LINE = re.compile(r"^[ \t]*\*(?!\*)[ \t]?")
_LINE = re.compile(
    r"^[ \t]*(?:///?[!<]?|#+(?:[:]|!(?!/))?|--+(?:[ \t]?[|^])?|;+|%+|!+|'|\"|\.\\\"|(?:dnl|rem|::)\b)[ \t]?",
    re.IGNORECASE,
)
#: A line that only rules off; what closes a bracket is the end of an example.
_RULER = re.compile(r"^(?!\s*[\])}]+[;,]?$)[\W_]*$")
#: The first or last line of code in Markdown.
_FENCE = re.compile(r"^\s*```+(?!.*`)")
_DIRECTIVE = re.compile(
    r"^\s*(?:eslint|jshint|jslint|tslint|prettier-|istanbul|c8 |@ts-|@flow|noqa|type:\s*ignore|pylint"
    r"|mypy:|ruff:|pragma|nolint|go:|\+build|line |rubocop|frozen_string_literal|clang-format"
    r"|NOLINT|NOSONAR|CHECKSTYLE|@formatter|noinspection|shellcheck|swiftlint|-\*-|vim?:|vi:|ex:"
    r"|region\b|endregion\b|!/)"
)
_LICENSE = re.compile(
    r"licen[sc]e|copyright|\(c\)\s*\d{4}|spdx-|all rights reserved|redistribution", re.IGNORECASE
)


#: What a comment begins with that heads several definitions, or speaks of the end of one.
_HEADING = re.compile(
    r"^(?:RemovedIn\w+\b|These\b"
    r"|(?!(?:Add|Allow|Apply|Build|Cache|Call|Check|Collect|Convert|Create|Find|Get|Handle|Keep|Load|Make"
    r"|Parse|Raise|Register|Remove|Return|Run|Set|Skip|Sort|Store|Support|Use|Validate)s?\b)"
    r"(?:(?!(?:an|and its|are|for|in|is|of|the|to|with)\b)[\w/&|(),-]+ ){0,5}"
    r"(?:routines|functions|methods|classes|subclasses|exceptions|types|decorators|prototypes|fields"
    r"|structures|definitions|helpers)\b)",
    re.IGNORECASE,
)


def docstring(text: str) -> str:
    """The words of a Python docstring as it stands in the source."""
    match = _STRING.match(text.strip())
    return cleandoc(match[2]) if match else cleandoc(text)


def comment(text: str) -> str:
    """The words of one or more comments, line by line, without their markers."""
    words: list[str] = []
    inside = False
    closing = _CLOSING
    for line in text.split("\n"):
        opened = _OPENING.match(line) if not inside else None
        if opened and (opened[0].strip() != "{" or "}" in text):
            inside = True
            sign = opened[0].strip()
            closing = _CLOSED_BY.get(sign if sign == "{" else sign[:2], _CLOSING)
        if inside:
            rest = line[opened.end() :] if opened else line
            closed = closing.search(rest)
            shown = rest[: closed.start()] if closed else rest
            words.append(shown if opened else _BLOCK_LINE.sub("", shown))
            inside = closed is None
        else:
            words.append(_LINE.sub("", line, count=1))
    return cleandoc("\n".join(_spoken(words))).strip()


def _spoken(lines: Iterable[str]) -> Iterator[str]:
    """Lines without rulers and marks for tools; between fences all are kept."""
    fenced = False
    for line in map(str.rstrip, lines):
        if _FENCE.match(line):
            fenced = not fenced
            yield line
        elif fenced:
            yield line
        elif not _DIRECTIVE.match(line):
            yield "" if _RULER.match(line) else line


_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\]\[[^\]]*\]|<[^<>\n]*>")


def running_text(text: str) -> str:
    """A paragraph of Markdown or reStructuredText in plain words, in one line."""
    words = _MARKUP.sub(lambda match: match[1] or match[2] or "", text)
    return " ".join(re.sub(r"[*`]{1,3}|(?<!\w)_|_(?!\w)", "", words).split())


def is_heading(words: str) -> bool:
    """Whether a comment before a definition of Python, which has docstrings, is not about it alone."""
    return _HEADING.match(words) is not None


def is_license(words: str) -> bool:
    """Whether a comment at the head of a file is about rights rather than about the file."""
    return _LICENSE.search(words) is not None


_XML_PARAM = re.compile(r"<(?:param|typeparam|exception)\s+(?:name|cref)=\"([^\"]*)\">")
_XML_REFERENCE = re.compile(
    r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword)=\"([^\"]*)\"\s*/?>"
)
_XML_TAG = re.compile(
    r"</?(?:summary|remarks|para|returns|value|param|typeparam|exception|c|code|see|seealso|example"
    r"|inheritdoc|list|item|description|term)(?:\s[^<>]*)?/?>"
)


def untagged(doc: str) -> str:
    """Documentation in XML (``<summary>…</summary>``) as plain words."""
    if "<summary>" not in doc:
        return doc
    doc = _XML_REFERENCE.sub(r"\1", _XML_PARAM.sub(r"\1: ", doc))
    return re.sub(r"\n{3,}", "\n\n", cleandoc(_XML_TAG.sub("", doc)).strip())


# ------------------------------------------------------------------ parameters in prose

_SPHINX = re.compile(r"^\s*:param(?:eter)?\s+(?:[\w\[\], .|]+\s)?\*{0,2}(\w+)\s*:[ \t]*(.*)")
_TAG = re.compile(
    r"^\s*[@\\]param(?:\[[^\]]*\])?\s+(?:\{[^}]*\}\s+|[^\s$]+\s+(?=\$))?\[?(?:\$|\*{0,2})([\w.]+)(?:=[^\]]*)?\]?"
    r"\s*(?:[-:\u2013]\s+)?(.*)"
)
_XML = re.compile(r"<param\s+name=\"(\w+)\">(.*?)</param>", re.DOTALL)
_GOOGLE = re.compile(r"^\s*(?:Args|Arguments|Parameters|Params|Keyword Args)\s*:\s*$")
_GOOGLE_ITEM = re.compile(r"^(\s+)[`*]{0,2}(\w+)`?\s*(?:\([^)]*\))?\s*:\s+(.*)")
_NUMPY = re.compile(r"^\s*(?:Other )?Parameters\s*$")
_NUMPY_ITEM = re.compile(r"^(\s*)\*{0,2}(\w+)(?:\s*,\s*\*{0,2}\w+)*\s*(?::.*)?$")
#: A field of its own; a role (``:class:`Name```) is a word of the text.
_FIELD = re.compile(r"^\s*(?:(?!:[\w:+-]+:`)[:@\\]\w|<\w)")


def parameter_docs(doc: str) -> dict[str, str]:
    """What the documentation says about each parameter, whitespace folded."""
    found: dict[str, list[str]] = {}
    if "param" in doc:
        for match in _XML.finditer(doc):
            found[match[1]] = [match[2]]
        _tagged(doc.split("\n"), found)
    lines = doc.split("\n")
    for index, line in enumerate(lines):
        if _GOOGLE.match(line):
            _indented(lines, index + 1, found)
        elif _NUMPY.match(line) and lines[index + 1 : index + 2] and _ruled(lines[index + 1]):
            _underlined(lines, index + 2, found)
    return {name: " ".join(" ".join(parts).split()) for name, parts in found.items()}


def _ruled(line: str) -> bool:
    return len(line.strip()) > 2 and set(line.strip()) == {"-"}


def _tagged(lines: list[str], found: dict[str, list[str]]) -> None:
    """``@param name text`` and ``:param name: text``, with following lines."""
    current: list[str] | None = None
    for line in lines:
        match = _TAG.match(line) or _SPHINX.match(line)
        if match:
            current = found.setdefault(match[1], [])
            current.append(match[2])
        elif _FIELD.match(line) or not line.strip():
            current = None
        elif current is not None:
            current.append(line)


def _indented(lines: list[str], start: int, found: dict[str, list[str]]) -> None:
    """A block ``Args:`` with one indented item a parameter."""
    current: list[str] | None = None
    indent = ""
    for line in lines[start:]:
        match = _GOOGLE_ITEM.match(line)
        if match and (not indent or match[1] == indent):
            indent = match[1]
            current = found.setdefault(match[2], [])
            current.append(match[3])
        elif line.strip() and not (indent and line.startswith(indent)):
            return
        elif current is not None and line.strip():
            current.append(line)


def _underlined(lines: list[str], start: int, found: dict[str, list[str]]) -> None:
    """A section ``Parameters`` underlined with dashes: names flush, texts indented."""
    current: list[str] | None = None
    flush: str | None = None
    for index in range(start, len(lines)):
        line = lines[index]
        if lines[index + 1 : index + 2] and _ruled(lines[index + 1]):
            return
        match = _NUMPY_ITEM.match(line)
        if match and line.strip() and (flush is None or match[1] == flush):
            flush = match[1]
            current = found.setdefault(match[2], [])
        elif current is not None and line.strip():
            current.append(line)
