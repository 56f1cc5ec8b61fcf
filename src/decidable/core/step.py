"""The one function at the heart: `step(table, snapshot, input) -> Step`. Pure, total, atomic.

Owns: the order in which one input is worked off: itself, what it makes follow, then what it releases from the queue.
Never: waits, reads a clock, rolls dice or raises on a fit machine. Time and ids come in with the input.
"""

from __future__ import annotations

from collections.abc import Mapping

from decidable.core import records as r
from decidable.core.arrive import arrive, wait
from decidable.core.decide import apply, choose, discard
from decidable.core.definition import Kind
from decidable.core.enact import enact
from decidable.core.evolve import begun
from decidable.core.made import made
from decidable.core.report import report
from decidable.core.snapshot import Input, Known, Occurrence, Snapshot, Timer
from decidable.core.table import Option, Rank, Table
from decidable.core.values import Value, fits
from decidable.core.work import FUSE, FollowUp, Step, Work
from decidable.errors import MachineError, RefusedError

_ENTER, _ARRIVED = r.Way.ENTER, r.Cause.ARRIVED


def step(table: Table, snapshot: Snapshot, input: Input) -> Step:
    """What one input does to a run.

    The same three arguments give the same result, always. An input that changes nothing (stale, duplicate, invalid)
    is still recorded; only an ignored event leaves no record, and is counted by the host.
    """
    if type(input) is Occurrence:
        quick = _plain(table, snapshot, input)
        if quick is not None:
            return quick
    return _whole(table, snapshot, input)


def begin(table: Table, facts: Mapping[str, Value], at: int, *, draft: bool = False) -> Step:
    """Start a run in the start state, with its start facts (authority of whoever starts it).

    Raises MachineError when the machine is not fit to run and this is no draft, RefusedError for a start fact that
    the machine does not know or that has another type.
    """
    if not table.fit and not draft:
        raise MachineError(table.problems)
    for name, value in facts.items():
        if name not in table.facts:
            raise RefusedError(f"'{name}' is not a fact of {table.name}; its facts are {', '.join(table.facts)}")
        if not fits(value, table.facts[name].type):
            raise RefusedError(f"start fact '{name}' is {value!r}, and it should be {table.facts[name].type}")
    known = {name: Known(value, 1, "initial") for name, value in table.initial.items()}
    known.update((name, Known(value, 1, "start")) for name, value in facts.items())
    timers = tuple(Timer(event, at + ms) for event, ms in table.states[table.start].timers)
    first = r.Begun(table.name, table.fingerprint, at, table.start, known, timers, draft)
    work = Work(table, begun(first), at)
    work.records.append(first)
    enact(work, table.states[table.start].enter, Occurrence("", at=at), forgets_evidence=False)
    _work_off(work)
    return work.finish()


def _whole(table: Table, snapshot: Snapshot, input: Input) -> Step:
    """The long way, which takes any input."""
    work = Work(table, snapshot, input.at)
    if isinstance(input, Occurrence):
        arrive(work, input, r.Cause.ARRIVED)
    else:
        report(work, input)
    if work.follow_ups or work.snapshot.queue:
        _work_off(work)
    return work.finish()


def _plain(table: Table, snapshot: Snapshot, occurrence: Occurrence) -> Step | None:
    """The short way for the plainest cell; it does exactly what the long way does (a property test compares them)."""
    cell = table.rows[snapshot.state].get(occurrence.event)
    if cell is None or not cell.plain or occurrence.fields or occurrence.operation or occurrence.approval:
        return None
    state, entry, version, seq, facts, strikes, timers, operations, settled, proposal, queue, kept, end, draft = (
        snapshot
    )
    if strikes or timers or operations or proposal or queue or kept or end:
        return None
    if table.events[occurrence.event].kind is Kind.RESULT:
        return None
    option = cell.options[0]
    line, target = option.line, option.target
    version += 1
    if target:
        entry = version
    verdict, origin = option.verdict, option.origin
    decision = version, state, occurrence, verdict, line.reason, line.at, origin, target, _ENTER, (), _ARRIVED
    whole = target or state, entry, version, seq + 1, facts, 0, (), operations, settled, None, (), None, None, draft
    return made(Step, (made(Snapshot, whole), (made(r.Decided, decision),), ()))


def _work_off(work: Work) -> None:
    """Follow-ups first, then the oldest deferred event whose cell now decides it; each a macrostep of its own."""
    recalled = False
    while True:
        if work.macrosteps > FUSE:
            _blow(work)
            return
        if work.follow_ups:
            occurrence, cause, entry = work.follow_ups.pop(0)
            kept = work.snapshot.interrupted
            if kept is not None and kept.entry == entry:
                wait(work, occurrence)
            else:
                arrive(work, occurrence, cause)
        elif work.snapshot.queue and (recalled or not _as_before(work.before, work.snapshot)) and _recall(work):
            recalled = True
        else:
            return


def _as_before(before: Snapshot, now: Snapshot) -> bool:
    """Whether nothing has changed that the cell of a waiting event could look at. The same objects hold the same."""
    return (
        before.facts is now.facts
        and before.entry == now.entry
        and before.operations is now.operations
        and before.proposal is now.proposal
    )


def _recall(work: Work) -> bool:
    """Take one event from the queue, if any can be. An ended run has no queue."""
    snapshot = work.snapshot
    if snapshot.interrupted is not None:
        return False
    for occurrence in snapshot.queue:
        if occurrence.event not in work.table.events and occurrence.entry != snapshot.entry:
            discard(work, occurrence)
            return True
        chosen = choose(work.table, snapshot, occurrence)
        if chosen is not None and not _still_waits(chosen[2]):
            apply(work, occurrence, r.Cause.RECALLED, chosen)
            return True
    return False


def _still_waits(option: Option | None) -> bool:
    return option is not None and (option.verdict is r.Verdict.DEFER or option.rank is Rank.DEFAULT)


def _blow(work: Work) -> None:
    """A machine that goes round by itself is stopped, and nothing it was about to do is lost."""
    why = f"more than {FUSE} decisions in one step: the machine goes round by itself"
    work.raise_attention(why)
    for follow_up in work.follow_ups:
        work.raise_attention(why, follow_up.occurrence)
    work.follow_ups.clear()


__all__ = ["FollowUp", "Step", "begin", "step"]
