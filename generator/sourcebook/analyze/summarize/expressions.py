"""The steps of a language of expressions (OCaml), told as those of other languages are.

There a call has no brackets and a value no ``return``: what stands last is given, what
stands before it is run.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.brackets import closed
from sourcebook.analyze.summarize.clauses import code

#: Widest expression that is told, in characters.
_WIDE, _VALUE = 60, 30

#: What stands before the expression itself: a name for it, or the word of its place.
_LEADS = re.compile(
    r"^(?:(?:let\s+(?:rec\s+)?(?:[\w']+|\([^()]*\))(?:\s*:\s*[\w .]+)?\s*=(?!=)|then|else|begin|in|try|do)(?!\w)\s*)+"
)
_TAIL = re.compile(r"(?:\s+(?:in|do|begin|end|done|then|with)|;;?)$")
_HEADS = (
    ("decides", re.compile(r"^if\b\s*(?P<rest>.+)$")),
    ("chooses", re.compile(r"^match\b\s*(?P<rest>.+)$")),
    ("repeats", re.compile(r"^(?P<rest>(?:for|while)\b.*)$")),
    ("raises", re.compile(r"^(?:raise|failwith)\b\s*(?P<rest>.+)$")),
)
_SET = re.compile(r"^(?P<name>[\w.#]+(?:\[[^\]]*\]|\([^()]*\))?)\s*(?:<-|:=)\s*(?P<value>.+)$")
_CALL = re.compile(
    r"^(?:new\s+[\w.]+|[\w.]+(?:#\w+)+(?:\s+\S|$)|(?!(?:fun|function|not|let|end|done|with|ref)\b)"
    r"(?:[A-Z]\w*\.)*[a-z_][\w']*\s+(?:[\w\"'~({\[]|!(?!=)))"
)


def steps_of(text: str, *, last: bool) -> Iterator[tuple[str, str]]:
    """What one line does; what is no call and stands ``last`` is given."""
    text = _bare(_TAIL.sub("", _TAIL.sub("", _LEADS.sub("", text.strip()))))
    for kind, pattern in _HEADS:
        match = pattern.match(text)
        if match is not None:
            before, _, after = match.group("rest").partition(" then ")
            yield kind, code(_bare(before), _WIDE)
            if after:
                yield from steps_of(after, last=last)
            return
    if match := _SET.match(text):
        yield "sets", f"{code(match.group('name'), _WIDE)} to {code(match.group('value'), _VALUE)}"
    elif _CALL.match(text) or "; " in text:
        yield "runs", code(text, _WIDE)
    elif last and re.search(r"\w", text) and not text.startswith(("let ", "fun ", "|", "end")):
        yield "gives", code(text, _WIDE)


def _bare(text: str) -> str:
    """An expression without the brackets around it of which one side is missing."""
    return closed(text.strip().rstrip(";").strip())
