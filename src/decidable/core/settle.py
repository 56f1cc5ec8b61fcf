"""The outcome of an operation: it settles once, its result may be stale, its `unknown` is news.

Owns: what an outcome does to its operation, and whether it is decided now, later, or only noted. Never: looks anything up
in the world; the host does and reports.
"""

from __future__ import annotations

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.decide import decide
from decidable.core.snapshot import Act, Occurrence, Operation, Status
from decidable.core.work import Work


def _decide_or_note(work: Work, occurrence: Occurrence, cause: r.Cause, operation: Operation | None = None) -> None:
    """The table decides, unless the run is over."""
    if work.snapshot.end is None:
        decide(work, occurrence, cause, operation)
    else:
        note_ended(work, occurrence)


def note_ended(work: Work, occurrence: Occurrence) -> None:
    """What comes after the end changes nothing; evidence is raised, for it happened all the same."""
    work.record(r.Noted(r.Note.ENDED, occurrence, "the run has ended"))
    if work.table.events[occurrence.event].kind is d.Kind.EVIDENCE:
        work.raise_attention("evidence after the end", occurrence, occurrence.operation)


def result(work: Work, occurrence: Occurrence, cause: r.Cause) -> None:
    """Take in what is said of an operation: its first outcome counts, and what comes after it is only noted."""
    operation = work.snapshot.operations.get(occurrence.operation)
    if operation is None:
        if cause is r.Cause.HELD and not _overtaken(work, occurrence):
            _decide_or_note(work, occurrence, cause)  # a write's no; it settled its operation when it came
        else:
            _second(work, occurrence)
    elif not _is_outcome(work, occurrence, operation):
        _foreign(work, occurrence, operation)
    elif operation.act is not Act.WRITE:
        _read_result(work, occurrence, operation, cause)
    elif cause is r.Cause.HELD:
        _decide_or_note(work, occurrence, cause, operation)  # that there was no answer; the operation is still open
    else:
        _write_result(work, occurrence, operation)


def _overtaken(work: Work, occurrence: Occurrence) -> bool:
    """Whether held news that there was no answer is out of date: the operation has settled, or was called off, since."""
    settled = (done for done in work.snapshot.settled if done.operation == occurrence.operation)
    return _only_no_answer(work, occurrence.event) or any(done.event != occurrence.event for done in settled)


def _second(work: Work, occurrence: Occurrence) -> None:
    """An outcome of an operation that is not open: a duplicate, a contradiction, late, or of nothing we know."""
    for done in work.snapshot.settled:
        if done.operation == occurrence.operation:
            if (done.event, done.fields) == (occurrence.event, occurrence.fields):
                work.record(r.Noted(r.Note.DUPLICATE, occurrence, "it has settled so already"))
                return
            why = f"it has settled already: {done.event or 'it was not done'}"
            work.record(r.Noted(r.Note.STALE, occurrence, why))
            if not _only_no_answer(work, occurrence.event):
                work.raise_attention(f"a second outcome; {why}", occurrence, occurrence.operation)
            return
    work.record(r.Noted(r.Note.STALE, occurrence, "no open operation of that name"))
    if work.table.events[occurrence.event].kind is d.Kind.EVIDENCE:
        work.raise_attention("evidence of an operation that is not open", occurrence, occurrence.operation)


def _only_no_answer(work: Work, event: str) -> bool:
    """Whether an event says nothing but that no answer came: news that an outcome has overtaken."""
    tools = [info.tool for info in work.table.tools.values()]
    return any(event == tool.no_answer for tool in tools) and not any(event in tool.gives for tool in tools)


def _is_outcome(work: Work, occurrence: Occurrence, operation: Operation) -> bool:
    if operation.act is Act.SAY:
        return occurrence.event == operation.args["gives"]
    if operation.act is Act.SEND:
        return False  # what the other machine makes of it, it would have to send itself
    tool = work.table.tools[operation.tool].tool
    return occurrence.event in tool.gives or occurrence.event == tool.no_answer


def _foreign(work: Work, occurrence: Occurrence, operation: Operation) -> None:
    why = f"not an outcome of {operation.tool}"
    work.record(r.Noted(r.Note.INVALID, occurrence, why))
    if operation.act is Act.WRITE or work.table.events[occurrence.event].kind is d.Kind.EVIDENCE:
        work.raise_attention(why, occurrence, operation.id)


def _read_result(work: Work, occurrence: Occurrence, operation: Operation, cause: r.Cause) -> None:
    snapshot = work.snapshot
    # Evidence is never out of date: the world has changed, whoever asked, and whatever for.
    evidence = work.table.events[occurrence.event].kind is d.Kind.EVIDENCE
    if waits(work, operation) and not evidence:
        if any(held.operation == operation.id for held in _held(work)):
            work.record(r.Noted(r.Note.DUPLICATE, occurrence, "its first result waits for the interruption to end"))
        else:
            work.record(r.Held(occurrence))
        return
    changed = [name for name in operation.built_on if _differs(work, name, operation)]
    work.record(r.Settled(operation.id, occurrence.event, occurrence.fields, False))
    if evidence:
        _decide_or_note(work, occurrence, cause, operation)
    elif snapshot.end is not None or operation.entry != snapshot.entry:
        work.record(r.Noted(r.Note.STALE, occurrence, "its state was left"))
    elif changed:
        work.record(r.Noted(r.Note.STALE, occurrence, f"{', '.join(changed)} changed since it was asked"))
    else:
        decide(work, occurrence, cause, operation)


def waits(work: Work, operation: Operation) -> bool:
    """Whether an operation belongs to an interrupted entry, so that what it says waits."""
    kept = work.snapshot.interrupted
    return kept is not None and operation.entry == kept.entry


def _held(work: Work) -> tuple[Occurrence, ...]:
    kept = work.snapshot.interrupted
    return () if kept is None else kept.held


def _differs(work: Work, name: str, operation: Operation) -> bool:
    known = work.snapshot.facts.get(name)
    return known is None or known.value != operation.args[name]


def _write_result(work: Work, occurrence: Occurrence, operation: Operation) -> None:
    """Every first outcome of a write reaches the table, however late; that there was none is news as well."""
    later = waits(work, operation)
    if occurrence.event == work.table.tools[operation.tool].tool.no_answer:
        if operation.status is Status.UNKNOWN:
            work.record(r.Noted(r.Note.DUPLICATE, occurrence, "that there was no answer is known"))
            return
        work.record(r.Unanswered(operation.id))
        work.effects.append(e.LookUp(work.snapshot.operations[operation.id]))
        if later and any((h.operation, h.event) == (operation.id, occurrence.event) for h in _held(work)):
            work.record(r.Noted(r.Note.DUPLICATE, occurrence, "the same news waits for the interruption to end"))
            return
    else:
        later = later and work.table.events[occurrence.event].kind is not d.Kind.EVIDENCE
        _settle(work, occurrence, operation)
    if later:
        work.record(r.Held(occurrence))
    else:
        _decide_or_note(work, occurrence, r.Cause.ARRIVED, operation)


def _settle(work: Work, occurrence: Occurrence, operation: Operation) -> None:
    work.record(r.Settled(operation.id, occurrence.event, occurrence.fields, True))
    if work.table.events[occurrence.event].kind is not d.Kind.EVIDENCE:
        withdraw_rest(work, operation, f"{operation.tool} ended in {occurrence.event}")


def withdraw_rest(work: Work, operation: Operation, why: str) -> None:
    """What is left of an approved list after a step of it that was not done."""
    proposal = work.snapshot.proposal
    if proposal is not None and proposal.digest == operation.proposal and proposal.next < len(proposal.steps):
        work.record(r.Dropped(proposal.digest, f"withdrawn: {why}"))
