"""What all tests share."""

import pytest

# The assertions of the harness explain themselves like those of a test file.
for name in ("case", "general", "running", "site"):
    pytest.register_assert_rewrite(f"tests.harness.{name}")
