"""What the search moves on: frames and controls, and the moves between them.

Owns: the values. Never: makes a move; `space` does, from the real `step`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from decidable.check.explore.packing import Bits, Change
from decidable.check.explore.regions import Region
from decidable.check.explore.world import Offer, Owed
from decidable.core.records import Way
from decidable.core.snapshot import Operation, Snapshot, Status

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


class Deed(NamedTuple):
    """What is done to a frame: its target is a frame and, of each operation there, the one it was or how far it is."""

    changes: tuple[Change, ...]
    target: int
    operations: tuple[int | Progress, ...]
    seen: int
    owed: Owed


class Course(NamedTuple):
    """How a step went, as far as it matters to an operation that the step is not about."""

    ways: tuple[Way, ...]
    interrupted: bool
    """Whether it began in an interruption."""
    starts: frozenset[str]
    """The tools that it might have started; those of such an operation are not among them."""
    busy: bool
    """Whether its guards were told of a write that is not among its operations."""


class Outcome(NamedTuple):
    """What came of a trial: a deed, and what is needed to say the same of a frame with more operations."""

    deed: Deed
    origins: tuple[int | None, ...]
    """Of each operation of the target: which it was, whether or not the step was about it; None for a new one."""
    course: Course


class Effect(NamedTuple):
    """What one or several offers do to a frame and the valuations `where`."""

    where: Bits
    deed: Deed
    offer: Offer
    """The first of the offers that do this."""
    times: int
    """How many of them do."""


@dataclass(slots=True)
class Frame:
    """A normal snapshot in which it is open how far the started operations are."""

    snapshot: Snapshot
    present: Mapping[str, int]
    trials: dict[object, Trials] = field(default_factory=dict)
    parts: dict[object, Part] = field(default_factory=dict)


class Tried(NamedTuple):
    """Where an offer was tried, and what came of it; None beyond the bounds."""

    where: Bits
    number: int
    clock: int
    outcome: Outcome | None


@dataclass(slots=True)
class Trials:
    """The offers to a frame that are about one operation that far, or about none; what was tried of them and what not."""

    offers: tuple[Offer, ...]
    starts: frozenset[str]
    """The tools that any of them may start."""
    pending: list[Region]
    open: Bits
    """The valuations of all that was not tried."""
    tried: list[Tried] = field(default_factory=list)


@dataclass(slots=True)
class Part:
    """The same offers, and what they do to one frame, which may have more operations than that in which they are tried."""

    trials: Trials
    about: str
    """The operation that they are about, as the frame names it; empty for none."""
    without: Without | None
    """The frame in which they are tried, where that is another."""
    taken: int = 0
    """How many of the trials are among the effects."""
    effects: list[Effect] = field(default_factory=list)
    found: dict[tuple[Deed, int], Bits] = field(default_factory=dict)
    """Where each offer, by its number, was found to do a thing."""
    choices: dict[tuple[int, int], list[tuple[Bits, Effect | None]]] = field(default_factory=dict)
    """Of each offer and clock, by their numbers: where it was tried, and what it does there; None beyond the bounds."""

    def offer(self, number: int) -> Offer:
        """An offer, as the frame names the operation that it is about."""
        offer = self.trials.offers[number]
        if offer.input.operation == self.about:
            return offer
        return offer._replace(input=offer.input._replace(operation=self.about))


class Standing(NamedTuple):
    """A bystander, and what tells it from others, whatever it is called."""

    operation: Operation
    key: Hashable


class Without(NamedTuple):
    """A frame without some of its operations, the bystanders, which change by themselves."""

    frame: int
    kept: tuple[int, ...]
    """Of each operation that is left, which it is in the whole frame."""
    bystanders: Mapping[int, Standing]
    """The others, by which they are there."""
    busy: bool
    """Whether one of them is a write that has started."""


@dataclass(slots=True)
class Control:
    """A frame, and how far each of its operations is."""

    frame: int
    operations: tuple[Progress, ...]
    parts: list[Part] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    """How many effects of each of its parts are among the moves."""
    open: Bits = -1
    """The valuations for which the moves are not complete; at first all there may be."""
