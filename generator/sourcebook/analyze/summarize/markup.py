"""Takes inline markup off: reStructuredText, Markdown, HTML, Javadoc, Doxygen, C# XML.

What was code stays code, between a pair of backticks; all else becomes plain text.
"""

import html
import re

_CODE_ROLES = "class|func|function|meth|method|mod|attr|data|exc|obj|const|member|type|macro|any|file|samp|command|option|envvar|program|keyword|token|setting|djadmin|tfilter|ttag|lookup|code|kbd|js:func|c:func|cpp:class|py:[a-z]+"
_ROLE = re.compile(r":([a-z][a-z0-9_.:-]*):`([^`]+)`")
_BARE_ROLE = re.compile(
    r"(?<!\w):(?:class|func|meth|mod|attr|data|exc|obj|ref|doc|term):~?(\w[\w.]*)"
)
_ROLE_TARGET = re.compile(r"^(.*?)\s*<[^>]*>$", re.DOTALL)
_LINK_TAG = re.compile(r"\{@(?:link|linkplain|see)\s+([^}\s]+)(?:\s+([^}]*))?\}")
_CODE_TAG = re.compile(r"\{@(?:code|literal|value)\s+([^}]*)\}")
_INHERIT = re.compile(r"\{@\w+\s*\}")
_SEE = re.compile(
    r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)=\"(?:[A-Z]:)?([^\"]*)\"\s*/?>",
    re.IGNORECASE,
)
_HTML_CODE = re.compile(r"<(code|tt|c|kbd|var)>([^<`]*)</\1>", re.IGNORECASE)
#: Tags that are surely markup: paired, with attributes, or of a paragraph or list. Others,
#: such as ``<name>``, are what the author meant to write.
_PAIR = re.compile(
    r"<(a|b|i|em|strong|span|u|s|sub|sup|font|small|div|h[1-6]|para|summary|details|pre)(?:\s[^>]*)?>"
    r"(.*?)</\1>",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:p|br|hr|li|ul|ol|dl|dt|dd|para|summary)\s*/?>"
    r"|</?(?:a|p|div|span|img|br|hr|h[1-6]|table|t[rdh]|ul|ol|li|picture|source|center)\s[^<>]*>"
    r"|</(?:a|div|span|h[1-6]|table|t[rdh]|picture|center)>",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# Code comes first in these: what stands in it is none of Markdown.
_IMAGE = re.compile(r"(`[^`]+`)|!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_BADGE = re.compile(r"(`[^`]+`)|\[\s*\]\([^)]*\)")
_MD_LINK = re.compile(
    r"(`[^`]+`)|\[((?:[^\]\[`]|`[^`]+`)+)\](?:\([^)\s]*(?:\s+\"[^\"]*\")?\)|\[[^\]]*\])"
    r"|\[(`[^`]+`)\]"
)
_DOUBLE = re.compile(r"``\s*([^`]+?)\s*``")
_TORN = re.compile(r"(?<!`)``([^`\s]+)`(?!`)")  # of two signs that close one is missing
_RST_LINK = re.compile(r"`([^`<]+?)\s*<[^`>]*>`__?")
_RST_NAME = re.compile(r"`([^`]+)`__?(?!\w)")
# Of one word, if it is none of code: a field of C++ ends in an underscore too.
_RST_ONE = re.compile(r"(?<![\w`])([a-z]?[A-Z][A-Za-z][A-Za-z0-9-]*)_(?=[\s.,;:)]|$)")
_SUBSTITUTION = re.compile(r"\|([\w -]+)\|")
# One word between double underscores is a name of Python.
_STRONG = re.compile(
    r"\*\*(?=\S)([^*]+?)(?<=\S)\*\*|(?<![\w.])__(?=\S)([^_]*?\s[^_]*?)(?<=\S)__(?!\w)"
)
_EMPHASIS = re.compile(
    r"(?<![\w*])\*(?=[\w`\"])([^*]+?)(?<=[\w`\".])\*(?![\w*])|(?<![\w*])\*(\w+)\*(?=\w)"
    r"|(?<![\w`.(])_(?=[A-Za-z])([^_`]*? [^_`]*?)(?<=[a-z])_(?!\w)"
)
_DOXYGEN = re.compile(r"[\\@](?:a|c|p|e|em|b|ref|ci)\s+([\w:.()]*[\w)])")
_TEX_CODE = re.compile(r"\\(?:texttt|code|verb)\{([^{}`]*)\}")
_TEX = re.compile(r"\\(?:emph|textit|textbf|textrm|url|underline)\{([^{}]*)\}|\\([#$%&_{}])|\\\\")
_QUOTED = re.compile(r"(?<![\w`])`(?!\s)([^`']+)'(?!\w)")


#: What any markup has.
_MARKED = re.compile(r"[`{<\[*_|&\\@]|:(?:[a-z]|~)|-->")


def plain(text: str) -> str:
    """Returns ``text`` as plain text on one line, code between backticks."""
    if not _MARKED.search(text):
        return " ".join(text.split())
    text = _COMMENT.sub("", text).replace("<!--", "").replace("-->", "")
    text = _ROLE.sub(_role, text)
    text = _BARE_ROLE.sub(r"\1", text)
    text = _LINK_TAG.sub(
        lambda m: m.group(2) or _code(m.group(1).replace("#", ".").strip(".")), text
    )
    if "\\" in text:
        text = _TEX_CODE.sub(lambda m: _code(m.group(1)), text)
        text = _TEX.sub(lambda m: m.group(1) or m.group(2) or "", text)
    text = _CODE_TAG.sub(lambda m: _code(m.group(1)), text)
    text = _INHERIT.sub("", text)
    text = _SEE.sub(lambda m: _code(m.group(1)), text)
    text = _HTML_CODE.sub(lambda m: _code(html.unescape(m.group(2))), text)
    text = _DOUBLE.sub(lambda m: _code(m.group(1)), text)
    text = _TORN.sub(lambda m: _code(m.group(1)), text)
    text = _RST_LINK.sub(r"\1", text)
    text = re.sub(r"`([^`]+)`__?(?!\w)", r"\1", text) if re.search(r"`__?(?!\w)", text) else text
    text = _IMAGE.sub(r"\1", text)
    text = _BADGE.sub(r"\1", text)
    text = _MD_LINK.sub(r"\1\2\3", text)
    text = _QUOTED.sub(lambda m: f"`{m.group(1)}`", text)
    text = "".join(_outside(part) if even else part for even, part in _split_code(text))
    return " ".join(text.split())


def _outside(text: str) -> str:
    """Markup that must not be touched inside code."""
    if "<" in text:
        text = _BLOCK.sub(" ", _PAIR.sub(r"\2", text))
    text = html.unescape(text) if "&" in text else text
    text = _STRONG.sub(lambda m: m.group(1) or m.group(2), text)
    text = _EMPHASIS.sub(lambda m: m.group(1) or m.group(2) or m.group(3), text)
    text = _SUBSTITUTION.sub(r"\1", text)
    text = _RST_ONE.sub(r"\1", text)
    text = text.replace("`", "'")
    return _DOXYGEN.sub(lambda m: _code(m.group(1)), text)


def _split_code(text: str) -> list[tuple[bool, str]]:
    """Splits at pairs of backticks: ``(outside code, part)``; code keeps its backticks."""
    parts: list[tuple[bool, str]] = []
    at = 0
    for match in re.finditer(r"`[^`]+`", text):
        parts.append((True, text[at : match.start()]))
        parts.append((False, match.group()))
        at = match.end()
    parts.append((True, text[at:]))
    return parts


def _role(match: re.Match[str]) -> str:
    role, text = match.groups()
    target = _ROLE_TARGET.match(text)
    if target and target.group(1):
        text = target.group(1)
    elif text.startswith("~"):
        text = text[1:].rsplit(".", 1)[-1]
    text = text.lstrip("/") if role == "doc" else text  # from the top of the documents on
    if role in {"pep", "rfc"}:
        return f"{role.upper()} {text}"
    return _code(text.lstrip("!.")) if re.fullmatch(_CODE_ROLES, role) else text


def _code(text: str) -> str:
    text = re.sub(r"\s+", " ", text.replace("`", "'")).strip()
    return f"`{text}`" if text else ""
