"""Look one cell up, record the decision, apply it.

Owns: the five outcomes. Never: settles operations (`arrive`) or chooses what is looked up next (`step`).
"""

from __future__ import annotations

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.conditions import View
from decidable.core.enact import enact, say, take_in
from decidable.core.learn import Lesson, learn
from decidable.core.snapshot import QUEUE_LIMIT, Act, Occurrence, Operation, Proposal, Snapshot, Status, Timer
from decidable.core.table import Cell, EventInfo, Option, Table
from decidable.core.validate_lines import GROUPS
from decidable.core.work import FollowUp, Work

_FORGETTING = (d.Kind.EVIDENCE, d.Kind.SIGNAL)


class Chosen:
    """The line that decides an occurrence now, with what it would teach. `option` None: undecided (draft mode)."""

    __slots__ = ("approved", "cell", "info", "lesson", "option")

    def __init__(
        self, cell: Cell, info: EventInfo | None, option: Option | None, lesson: Lesson | None, approved: bool
    ) -> None:
        self.cell = cell
        self.info = info
        self.option = option
        self.lesson = lesson
        self.approved = approved


def choose(
    table: Table, snapshot: Snapshot, occurrence: Occurrence, operation: Operation | None = None
) -> Chosen | None:
    """Which line decides this occurrence in this snapshot. None: the state has no such column."""
    cell = table.rows[snapshot.state].get(occurrence.event)
    if cell is None:
        return None
    info = table.events.get(occurrence.event)
    lesson = None
    if info is not None and info.establishes and occurrence.fields:
        lesson = learn(snapshot, info, occurrence, operation)
    proposal = snapshot.proposal
    approved = (
        proposal is not None
        and not proposal.approved
        and bool(occurrence.approval)
        and proposal.digest == occurrence.approval
        and proposal.entry == snapshot.entry
    )
    view = None
    for option in cell.options:
        if option.test is not None:
            if view is None:
                facts = snapshot.facts if lesson is None else lesson.over(snapshot.facts)
                view = View(facts, occurrence.fields, approved, snapshot.busy)
            if not option.test(view):
                continue
        return Chosen(cell, info, option if option.verdict is not None else None, lesson, approved)
    return Chosen(cell, info, None, lesson, approved)


def decide(work: Work, occurrence: Occurrence, cause: r.Cause, operation: Operation | None = None) -> None:
    """One macrostep: look up, record, apply."""
    chosen = choose(work.table, work.snapshot, occurrence, operation)
    work.operations = 0
    if chosen is None:
        why = ": ".join(str(value) for value in occurrence.fields.values() if value)
        work.raise_attention(f"{work.snapshot.state} does not decide '{occurrence.event}': {why}", occurrence)
        return
    work.macrosteps += 1
    option = chosen.option
    if option is None:
        _record(work, occurrence, cause, chosen, r.Verdict.REJECT, "undecided: this machine is a draft")
        if chosen.info is not None and chosen.info.kind is d.Kind.EVIDENCE:
            work.raise_attention("evidence that the draft does not decide", occurrence)
        return
    match option.verdict:
        case r.Verdict.IGNORE:
            work.effects.append(e.Ignored(occurrence.event))
            if cause is not r.Cause.ARRIVED or chosen.info is None:  # a deadline fires once, ignored or not
                _record(work, occurrence, cause, chosen, r.Verdict.IGNORE, option.line.reason)
        case r.Verdict.DEFER:
            _defer(work, occurrence, cause, chosen, option)
        case r.Verdict.REJECT:
            _record(work, occurrence, cause, chosen, r.Verdict.REJECT, option.line.reason)
            _say_only(work, option, occurrence)
            if isinstance(option.line.outcome, d.Reject) and option.line.outcome.strike:
                _strike(work)
        case _:
            _accept(work, occurrence, cause, chosen, option, operation)


def discard(work: Work, occurrence: Occurrence) -> None:
    """Take a synthesised event from the queue whose entry is over: it counts only where it arose."""
    work.macrosteps += 1
    snapshot, why = work.snapshot, "the state it arose in was left"
    stale = r.Decided(
        snapshot.version + 1, snapshot.state, occurrence, r.Verdict.IGNORE, why, 0, "stale", cause=r.Cause.RECALLED
    )
    work.record(stale)


def _record(
    work: Work, occurrence: Occurrence, cause: r.Cause, chosen: Chosen, verdict: r.Verdict, reason: str
) -> None:
    line = chosen.option.line.at if chosen.option else 0
    state, version = work.snapshot.state, work.snapshot.version + 1
    origin = chosen.cell.origin.value if chosen.option else "undecided"
    work.record(r.Decided(version, state, occurrence, verdict, reason, line, origin, cause=cause))


def _say_only(work: Work, option: Option, occurrence: Occurrence) -> None:
    for effect in option.line.effects:
        if isinstance(effect, d.Say):
            say(work, effect.words, occurrence.fields)


def _defer(work: Work, occurrence: Occurrence, cause: r.Cause, chosen: Chosen, option: Option) -> None:
    if len(work.snapshot.queue) >= QUEUE_LIMIT:
        reason = f"{QUEUE_LIMIT} events are waiting already"
        _record(work, occurrence, cause, chosen, r.Verdict.REJECT, reason)
        if chosen.info is not None and chosen.info.kind in _FORGETTING:
            work.raise_attention(reason, occurrence)
        return
    _record(work, occurrence, cause, chosen, r.Verdict.DEFER, option.line.reason)
    _say_only(work, option, occurrence)


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
    target, way = _destination(work, option)
    moved = option.verdict is r.Verdict.MOVE
    timers = _armed(work, target) if moved and way is not r.Way.BACK else ()
    work.record(
        r.Decided(
            version=before.version + 1,
            state=before.state,
            occurrence=occurrence,
            verdict=r.Verdict.MOVE if moved else r.Verdict.STAY,
            reason=option.line.reason,
            line=option.line.at,
            origin=chosen.cell.origin.value,
            target=target,
            way=way,
            timers=timers,
            cause=cause,
        )
    )
    by_user = chosen.info is not None and chosen.info.kind in GROUPS["user"]
    if by_user and before.strikes and cause is not r.Cause.RECALLED:
        work.record(r.Struck(0))
    _keep_or_leave(work, before, occurrence, option.uses_approval and chosen.approved, moved, way)
    if chosen.lesson is not None:
        if chosen.lesson.kept:
            names = ", ".join(chosen.lesson.kept)
            work.raise_attention(f"evidence contradicts what is known: {names}", occurrence)
        take_in(work, chosen.lesson, own_list=_of_own_list(before, operation))
    forgets = chosen.info is not None and chosen.info.kind in _FORGETTING
    enact(work, option.line.effects, occurrence, forgets)
    if moved and way is not r.Way.BACK:
        state = work.table.states[target].state
        enact(work, state.enter, occurrence, forgets_evidence=False)
        if state.end is not None:
            _end(work, state.end)
    elif moved:
        _resume(work, before)


def _destination(work: Work, option: Option) -> tuple[str, r.Way]:
    if option.verdict is not r.Verdict.MOVE:
        return "", r.Way.ENTER
    kept = work.snapshot.interrupted
    if kept is not None and isinstance(option.line.outcome, d.Back):
        return kept.state, r.Way.BACK
    role = work.table.states[option.target].state.role
    return option.target, r.Way.INTERRUPT if role is d.Role.INTERRUPTION else r.Way.ENTER


def _armed(work: Work, target: str) -> tuple[Timer, ...]:
    return tuple(Timer(event, work.at + ms) for event, ms in work.table.states[target].timers)


def _keep_or_leave(
    work: Work, before: Snapshot, occurrence: Occurrence, uses_approval: bool, moved: bool, way: r.Way
) -> None:
    """What leaving an entry ends: its planned operations, and a question or list that was not carried along."""
    proposal = before.proposal
    if uses_approval and proposal is not None:
        work.record(r.Approved(proposal.digest, occurrence.by, work.snapshot.entry))
    if not moved:
        return
    # An entry is over unless it is kept current: by the interruption just entered, or by one that is still on.
    kept = work.snapshot.interrupted.entry if work.snapshot.interrupted else 0
    current = {work.snapshot.entry, kept}
    if proposal is not None and not uses_approval:
        belongs = proposal.home if proposal.approved else proposal.entry
        if belongs not in current:
            work.record(r.Dropped(proposal.digest, _why_dropped(work, before, proposal, occurrence)))
    ended = before.interrupted
    if ended is not None and way is r.Way.ENTER:
        work.follow_ups.extend(FollowUp(held, r.Cause.HELD) for held in ended.held)
    answered = {follow_up.occurrence.operation for follow_up in work.follow_ups}
    withdrawn = tuple(
        op.id
        for op in before.operations.values()
        # Words are on their way, whatever happens next; what has its answer already is not called off either.
        if op.entry not in current and op.status is Status.PLANNED and op.act is not Act.SAY and op.id not in answered
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


def _of_own_list(before: Snapshot, operation: Operation | None) -> bool:
    proposal = before.proposal
    return proposal is not None and operation is not None and operation.proposal == proposal.digest


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
