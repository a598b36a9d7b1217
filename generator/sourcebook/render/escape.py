"""Repository text becomes page text here, and nowhere else.

Whatever comes from a repository (names, comments, documents, commit subjects, a model's
answers) is data: it is never read as HTML, as Markdown or as a template. Pages are
Markdown files whose body is finished HTML, so three readers stand between the text and
the visitor, and each has its own traps:

- HTML: ``& < > "`` become entities (attributes stand in double quotes).
- Markdown: a line that begins with three backticks or tildes opens a code fence even
  inside raw HTML, so the first of such a run becomes an entity; tabs would be expanded and
  lines of blanks emptied, so they become entities too, and ``](`` would be taken for a
  link, so the bracket does.
- people: control characters and marks of writing direction are shown by name, since they
  can make a page say what it does not say.
"""

import json
import re
from functools import lru_cache

from markupsafe import Markup

#: What is shown by another sign than itself, wherever it stands.
_ALWAYS = (
    r"""&<>"\t\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069"""
    r"""\ud800-\udfff\ufeff\ufffe\uffff"""
)
# It begins with one set of characters, so that all others are passed over at once.
_SPECIAL = re.compile(
    rf"[{_ALWAYS}`~\]\n]"
    r"(?:(?<![`~\]\n])|(?<=`)`{2,}|(?<=~)~{2,}|(?<=\])(?=\()|(?<=\n)[ ]+(?=\n))"
)
_BLANK_BEGINNING = re.compile(r"[ ]+(?=\n)")
_INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
#: Inline tags of Javadoc and JSDoc, and the word after a mark of Doxygen: all stand for code.
TAGS = (
    r"\{@(?P<tag>link(?:plain|code)?|code|literal|value)\s+(?P<told>(?:[^{}]|\{[^{}]*\})+?)\s*\}"
    r"|(?<![^\s(\[])[@\\](?:[cp]|ref)\s+(?P<word>[\w:.~*&/<>-]*\w(?:\(\))?)"
)
_CODE = re.compile(rf"(?<!`)`(?P<code>[^`\n]+)`(?!`)|{TAGS}")
_MARKUP = re.compile(r"(?!(?<=\w)-(?=\w))[^\w .,]|_|(?<= ) ")

#: Characters of a text that is likely to come again.
_SHORT = 80

_NAMED = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&#34;",
    "]": "&#93;",
    "\t": "&#9;",
}


def escape(text: str) -> Markup:
    """Returns ``text`` as HTML that shows it letter for letter."""
    return _escaped_name(text) if len(text) <= _SHORT else _escaped(text)


def _escaped(text: str) -> Markup:
    blank = _BLANK_BEGINNING.match(text)
    if blank is not None:
        end = blank.end()
        return finished(f"{text[: end - 1]}&#32;{_SPECIAL.sub(_replace, text[end:])}")
    return finished(_SPECIAL.sub(_replace, text))


#: Most of what pages print are the same names again and again.
_escaped_name = lru_cache(maxsize=1 << 16)(_escaped)


def visible(text: str) -> str:
    """Returns ``text`` on one line, with marks in the place of invisible characters."""
    return _INVISIBLE.sub(lambda found: _mark(found[0]), " ".join(text.split()))


@lru_cache(maxsize=1 << 14)
def hint(text: str) -> Markup:
    """Returns ``text`` on one line for an attribute that is shown at the pointer."""
    return escape(visible(text))


def prose(text: str) -> Markup:
    """Returns the escaped text of a claim; what is marked as code is set as code."""
    pieces: list[str] = []
    end = 0
    for found in _CODE.finditer(text):
        pieces += [
            escape(text[end : found.start()]),
            f"<code>{escape(found['code'] or tagged(found))}</code>",
        ]
        end = found.end()
    return Markup("".join([*pieces, escape(text[end:])]))  # noqa: S704 - parts are escaped


def tagged(found: re.Match[str]) -> str:
    """The code that one of :data:`TAGS` stands for: of a link its label, if it has one."""
    told = found["told"]
    if told is None:
        return str(found["word"])
    if not found["tag"].startswith("link"):
        return str(told)
    target, _, label = told.partition("|") if "|" in told else told.partition(" ")
    return (label.strip() or target.strip().lstrip("#")) or str(told)


def heading(text: str) -> Markup:
    """Returns ``text`` for a Markdown heading, in a form no builder reads as markup."""
    shown = _MARKUP.sub(lambda found: f"&#{ord(found[0])};", visible(text))
    return Markup(shown)  # noqa: S704 - all but letters, digits, blanks and stops are entities


def title(text: str) -> Markup:
    """Returns ``text`` as a quoted YAML string, for front matter and ``mkdocs.yml``.

    Themes print titles into HTML as they are, so the string holds entities.
    """
    return Markup(json.dumps(str(escape(visible(text))), ensure_ascii=False))  # noqa: S704


def finished(html: str) -> Markup:
    """Marks text as finished HTML; called a million times, so without Markup's own detours."""
    return str.__new__(Markup, html)


@lru_cache(maxsize=1024)
def _mark(character: str) -> str:
    """A visible sign for an invisible character."""
    number = ord(character)
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "\u2421"
    if 0xD800 <= number <= 0xDFFF or number in (0xFFFE, 0xFFFF):
        return "\ufffd"
    return f"\u27e8U+{number:04X}\u27e9"


def _replace(found: re.Match[str]) -> str:
    text = found[0]
    if text in _NAMED:
        return _NAMED[text]
    if text[0] in "`~":
        return f"&#{ord(text[0])};{text[1:]}"
    if text[0] == "\n":
        return f"{text[:-1]}&#32;"
    return _mark(text)
