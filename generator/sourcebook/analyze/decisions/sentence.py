"""What was decided, in one sentence of the record itself.

Taken from the decision section, never composed: the sentence that begins as decisions do
("We will …", "Chosen option: …"), else the first one. Markup goes, words stay.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.decisions.outline import Outline

_OPENING = re.compile(
    r"(?:we (?:will|have decided|decided|decide|use|adopt|choose|chose)|chosen (?:option|alternative)"
    r"|the decision is|nous (?:allons|avons décidé|utilisons)|wir (?:werden|haben|verwenden)"
    r"|vamos|decidimos|usaremos)(?!\w)",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"!?\[([^\]\n]{0,300})\](?:\([^)\n]{0,300}\)|\[[^\]\n]{0,100}\])?|[*_]{2,}|`{2,}"
)
_LEAD = re.compile(r"\s*(?:[-*+>#|:=]+\s*|\d{1,2}[.)]\s+)*")
_END = re.compile(r"(?<=[.!?;])(?<!e\.g\.)(?<!i\.e\.)\s+|(?<=[。\uff01\uff1f])")
_OPEN = re.compile(r"\W*(?:tbd|todo|tba|n/a|to be (?:decided|done|determined))\W*", re.IGNORECASE)
_LONGEST = 300


def decided(outline: Outline) -> tuple[str, int]:
    """The sentence and its line; ("", 0) for a record without a decision section."""
    section = outline.section("decision")
    if section is None:
        return "", 0
    sentences = list(_sentences(section.text, section.first))
    chosen = next((one for one in sentences if _OPENING.match(one[0])), None)
    return chosen or next(iter(sentences), ("", 0))


def _sentences(text: str, first: int) -> Iterator[tuple[str, int]]:
    """Sentences of the text's paragraphs and items; code, tables and headings are left out."""
    fenced = False
    paragraph: list[str] = []
    start = first
    for number, line in enumerate([*text.split("\n"), ""], first):
        fence = line.lstrip().startswith(("```", "~~~"))
        fenced ^= fence
        plain = _LEAD.sub("", _MARK.sub(r"\1", line), count=1).strip()
        ends = fence or fenced or not plain or re.match(r"\s*(?:[-*+#|]|\d{1,2}[.)]\s)", line)
        if ends and paragraph:
            yield from _cut(" ".join(paragraph), start)
            paragraph = []
        if plain and not fence and not fenced and not re.match(r"\s*[#|<]", line):
            start = start if paragraph else number
            paragraph.append(plain)


def _cut(paragraph: str, line: int) -> Iterator[tuple[str, int]]:
    for sentence in _END.split(paragraph):
        if re.search(r"\w", sentence) and not _OPEN.fullmatch(sentence):
            shown = sentence.strip()
            yield (shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1].rstrip()}…"), line
