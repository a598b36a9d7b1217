"""Japanese, Chinese and Korean text inside sentences: no blanks between words."""

import csv
import json
import subprocess

import pytest

from sourcebook.tokenizer import tokenize
from tests.harness.case import CASES, Built
from tests.harness.general import GeneralConditions

with (CASES / "048-cjk-search" / "queries.tsv").open(encoding="utf-8") as stream:
    QUERIES = [(row["query"], row["target"]) for row in csv.DictReader(stream, delimiter="\t")]

TOKENIZE = """
import {readFileSync} from "node:fs";
const {tokenize} = await import(process.argv[1]);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((line) => tokenize(line))));
"""


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(("query", "target"), QUERIES)
def test_1_among_the_first_three(built: Built, query: str, target: str):
    """Each query returns its target among the first 3; one letter at least its target."""
    assert target in built.found(query, top=3 if len(query) > 1 else 20)


@pytest.mark.parametrize(("one", "other"), [("ﾃﾞｰﾀ", "データ"), ("ＪＳＯＮ", "JSON")])
def test_2_half_and_full_width_match(built: Built, one: str, other: str):
    """Half-width and full-width forms match."""
    assert built.found(one) == built.found(other) != []


def test_3_both_tokenizers_agree(built: Built):
    """The browser tokenizer and the Python tokenizer agree on every line of the input."""
    lines = [
        line
        for path in sorted(built.repository.iterdir())
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    (client,) = (built.output / "site" / "search").glob("client-*/client.js")
    done = subprocess.run(
        ["node", "--input-type=module", "-e", TOKENIZE, client.as_uri()],
        input=json.dumps(lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(done.stdout) == [tokenize(line) for line in lines]
