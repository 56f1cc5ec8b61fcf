"""The store port: what the runtime asks of a place that keeps runs.

Owns: the values that cross the port and the contract (shared tests in `decidable.testing`). Every method is synchronous,
thread-safe and atomic: it has happened durably when it returns, or it raises and nothing has happened.
Never: decides anything about a run; that is the table's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

from decidable.core.records import JournalRecord
from decidable.core.snapshot import Operation, Snapshot
from decidable.errors import RefusedError


class RunKey(NamedTuple):
    """A run's name. The tenant is part of it, so that no query crosses tenants by mistake."""

    tenant: str
    run: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.run}" if self.tenant else self.run


class ArrivalKind(StrEnum):
    """What an inbox row holds."""

    MESSAGE = "message"
    """A person's words, to be translated. Body: the text."""
    EVENT = "event"
    """An occurrence, as canonical text (`journal.encode_occurrence`)."""


class Arrival(NamedTuple):
    """Something for a run, with the sender's own id. `at`: UTC milliseconds. `by`: the authenticated principal."""

    id: str
    kind: ArrivalKind
    body: str
    at: int
    by: str = ""
    number: int = 0
    """Its place in the run's inbox; given by the store."""
    seen: int = 0
    """The number of the last words that had been delivered when it arrived: what its sender can have read. Kept with
    the row, and no part of what makes two arrivals the same."""


class Offered(StrEnum):
    """What became of an offered arrival."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    """This id with this body is known already: nothing changed."""
    CONFLICT = "conflict"
    """This id with another body is known already: nothing changed."""


class DuplicateArrivalError(RefusedError):
    """A commit's arrival is known already. `offered` says whether with the same body or another one."""

    def __init__(self, key: RunKey, id: str, offered: Offered) -> None:
        self.key = key
        self.id = id
        self.offered = offered
        super().__init__(key, id, offered)

    def __str__(self) -> str:
        known = "has arrived before" if self.offered is Offered.DUPLICATE else "has arrived before with another body"
        return f"{self.id!r} {known} at run {self.key}: nothing was changed"


class Head(NamedTuple):
    """A run as it stands."""

    key: RunKey
    conversation: str
    machine: str
    fingerprint: str
    snapshot: Snapshot
    epoch: int
    check: str
    created_at: int
    updated_at: int


class JournalRow(NamedTuple):
    """One journal entry. `check` chains over run, seq, kind, the salted digest of the body, and the previous check."""

    seq: int
    kind: str
    event_id: str
    fingerprint: str
    record: JournalRecord | None
    """None where the body was deleted on request; the chain still verifies."""
    check: str


class Said(NamedTuple):
    """Words for a person, and the outbox row that delivers them. `operation`: whose delivery is awaited, or empty.

    `digest`: the proposal whose question this is, or empty.
    """

    id: str
    text: str
    words: str
    at: int
    operation: str = ""
    digest: str = ""
    delivered_at: int = 0
    number: int = 0
    """Its place among all that was heard and said in the conversation; given by the store."""


class HeardText(NamedTuple):
    """Words of a person, kept apart from control state. `translation`: what they became, for people to read."""

    id: str
    text: str
    by: str
    at: int
    translation: str = ""
    seen: int = 0
    """The number of the last words that had been delivered when it arrived (`Arrival.seen`)."""
    number: int = 0


class ApprovalStatus(StrEnum):
    """Where a proposal stands."""

    OPEN = "open"
    APPROVED = "approved"
    DENIED = "denied"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class ApprovalRow(NamedTuple):
    """One proposal and its one answer."""

    digest: str
    status: ApprovalStatus
    question: str
    asked_at: int
    by: str = ""
    answered_at: int = 0


class AttentionItem(NamedTuple):
    """Something a person should look at. `number` identifies it within the store."""

    number: int
    key: RunKey
    seq: int
    why: str
    operation: str
    at: int
    resolved_at: int = 0


class GateDecision(NamedTuple):
    """Why an operation was permitted or refused, kept for `why RUN SEQ`. `grounds`: canonical text."""

    operation: str
    permitted: bool
    why: str
    grounds: str
    at: int


class Commit(NamedTuple):
    """Everything one step changes, in one transaction. Operations, timers, approvals and attention rows follow from
    the records and the snapshot."""

    key: RunKey
    expected_seq: int
    epoch: int
    fingerprint: str
    records: Sequence[JournalRecord]
    snapshot: Snapshot
    at: int
    event_id: str = ""
    consumed: str = ""
    """The id of the inbox row this step used up."""
    arrival: Arrival | None = None
    """An arrival taken directly, without an inbox row of its own before: its id is kept for dedupe."""
    heard: HeardText | None = None
    said: Sequence[Said] = ()
    gate: Sequence[GateDecision] = ()
    ignored: Sequence[str] = ()
    """Events that were dropped as irrelevant: counted per run and event."""


class DueTimer(NamedTuple):
    """An armed deadline."""

    key: RunKey
    event: str
    entry: int
    deadline: int


class RunSummary(NamedTuple):
    """A line of the list of runs. `waits`: what it waits for, in a word."""

    key: RunKey
    conversation: str
    machine: str
    state: str
    end: str
    seq: int
    created_at: int
    updated_at: int


@runtime_checkable
class Store(Protocol):
    """A place that keeps runs. `StoreError` for everything that is the operator's."""

    @property
    def store_id(self) -> str:
        """Made with the store and kept with it: the first part of every operation's key (`derive.operation_key`)."""

    def claim(self, owner: str) -> int:
        """Become the one writer and get the epoch that fences every write. Raises StoreError, naming the other owner."""

    def put_definition(self, fingerprint: str, machine: str, text: str) -> None:
        """Keep a definition under its fingerprint; a known one is left as it is."""

    def get_definition(self, fingerprint: str) -> str | None:
        """A kept definition, or None."""

    def begin(self, head: Head, records: Sequence[JournalRecord], said: Sequence[Said]) -> Head:
        """Make a run, with its first records. Raises StoreError when the key is taken or the epoch is old."""

    def commit(self, commit: Commit) -> Head:
        """One step. Raises StoreError when the run is not at `expected_seq` or the epoch is old: nothing changes.

        When `arrival` is given and its id is known already, raises `DuplicateArrivalError` and nothing changes.
        """

    def head(self, key: RunKey) -> Head | None:
        """A run as it stands, or None."""

    def find(self, run: str) -> tuple[RunKey, ...]:
        """The keys of the runs whose name is `run` or begins with it, in any tenant: for operators."""

    def in_conversation(self, tenant: str, conversation: str) -> tuple[RunKey, ...]:
        """The runs of a conversation, oldest first."""

    def runs(self, *, open_only: bool = False, limit: int = 100) -> tuple[RunSummary, ...]:
        """Runs, the most recently changed first."""

    def count_by_state(self) -> Mapping[tuple[str, str], int]:
        """How many open runs stand in each (machine, state)."""

    def history(self, key: RunKey, *, after: int = 0, limit: int = 0) -> tuple[JournalRow, ...]:
        """The journal from `after` on. Every row read is checked; raises StoreError naming the first damaged one."""

    def verify(self, key: RunKey) -> int:
        """Check a whole chain against the head and return its length. Raises StoreError naming what is damaged."""

    def forget_body(self, key: RunKey, seq: int) -> None:
        """Delete the body of one journal row (a person's data); the chain still verifies."""

    def offer(self, key: RunKey, arrival: Arrival) -> Offered:
        """Put an arrival into a run's inbox."""

    def waiting(self, key: RunKey) -> tuple[Arrival, ...]:
        """The inbox rows not yet consumed, oldest first."""

    def runs_with_work(self) -> tuple[RunKey, ...]:
        """Runs with waiting arrivals, unsettled operations or undelivered words: what to resume after a restart."""

    def open_operations(self, key: RunKey) -> tuple[Operation, ...]:
        """A run's unsettled operations, also after its end."""

    def due(self, now: int, limit: int = 100) -> tuple[DueTimer, ...]:
        """Deadlines that have passed, the earliest first."""

    def next_deadline(self) -> int | None:
        """The earliest armed deadline."""

    def undelivered(self, key: RunKey) -> tuple[Said, ...]:
        """The outbox of a run, oldest first."""

    def delivered(self, key: RunKey, id: str, at: int, epoch: int) -> None:
        """Words have reached the channel."""

    def said(self, key: RunKey, *, limit: int = 0) -> tuple[Said, ...]:
        """What was said in a run; the last `limit` where given."""

    def heard(self, key: RunKey, *, limit: int = 0) -> tuple[HeardText, ...]:
        """What was heard in a run; the last `limit` where given."""

    def approvals(self, key: RunKey) -> tuple[ApprovalRow, ...]:
        """The proposals of a run, oldest first."""

    def attention(self, *, open_only: bool = True) -> tuple[AttentionItem, ...]:
        """What waits for a person, oldest first."""

    def resolve_attention(self, number: int, at: int, epoch: int) -> None:
        """A person has dealt with it."""

    def gate_decisions(self, key: RunKey, operation: str = "") -> tuple[GateDecision, ...]:
        """Why operations were permitted or refused."""

    def ignored(self, key: RunKey) -> Mapping[str, int]:
        """How often each event was dropped as irrelevant."""

    def close(self) -> None:
        """Release the claim and the file."""
