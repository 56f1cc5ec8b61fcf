"""What the host tells of an operation it was asked to carry out: started, refused, not done, nowhere to be found.

Owns: when an operation may start, start again, or is called off. Never: calls off what may have happened.
"""

from __future__ import annotations

from typing import assert_never

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.settle import result, waits, withdraw_rest
from decidable.core.snapshot import (
    ATTEMPT_LIMIT,
    NO_FIELDS,
    Act,
    Blocked,
    Delivered,
    Dispatched,
    NotDone,
    NotFound,
    Occurrence,
    Operation,
    Report,
    Status,
    Undelivered,
    Unreadable,
    Unresolved,
)
from decidable.core.work import FollowUp, Work


def report(work: Work, news: Report | Unreadable) -> None:
    """What the host tells of an operation it was asked to carry out, or of an arrival it can make nothing of."""
    if isinstance(news, Unreadable):
        work.record(r.Noted(r.Note.INVALID, news.occurrence, news.why))
        work.raise_attention(f"it cannot be taken in: {news.why}", news.occurrence)
        return
    operation = work.snapshot.operations.get(news.operation)
    told = (Act.SEND,) if isinstance(news, Delivered | Undelivered) else (Act.READ, Act.WRITE)
    if operation is None or operation.act not in told:
        about = Occurrence(type(news).__name__, NO_FIELDS, news.at, operation=news.operation)
        work.record(r.Noted(r.Note.STALE, about, "no open operation of that name"))
        return
    match news:
        case Dispatched(_, at):
            _dispatched(work, operation, at)
        case NotFound(_, _, attempt):
            _not_found(work, operation, attempt)
        case NotDone(_, why):
            _definitely_not(work, operation, why)
        case Blocked(_, why):
            _refused(work, operation, why)
        case Unresolved(_, why):
            work.raise_attention(f"nobody can tell whether it happened: {why}", operation=operation.id)
        case Delivered(_, run):
            work.record(r.Sent(operation.id, run))
        case Undelivered(_, why):
            _undelivered(work, operation, why)
        case _:
            assert_never(news)


def _undelivered(work: Work, operation: Operation, why: str) -> None:
    """Not lost, and not tried for ever: a person sees what was to be sent, with the values of that moment."""
    work.record(r.Withdrawn((operation.id,), why))
    sent = Occurrence(operation.event, operation.args, work.at)
    work.raise_attention(f"'{operation.event}' was not sent to {operation.tool}: {why}", sent)


def _untimely(work: Work, news: str, operation: Operation) -> None:
    about = Occurrence(news, NO_FIELDS, work.at, operation=operation.id)
    work.record(r.Noted(r.Note.STALE, about, f"it is {operation.status.value}"))


def _dispatched(work: Work, operation: Operation, at: int) -> None:
    """Only a planned operation may start; after no answer, only a write that is looked up by repeating its key."""
    repeats = operation.status is Status.UNKNOWN and work.table.tools[operation.tool].tool.lookup is d.Lookup.REPEAT
    if operation.status is Status.PLANNED or repeats:
        work.record(r.Started(operation.id, operation.attempt + 1, at))
    else:
        _untimely(work, "Dispatched", operation)


def _not_found(work: Work, operation: Operation, attempt: int) -> None:
    """Planned again under its key, if it is still wanted. Only what is unknown was looked up: the answer to an earlier
    look-up says nothing of an attempt that is under way."""
    if operation.status is not Status.UNKNOWN or attempt not in (0, operation.attempt):
        _untimely(work, "NotFound", operation)
    elif _still_wanted(work, operation):
        work.record(r.Retried(operation.id))
        work.effects.append(e.Dispatch(work.snapshot.operations[operation.id]))
    else:
        _definitely_not(work, operation, "it certainly did not happen")


def _still_wanted(work: Work, operation: Operation) -> bool:
    """Its entry is current, and the approval it is a step of still stands."""
    snapshot = work.snapshot
    proposal = snapshot.proposal
    return (
        snapshot.end is None
        and (operation.entry == snapshot.entry or waits(work, operation))
        and operation.attempt < ATTEMPT_LIMIT
        and (not operation.proposal or (proposal is not None and proposal.digest == operation.proposal))
    )


def _definitely_not(work: Work, operation: Operation, why: str) -> None:
    """The tool's no, through the table; a tool without such an event is a matter for a person."""
    info = work.table.tools[operation.tool]
    no = info.no if operation.act is Act.WRITE else info.tool.no_answer
    if no:
        result(work, Occurrence(no, NO_FIELDS, work.at, operation=operation.id), r.Cause.ARRIVED)
        return
    work.record(r.Settled(operation.id, "", NO_FIELDS, True))
    withdraw_rest(work, operation, f"{operation.tool} was not done")
    work.raise_attention(f"{operation.tool} was not done, and no event says so: {why}", operation=operation.id)


def _refused(work: Work, operation: Operation, why: str) -> None:
    """The state hears of it. What is started already is not called off by a gate: it may have happened."""
    if operation.status is not Status.PLANNED:
        _untimely(work, "Blocked", operation)
        return
    work.record(r.Withdrawn((operation.id,), f"the gate refused it: {why}"))
    withdraw_rest(work, operation, f"the gate refused {operation.tool}")
    blocked = Occurrence("blocked", {"tool": operation.tool, "why": why}, work.at, entry=operation.entry)
    work.follow_ups.append(FollowUp(blocked, r.Cause.FOLLOWED, blocked.entry))
