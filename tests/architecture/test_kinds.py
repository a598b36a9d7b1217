"""Every kind of fault that the first cases show has tests beyond the case."""

import ast
import tomllib
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
KINDS = tomllib.loads((TESTS / "kinds.toml").read_text(encoding="utf-8"))


@cache
def _functions(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_case_about_reading_has_a_row():
    cases = {path.name[:3] for path in (TESTS / "cases").glob("[0-9]*") if path.is_dir()}
    assert KINDS.keys() == {number for number in cases if number <= "038" or number == "053"}


def test_every_row_names_tests_that_exist_and_are_not_the_case():
    for number, row in KINDS.items():
        assert row["kind"]
        assert row["tests"], number
        for each in row["tests"]:
            path, _, function = each.partition("::")
            assert not path.startswith("cases/"), each
            if function:
                assert function in _functions(TESTS / path), each
            else:
                assert any((TESTS / path).iterdir()), each
