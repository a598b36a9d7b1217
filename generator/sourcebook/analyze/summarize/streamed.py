"""What a function of C++ puts into a stream, as the lines that come out of it.

A generator of code is told best by what it generates: of the pieces that a statement
writes its lines are put together again, with ``…`` for each value that is put in.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.body import Body
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts

_TOKEN = re.compile(
    r"\"(?P<text>(?:[^\"\\]|\\.)*)\"|'(?P<sign>[^'\\]|\\.)'|(?P<put><<)|(?P<opens>[(\[{])"
    r"|(?P<closes>[)\]}])|(?P<value>[\w:.>-]+)"
)
_ENDS_LINE = re.compile(r"(?:std::)?endl\w*")
_INDENT = re.compile(r"(?:[\w:.>-]+(?:\.|->|::))?indent\w*")
_ESCAPED = {"\\n": "\n", "\\t": " ", '\\"': '"', "\\'": "'", "\\\\": "\\"}
_ESCAPE = re.compile(r"\\.")
_HOLES = re.compile(r"…[…\s]*…")
_WORD = re.compile(r"[A-Za-z]{2}")
#: Lines that tell most: one that names something, one that has two words, any.
_TELLING = (
    re.compile(
        r"^(?:[\w…*&:<>@]+ )*?(?:class|struct|interface|enum|union|trait|impl|module|namespace|package|extension|protocol|func|function|fun"
        r"|fn|def|defp|sub|procedure|property|typedef|type|record|service|exception|include|import|use|void|bool"
        r"|static|virtual|constructor|destructor|#define) (?=[\w…*&<(\"'])"
    ),
    re.compile(r"^[^)\]};,.:=]*[A-Za-z]{2}\W+[A-Za-z]{2}"),
    _WORD,
)
_SHOWN, _WIDE = 2, 50


def written(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """What a function of C++ writes into a stream: the lines of it that tell most."""
    if facts.chunk.language != "cpp":
        return
    statements = [at for at in body.statements if "<<" in at.text and '"' in at.text]
    lines = [(at, line) for at in statements for line in _lines(at.text)]
    for telling in _TELLING:
        told = [(at, line) for at, line in lines if telling.search(line)]
        if told:
            at, first = told[0]
            around = re.split(r"[…\"\\]", first)[0][:20]
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, around)
            shown = [code(line, _WIDE) for _, line in told]
            text = f"writes {listing(shown, _SHOWN)}"
            yield from clause(text, quote, short=f"writes {listing(shown, 1)}")
            return


def _lines(text: str) -> Iterator[str]:
    """The lines that a statement writes, without those that have no word."""
    whole, depth, begun = "", 0, False
    for token in _TOKEN.finditer(text):
        depth += (token["opens"] is not None) - (token["closes"] is not None)
        if depth == 0:
            begun = begun or token["put"] is not None
            whole += _piece(token) if begun else ""
    for line in whole.split("\n"):
        if _WORD.search(line):
            yield _HOLES.sub("…", line.strip())


def _piece(token: re.Match[str]) -> str:
    """What stands in the text for a token: its own text, the end of a line, a value as ``…``."""
    value = token["value"]
    if value is None:
        text = token["text"] or token["sign"] or ""
        return _ESCAPE.sub(lambda one: _ESCAPED.get(one[0], one[0]), text)
    if _ENDS_LINE.fullmatch(value):
        return "\n"
    return "" if _INDENT.fullmatch(value) else "…"
