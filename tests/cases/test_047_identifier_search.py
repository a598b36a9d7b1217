"""camelCase, snake_case, acronyms, dunder and leading underscores."""

import csv

import pytest

from tests.harness.case import CASES, Built
from tests.harness.general import GeneralConditions

with (CASES / "047-identifier-search" / "queries.tsv").open(encoding="utf-8") as stream:
    QUERIES = [(row["query"], row["target"]) for row in csv.DictReader(stream, delimiter="\t")]


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(("query", "target"), QUERIES)
def test_1_among_the_first_three(built: Built, query: str, target: str):
    """Each query returns its target among the first 3; an exact full name is first."""
    found = built.found(query)
    assert [name for name in found if _is(name, target)], found
    if query == target:
        assert _is(found[0], target)


@pytest.mark.parametrize(("query", "target"), QUERIES)
def test_2_case_makes_no_difference(built: Built, query: str, target: str):
    """Upper and lower case make no difference."""
    if query.lower() != query and query.lower().islower() and not _split(query):
        assert [name for name in built.found(query.lower()) if _is(name, target)]


def _is(name: str, target: str) -> bool:
    """Whether a hit is the target, which is named with or without its class."""
    return name == target or name.endswith(f".{target}")


def _split(query: str) -> bool:
    """Whether the case of the query carries its word boundaries."""
    return query != query.upper() and query != query.lower() and " " not in query


def test_3_the_matched_part_is_named(built: Built):
    """The highlighted part of the result is the matched part."""
    hit = built.hits("tool call")[0]
    assert {"tool", "call"} <= set(hit["matched"])
    assert "check" not in hit["matched"]
