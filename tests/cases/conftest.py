"""Gives each test file of this folder the case that its name names."""

from pathlib import Path

import pytest

from tests.harness.case import Built, Case


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "built" in metafunc.fixturenames:
        repositories = getattr(metafunc.module, "REPOSITORIES", ("",))
        metafunc.parametrize(
            "built", repositories, indirect=True, scope="module", ids=lambda name: name or "input"
        )


@pytest.fixture(scope="module")
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """``test_001_some_words.py`` gets the case in ``001-some-words/``."""
    name = Path(request.path).stem.removeprefix("test_").replace("_", "-")
    return Case(Path(request.path).with_name(name), tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest, case: Case) -> Built:
    """The build of the case with default, offline settings."""
    return case.build(request.param)
