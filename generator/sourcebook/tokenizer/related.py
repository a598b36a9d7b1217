"""Words of prose and the words that code has in their place.

People write "retrieve the number of elements" of what is called ``get_count``. The table
``related.txt`` says which words of names stand for a word of sentences, and how far: in
tenths of the word itself. Both the lexical index and the vectors learn of it when they are
made, so a query costs nothing more.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from sourcebook.tokenizer import term

Shares = Mapping[str, float]


@cache
def meant_by() -> Mapping[str, Shares]:
    """For each term of prose the terms of code, and how far they stand for it."""
    text = files("sourcebook.tokenizer").joinpath("related.txt").read_text("utf-8")
    found: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        word, *others = line.split()
        shares = found.setdefault(term(word), {})
        for other, tenths in zip(others[::2], others[1::2], strict=True):
            shares[term(other)] = int(tenths) / 10
    return found


@cache
def said_for() -> Mapping[str, Shares]:
    """The same the other way round: for each term of code the terms of prose."""
    found: dict[str, dict[str, float]] = {}
    for prose, shares in meant_by().items():
        for code, share in shares.items():
            found.setdefault(code, {})[prose] = share
    return found


def spoken(name: Mapping[str, int]) -> dict[str, float]:
    """Counts of a name's terms, and of those by which prose calls them."""
    counts: dict[str, float] = dict(name)
    for code, count in name.items():
        for prose, share in said_for().get(code, {}).items():
            counts[prose] = counts.get(prose, 0.0) + count * share
    return counts
