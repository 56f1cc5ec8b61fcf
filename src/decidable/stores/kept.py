"""What crosses the store port: a run and everything that is kept of it, as values.

Owns: the keys, rows and heads that every store takes and gives, and the commit that changes them. Never: what a store must do
with them; that contract is `port`, which offers these values as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from decidable.core.records import JournalRecord
from decidable.core.snapshot import Snapshot
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
    SENT = "sent"
    """An event that another machine sent, in the same form; its fields are all the values its sender knew."""


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
