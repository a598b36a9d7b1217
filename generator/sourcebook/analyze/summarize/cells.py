"""What a cell of a notebook says: its first sentence, or what its code defines, or runs."""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.sentences import first_sentence
from sourcebook.tokenizer.cells import said

_PROSE = re.compile(r'"cell_type"\s*:\s*"markdown"')
_DEFINED = re.compile(r"(?:async\s+)?(?:def|class|function|struct)\s+(\w+)")
_REMARK = re.compile(r"(?:#+|//)\s*(?=\w)")
_WIDTH = 60


def cell(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A cell of a notebook. Quotes are of the file, so they show the strings of its JSON."""
    chunk, quote = facts.chunk, desk.sources.quote
    lines = [
        (number, line)
        for number, line in enumerate(said(chunk.text).split("\n"), chunk.span.line)
        if re.search(r"\w", line)
    ]
    prose = _PROSE.search(chunk.text) is not None
    told = [(number, line) for number, line in lines if prose and not line.startswith("#")]
    found = first_sentence("\n".join(line for _, line in told), prose=True)
    if found is not None:
        head = found.raw.split("\n", 1)[0].strip()
        first = next((number for number, line in told if head in line), told[0][0])
        yield from clause(found.text.rstrip("."), quote(chunk.path, first))
        return
    defined = [(number, match[1]) for number, line in lines if (match := _DEFINED.match(line))]
    if defined and not prose:
        names = listing([code(name, 40) for _, name in defined], 5)
        places = (quote(chunk.path, number, around=name) for number, name in defined[:3])
        yield from clause(f"defines {names}", *places)
    elif lines:
        first, line = lines[0]
        remark = _REMARK.match(line)
        if remark:
            yield from clause(line[remark.end() :].rstrip("."), quote(chunk.path, first))
        else:
            verb, below = "begins with" if prose else "runs", len(lines) - 1
            more = f" and {below} more line{'s'[: below - 1]}" if below else ""
            text = f"{verb} {code(line.strip(), _WIDTH)}{more}"
            yield from clause(text, quote(chunk.path, first))
