"""Source code as finished HTML with colours.

Only what helps reading is marked: keywords, strings, comments, numbers, names of
definitions and decorators. That halves the bytes of a page and the time a builder needs
for it; so does that what is most frequent gets elements of one letter, which mean nothing
but their look: ``<b>`` a keyword, ``<i>`` a string, ``<u>`` a name. The text of the result
is the code, letter for letter.

Where analysis read a file by its grammar, the whole of it is parsed once and the syntax
tree says what is what, so that a piece from the middle of a file is coloured rightly;
elsewhere a lexer reads each piece by itself. What a grammar could not cope with there, it
is not given here.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, String, Token, _TokenType
from pygments.util import ClassNotFound

from sourcebook.grammars.marks import Mark, marks
from sourcebook.render.escape import escape, finished

#: Pygments' names of languages that have another name in our table.
_ALIASES = {
    "c#": "csharp",
    "c++": "cpp",
    "objective-c": "objectivec",
    "shell": "bash",
    "vue": "html",
    "svelte": "html",
    "jsonc": "json",
    "restructuredtext": "rst",
    "visual basic": "vbnet",
    "protocol buffers": "protobuf",
}

#: Token types and the class of their spans; a type that is not listed follows its parent.
_CLASSES = {
    Token: "",
    Keyword: "k",
    Keyword.Constant: "m",
    Name.Function: "f",
    Name.Function.Magic: "f",
    Name.Class: "f",
    Name.Decorator: "d",
    Name.Tag: "k",
    Name.Attribute: "d",
    String: "s",
    Number: "m",
    Comment: "c",
    Comment.Preproc: "d",
}


#: The most frequent classes, and the elements that stand for them.
_ELEMENTS = {"k": "b", "s": "i", "f": "u"}


class Coloured:
    """The text of a file, of which pieces are shown in colour."""

    def __init__(self, language: str, text: str, *, parsed: bool = True) -> None:
        self.text = text
        self._language = language
        self._marks = marks(language, text) if parsed else None

    def html(self, start: int, end: int) -> Markup:
        """Returns characters ``start`` to ``end`` as HTML with spans."""
        if self._marks is None:
            return _html(self.text[start:end], _lexed(self._language, self.text[start:end]))
        first = max(0, bisect_right(self._marks, start, key=_start) - 1)
        last = bisect_right(self._marks, end, key=_start)
        inside = (
            Mark(max(0, mark.start - start), min(end, mark.end) - start, mark.name)
            for mark in self._marks[first:last]
            if mark.end > start
        )
        return _html(self.text[start:end], inside)


def _html(text: str, spans: Iterable[Mark]) -> Markup:
    """The text with its marks as spans; those of a class with only blanks between are one."""
    pieces: list[str] = []
    done = opened = closed = 0
    current = ""
    for start, end, name in spans:
        if name == current and not text[closed:start].strip():
            closed = end
            continue
        pieces += _pieces(text, done, opened, closed, current)
        done, opened, closed, current = closed, start, end, name
    pieces += _pieces(text, done, opened, closed, current)
    pieces.append(escape(text[closed:]))
    return finished("".join(pieces).replace("&#34;", '"'))  # in no attribute


def _pieces(text: str, done: int, opened: int, closed: int, name: str) -> Iterator[str]:
    """What is between two spans, and the second one."""
    if done < opened:
        yield escape(text[done:opened])
    if opened < closed:
        element = _ELEMENTS.get(name)
        shown = escape(text[opened:closed])
        yield (
            f"<{element}>{shown}</{element}>" if element else f'<span class="{name}">{shown}</span>'
        )


def _start(mark: Mark) -> int:
    return mark.start


def _lexed(language: str, text: str) -> Iterator[Mark]:
    """The marks of a text whose language has no grammar."""
    for start, kind, value in _lexer(language.lower()).get_tokens_unprocessed(text):
        if (name := _class(kind)) and not value.isspace():
            yield Mark(start, start + len(value), name)


@lru_cache(maxsize=1024)
def _class(kind: _TokenType) -> str:
    while kind not in _CLASSES:
        kind = kind.parent
    return _CLASSES[kind]


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer:
    try:
        found = find_lexer_class_by_name(_ALIASES.get(language, language) or "text")
    except ClassNotFound:
        found = TextLexer
    return found(stripnl=False, ensurenl=False, stripall=False)
