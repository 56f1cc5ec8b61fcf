"""Where a run stands: the one value a step reads and the next one it returns.

Owns: the snapshot, what is in it, and what may arrive (`Occurrence` and the host's reports).
Never: changes itself. Only `evolve` makes the next snapshot, from a record. Mappings in here are never written to.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from decidable.core.definition import End
from decidable.core.values import Value

QUEUE_LIMIT: Final = 16
"""How many deferred events a run may hold."""
SETTLED_KEPT: Final = 16
"""How many settled writes a snapshot remembers, to tell a duplicate from a contradiction."""
ATTEMPT_LIMIT: Final = 3
"""How often a write that certainly did not happen is tried again under its key."""

Fields: TypeAlias = Mapping[str, Value]
NO_FIELDS: Final[Fields] = {}


class Known(NamedTuple):
    """What is known of a fact: its value, the record that established it, from where, and what it depends on."""

    value: Value
    record: int
    source: str
    """A kind of event, or `start`, `initial`, `set`."""
    depends: tuple[str, ...] = ()


class Occurrence(NamedTuple):
    """An event that arrived. `at`: UTC milliseconds. `entry`: the state entry a timer was armed in.

    `operation`: the operation a result is about. `approval`: the digest of the proposal it approves.
    """

    event: str
    fields: Fields = NO_FIELDS
    at: int = 0
    id: str = ""
    by: str = ""
    operation: str = ""
    approval: str = ""
    entry: int = 0


class Dispatched(NamedTuple):
    """The host is about to carry out this operation; commit it before doing so."""

    operation: str
    at: int


class NotFound(NamedTuple):
    """A look-up found that the operation certainly did not happen. `attempt`: the attempt it was about, 0 for the last."""

    operation: str
    at: int
    attempt: int = 0


class NotDone(NamedTuple):
    """The tool said that it certainly did nothing."""

    operation: str
    why: str
    at: int


class Blocked(NamedTuple):
    """The gate refused to carry out the operation."""

    operation: str
    why: str
    at: int


class Unresolved(NamedTuple):
    """Nobody can tell whether the operation happened: a person has to settle it."""

    operation: str
    why: str
    at: int


class Delivered(NamedTuple):
    """What was sent to another machine is in the inbox of this run of it."""

    operation: str
    run: str
    at: int


class Undelivered(NamedTuple):
    """What was sent to another machine has no run to go to."""

    operation: str
    why: str
    at: int


class Unreadable(NamedTuple):
    """What another machine sent cannot be taken in: it is kept, and a person should look."""

    occurrence: Occurrence
    why: str
    at: int


Report: TypeAlias = Dispatched | NotFound | NotDone | Blocked | Unresolved | Delivered | Undelivered
"""What the host tells of an operation."""
Input: TypeAlias = Occurrence | Report | Unreadable


class Act(StrEnum):
    """What an operation is: a read, a write, words whose delivery is awaited, or an event for another machine."""

    READ = "read"
    WRITE = "write"
    SAY = "say"
    SEND = "send"


class Status(StrEnum):
    """How far an unsettled operation is."""

    PLANNED = "planned"
    STARTED = "started"
    UNKNOWN = "unknown"


class Operation(NamedTuple):
    """One intended call: `id` is version.n of the step that planned it, `entry` the state entry it belongs to."""

    id: str
    act: Act
    tool: str
    args: Fields
    entry: int
    built_on: tuple[str, ...] = ()
    """The facts its arguments were read from."""
    proposal: str = ""
    """The digest of the approved list it is a step of."""
    status: Status = Status.PLANNED
    attempt: int = 0
    event: str = ""
    """With `Act.SEND`: the event for the machine `tool`, with the values known here as its arguments."""


class PlannedCall(NamedTuple):
    """One operation of a proposal. `taken`: argument -> the event whose field of that name fills it later."""

    tool: str
    args: Fields
    taken: Mapping[str, str]
    built_on: tuple[str, ...]


class Proposal(NamedTuple):
    """The exact ordered operations a person is asked to approve. `home`: the entry in which it may be performed."""

    digest: str
    steps: tuple[PlannedCall, ...]
    entry: int
    approved: bool = False
    home: int = 0
    next: int = 0
    by: str = ""
    outcomes: Mapping[str, Fields] = {}


class Timer(NamedTuple):
    """An armed deadline: the timer's event name and its time in UTC milliseconds."""

    event: str
    deadline: int


class Interrupted(NamedTuple):
    """The entry that an interruption keeps current."""

    state: str
    entry: int
    timers: tuple[Timer, ...]
    held: tuple[Occurrence, ...] = ()


class Outcome(NamedTuple):
    """How a write settled."""

    operation: str
    event: str
    fields: Fields


class Snapshot(NamedTuple):
    """A run's whole control state: the fold of its records.

    `version` counts macrosteps, `seq` records, `entry` is the version in which `state` was entered.
    """

    state: str
    entry: int
    version: int
    seq: int
    facts: Mapping[str, Known]
    strikes: int = 0
    timers: tuple[Timer, ...] = ()
    operations: Mapping[str, Operation] = {}
    settled: tuple[Outcome, ...] = ()
    proposal: Proposal | None = None
    queue: tuple[Occurrence, ...] = ()
    interrupted: Interrupted | None = None
    end: End | None = None
    draft: bool = False

    @property
    def busy(self) -> bool:
        """Whether a write of this run is unsettled."""
        return bool(self.operations) and any(op.act is Act.WRITE for op in self.operations.values())
