"""What tests need: one cell at a time, a clock one can move, a channel one can read, scripted translations.

Public, with tests of its own; `from decidable.testing import at` imports no more than it uses.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decidable.models.scripted import Scripted
    from decidable.testing.cells import At, at, ctx, given_by
    from decidable.testing.channels import Recorder
    from decidable.testing.clocks import FakeClock

_MODULE = {
    "At": "decidable.testing.cells",
    "FakeClock": "decidable.testing.clocks",
    "Recorder": "decidable.testing.channels",
    "Scripted": "decidable.models.scripted",
    "at": "decidable.testing.cells",
    "ctx": "decidable.testing.cells",
    "given_by": "decidable.testing.cells",
}
__all__ = ["At", "FakeClock", "Recorder", "Scripted", "at", "ctx", "given_by"]


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module 'decidable.testing' has no attribute '{name}'")
    return getattr(import_module(_MODULE[name]), name)
