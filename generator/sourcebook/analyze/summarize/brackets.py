"""Brackets in code that a sentence tells: which belong together, and what stands around them."""

import re

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BLOCK = re.compile(r"(?<=: )\[[^\[\]]*\]")  # of Smalltalk
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_GROUP = re.compile(r"(?:^|\s)\(…\)")  # of an expression, of which nothing is left
_MANY = re.compile(r",|\sfor\s")  # a tuple, or a generator, of which the brackets are a part
_BEGUN = 8  # characters of the last arguments that are worth more than their end


def outermost(text: str, kinds: str = "([{") -> tuple[list[tuple[int, int]], list[int]]:
    """The outermost pairs of brackets of some kinds, and those whose other side is missing."""
    closing = {_CLOSING[kind] for kind in kinds}
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    alone: list[int] = []
    for at, sign in enumerate(text):
        if sign in kinds:
            opened.append(at)
        elif sign in closing:
            if not opened or _CLOSING[text[opened[-1]]] != sign:
                alone.append(at)
                continue
            start = opened.pop()
            if not opened:
                pairs.append((start, at))
    return pairs, alone + opened


def unwrapped(text: str) -> str:
    """Code without the round brackets that stand around the whole of it."""
    pairs, alone = outermost(text)
    around = text.startswith("(") and not alone and pairs == [(0, len(text) - 1)]
    return text[1:-1].strip() if around else text


def folded(text: str, width: int) -> str:
    """Code without what stands within its outer brackets, if it goes on behind them.

    What goes on there may turn the sense (``… is not None``, ``….first()``), and must stay.
    Of a chain the arguments of its end stay, where they begin within the width.
    """
    bare = unwrapped(text)
    text = text if _MANY.search(_emptied(bare, outermost(_unquoted(bare))[0])) else bare
    pairs, alone = outermost(_unquoted(text))
    filled = [(start, end) for start, end in pairs if end > start + 1]
    if alone or not filled:
        return text  # a bracket alone is of an operator
    last, end = filled[-1]
    chained = len(filled) > 1 and text[filled[0][1] + 1] in ".[-"
    if end + 1 == len(text) and not chained:
        return text
    short = _emptied(text, filled[:-1]) if end + 1 == len(text) else text
    if short is not text and last - len(text) + len(short) < width - _BEGUN:
        return short
    short = _emptied(text, filled)
    return short if len(short) <= width and not _GROUP.search(short) else text


def _emptied(text: str, pairs: list[tuple[int, int]]) -> str:
    for start, end in reversed(pairs):
        text = f"{text[: start + 1]}…{text[end:]}"
    return text


def without_blocks(text: str, width: int) -> str:
    """Code of Smalltalk without its last blocks: what were cut off might end in ``not``."""
    for block in list(_BLOCK.finditer(text))[:0:-1]:
        text = f"{text[: block.start()]}[…]{text[block.end() :]}"
        if len(text) <= width:
            break
    return text


def _unquoted(text: str) -> str:
    """Code of the same length without the brackets that stand between quotes."""
    return _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)


def leading(text: str) -> tuple[str, str] | None:
    """What stands within the round brackets that code begins with, and what stands behind them."""
    pairs, _ = outermost(text, "(")
    return (text[1 : pairs[0][1]], text[pairs[0][1] + 1 :]) if pairs and pairs[0][0] == 0 else None


def behind(text: str) -> str:
    """What stands behind the first outer pair of brackets."""
    pairs, _ = outermost(text)
    return text[pairs[0][1] + 1 :] if pairs else ""


def closed(text: str) -> str:
    """Code without the round brackets at its ends whose other side is missing."""
    while (alone := outermost(text)[1]) and text.startswith("(") and 0 in alone:
        text = text[1:].strip()
    while (alone := outermost(text)[1]) and text.endswith(")") and len(text) - 1 in alone:
        text = text[:-1].strip()
    return text
