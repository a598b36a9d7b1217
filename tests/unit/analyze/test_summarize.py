from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.verify import Sources
from sourcebook.model import Claim, Level, Summary
from tests.unit.analyze.hand import REPOSITORY, call, graph, python

CART = python(
    "shop/cart.py",
    "from shop import tax\n\nRATE = 3\n\n\n",
    'def total(items):\n    """Adds up the items, e.g. for the bill. Slow."""\n'
    "    return sum(items)\n\n\n",
    "def bill(items):\n    amount = total(items)\n    return amount * RATE\n\n\n",
    "def bare():\n    pass\n",
)
GRAPH = graph([CART], call(CART, "bill", "total", "shop/cart.py::total"))


def summaries() -> dict[str, Summary]:
    return {str(key): value for key, value in summarize_chunks([CART], GRAPH, {}).items()}


def said(name: str) -> str:
    claim = summaries()[f"shop/cart.py::{name}"].responsibility
    assert claim is not None
    return claim.text


def all_claims(found: list[Summary]) -> list[Claim]:
    own = [summary.responsibility for summary in found if summary.responsibility is not None]
    return own + [claim for summary in found for claim in summary.claims]


def test_documentation_is_the_responsibility():
    assert said("total") == "Adds up the items, e.g. for the bill; returns `sum(items)`."


def test_undocumented_code_is_told_from_its_facts():
    text = said("bill")
    assert "returns `amount * RATE`" in text.lower() or "Returns `amount * RATE`" in text
    assert "calls `total` (“Adds up the items, e.g. for the bill”)" in text


def test_every_chunk_has_a_responsibility():
    assert all(summary.responsibility is not None for summary in summaries().values())
    assert set(summaries()) == {str(chunk.id) for chunk in CART.chunks}


def test_an_empty_body_is_said_to_be_empty():
    assert said("bare") == "Has an empty body."


def test_every_claim_of_every_level_quotes_its_lines():
    chunks = summarize_chunks([CART], GRAPH, {})
    levels = summarize_levels([CART], GRAPH, chunks, REPOSITORY)
    sources = Sources([CART])
    for claim in all_claims([*chunks.values(), *levels]):
        assert claim.evidence, claim
        assert all(map(sources.holds, claim.evidence)), claim


def test_levels_come_leaves_first_and_reach_every_chunk():
    chunks = summarize_chunks([CART], GRAPH, {})
    levels = summarize_levels([CART], GRAPH, chunks, REPOSITORY)
    assert [summary.level for summary in levels] == sorted(
        (summary.level for summary in levels), key=list(Level).index
    )
    by_level = {(summary.level, summary.id): summary for summary in levels}
    reached = [
        chunk
        for subsystem in by_level[Level.SYSTEM, "system"].children
        for module in by_level[Level.SUBSYSTEM, subsystem].children
        for file in by_level[Level.MODULE, module].children
        if (Level.FILE, file) in by_level
        for chunk in by_level[Level.FILE, file].children
    ]
    assert sorted(reached) == sorted(map(str, chunks))


def test_an_empty_repository_has_a_system_without_claims():
    (module, system) = summarize_levels([], graph([]), {}, REPOSITORY)
    assert (module.level, module.id) == (Level.MODULE, ".")
    assert (system.level, system.responsibility, system.claims) == (Level.SYSTEM, None, ())
