"""A model that gives every module the same title."""

from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions
from tests.harness.model_server import model_server


class TestGeneral(GeneralConditions):
    pass


@pytest.fixture(scope="module")
def titled(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The build with a model that answers `Core` to everything."""
    with model_server("collide", tmp_path_factory.mktemp("server")) as server:
        return case.build(
            variant="collide",
            config=f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\nsummarizer = "fake"\n',
            changes={"OPENAI_API_KEY": "test-key-of-nobody"},
        )


def _modules(built: Built) -> dict[str, str]:
    """The page of each folder."""
    return {
        node.attributes["data-module"] or "": name
        for name, page in built.site.pages.items()
        if (node := page.tree.css_first("[data-module]")) is not None
    }


def test_1_each_package_has_its_page(titled: Built):
    """Each package has its own page; page paths come from source paths, not from titles."""
    pages = _modules(titled)
    assert {"a", "a/engine", "b"} <= pages.keys()
    assert len(set(pages.values())) == len(pages)
    assert all(f"modules/{module}" in pages[module] for module in ("a", "b"))


def test_2_they_can_be_told_apart(titled: Built):
    """The pages show titles that can be told apart."""
    pages = _modules(titled)
    titles = [titled.site.pages[pages[module]].title for module in ("a", "a/engine", "b")]
    assert len(set(titles)) == 3


def test_3_paths_are_those_without_a_model(titled: Built, built: Built, tmp_path: Path):
    """Output paths are the same as in a run without a model."""
    pages = {name for name in titled.site.files if name.endswith(".html")}
    assert pages == {name for name in built.site.files if name.endswith(".html")}
