"""One run in memory: everything a store keeps of it, and what a commit changes.

Owns: the rows of one run. Never: locks, fences or refuses; the store around it has done so before it calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from decidable.journal.chain import Entry
from decidable.stores import derive
from decidable.stores.port import (
    ApprovalRow,
    Arrival,
    Commit,
    GateDecision,
    Head,
    HeardText,
    RunSummary,
    Said,
)


@dataclass(slots=True)
class InboxRow:
    """An arrival that was ever known. `arrival` is None once it is consumed; the digest tells a duplicate."""

    digest: bytes
    arrival: Arrival | None


@dataclass(slots=True)
class MemoryRun:
    """A run and all that belongs to it."""

    head: Head
    entries: list[Entry]
    inbox: dict[str, InboxRow] = field(default_factory=dict)
    operations: dict[str, derive.OperationRow] = field(default_factory=dict)
    timers: tuple[derive.TimerRow, ...] = ()
    approvals: tuple[ApprovalRow, ...] = ()
    said: list[Said] = field(default_factory=list)
    heard: list[HeardText] = field(default_factory=list)
    gate: list[GateDecision] = field(default_factory=list)
    ignored: dict[str, int] = field(default_factory=dict)

    @property
    def waiting(self) -> tuple[Arrival, ...]:
        """Arrivals not yet consumed, oldest first."""
        return tuple(row.arrival for row in self.inbox.values() if row.arrival is not None)

    @property
    def undelivered(self) -> tuple[Said, ...]:
        """The outbox, oldest first."""
        return tuple(words for words in self.said if not words.delivered_at)

    @property
    def has_work(self) -> bool:
        """Whether a restart must resume it."""
        return bool(self.waiting or self.undelivered or any(row.open for row in self.operations.values()))

    @property
    def summary(self) -> RunSummary:
        """Its line in the list of runs."""
        head, snapshot = self.head, self.head.snapshot
        end = snapshot.end.value if snapshot.end else ""
        return RunSummary(
            head.key,
            head.conversation,
            head.machine,
            snapshot.state,
            end,
            snapshot.seq,
            head.created_at,
            head.updated_at,
        )

    def derived(self, commit: Commit) -> tuple[tuple[derive.OperationRow, ...], tuple[ApprovalRow, ...]]:
        """The operation rows that a commit changes and the run's approvals after it."""
        rows = derive.operations(commit.records, self.operations.get)
        return rows, derive.approvals(self.approvals, commit.records, commit.said, commit.at)

    def take(
        self,
        commit: Commit,
        entries: Sequence[Entry],
        derived: tuple[tuple[derive.OperationRow, ...], tuple[ApprovalRow, ...]],
        head: Head,
    ) -> None:
        """Change everything that a commit changes, but for what is numbered across runs."""
        self.head = head
        self.entries.extend(entries)
        rows, self.approvals = derived
        self.operations.update((row.id, row) for row in rows)
        self.timers = derive.timers(self.timers, commit.records, commit.snapshot)
        self.gate.extend(commit.gate)
        for event in commit.ignored:
            self.ignored[event] = self.ignored.get(event, 0) + 1
        if commit.consumed:
            self.inbox[commit.consumed].arrival = None
