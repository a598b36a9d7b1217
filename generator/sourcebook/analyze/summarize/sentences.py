"""From documentation as people write it to one plain sentence.

Documentation comes in every dress: docstrings with reStructuredText roles, Javadoc with
tags and HTML, JSDoc, C# XML, Doxygen, Markdown, a licence before the first real word.
:func:`first_sentence` takes it off and returns the first sentence that says something,
with the words as they stand in the source, so that the evidence can be found again. The
patterns are in ``words.toml``.

The result is plain text with one convention: a pair of backticks marks code.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

from sourcebook.analyze.summarize.markup import plain

#: Longest sentence that is put together, and longest one that is shown whole rather than cut,
#: in characters. The whole text stays in the symbol's doc.
LIMIT, WHOLE = 200, 280

#: The tables of ``words.toml``.
WORDS: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
)


def _any(table: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """One pattern for a table of ``words.toml``."""
    return re.compile(f"{before}(?:{'|'.join(WORDS[table])}){after}", re.IGNORECASE)


#: Sentences that are looked at behind one that leads up to them; a shorter one tells nothing.
_AHEAD, _SHORT = 4, 40
#: Words of documentation that does more than lead up to a list.
_OPENING = 3
_PHRASE = 3  # blanks in what is more than a heading
_POINTS_BACK = re.compile(
    r"^(?:but|and|or|however|then|also|this|that|it|they|these|those|for (?:example|instance)|therefore"
    r"|hence|thus|otherwise|instead|if (?:so|not))\b|\b(?:that|this)\W*$",
    re.IGNORECASE,
)
#: Words that stand for what a sentence before has named.
_STANDS_FOR = re.compile(
    r"\b(?:them|they|these|those|this(?! (?:document|page|section|chapter|guide|tutorial))|the answer)\b"
    r"|\b(?:in|for|with|of|to|have|has) that [a-z]+",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"\b\w{4,}s\b")
#: A sentence about ``it`` that only begins by something else, or one of what comes then.
_IT_BEHIND = re.compile(r"(?:At|In|On|With|From)\b[^,]*, it\b|Now\b")
_TINY = 2  # letters of words that are no topic
#: A step of several.
STEP = re.compile(r"(?:first of all|or|then)\b", re.IGNORECASE)
_FILE = re.compile(r"[/.]\w")
_SETTINGS = re.compile(r"\[[\w:.-]+\]\s")  # the head of a section of settings
_NOTES = re.compile(r"(?:Note that|NOTE:|N\.B\.)\s")
_ASIDE = re.compile(r"\([^()]*\)\.?$")  # a sentence in brackets

#: Documentation that only names what follows, and what is said of one parameter alone.
_TITLE = re.compile(r"^(?:(?:[A-Z][\w-]*|of|and|the|for|in|to)\s+){0,5}[A-Z][\w-]*:$")
#: A command of a shell, as an example.
_SHELL = re.compile(
    r"\s(?:&&|\\)\s|^(?:export \w+=|\$ )"
    r"|^(?:sudo|wget|curl|npm|openssl|yum|apt-get|pip3?) (?!.*[.:]$)"
)
#: A condition without what it is one of.
_CONDITION = re.compile(r"(?:If|When)\b[^,;:]*[^.!?,;:]$")
_GLOSS = re.compile(r"^[a-z_]\w*\s+--\s")
LEADUP = _any("leadup")
_INVITES = re.compile(r"let.s\s", re.IGNORECASE)
#: A sentence that says when something changed, one that promises what follows, and one that
#: says where a definition counts.
DATELINE = _any("dateline")
PROMISES = _any("promises")
OUTSIDE = _any("outside")
_LICENCE = re.compile("|".join(WORDS["licence"]))  # on lower case, which is found far sooner
_PRAGMA = _any("pragma", r"^[^\w@\\{]*")
_ENDS = _any("ends", r"^\s*")
_DESCRIBES = _any("describes", r"^\s*", r"\s*")
#: How a second sentence begins that speaks of the first one, or of its history.
_IDLE = re.compile(
    r"(?:note|this (?:is|was|should)|it (?:is|was|should)|new in|added in|please|you\b|we\b|todo|fixme|private api|default)",
    re.IGNORECASE,
)
_PART = re.compile(r"[;:,]? (?:and|but|or|so|because|while|which|where|unless|if|when) |[;:] |, ")
_ABBREVIATION = _any("abbreviations", r"\b", r"\.$")
_TAIL = 16  # letters that surely hold the longest abbreviation
_RETURNS_TAG = re.compile(
    r"^\s*(?:[@\\]returns?\b|:returns?\s*:)\s*(?:\{[^}]*\}\s*)?(.*)", re.IGNORECASE
)
_DIRECTIVE = re.compile(
    r"^\s*(?:\.\.\s+[\w-]+::?|\.\.\s+_|:\w+:\s*$|:\w[\w-]*:\s|\[!\w+\]|!!!|:::)"
)
_RULER = re.compile(r"^\s*([^\w\s`])\1{2,}\s*$|^\W*$")
_BULLET = re.compile(r"^\s*(?:[-*+•]|(?:\d+|#)[.)]|\([a-z0-9]\))\s+")
#: How a line begins a sentence behind a title without a stop, and how such a title ends.
_ANEW = re.compile(
    r"^\s*(?:So|Uses?|Using|Builds?|Contains?|Includes?|Provides?|Requires?|Returns?|Sets?|This|It|If|The|When|All|Only|Supports?|Must|Note|See|Options)\s+[\"'`a-z]"
)
_SIGN = re.compile(r"\s+[^\w\s]")
_CAPITAL = re.compile(r"^\s*[A-Z][a-z]+\s+[a-z]")
_UNENDED = re.compile(
    r"^.{1,100}(?<!\bthe)(?<!\ba)(?<!\ban)(?<!\bof)(?<!\bto)(?<!\band)(?<!\bor)(?<!\bin)(?<!\bfor)(?<!\bby)(?<!\bwith)(?:\b|(?<=[\"'`)]))\s*$"
)
_DEFINED = re.compile(r"^\s*[\w./]+\s+-{1,2}\s+\w")  # an item of a list of names
_FENCE = re.compile(r"^\s*(?:```|~~~(?!~))")  # a row of tildes underlines a title
_WIDE_STOPS = "。！？．"  # noqa: RUF001 - the full stops of Japanese and Chinese
_STOPS = f".!?…{_WIDE_STOPS}"
_END = re.compile(rf"[.!?][\"')\]”’]*(?=\s|$)|[{_WIDE_STOPS}][」』）]?")  # noqa: RUF001
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # noqa: RUF001 - both apostrophes
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CODE = re.compile(r"`[^`]*`")
_ASSIGNED = re.compile(r"\b[A-Za-z_]+=\w")
_CONTENTS = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[[^\]]*\]\(#[^)]*\)\s*$")
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z][a-z])|_")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for readers, and its words as they stand in the source."""

    text: str
    raw: str


def is_licence(text: str) -> bool:
    """Whether a paragraph is part of a licence or a copyright note."""
    return _LICENCE.search(text.lower()) is not None


def _aside(text: str) -> bool:
    """Whether a paragraph is of a licence, or of a compiler's bug that is gone round."""
    return is_licence(text) or "@@BUG@@" in text


def is_prose(text: str) -> bool:
    """Whether a text reads like a sentence rather than like code or data."""
    if _WIDE.search(text):
        return True
    plainly = _CODE.sub("x", text)
    if (
        "{" in plainly
        or _ASSIGNED.search(plainly)
        or plainly.count(":") > 2
        or plainly.count(";") > 2
    ):
        return False
    if "/" in plainly and " " in plainly:
        named = [word for word in plainly.split() if _FILE.search(word) or word.endswith("/")]
        if len(named) > len(plainly.split()) / 2:
            return False  # a list of files
    if _SETTINGS.match(text) or ">=" in plainly or "==" in plainly:
        return False
    letters = sum(sign.isalpha() or sign in " ,.'-" for sign in plainly)
    return len(_WORD.findall(plainly)) >= 3 and letters >= 0.8 * len(plainly)


def first_sentence(doc: str, limit: int = WHOLE, *, prose: bool = False) -> Sentence | None:
    """Returns the first sentence of ``doc`` that says something, or None.

    With ``prose`` it must also read like a sentence: for text that may hold anything.
    """
    leading: Sentence | None = None
    for number, (raw, behind) in enumerate(_candidates(doc)):
        text = plain(raw)
        if _tells_nothing(raw, text, prose=prose, behind=leading is not None):
            continue
        found = Sentence(finish(text, limit), raw)
        # What it leads up to is shown, unless it is one of several steps.
        exampled = prose and raw.endswith(":") and not STEP.match(text)
        if exampled and leading is not None and _INVITES.match(text):
            return leading
        titled = _CONDITION.match(raw) or (not prose and (_TITLE.search(raw) or _GLOSS.match(raw)))
        if titled or _ASIDE.match(raw):
            leading = leading or found
            continue
        if exampled or not (LEADUP.match(text) if prose else text.endswith("?")):
            unnamed = prose and behind and _names_nothing(text.partition(",")[0])
            if leading is None or not (_leans(text) or unnamed):
                return found
            if not prose:
                return leading
        leading = leading or found
        if number >= _AHEAD:
            break
    return leading


def _tells_nothing(raw: str, text: str, *, prose: bool, behind: bool) -> bool:
    """Whether a sentence is none: no words, no prose where that is asked for, a command, a note."""
    if (prose or behind) and not is_prose(text):
        return True
    if (len(_WORD.findall(text)) < 2 or " " not in text) and not _WIDE.search(text):
        return True
    if not prose and text.isupper() and text.count(" ") < _PHRASE:  # a heading over what follows
        return True
    noted = not prose and _NOTES.match(text) is not None  # to be aware of is not what is done
    opens = not prose and raw.endswith(":") and len(_WORD.findall(text)) < _OPENING
    return noted or opens or text[:1] in {"{", "|"} or _SHELL.search(raw) is not None


def second_sentence(doc: str, first: Sentence, limit: int) -> Sentence | None:
    """The sentence behind the first one in its paragraph, where it says something of its own."""
    text = next((one for one in paragraphs(doc) if first.raw in one), "")
    rest = text.partition(first.raw)[2].strip()
    raw = _cut_sentence(rest) if rest and rest[0] not in "([" else ""
    told = plain(raw)
    if not 20 < len(told) <= limit or not is_prose(told) or raw.endswith((":", "?")):
        return None
    idle = OUTSIDE.match(told) or LEADUP.match(told) or PROMISES.search(told) or _IDLE.match(told)
    return None if idle else Sentence(finish(told, limit), raw)


def following(doc: str, first: Sentence, limit: int) -> Sentence | None:
    """What stands behind the first sentence in its paragraph, sentence by sentence, as it fits."""
    text = next((one for one in paragraphs(doc) if first.raw in one), "")
    rest = text.partition(first.raw)[2].strip()
    taken = ""
    while rest:
        raw = _cut_sentence(rest)
        if len(plain(f"{taken} {raw}")) > limit:
            break
        taken, rest = f"{taken} {raw}".strip(), rest[len(raw) :].strip()
    return Sentence(finish(plain(taken), limit), taken) if taken else None


def on_topic(doc: str, first: Sentence, title: str) -> Sentence:
    """The sentence that speaks of the title, where the first one speaks of something else.

    It has to have most words of a title of several words, near the beginning of ``doc``.
    """
    topic = {_stem(word) for word in words(title) if len(word) > _TINY} - _EMPTY
    if len(topic) < 2 or _shared(first.text, topic):
        return first
    near = (raw for text in islice(paragraphs(doc), _AHEAD - 1) for raw in _sentences(text))
    before = ""
    for raw in islice(near, 2 * _AHEAD):
        text = plain(raw)
        both = before == first.raw and len(first.text) + len(text) < LIMIT - 2
        before = raw
        if _stands_alone(raw, text) and 3 * len(_shared(text, topic)) >= 2 * len(topic):
            return first if both else Sentence(finish(text, WHOLE), raw)
    return first


def _stands_alone(raw: str, text: str) -> bool:
    """Whether a sentence is understood without those around it."""
    leads = raw.endswith((":", "?")) or LEADUP.match(text) or _IT_BEHIND.match(text)
    leans = _leans(text) or _names_nothing(text.partition(",")[0])
    return raw[0].isupper() and is_prose(text) and not (leads or leans)


def _shared(text: str, topic: set[str]) -> set[str]:
    """The words of a topic that a text says."""
    said = {_stem(word) for word in words(text)} - _EMPTY
    return {one for one in topic if any(one == word or _akin(word, one) for word in said)}


def _sentences(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph, as written."""
    rest = paragraph
    while rest:
        raw = _cut_sentence(rest)
        yield raw
        rest = rest[len(raw) :].strip()


def _candidates(doc: str) -> Iterator[tuple[str, bool]]:
    """The first sentence of each paragraph, and behind the first of all what follows it.

    Each with whether it follows another one within its paragraph.
    """
    for number, paragraph in enumerate(paragraphs(doc)):
        for at, raw in enumerate(islice(_sentences(paragraph), _AHEAD if number == 0 else 1)):
            yield raw, at > 0


def _names_nothing(text: str) -> bool:
    """Whether a word stands for what the text has not named before it."""
    match = _STANDS_FOR.search(text)
    plural = match is not None and match[0].lower() in {"them", "they"}
    return match is not None and not (plural and _PLURAL.search(text, 0, match.start()))


def _leans(text: str) -> bool:
    """Whether a sentence says little without the one before it."""
    return len(text) < _SHORT or _POINTS_BACK.search(text) is not None


def paragraphs(doc: str) -> Iterator[str]:
    """Yields the paragraphs that describe, each folded to one line, in their order.

    Where there is nothing but a tag for the result, that tag describes.
    """
    found = False
    for block in (part for whole in _blocks(doc) for part in _begun_anew(whole)):
        text, ended = _describing(block)
        grammar = "::=" in text
        if text and not (grammar or _DIRECTIVE.match(text) or _aside(" ".join(block))):
            found = True
            yield text
        if ended and found:
            break
    if not found:
        returned = next(filter(None, map(_RETURNS_TAG.match, doc.splitlines())), None)
        if returned is not None and returned.group(1):
            yield f"Returns {returned.group(1)}"


def _describing(block: list[str]) -> tuple[str, bool]:
    """The text of a block up to the first tag, and whether such a tag came."""
    lines: list[str] = []
    if len(block) > 1 and all(map(_DEFINED.match, block[:2])):  # a list of names
        return "", False
    for line in block:
        described = _DESCRIBES.sub("", line)
        if described == line:
            if _PRAGMA.match(line) or _CONTENTS.match(line):
                continue
            if _ENDS.match(line):
                return " ".join(lines), True
        if lines and (_BULLET.match(line) or _DEFINED.match(line)):
            break
        if not _RULER.match(described):
            lines.append(_BULLET.sub("", described).strip())
    return " ".join(lines), False


def _blocks(doc: str) -> Iterator[list[str]]:
    """Lines between empty lines, without examples and without titles."""
    lines = doc.splitlines()
    outside = any(line[:1].strip() for line in lines)
    block: list[str] = []
    fenced = False
    for line in [*lines, ""]:
        fence = _FENCE.match(line) is not None
        if not fence and not fenced and line.strip():
            block.append(line)
            continue
        fenced ^= fence
        if block and not _is_title(block) and not (outside and _is_indented(block)):
            yield block
        block = []


#: What a function of C stands for, in a line of its own.
_CARRIES_OUT = re.compile(r"\W*implements?\s+[a-z]+(?:_\w+)+(?:\(\))?$", re.IGNORECASE)


def _begun_anew(block: list[str]) -> Iterator[list[str]]:
    """A block in parts, where a line without a stop ends a sentence: it would have had room.

    A line that begins with a capital letter, although its first word had fitted into the line
    above, begins a sentence of its own. What is indented below a colon
    and begins with a sign is an example.
    """
    width = max(map(len, block))
    start = 0
    for at in range(1, len(block)):
        above, line = block[at - 1].rstrip(), block[at]
        fits = len(above) + 1 + len(line.split()[0]) <= width
        anew = _UNENDED.search(above) and (_ANEW.match(line) or (fits and _CAPITAL.match(line)))
        anew = anew or _CARRIES_OUT.match(above)
        shown = above.endswith(":") and _SIGN.match(line) and _indent(line) > _indent(above) + 1
        if anew or shown:
            yield block[start:at]
            start = at
    yield block[start:]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_indented(block: list[str]) -> bool:
    """An indented block beside others: an example, or the text of a directive."""
    return all(line.startswith(("  ", "\t")) for line in block)


def _is_title(block: list[str]) -> bool:
    """A heading: one line over (or between) rulers, or a Markdown heading."""
    words = [line for line in block if not _RULER.match(line)]
    if len(block) > len(words) and len(words) <= 1:
        return True
    return len(block) == 1 and re.match(r"^\s{0,3}#{1,6}\s", block[0]) is not None


def _cut_sentence(paragraph: str) -> str:
    """The first sentence of a paragraph, as written."""
    for match in _END.finditer(paragraph):
        before, after = paragraph[: match.end()], paragraph[match.end() :].lstrip()
        if match.group()[0] in _WIDE_STOPS:
            return before
        if before.count("`") % 2 or before.count("(") > before.count(")"):
            continue
        if match.group()[0] == "." and _ABBREVIATION.search(before.rstrip("\"')]”")[-_TAIL:]):
            continue
        if not after or not after[0].islower() or _ends_surely(before):
            return before
    return paragraph


def _ends_surely(text: str) -> bool:
    """Whether a full stop before a small letter ends a sentence: one of some length."""
    return len(text) > 40 and re.search(r"[a-z]{4,}[.!?]$", text) is not None


#: The right side of the frame around a remark.
_FRAME = re.compile(r" (?:#|[%=#*-]{3,})$")


def finish(text: str, limit: int = LIMIT) -> str:
    """Capital letter, full stop, and a cut at a word where the text is too long."""
    text = _FRAME.sub("", " ".join(text.split())).strip(" -:;,*")
    text = re.sub(r",? (?:e\.g|i\.e)\.?$", "", text)  # what it would lead up to is no prose
    if not text:
        return ""
    if text[0].islower() and not _begins_with_code(text):
        text = text[0].upper() + text[1:]
    if len(text) > limit:
        return _cut_at_clause(text, limit)
    return text if text[-1] in _STOPS else text + "."


def _cut_at_clause(text: str, limit: int) -> str:
    """Cuts behind a part that can stand by itself, else at a word."""
    for match in reversed(list(_PART.finditer(text, limit // 2, limit - 1))):
        before = text[: match.start()]
        if before.count("`") % 2 == 0 and before.count("(") == before.count(")"):
            return before + "…"
    return clip(text, limit)


def clip(text: str, limit: int) -> str:
    """Cuts at a word, with an ellipsis, and never inside a pair of backticks."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    if space > limit // 2:
        cut = cut[:space]
    if cut.count("`") % 2:
        cut = cut[: cut.rfind("`")]
    return cut.rstrip(" ,;:.(") + "…"


def lowered(text: str, lines: Sequence[str] = ()) -> str:
    """A sentence behind another one: a small letter, unless its first word is a name.

    A name has its capital letter within sentences of the document too.
    """
    head = text.split(" ", 1)[0].strip(",")
    plainly = head.replace("'", "").isalpha() and (text[1:2].islower() or head == "A")
    within = re.compile(rf"[a-z,](?: |\n *){head}\b") if plainly else None  # lines are wrapped
    named = within is not None and within.search("\n".join(lines)) is not None
    named = named and _stem(head.lower()) not in _EMPTY
    return text[0].lower() + text[1:] if plainly and not named else text


def words(text: str) -> list[str]:
    """Words without case, identifiers split: what a name or a sentence is made of."""
    return [word.casefold() for word in _WORD.findall(_PARTS.sub(" ", text))]


def echoes(text: str, name: str) -> bool:
    """Whether a sentence says nothing beyond the words of the name."""
    return fresh(text, name) == 0


def fresh(text: str, name: str) -> int:
    """How many words a sentence says beyond those of the name and those that say nothing."""
    if _WIDE.search(text):
        return len(text)
    stems = {_stem(word) for word in words(name)}
    said = {_stem(word) for word in words(text)} - _EMPTY
    return sum(word not in stems and not any(_akin(word, one) for one in stems) for word in said)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    for end in ("ing", "ed", "es", "s", "e"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


def _akin(word: str, stem: str) -> bool:
    """Short forms: ``conf`` and ``configuration``."""
    shorter, longer = sorted((word, stem), key=len)
    return len(shorter) >= 3 and longer.startswith(shorter)


_OPERAND = re.compile(r"[a-z] [-+*/%<>=&|^]+ ")  # of an operation with letters for values
_CODED = re.compile(r"[A-Z_.(/\d]")
_EMPTY = frozenset(map(_stem, WORDS["empty"]))


def _begins_with_code(text: str) -> bool:
    """Whether a text begins with an identifier, whose case must stay."""
    if _OPERAND.match(text):
        return True
    head = text.split(None, 1)[0].rstrip(".,:;")
    return not (head.isalpha() and head.islower()) and _CODED.search(head) is not None
