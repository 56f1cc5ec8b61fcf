"""Places that keep runs: `SQLite` and `Memory`, imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decidable.stores.memory import Memory
    from decidable.stores.sqlite import SQLite

__all__ = ["Memory", "SQLite"]


def __getattr__(name: str) -> object:
    if name == "Memory":
        from decidable.stores.memory import Memory

        return Memory
    if name == "SQLite":
        from decidable.stores.sqlite import SQLite

        return SQLite
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
