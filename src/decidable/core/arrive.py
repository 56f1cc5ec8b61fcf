"""What arrives: is it still timely, can it be read, is it about an operation? Only then is it decided.

Owns: the way of one occurrence to its decision, whatever made it be looked at. Never: settles an operation (`settle`).
"""

from __future__ import annotations

from collections.abc import Iterable

from decidable.core import definition as d
from decidable.core import records as r
from decidable.core.decide import decide
from decidable.core.learn import fields_problem
from decidable.core.settle import note_ended, result
from decidable.core.snapshot import Occurrence, Timer
from decidable.core.work import Work

_RESULT = d.Kind.RESULT


def arrive(work: Work, occurrence: Occurrence, cause: r.Cause) -> None:
    """Take one occurrence in: stale, superseded, invalid and late ones are recorded; the others are decided."""
    info = work.table.events.get(occurrence.event)
    if info is None:
        _synthesised(work, occurrence, cause)
    elif (occurrence.fields or info.required) and (problem := fields_problem(info, occurrence.fields)):
        work.record(r.Noted(r.Note.INVALID, occurrence, problem))
        if info.kind is d.Kind.EVIDENCE or occurrence.operation:  # else it would wait for an answer that has come
            work.raise_attention(f"it cannot be read: {problem}", occurrence, occurrence.operation)
    elif occurrence.operation:
        result(work, occurrence, cause)
    elif info.kind is _RESULT:
        work.record(r.Noted(r.Note.INVALID, occurrence, f"'{info.name}' is a result and names no operation"))
    elif work.snapshot.end is None:
        decide(work, occurrence, cause)
    else:
        note_ended(work, occurrence)


def wait(work: Work, occurrence: Occurrence) -> None:
    """What belongs to an interrupted entry waits for the interruption to end; its deadlines are kept anyway."""
    kept = work.snapshot.interrupted
    if kept is not None and _is_armed(kept.timers, occurrence):
        work.record(r.Noted(r.Note.WAITING, occurrence, "it fires when the interruption ends"))
    else:
        work.record(r.Held(occurrence))


def _follow(work: Work, occurrence: Occurrence, cause: r.Cause) -> None:
    """A synthesised event counts only where it arose."""
    snapshot = work.snapshot
    if snapshot.end is not None or occurrence.entry != snapshot.entry:
        work.record(r.Noted(r.Note.STALE, occurrence, "the state it arose in was left"))
    else:
        decide(work, occurrence, cause)


def _synthesised(work: Work, occurrence: Occurrence, cause: r.Cause) -> None:
    """A deadline, or what follows from this step or was held; nobody else may send what a state synthesises."""
    snapshot, kept = work.snapshot, work.snapshot.interrupted
    if cause is not r.Cause.ARRIVED:
        _follow(work, occurrence, cause)
    elif occurrence.entry == snapshot.entry and _is_armed(snapshot.timers, occurrence):
        decide(work, occurrence, cause)
    elif kept is not None and occurrence.entry == kept.entry and _is_armed(kept.timers, occurrence):
        wait(work, occurrence)
    elif any(occurrence.event == event for info in work.table.states.values() for event, _ in info.timers):
        work.record(r.Noted(r.Note.STALE, occurrence, "that deadline is no longer armed"))
    else:
        work.record(r.Noted(r.Note.INVALID, occurrence, f"'{occurrence.event}' is not an event of this machine"))


def _is_armed(timers: Iterable[Timer], occurrence: Occurrence) -> bool:
    return any(timer.event == occurrence.event for timer in timers)
