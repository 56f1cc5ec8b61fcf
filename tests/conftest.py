"""What holds for the whole suite: what counts as covered, and that an interrupt is heard.

Owns: these two. Never: keeps a test from running, or changes what it does; tests of chance run like all others, and faster.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest


def pytest_configure() -> None:
    """A run in the background of a shell begins deaf to Ctrl-C, and the processes that tests start would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


TESTS = Path(__file__).parent
COUNTED = ("core", "text", "check", "draw", "journal", "cases", "generated", "cli")
"""The tests of the layers that are covered whole, and those that drive the checker: cases, generated tests, commands."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A pure layer is covered by tests of its own, and not by chance: what drawn examples reach today they may miss tomorrow."""
    for item in items:
        drawn = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or not any(item.path.is_relative_to(TESTS / layer) for layer in COUNTED):
            item.add_marker(pytest.mark.no_cover)
