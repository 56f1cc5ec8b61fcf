"""The store port: what the runtime asks of a place that keeps runs.

Owns: the contract (shared tests in `decidable.testing`). Every method is synchronous, thread-safe and atomic: it has happened
durably when it returns, or it raises and nothing has happened. The values that cross it are those of `kept`.
Never: decides anything about a run; that is the table's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from decidable.core.records import JournalRecord
from decidable.core.snapshot import Operation
from decidable.stores.kept import (
    ApprovalRow,
    ApprovalStatus,
    Arrival,
    ArrivalKind,
    AttentionItem,
    Commit,
    DueTimer,
    DuplicateArrivalError,
    GateDecision,
    Head,
    HeardText,
    JournalRow,
    Offered,
    RunKey,
    RunSummary,
    Said,
)

__all__ = [
    "ApprovalRow",
    "ApprovalStatus",
    "Arrival",
    "ArrivalKind",
    "AttentionItem",
    "Commit",
    "DueTimer",
    "DuplicateArrivalError",
    "GateDecision",
    "Head",
    "HeardText",
    "JournalRow",
    "Offered",
    "RunKey",
    "RunSummary",
    "Said",
    "Store",
]


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

    def post(self, tenant: str, conversation: str, machine: str, arrival: Arrival) -> RunKey | None:
        """Put an arrival into the inbox of the latest run of a machine in a conversation, and return its key; None, and
        nothing changes, when there is none or it has ended. Where any run of that machine in the conversation has known
        the id, nothing changes either, and that run is returned."""

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
