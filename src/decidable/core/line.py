"""One line of the table, as written: which events it speaks of, what it decides, and where it stands.

Owns: selectors, outcomes and the line itself; `definition` offers them beside the rest of it. Never: decides which of several
lines counts (that is `rows`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from decidable.core.canonical import LATER
from decidable.core.guard import Guard
from decidable.core.line_effects import Effect

# What a line decides.


@dataclass(frozen=True, slots=True)
class Move:
    """`-> target [restart]`."""

    target: str
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """`-> back [else target]`: to the interrupted state; `otherwise` where nothing was interrupted."""

    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Stay:
    """Expected here; nothing is exited or entered."""


@dataclass(frozen=True, slots=True)
class Defer:
    """Held until what is in flight resolves."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Should not arrive here. `strike` counts it."""

    strike: bool = False


@dataclass(frozen=True, slots=True)
class Ignore:
    """Irrelevant here."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """`?`: knowingly undecided; such a machine starts no run outside draft mode."""


Outcome: TypeAlias = Move | Back | Stay | Defer | Reject | Ignore | Undecided

# Which events a line speaks of.


@dataclass(frozen=True, slots=True)
class Named:
    """Events by name."""

    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`@user`, `@exit`, or any kind; `only` lifts it above inherited named lines, in its state."""

    name: str
    only: bool = False


@dataclass(frozen=True, slots=True)
class Star:
    """`*`: whatever nothing else decides, never evidence or a signal."""


@dataclass(frozen=True, slots=True)
class After:
    """`after 30m`: a deadline armed on entry, in milliseconds."""

    ms: int


@dataclass(frozen=True, slots=True)
class AfterStrikes:
    """`after 3 strikes`."""

    count: int


Selector: TypeAlias = Named | Group | Star | After | AfterStrikes


@dataclass(frozen=True, slots=True)
class Shared:
    """Where a line of a contract stands: with those of any state, or in a fragment that a state includes."""

    contract: str
    fragment: str = ""
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.fragment} of contract {self.contract}" if self.fragment else f"contract {self.contract}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One decision. `otherwise` is `else`: no guard, last of its rank. `at` is its line in the machine's own file, 0 where
    it has none there; `shared` says which contract it was included from."""

    selector: Selector
    guard: Guard | None = None
    otherwise: bool = False
    outcome: Outcome
    effects: tuple[Effect, ...] = ()
    reason: str = ""
    shared: Shared | None = field(default=None, metadata=LATER)
    at: int = field(default=0, compare=False)
