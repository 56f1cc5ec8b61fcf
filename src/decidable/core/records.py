"""The journal's entries: everything that happened to a run, each enough to fold into the next snapshot.

Owns: the record types. Never: how they are encoded (`journal`) or what they do to a snapshot (`evolve`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from decidable.core.definition import End
from decidable.core.snapshot import Fields, Known, Occurrence, Operation, Proposal, Timer


class Verdict(StrEnum):
    """The outcome of a decided cell."""

    MOVE = "move"
    STAY = "stay"
    DEFER = "defer"
    REJECT = "reject"
    IGNORE = "ignore"


class Way(StrEnum):
    """How a move goes: into a state, into an interruption, or back from one."""

    ENTER = "enter"
    INTERRUPT = "interrupt"
    BACK = "back"


class Cause(StrEnum):
    """Why an event was looked up now."""

    ARRIVED = "arrived"
    RECALLED = "recalled"
    """It had been deferred."""
    HELD = "held"
    """It had waited for an interruption to end."""
    FOLLOWED = "followed"
    """It was synthesised by the same step."""


class Note(StrEnum):
    """Why an arrival changed nothing."""

    STALE = "stale"
    DUPLICATE = "duplicate"
    INVALID = "invalid"
    ENDED = "ended"
    WAITING = "waiting"
    """A timer of the interrupted entry; it fires on return."""


class Begun(NamedTuple):
    """Record 1 of every run."""

    machine: str
    fingerprint: str
    at: int
    state: str
    facts: Mapping[str, Known]
    timers: tuple[Timer, ...] = ()
    draft: bool = False


class Decided(NamedTuple):
    """A cell was looked up and decided: the entry that carries the reason."""

    version: int
    state: str
    occurrence: Occurrence
    verdict: Verdict
    reason: str
    line: int
    origin: str
    target: str = ""
    way: Way = Way.ENTER
    timers: tuple[Timer, ...] = ()
    cause: Cause = Cause.ARRIVED


class Learned(NamedTuple):
    """Facts became known, or known differently."""

    facts: Mapping[str, Known]


class Forgot(NamedTuple):
    """Facts became unknown."""

    facts: tuple[str, ...]
    why: str


class Planned(NamedTuple):
    """An operation is intended."""

    operation: Operation


class Started(NamedTuple):
    """The host is carrying an operation out."""

    operation: str
    attempt: int
    at: int


class Unanswered(NamedTuple):
    """No answer came: whether it happened is not known."""

    operation: str


class Retried(NamedTuple):
    """It certainly did not happen and is still wanted: planned again under the same key."""

    operation: str


class Settled(NamedTuple):
    """The first outcome of an operation. `event` is empty where the tool has no event for a definite no."""

    operation: str
    event: str
    fields: Fields
    write: bool


class Sent(NamedTuple):
    """An event for another machine is in the inbox of this run of it: nothing more is to be done here."""

    operation: str
    run: str


class Withdrawn(NamedTuple):
    """Planned operations that will not be carried out."""

    operations: tuple[str, ...]
    why: str


class Proposed(NamedTuple):
    """A list was frozen and a person is asked."""

    proposal: Proposal


class Approved(NamedTuple):
    """The list was approved; it may be performed in the entry `home`."""

    digest: str
    by: str
    home: int


class Dropped(NamedTuple):
    """The open question, or the rest of the approved list, is no longer valid."""

    digest: str
    why: str


class Held(NamedTuple):
    """A result waits for the interruption to end."""

    occurrence: Occurrence


class Struck(NamedTuple):
    """Strikes in a row are now `strikes`."""

    strikes: int


class Noted(NamedTuple):
    """Something arrived and changed nothing."""

    note: Note
    occurrence: Occurrence
    why: str


class Raised(NamedTuple):
    """Something for the attention list: a person should look."""

    why: str
    occurrence: Occurrence | None = None
    operation: str = ""


class Ended(NamedTuple):
    """The run reached its end."""

    end: End
    at: int


JournalRecord: TypeAlias = (
    Begun
    | Decided
    | Learned
    | Forgot
    | Planned
    | Started
    | Unanswered
    | Retried
    | Settled
    | Sent
    | Withdrawn
    | Proposed
    | Approved
    | Dropped
    | Held
    | Struck
    | Noted
    | Raised
    | Ended
)
