"""Look one cell up, record the decision, apply it.

Owns: the five outcomes. Never: settles operations (`settle`) or chooses what is looked up next (`step`).
"""

from __future__ import annotations

from typing import TypeAlias

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.conditions import View
from decidable.core.enact import enact, take_in
from decidable.core.learn import Lesson, learn
from decidable.core.made import made
from decidable.core.scope import GROUPS
from decidable.core.snapshot import QUEUE_LIMIT, Act, Occurrence, Operation, Proposal, Snapshot, Status, Timer
from decidable.core.table import Cell, EventInfo, Option, StateInfo, Table
from decidable.core.work import FollowUp, Work

_NEVER_REFUSED = (d.Kind.EVIDENCE, d.Kind.SIGNAL)
"""Kinds whose news nobody takes back: they may forget facts of evidence, and are raised where they cannot wait."""
_MOVE, _STAY, _ENTER = r.Verdict.MOVE, r.Verdict.STAY, r.Way.ENTER
_NO_TIMERS: tuple[Timer, ...] = ()

Chosen: TypeAlias = "tuple[Cell, EventInfo | None, Option | None, Lesson | None, bool]"
"""The cell, the event, the line that decides it now (None: undecided, in a draft), what it would teach, and whether it
carries a good approval."""


def choose(
    table: Table, snapshot: Snapshot, occurrence: Occurrence, operation: Operation | None = None
) -> Chosen | None:
    """Which line decides this occurrence in this snapshot. None: the state has no such column."""
    cell = table.rows[snapshot.state].get(occurrence.event)
    if cell is None:
        return None
    info = table.events.get(occurrence.event)
    proposal = snapshot.proposal
    approved = (
        proposal is not None
        and not proposal.approved
        and proposal.digest == occurrence.approval
        and proposal.entry == snapshot.entry
    )
    teaches = info if info is not None and info.establishes and occurrence.fields else None
    lesson: Lesson | None = None
    view: View | None = None
    for option in cell.options:
        if option.test is not None:
            if view is None:
                if teaches is not None:
                    lesson = learn(snapshot, teaches, occurrence, operation)
                facts = snapshot.facts if lesson is None else lesson.facts
                busy = snapshot.busy if snapshot.operations else False
                view = made(View, (facts, occurrence.fields, approved, busy))
            if not option.test(view):
                continue
        if teaches is not None and lesson is None and (option.verdict is _STAY or option.verdict is _MOVE):
            lesson = learn(snapshot, teaches, occurrence, operation)
        return cell, info, option if option.verdict is not None else None, lesson, approved
    return cell, info, None, lesson, approved


def decide(work: Work, occurrence: Occurrence, cause: r.Cause, operation: Operation | None = None) -> None:
    """One macrostep: look up, record, apply."""
    chosen = choose(work.table, work.snapshot, occurrence, operation)
    if chosen is None:
        why = ": ".join(str(value) for value in occurrence.fields.values() if value)
        work.raise_attention(f"{work.snapshot.state} does not decide '{occurrence.event}': {why}", occurrence)
    else:
        apply(work, occurrence, cause, chosen, operation)


def apply(
    work: Work, occurrence: Occurrence, cause: r.Cause, chosen: Chosen, operation: Operation | None = None
) -> None:
    """Record what was chosen, and do it."""
    work.operations = 0
    work.macrosteps += 1
    cell, info, option, _, _ = chosen
    if option is None:
        _record(work, occurrence, cause, cell, None, r.Verdict.REJECT, "undecided: this machine is a draft")
        if info is not None and info.kind is d.Kind.EVIDENCE:
            work.raise_attention("evidence that the draft does not decide", occurrence)
    elif option.verdict is _MOVE or option.verdict is _STAY:
        _accept(work, occurrence, cause, chosen, option, operation)
    elif option.verdict is r.Verdict.DEFER:
        _defer(work, occurrence, cause, cell, info, option)
    elif option.verdict is r.Verdict.REJECT:
        _record(work, occurrence, cause, cell, option, r.Verdict.REJECT, option.line.reason)
        enact(work, option.line.effects, occurrence, forgets_evidence=False)  # `say` at most
        if isinstance(option.line.outcome, d.Reject) and option.line.outcome.strike:
            _strike(work)
    else:
        work.effects.append(e.Ignored(occurrence.event))
        if cause is not r.Cause.ARRIVED or info is None:  # a deadline fires once, ignored or not
            _record(work, occurrence, cause, cell, option, r.Verdict.IGNORE, option.line.reason)


def discard(work: Work, occurrence: Occurrence) -> None:
    """Take a synthesised event from the queue whose entry is over: it counts only where it arose."""
    work.macrosteps += 1
    snapshot, why = work.snapshot, "the state it arose in was left"
    version, state = snapshot.version + 1, snapshot.state
    work.decided(r.Decided(version, state, occurrence, r.Verdict.IGNORE, why, 0, "stale", cause=r.Cause.RECALLED))


def _record(
    work: Work,
    occurrence: Occurrence,
    cause: r.Cause,
    cell: Cell,
    option: Option | None,
    verdict: r.Verdict,
    reason: str,
) -> None:
    line, origin = (option.line.at, option.origin) if option else (0, "undecided")
    state, version = work.snapshot.state, work.snapshot.version + 1
    work.decided(
        made(r.Decided, (version, state, occurrence, verdict, reason, line, origin, "", _ENTER, _NO_TIMERS, cause))
    )


def _defer(
    work: Work, occurrence: Occurrence, cause: r.Cause, cell: Cell, info: EventInfo | None, option: Option
) -> None:
    if len(work.snapshot.queue) >= QUEUE_LIMIT:
        reason = f"{QUEUE_LIMIT} events are waiting already"
        _record(work, occurrence, cause, cell, option, r.Verdict.REJECT, reason)
        if info is not None and info.kind in _NEVER_REFUSED:
            work.raise_attention(reason, occurrence)
        return
    _record(work, occurrence, cause, cell, option, r.Verdict.DEFER, option.line.reason)
    enact(work, option.line.effects, occurrence, forgets_evidence=False)  # `say` at most


def _strike(work: Work) -> None:
    limit = work.table.states[work.snapshot.state].strikes
    strikes = work.snapshot.strikes + 1
    if limit is not None and strikes >= limit[1]:
        work.record(r.Struck(0))
        struck = Occurrence(limit[0], {}, work.at, entry=work.snapshot.entry)
        work.follow_ups.append(FollowUp(struck, r.Cause.FOLLOWED, struck.entry))
    else:
        work.record(r.Struck(strikes))


def _accept(
    work: Work,
    occurrence: Occurrence,
    cause: r.Cause,
    chosen: Chosen,
    option: Option,
    operation: Operation | None,
) -> None:
    before = work.snapshot
    _, info, _, lesson, approved = chosen
    line, entered, way = option.line, None, _ENTER
    timers, target = _NO_TIMERS, ""
    if option.verdict is _MOVE:
        entered, way = _entered(work, option)
        timers = _armed(work, entered, option, occurrence) if entered.timers and way is not r.Way.BACK else _NO_TIMERS
        target = entered.state.name
    verdict, version, at, origin = option.verdict, before.version + 1, line.at, option.origin
    decision = version, before.state, occurrence, verdict, line.reason, at, origin, target, way, timers, cause
    work.decided(made(r.Decided, decision))
    if before.strikes and info is not None and info.kind in GROUPS["user"] and cause is not r.Cause.RECALLED:
        work.record(r.Struck(0))
    if approved and option.uses_approval and before.proposal is not None:
        work.record(r.Approved(before.proposal.digest, occurrence.by, work.snapshot.entry))
    if entered is not None and (before.operations or before.proposal is not None or before.interrupted is not None):
        _leave(work, before, occurrence, way)
    if lesson is not None:
        take_in(work, lesson, occurrence, operation)
    if line.effects:
        enact(work, line.effects, occurrence, info is not None and info.kind in _NEVER_REFUSED)
    if way is r.Way.BACK:
        _resume(work, before)
    elif entered is not None:
        if option.entering:
            enact(work, option.entering, occurrence, forgets_evidence=False)
        if entered.state.end is not None:
            _end(work, entered.state.end)


def _armed(work: Work, entered: StateInfo, option: Option, occurrence: Occurrence) -> tuple[Timer, ...]:
    """The deadlines of the state entered: new ones, and as they stand those of parents that are not left. What fires now,
    and what has fired before, is not armed again by that."""
    if not option.keeps:
        return tuple(Timer(event, work.at + ms) for event, ms in entered.timers)
    before = work.snapshot
    firing = occurrence.event if occurrence.entry == before.entry else ""
    standing = {timer.event: timer for timer in before.timers if timer.event in option.keeps and timer.event != firing}
    armed = [
        standing.get(event) if event in option.keeps else Timer(event, work.at + ms) for event, ms in entered.timers
    ]
    return tuple(timer for timer in armed if timer is not None)


def _entered(work: Work, option: Option) -> tuple[StateInfo, r.Way]:
    """The state a move leads to, and how."""
    kept, states = work.snapshot.interrupted, work.table.states
    if kept is not None and isinstance(option.line.outcome, d.Back):
        return states[kept.state], r.Way.BACK
    info = states[option.target]
    return info, r.Way.INTERRUPT if info.state.role is d.Role.INTERRUPTION else _ENTER


def _leave(work: Work, before: Snapshot, occurrence: Occurrence, way: r.Way) -> None:
    """What leaving an entry ends: its planned operations, and a question or list that was not carried along."""
    ended = before.interrupted
    if ended is not None and way is r.Way.ENTER:
        work.follow_ups.extend(FollowUp(held, r.Cause.HELD) for held in ended.held)
    # An entry is over unless it is kept current: by the interruption just entered, or by one that is still on.
    after = work.snapshot
    current = (after.entry, after.interrupted.entry if after.interrupted else 0)
    proposal = after.proposal
    if proposal is not None and (proposal.home if proposal.approved else proposal.entry) not in current:
        work.record(r.Dropped(proposal.digest, _why_dropped(work, before, proposal, occurrence)))
    if not before.operations:
        return
    answered = {follow_up.occurrence.operation for follow_up in work.follow_ups}
    withdrawn = tuple(
        op.id
        for op in before.operations.values()
        # Words are on their way, whatever happens next; a read that has its answer already is not called off either.
        if op.entry not in current
        and op.status is Status.PLANNED
        and (op.act is Act.WRITE or (op.act is Act.READ and op.id not in answered))
    )
    if withdrawn:
        work.record(r.Withdrawn(withdrawn, f"{before.state} was left"))
        work.effects.append(e.Cancel(withdrawn))


def _why_dropped(work: Work, before: Snapshot, proposal: Proposal, occurrence: Occurrence) -> str:
    if proposal.next >= len(proposal.steps):
        return "finished"
    if occurrence.event == work.table.no and not proposal.approved:
        return f"denied: {occurrence.event}"
    if any(timer.event == occurrence.event for timer in before.timers) and not proposal.approved:
        return f"expired: {occurrence.event}"
    return "withdrawn: its state was left"


def _resume(work: Work, before: Snapshot) -> None:
    """After an interruption: deadlines that passed fire first, then what was held."""
    kept = before.interrupted
    assert kept is not None  # only from an interruption is there a way back
    for timer in sorted(kept.timers, key=lambda timer: timer.deadline):
        if timer.deadline <= work.at:
            fired = Occurrence(timer.event, {}, work.at, entry=kept.entry)
            work.follow_ups.append(FollowUp(fired, r.Cause.HELD, kept.entry))
    work.follow_ups.extend(FollowUp(held, r.Cause.HELD, kept.entry) for held in kept.held)


def _end(work: Work, end: d.End) -> None:
    for waiting in work.snapshot.queue:
        work.raise_attention("still waiting when the run ended", waiting)
    for operation in work.snapshot.operations.values():
        if operation.act is Act.WRITE:
            work.raise_attention("a write is still open at the end", operation=operation.id)
    work.record(r.Ended(end, work.at))
