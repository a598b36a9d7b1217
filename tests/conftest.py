"""What all tests share."""

import os

import pytest

# What is installed on a machine must not change a result: tests that want a language server
# name its languages in this variable.
os.environ["LSP_ENABLE_LANGS"] = "none"

# The assertions of the harness explain themselves like those of a test file.
for name in ("case", "general", "running", "site"):
    pytest.register_assert_rewrite(f"tests.harness.{name}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Starts the slow files first, so that no worker is left alone with one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
