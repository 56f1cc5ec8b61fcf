"""What a proof answers, and how far it may go.

Owns: the values. Never: decides a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from decidable.check.explore.moves import Bounds
from decidable.check.rules.trace import Trace
from decidable.core.values import Value

LIMIT: Final = 2_000_000
"""Product states of one rule, where nobody says otherwise."""


class Size(NamedTuple):
    """How much was explored."""

    states: int
    edges: int


class Holds(NamedTuple):
    """It holds in everything that can be reached. `bounds`: what the world was held to, and would have gone beyond."""

    rule: str
    size: Size
    bounds: tuple[str, ...]
    trace: Trace | None = None
    """For a rule that says that something is possible: how."""


class Refuted(NamedTuple):
    """It does not: `trace` is a shortest run that breaks it; None where what should be possible is not."""

    rule: str
    size: Size
    trace: Trace | None
    why: str


class Undecided(NamedTuple):
    """The limit was met first."""

    rule: str
    size: Size
    why: str


Verdict: TypeAlias = Holds | Refuted | Undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How far to go. `facts`: given at the start; None tries what only a start could give."""

    limit: int = LIMIT
    bounds: Bounds = field(default_factory=Bounds)
    facts: Mapping[str, Value] | None = None
    loosely: bool = True
    """Whether to begin with loose facts; without, every fact that matters is kept from the first."""
