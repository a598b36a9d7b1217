"""Source code as finished HTML, highlighted once.

Only what helps reading gets a span: keywords, strings, comments, numbers, names of
definitions and decorators. That halves the bytes of a page and the time a builder needs
for it. The text of the result is the code, letter for letter.
"""

from collections.abc import Sequence
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, String, Token, _TokenType
from pygments.util import ClassNotFound

from sourcebook.render.escape import escape

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


def highlight_many(codes: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the HTML of each ``(language, code)``."""
    return [highlight(language, code) for language, code in codes]


def highlight(language: str, code: str) -> str:
    """Returns ``code`` as HTML with spans."""
    lexer = _lexer(language.lower())
    pieces: list[str] = []
    current, text = "", ""
    for _, kind, value in lexer.get_tokens_unprocessed(code):
        name = _class(kind)
        # White space takes the class of what stands before it, which saves spans.
        if name == current or value.isspace():
            text += value
            continue
        pieces.append(_span(current, text))
        current, text = name, value
    pieces.append(_span(current, text))
    return "".join(pieces)


def _span(name: str, text: str) -> str:
    if not text:
        return ""
    return f'<span class="{name}">{escape(text)}</span>' if name else escape(text)


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
