"""Options of this test suite."""

from __future__ import annotations

import pytest
from hypothesis import settings

# Shared machines pause at will: how long one example takes says nothing.
settings.register_profile("shared-machine", deadline=None)
settings.load_profile("shared-machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what the outputs say now to tests/golden, instead of comparing")
