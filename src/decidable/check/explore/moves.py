"""What the search moves on: frames and controls, and the moves between them.

Owns: the values. Never: makes a move; `space` does, from the real `step`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from decidable.check.explore.influence import Consulted
from decidable.check.explore.packing import Bits, Change
from decidable.check.explore.world import Offer
from decidable.core.snapshot import Known, Snapshot, Status

Progress: TypeAlias = "tuple[Status, int]"
"""How far an operation is, and in which attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What the world is held to, because without a bound there would be no end of it."""

    queue: int = 1
    """Events deferred at a time."""
    deliveries: int = 1
    """Deliveries awaited at a time, of one event in one entry."""
    attempts: int = 2
    """Times a write is begun under its key."""


class Move(NamedTuple):
    """What one or several offers do to the valuations `where`."""

    where: Bits
    changes: tuple[Change, ...]
    target: int
    seen: int
    """The number of what it shows."""
    offer: Offer
    """The first of the offers that do this."""
    times: int
    """How many of them do."""


class Effect(NamedTuple):
    """A move of a frame: its target is a frame and, of each operation there, the one it was or how far it is."""

    where: Bits
    changes: tuple[Change, ...]
    target: int
    operations: tuple[int | Progress, ...]
    seen: int
    offer: Offer
    times: int


@dataclass(slots=True)
class Frame:
    """A normal snapshot in which it is open how far the started operations are."""

    snapshot: Snapshot
    present: Mapping[str, int]
    parts: dict[object, Part] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """The offers of a frame that are about one operation that far, or about none."""

    offers: tuple[Offer, ...]
    pending: list[Pending]
    effects: list[Effect] = field(default_factory=list)
    places: dict[object, int] = field(default_factory=dict)
    counted: set[tuple[int, int]] = field(default_factory=set)
    """Effects with the numbers of the offers that have them."""
    choices: dict[tuple[int, Fill], list[Effect]] = field(default_factory=dict)
    """The effects of each offer by its number, apart for what is supposed."""


@dataclass(slots=True)
class Control:
    """A frame, and how far each of its operations is."""

    frame: int
    operations: tuple[Progress, ...]
    moves: list[Move] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    """How many effects of each of its parts are among the moves."""
    complete: bool = False


class Fill(NamedTuple):
    """What is supposed of what is not kept: of loose facts, and of the fields of deferred events."""

    facts: tuple[Known | None, ...] = ()
    queue: tuple[tuple[str, ...], ...] = ()
    """Of each deferred event: the fields that were given, of those that are not kept."""


class Pending(NamedTuple):
    """Valuations for which an offer has not been tried."""

    where: Bits
    frame: int
    snapshot: Snapshot
    number: int
    offer: Offer
    consulted: Consulted
    values: tuple[int, ...]
    """Of the packed facts on which it depends, in `where`."""
    fill: Fill


NO_FILL: Final = Fill()
