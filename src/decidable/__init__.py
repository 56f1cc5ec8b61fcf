"""Decidable: an LLM agent as an explicit state machine. The model proposes. The table decides.

The names below are the public API; each is imported when it is first used, so that `import decidable` stays fast.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decidable.bind.events import Choice, Event, Evidence, yes_no
    from decidable.bind.facts import FactsView, FactUnknown, fact
    from decidable.bind.load import load_machine
    from decidable.bind.machine import Machine
    from decidable.bind.tools import Ctx, NotDone, Shown, Tool, tool
    from decidable.bind.words import Words
    from decidable.cli.entry import main
    from decidable.core.values import Money
    from decidable.errors import (
        DecidableError,
        InternalError,
        MachineError,
        ProviderError,
        RefusedError,
        StoreError,
    )
    from decidable.runtime.parts import Delta, Moved, Part, Question, Said, Settled, Waits
    from decidable.runtime.run import Run
    from decidable.runtime.runtime import Runtime
    from decidable.runtime.settings import Settings
    from decidable.runtime.sync import SyncRuntime

__version__ = "0.1.0.dev0"

_WHERE = {
    "decidable.bind.events": "Choice Event Evidence yes_no",
    "decidable.bind.facts": "FactUnknown FactsView fact",
    "decidable.bind.load": "load_machine",
    "decidable.bind.machine": "Machine",
    "decidable.bind.tools": "Ctx NotDone Shown Tool tool",
    "decidable.bind.words": "Words",
    "decidable.cli.entry": "main",
    "decidable.core.values": "Money",
    "decidable.errors": "DecidableError InternalError MachineError ProviderError RefusedError StoreError",
    "decidable.runtime.parts": "Delta Moved Part Question Said Settled Waits",
    "decidable.runtime.run": "Run",
    "decidable.runtime.runtime": "Runtime",
    "decidable.runtime.settings": "Settings",
    "decidable.runtime.sync": "SyncRuntime",
}
_MODULE = {name: module for module, names in _WHERE.items() for name in names.split()}

__all__ = [
    "Choice",
    "Ctx",
    "DecidableError",
    "Delta",
    "Event",
    "Evidence",
    "FactUnknown",
    "FactsView",
    "InternalError",
    "Machine",
    "MachineError",
    "Money",
    "Moved",
    "NotDone",
    "Part",
    "ProviderError",
    "Question",
    "RefusedError",
    "Run",
    "Runtime",
    "Said",
    "Settings",
    "Settled",
    "Shown",
    "StoreError",
    "SyncRuntime",
    "Tool",
    "Waits",
    "Words",
    "fact",
    "load_machine",
    "main",
    "tool",
    "yes_no",
]


def __getattr__(name: str) -> object:
    module = _MODULE.get(name)
    if module is None:
        # With name and obj Python itself adds the nearest name of `dir(decidable)`.
        raise AttributeError(f"module 'decidable' has no attribute '{name}'", name=name, obj=sys.modules[__name__])
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
