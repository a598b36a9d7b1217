"""Documentation of symbols, set for reading.

Doc comments are written in many markups; none of them is interpreted here. But what their
layout says is kept, and every letter of theirs: paragraphs flow, a list hangs by its marks,
indented text after ``::``, doctests and what stands between fences are code, a line behind
``#`` heads what follows, and what stands in backticks (with a Sphinx role before it or a link
to a definition around it), in an inline tag of Javadoc or behind a mark of Doxygen is set as
code without them. A field such as ``:param x:`` is left out where a table of the page
says it already.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from markupsafe import Markup

from sourcebook.render.escape import TAGS, escape, finished, tagged

_CODE = re.compile(rf"(?::[\w:+-]+:)?(?<!`)(``?)(?![`\s])([^`\n]+)(?<!\s)\1(?!`)|{TAGS}")
_PARAMETERS = ("param", "parameter", "arg", "argument", "key", "keyword")
_FIELD = re.compile(rf":({'|'.join(_PARAMETERS)}|type)\b[^:\n]*:|@param\b")
_LABEL = re.compile(
    r":(?P<field>param|parameter|arg|argument|key|keyword|type|var|ivar|cvar|raises?|except|"
    r"exception|returns?|rtype|yields?|meta)(?: (?P<what>[^:`\n]+))?:(?=\s|$)"
    r"|\.\. (?P<directive>[\w-]+)::|(?P<at>@(?![cp]\s|ref\s)[a-z]\w*)(?=\s)"
)
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<title>\S.*?)[ \t#]*$")
#: A link to a definition, and where such a link leads: addresses of the web stay as written.
_LINKED = re.compile(
    r"(?<![\w\])])\[(?P<code>`[^`\n]+`)\](?:\((?!\w+://)[^()\s]*\)|\[[^\[\]\n]*\])?"
    r"|(?<![\w\])])\[(?P<label>[^\[\]`\n]*[^\W\d][^\[\]`\n]*)\]\((?:\w+::)+[\w:#]+\)"
)
#: Code of which a part is such a link.
_JOINED = re.compile(r"(`[^`\n]+)`\[`([^`\n]+)`\](?:\([^()\s]*\)|\[[^\[\]\n]*\])?`([^`\n]+`)")
_TARGET = re.compile(r"\[[^\[\]\n]+\]:\s+(?!\w+://)\S+$")
_ITEM = re.compile(r"(?:[-*+•]|\(?\d{1,3}[.)])\s+\S")
_FENCE = re.compile(r"(```+|~~~+)")
#: A line from which a paragraph may go on in the next one, in characters, and a name there.
_LONG, _NAMED = 40, re.compile(r"\s*(?:--?|[.$&~@%])[A-Za-z]")


#: Directives that tell of a version, as a reader would say it.
VERSIONS = {
    "versionadded": "New in {version}:",
    "versionchanged": "Changed in {version}:",
    "versionremoved": "Removed in {version}:",
    "deprecated": "Deprecated since {version}:",
}

#: Directives whose text is a signature.
_OBJECTS = frozenset(
    {"attribute", "class", "data", "describe", "exception", "function", "method", "option"}
)

Say = Callable[..., str]


def _english(sentence: str, **values: str) -> str:
    return sentence.format(**values)


def documentation(text: str, say: Say = _english, *, without_parameters: bool = False) -> Markup:
    """Returns the documentation of a symbol as HTML; ``say`` has the fixed words of labels."""
    return finished("".join(_blocks(text.split("\n"), 0, say, skip=without_parameters)))


def document(text: str, line: int, say: Say = _english) -> Markup:
    """Returns a part of a document, which begins at ``line``, as HTML."""
    return finished("".join(_blocks(text.split("\n"), line, say, skip=False)))


def _blocks(lines: list[str], first: int, say: Say, *, skip: bool) -> Iterator[str]:
    """Paragraphs, lists and pieces of code, in order."""
    at, code_follows = 0, False
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line.lstrip())
        indented = code_follows and line[:1] in (" ", "\t")
        if not line.strip() or _TARGET.match(line):
            at += 1
        elif fence:
            end = _fence_end(lines, at, fence[1])
            yield _code(lines[at + 1 : end], first and first + at + 1)
            at, code_follows = end + 1, False
        elif indented or line.lstrip().startswith(">>> "):
            end = _indented_end(lines, at) if indented else _paragraph_end(lines, at)
            yield _code(lines[at:end], first and first + at)
            at, code_follows = end, False
        else:
            end = _paragraph_end(lines, at)
            if not (skip and _FIELD.match(line.lstrip())):
                yield _paragraph(lines[at:end], say)
            code_follows = lines[end - 1].rstrip().endswith("::") or line.startswith(".. code")
            at = end


def _code(lines: list[str], line: int) -> str:
    """Code with its place in the source, where that is known and the code stands there so."""
    code = _dedented(lines)
    place = f' data-line="{line}"' if line and code == "\n".join(lines) else ""
    return f"<pre{place}>{escape(code)}</pre>" if code.strip() else ""


def _fence_end(lines: list[str], at: int, mark: str) -> int:
    """The line that closes a fence, or the end of all."""
    end = at + 1
    while end < len(lines) and not lines[end].lstrip().startswith(mark):
        end += 1
    return end


def _indented_end(lines: list[str], at: int) -> int:
    """The end of lines that are indented at least as far, with the empty ones between."""
    end, indent = at, _indent(lines[at])
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) >= indent):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return end


def _paragraph_end(lines: list[str], at: int) -> int:
    """The end of a paragraph; a heading, an item of a list and a field are one each."""
    end = at + 1
    while not _HEADING.match(lines[at]) and end < len(lines) and lines[end].strip():
        start = lines[end].lstrip()
        if _ITEM.match(start) or _LABEL.match(start) or start.startswith((">>> ", "```")):
            break
        end += 1
    return end


def _paragraph(lines: list[str], say: Say) -> str:
    first = lines[0].lstrip()
    if heading := _HEADING.match(lines[0]):
        return f'<p><span class="sb-label sb-note">{inline(heading["title"])}</span></p>'
    indent = _indent(lines[0]) // 2
    label = _LABEL.match(first)
    hangs = label is not None or _ITEM.match(first) is not None
    flows = hangs or _flows(lines)
    text = " ".join(line.strip() for line in lines) if flows else _dedented(lines)
    text = text[:-1] if text.endswith("::") else text
    body = _labelled(label, text[label.end() :].strip(), say) if label is not None else inline(text)
    kind = "sb-li" if hangs else "" if flows else "sb-as"
    names = " ".join(filter(None, (kind, f"i{min(indent, 4)}" if indent else "")))
    return f'<p class="{names}">{body}</p>' if names else f"<p>{body}</p>"


def _labelled(label: re.Match[str], text: str, say: Say) -> str:
    """A field, a directive or a tag: its name as a label before its text."""
    name, kind = label["directive"] or label["at"], "sb-label"
    if label["field"]:
        parameter = label["field"] in _PARAMETERS
        name = label["what"] if parameter and label["what"] else label[0].strip(":")
    elif name in VERSIONS and text:
        version, _, text = text.partition(" ")
        name, kind = say(VERSIONS[name], version=version), "sb-label sb-note"
        name = name if text else name[:-1]  # nothing follows: no colon
    elif name == "admonition" and text:
        name, text, kind = text, "", "sb-label sb-note"  # it is called what it says
    elif name in _OBJECTS and text:
        shown = f"<code>{escape(text)}</code>"
        return shown if name == "describe" else f"{escape(name)} {shown}"
    return f'<span class="{kind}">{escape(name)}</span> {inline(text)}'.rstrip()


def _flows(lines: list[str]) -> bool:
    """Whether line breaks mean nothing: all lines begin alike, with a word."""
    indent = _indent(lines[0])
    alike = (
        _indent(line) == indent and (_begins_with_word(line) or _goes_on(before, line))
        for before, line in pairwise(["", *lines])
    )
    return len(lines) == 1 or (not lines[0].rstrip().endswith((":", "{", ";")) and all(alike))


def _begins_with_word(line: str) -> bool:
    start = line.lstrip()[0]
    return start.isalnum() or start in "`'\"([:"


def _goes_on(before: str, line: str) -> bool:
    """Whether a name with a sign before it, such as an option, goes on with a long line."""
    return len(before) >= _LONG and _begins_with_word(before) and _NAMED.match(line) is not None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _dedented(lines: list[str]) -> str:
    indent = min((_indent(line) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)


def inline(text: str) -> Markup:
    """Escaped text; what stands in backticks, or in a tag for code, is code."""
    if not any(mark in text for mark in "`@\\["):
        return escape(text)
    text = _JOINED.sub(r"\1\2\3", text)
    text = _LINKED.sub(lambda link: link["code"] or link["label"], text)
    parts, end = [], 0
    for found in _CODE.finditer(text):
        role = found[0][0] == ":"
        code = found[2] or tagged(found)
        code = code.rpartition(".")[2] if role and code[0] == "~" else code
        parts += [escape(text[end : found.start()]), f"<code>{escape(code)}</code>"]
        end = found.end()
    return finished("".join([*parts, escape(text[end:])]))
