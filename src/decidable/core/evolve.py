"""One record turns one snapshot into the next. The only place where a snapshot changes.

Owns: the fold. `step` builds its result with it and `replay` repeats it, so that they cannot differ.
Never: looks at a table, a clock or a tool; a record carries all it needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from decidable.core import records as r
from decidable.core.snapshot import (
    SETTLED_KEPT,
    Interrupted,
    Operation,
    Outcome,
    Snapshot,
    Status,
    Timer,
)


def begun(record: r.Begun) -> Snapshot:
    """The first snapshot of a run."""
    return Snapshot(
        state=record.state,
        entry=1,
        version=1,
        seq=1,
        facts=record.facts,
        timers=record.timers,
        draft=record.draft,
    )


def replay(records: Iterable[r.JournalRecord]) -> Snapshot:
    """Fold a run's records into its snapshot. Raises ValueError when the first is not `Begun`."""
    rest = iter(records)
    first = next(rest, None)
    if not isinstance(first, r.Begun):
        raise ValueError("a journal begins with a `Begun` record")  # noqa: TRY004 - the value is wrong, not its type
    snapshot = begun(first)
    for record in rest:
        snapshot = evolve(snapshot, record)
    return snapshot


def evolve(snapshot: Snapshot, record: r.JournalRecord) -> Snapshot:
    """The snapshot after one more record."""
    seq = snapshot.seq + 1
    match record:
        case r.Decided():
            return _decided(snapshot, record, seq)
        case r.Learned(facts):
            return snapshot._replace(seq=seq, facts={**snapshot.facts, **facts})
        case r.Forgot(names, _):
            return snapshot._replace(seq=seq, facts={n: k for n, k in snapshot.facts.items() if n not in names})
        case r.Planned() | r.Started() | r.Unanswered() | r.Retried() | r.Settled() | r.Withdrawn():
            return _operation(snapshot, record, seq)
        case r.Proposed(proposal):
            return snapshot._replace(seq=seq, proposal=proposal)
        case r.Approved(_, by, home):
            asked = snapshot.proposal
            assert asked is not None
            return snapshot._replace(seq=seq, proposal=asked._replace(approved=True, by=by, home=home))
        case r.Dropped():
            return snapshot._replace(seq=seq, proposal=None)
        case r.Held(occurrence):
            kept = snapshot.interrupted
            assert kept is not None
            return snapshot._replace(seq=seq, interrupted=kept._replace(held=(*kept.held, occurrence)))
        case r.Struck(strikes):
            return snapshot._replace(seq=seq, strikes=strikes)
        case r.Noted() | r.Raised():
            return snapshot._replace(seq=seq)
        case r.Ended(end, _):
            return snapshot._replace(seq=seq, end=end, timers=(), queue=(), proposal=None, interrupted=None)
        case r.Begun():
            raise ValueError("a run begins once")
        case _:
            assert_never(record)


def _decided(snapshot: Snapshot, record: r.Decided, seq: int) -> Snapshot:
    occurrence, queue, timers = record.occurrence, snapshot.queue, snapshot.timers
    if record.cause is r.Cause.RECALLED:
        at = queue.index(occurrence)
        queue = queue[:at] + queue[at + 1 :]
    if timers and occurrence.entry == snapshot.entry:
        timers = tuple(timer for timer in timers if timer.event != occurrence.event)
    if record.verdict is r.Verdict.MOVE:
        return _moved(snapshot, record, seq, timers)._replace(queue=queue)
    if record.verdict is r.Verdict.DEFER:
        queue = (*queue, occurrence)
    return snapshot._replace(version=record.version, seq=seq, queue=queue, timers=timers)


def _moved(snapshot: Snapshot, record: r.Decided, seq: int, timers: tuple[Timer, ...]) -> Snapshot:
    kept = snapshot.interrupted
    if record.way is r.Way.BACK:
        assert kept is not None
        return snapshot._replace(
            state=kept.state, entry=kept.entry, version=record.version, seq=seq, timers=kept.timers, interrupted=None
        )
    interrupting = record.way is r.Way.INTERRUPT
    kept = (kept or Interrupted(snapshot.state, snapshot.entry, timers)) if interrupting else None
    return snapshot._replace(
        state=record.target,
        entry=record.version,
        version=record.version,
        seq=seq,
        timers=record.timers,
        interrupted=kept,
    )


def _operation(
    snapshot: Snapshot,
    record: r.Planned | r.Started | r.Unanswered | r.Retried | r.Settled | r.Withdrawn,
    seq: int,
) -> Snapshot:
    operations = dict(snapshot.operations)
    settled, proposal = snapshot.settled, snapshot.proposal
    match record:
        case r.Planned(operation):
            operations[operation.id] = operation
            if operation.proposal and proposal is not None:
                proposal = proposal._replace(next=proposal.next + 1)
        case r.Started(id, attempt, _):
            operations[id] = _as(operations[id], Status.STARTED, attempt)
        case r.Unanswered(id):
            operations[id] = _as(operations[id], Status.UNKNOWN, operations[id].attempt)
        case r.Retried(id):
            operations[id] = _as(operations[id], Status.PLANNED, operations[id].attempt)
        case r.Settled(id, event, fields, write):
            done = operations.pop(id)
            if write:
                settled = (*settled, Outcome(id, event, fields))[-SETTLED_KEPT:]
            if proposal is not None and done.proposal == proposal.digest:
                proposal = proposal._replace(outcomes={**proposal.outcomes, event: fields})
        case r.Withdrawn(ids, _):
            for id in ids:
                del operations[id]
        case _:
            assert_never(record)
    return snapshot._replace(seq=seq, operations=operations, settled=settled, proposal=proposal)


def _as(operation: Operation, status: Status, attempt: int) -> Operation:
    return operation._replace(status=status, attempt=attempt)
