"""One record turns one snapshot into the next. The only place where a snapshot changes.

Owns: the fold. `step` builds its result with it and `replay` repeats it, so that they cannot differ.
Never: looks at a table, a clock or a tool; a record carries all it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from decidable.core import records as r
from decidable.core.made import made
from decidable.core.snapshot import (
    SETTLED_KEPT,
    Interrupted,
    Known,
    Operation,
    Outcome,
    Snapshot,
    Status,
)

_MOVE, _DEFER, _RECALLED = r.Verdict.MOVE, r.Verdict.DEFER, r.Cause.RECALLED
_ENTER, _INTERRUPT = r.Way.ENTER, r.Way.INTERRUPT


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
            return decided(snapshot, record)
        case r.Learned():
            return with_facts(snapshot, {**snapshot.facts, **record.facts})
        case r.Forgot():
            known = dict(snapshot.facts)
            for name in record.facts:
                known.pop(name, None)
            return with_facts(snapshot, known)
        case r.Planned() | r.Started() | r.Unanswered() | r.Retried() | r.Settled() | r.Sent() | r.Withdrawn():
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


def decided(snapshot: Snapshot, record: r.Decided) -> Snapshot:
    """The snapshot after a decision."""
    state, entry, _, seq, facts, strikes, timers, operations, settled, proposal, queue, kept, end, draft = snapshot
    version, _, occurrence, verdict, _, _, _, target, way, armed, cause = record
    if cause is _RECALLED:
        at = queue.index(occurrence)
        queue = queue[:at] + queue[at + 1 :]
    if timers and occurrence.entry == entry:
        timers = tuple(timer for timer in timers if timer.event != occurrence.event)
    if verdict is _MOVE:
        if way is _ENTER:
            state, entry, timers, kept = target, version, armed, None
        elif way is _INTERRUPT:
            kept = kept or Interrupted(state, entry, timers)
            state, entry, timers = target, version, armed
        else:
            assert kept is not None
            state, entry, timers, kept = kept.state, kept.entry, kept.timers, None
    elif verdict is _DEFER:
        queue = (*queue, occurrence)
    return made(
        Snapshot,
        (
            state,
            entry,
            version,
            seq + 1,
            facts,
            strikes,
            timers,
            operations,
            settled,
            proposal,
            queue,
            kept,
            end,
            draft,
        ),
    )


def with_facts(snapshot: Snapshot, facts: Mapping[str, Known]) -> Snapshot:
    """The snapshot after what is known has changed."""
    state, entry, version, seq, _, strikes, timers, operations, settled, proposal, queue, kept, end, draft = snapshot
    return made(
        Snapshot,
        (
            state,
            entry,
            version,
            seq + 1,
            facts,
            strikes,
            timers,
            operations,
            settled,
            proposal,
            queue,
            kept,
            end,
            draft,
        ),
    )


def _operation(
    snapshot: Snapshot,
    record: r.Planned | r.Started | r.Unanswered | r.Retried | r.Settled | r.Sent | r.Withdrawn,
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
        case r.Sent(id, _):
            del operations[id]
        case r.Withdrawn(ids, _):
            for id in ids:
                del operations[id]
        case _:
            assert_never(record)
    return snapshot._replace(seq=seq, operations=operations, settled=settled, proposal=proposal)


def _as(operation: Operation, status: Status, attempt: int) -> Operation:
    return operation._replace(status=status, attempt=attempt)
