"""Words that a body holds: the errors that it makes, its texts, its remarks."""

import re
from collections.abc import Iterator, Sequence

from sourcebook.analyze.documentation import is_heading
from sourcebook.analyze.summarize.body import Body
from sourcebook.analyze.summarize.claims import Desk, documentation
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test
from sourcebook.analyze.summarize.openings import remark
from sourcebook.analyze.summarize.outcomes import Outcome, handled, told_exception
from sourcebook.analyze.summarize.sentences import clip

_ERRORS = ("Error(", "Warning(", "Exception(")
_ERROR = re.compile(r"(?<![\w.])[\w.]*(?:Error|Warning|Exception)\(")
#: A text of at least five words that begins as a sentence does.
_TEXT = re.compile(r"(?P<mark>[\"'])(?P<text>[A-Z][a-z](?:(?!(?P=mark)).)*?)(?P=mark)")
_WORDY = re.compile(r"(?:[A-Za-z'’]{1,14}[,:]? ){4}[A-Za-z]+")  # noqa: RUF001 - both apostrophes
_WORDED = 3  # words of a remark that tells something
_SAID = 70  # longest message of an exception that is repeated


def made(facts: ChunkFacts, body: Body, given: Sequence[Outcome], desk: Desk) -> Iterator[Clause]:
    """An error that is made and not raised here, with its words."""
    if any(one.verb in {"raise", "throw"} for one in given) or is_test(facts.chunk.path):
        return
    for at in body.statements:
        named = any(one in at.text for one in _ERRORS)
        match = _ERROR.search(at.text) if named else None
        if match is not None and at.text.count('"', 0, match.start()) % 2:
            continue  # in a text that is written
        name, message = told_exception(at.text[match.start() :]) if match else ("", "")
        if message:
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, name)
            made = f"makes {code(name, 40)}"
            text = f"{made} (“{clip(message, _SAID)}”)"
            yield from () if quote is None else (Clause(text, (quote,), None, made),)
            return


def remarked(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """What a comment in a body of at most one statement says."""
    taken = {at.line for at in body.statements}
    head = facts.symbol.name_line if facts.symbol is not None else 0
    told = facts.symbol is not None and documentation(facts.symbol, desk) is not None
    below = max(head - facts.chunk.span.line + 1, 0) if told else 0
    for item in remark(facts.chunk, desk, within=True, below=below):
        line = item.evidence[0].line
        heads = facts.chunk.language == "python" and is_heading(item.text)
        if len(item.text.split()) < _WORDED or line in {head, *taken} or heads:
            return
        yield from clause(f"with the remark “{clip(item.text, 110)}”", *item.evidence)


def quoted(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """The first text for people that a body holds."""
    failing = handled(body)
    for at in body.statements:
        if at.line in failing:
            continue
        match = next(
            (one for one in _TEXT.finditer(at.text) if _WORDY.search(one.group("text"))), None
        )
        if match is not None:
            words = match.group("text")
            quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, words[:20])
            yield from clause(f"with the text “{clip(words.strip(), _SAID)}”", quote)
            return


#: One of the tests that a function of Erlang gives as a list, by its name.
_LISTED = re.compile(r"\{\s*\"(?P<name>[^\"]*\w[^\"]*)\"\s*,\s*(?:\?_|fun\b)")


def listed_tests(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What tests that a function of Erlang gives as a list say that they test."""
    if facts.chunk.language != "erlang" or not facts.chunk.name.endswith("_test_"):
        return
    text = facts.chunk.text
    found = [
        (facts.chunk.span.line + text.count("\n", 0, match.start()), match.group("name"))
        for match in _LISTED.finditer(text)
    ]
    if found:
        names = listing([f"“{clip(name, 70)}”" for _, name in found], 2)
        quotes = (desk.sources.quote(facts.chunk.path, number) for number, _ in found[:2])
        yield from clause(f"tests {names}", *quotes)
