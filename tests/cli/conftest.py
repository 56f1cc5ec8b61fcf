"""A command imports its user's Python as a program would; a test puts the interpreter back as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _same_interpreter() -> Iterator[None]:
    path, modules = list(sys.path), dict(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        file = getattr(sys.modules[name], "__file__", None) or ""
        if "pytest-of-" in file:  # written by the test itself
            del sys.modules[name]
