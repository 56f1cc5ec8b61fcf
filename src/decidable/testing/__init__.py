"""What tests need: one cell at a time, a clock one can move, a channel one can read, scripted translations.

Public, with tests of its own; `from decidable.testing import at` imports no more than it uses.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decidable.check.situation import Happens
    from decidable.models.scripted import Scripted
    from decidable.testing.cases import Case, Way
    from decidable.testing.cells import At, at, begun
    from decidable.testing.channels import Recorder
    from decidable.testing.clocks import FakeClock
    from decidable.testing.given import ctx, given_by, happens
    from decidable.testing.machines import machine_at
    from decidable.testing.rehearsal import Rehearsal, rehearsed
    from decidable.testing.watching import watched

_MODULE = {
    "At": "decidable.testing.cells",
    "Case": "decidable.testing.cases",
    "FakeClock": "decidable.testing.clocks",
    "Happens": "decidable.check.situation",
    "Recorder": "decidable.testing.channels",
    "Rehearsal": "decidable.testing.rehearsal",
    "Scripted": "decidable.models.scripted",
    "Way": "decidable.testing.cases",
    "at": "decidable.testing.cells",
    "begun": "decidable.testing.cells",
    "ctx": "decidable.testing.given",
    "given_by": "decidable.testing.given",
    "happens": "decidable.testing.given",
    "machine_at": "decidable.testing.machines",
    "rehearsed": "decidable.testing.rehearsal",
    "watched": "decidable.testing.watching",
}
__all__ = [
    "At",
    "Case",
    "FakeClock",
    "Happens",
    "Recorder",
    "Rehearsal",
    "Scripted",
    "Way",
    "at",
    "begun",
    "ctx",
    "given_by",
    "happens",
    "machine_at",
    "rehearsed",
    "watched",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module 'decidable.testing' has no attribute '{name}'")
    return getattr(import_module(_MODULE[name]), name)
