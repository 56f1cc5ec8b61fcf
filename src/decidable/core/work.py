"""The working copy of one step: the snapshot so far, what was recorded, what the host is asked for.

Owns: the list of follow-ups and how a record is taken in. Never: outlives its step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from decidable.core import records as r
from decidable.core.effects import Ask, Dispatch, HostEffect
from decidable.core.evolve import decided, evolve, with_facts
from decidable.core.made import made
from decidable.core.snapshot import Known, Occurrence, Snapshot
from decidable.core.table import Table

FUSE: Final = 100
"""More macrosteps than this in one step are a bug in the machine: a loop without the world in it."""


class Step(NamedTuple):
    """What one input did: the next snapshot, the records that make it, and what the host is asked for."""

    snapshot: Snapshot
    records: tuple[r.JournalRecord, ...]
    effects: tuple[HostEffect, ...]


class FollowUp(NamedTuple):
    """An occurrence this step still has to decide, and why it is looked up now.

    `entry`: the state entry it belongs to; it waits while that entry is interrupted. 0: to none that is current.
    """

    occurrence: Occurrence
    cause: r.Cause
    entry: int = 0


class Work:
    """Collects one step. `snapshot` is always the fold of what was recorded so far."""

    __slots__ = ("at", "before", "effects", "follow_ups", "macrosteps", "operations", "records", "snapshot", "table")

    def __init__(self, table: Table, snapshot: Snapshot, at: int) -> None:
        self.table = table
        self.before = snapshot
        self.snapshot = snapshot
        self.at = at
        self.records: list[r.JournalRecord] = []
        self.effects: list[HostEffect] = []
        self.follow_ups: list[FollowUp] = []
        self.macrosteps = 0
        self.operations = 0

    def record(self, record: r.JournalRecord) -> None:
        """Write it down and let it change the snapshot."""
        self.records.append(record)
        self.snapshot = evolve(self.snapshot, record)

    def decided(self, record: r.Decided) -> None:
        """`record`, for what every step records."""
        self.records.append(record)
        self.snapshot = decided(self.snapshot, record)

    def learned(self, learned: Mapping[str, Known], facts: Mapping[str, Known]) -> None:
        """`record` of what was learned, where the facts after it have been put together already."""
        self.records.append(made(r.Learned, (learned,)))
        self.snapshot = with_facts(self.snapshot, facts)

    def raise_attention(self, why: str, occurrence: Occurrence | None = None, operation: str = "") -> None:
        """Put something before a person."""
        self.record(r.Raised(why, occurrence, operation))

    def next_operation(self) -> str:
        """The name of the next operation planned in this macrostep: version.n."""
        self.operations += 1
        return f"{self.snapshot.version}.{self.operations}"

    def finish(self) -> Step:
        """The step. What is said comes before a question asked in the same step, and what the step itself withdrew
        again is neither asked nor carried out."""
        snapshot = self.snapshot
        if not self.effects:
            return made(Step, (snapshot, tuple(self.records), ()))
        first: list[HostEffect] = []
        questions: list[HostEffect] = []
        for effect in self.effects:
            if type(effect) is Ask:
                if snapshot.proposal is not None and snapshot.proposal.digest == effect.proposal.digest:
                    questions.append(effect)
            elif type(effect) is not Dispatch or effect.operation.id in snapshot.operations:
                first.append(effect)
        return Step(snapshot, tuple(self.records), (*first, *questions))
