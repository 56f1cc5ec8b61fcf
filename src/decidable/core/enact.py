"""Carry out what an accepted line asks for, left to right, with values frozen there.

Owns: facts set and forgotten, calls, proposals, performing, words, events for other machines. Never: decides a cell; a call
that may not start becomes `blocked`, which the table decides like any other event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from decidable.core import definition as d
from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.canonical import digest
from decidable.core.conditions import View
from decidable.core.learn import CLAIMS, Lesson, dependents
from decidable.core.snapshot import (
    Act,
    Fields,
    Known,
    Occurrence,
    Operation,
    PlannedCall,
    Proposal,
)
from decidable.core.values import Range, Value
from decidable.core.work import FollowUp, Work


def enact(work: Work, effects: Iterable[d.Effect], occurrence: Occurrence, forgets_evidence: bool) -> None:
    """Run a list of effects in order. `forgets_evidence`: the cell is one of evidence or a signal."""
    for effect in effects:
        match effect:
            case d.Say():
                say(work, effect.words, occurrence.fields, effect.gives)
            case d.Call():
                _call(work, effect.tool)
            case d.Set():
                _change(work, effect.fact, effect.value, "set")
            case d.Count():
                _count(work, effect.fact)
            case d.Reset():
                _reset(work, effect.fact, forgets_evidence)
            case d.Forget():
                _forget(work, effect.facts, forgets_evidence)
            case d.ForgetAllBut():
                _forget(work, [name for name in work.snapshot.facts if name not in effect.facts], forgets_evidence)
            case d.Perform():
                _perform(work)
            case d.Propose():
                _propose(work, effect.items)
            case d.AskAgain():
                _ask_again(work)
            case d.Compose():
                say(work, effect.words, occurrence.fields, effect.gives, composed=True)
            case d.Send(event, machine):
                _send(work, event, machine, occurrence.fields)
            case d.HandOff():
                work.raise_attention("handed off to a person", occurrence)
                work.effects.append(e.HandOver(occurrence.event))
            case d.Record():
                pass
            case _:
                assert_never(effect)


def take_in(work: Work, lesson: Lesson, occurrence: Occurrence, operation: Operation | None) -> None:
    """Record what an accepted event teaches. What the approved list itself establishes does not withdraw its rest."""
    if lesson.kept:
        work.raise_attention(f"evidence contradicts what is known: {', '.join(lesson.kept)}", occurrence)
    if lesson.lost:
        work.record(r.Learned(lesson.learned))
        work.record(r.Forgot(lesson.lost, f"depended on {', '.join(sorted(lesson.changed))}"))
    elif lesson.learned:
        work.learned(lesson.learned, lesson.facts)
    proposal = work.snapshot.proposal
    if proposal is not None and (operation is None or operation.proposal != proposal.digest):
        _revise_proposal(work, proposal, {*lesson.changed, *lesson.lost})


def _revise_proposal(work: Work, proposal: Proposal, changed: Iterable[str]) -> None:
    """Withdraw what is left of a proposal whose values were built on a fact that has changed."""
    built_on = {name for step in proposal.steps[proposal.next :] for name in step.built_on}
    gone = sorted(built_on.intersection(changed))
    if gone:
        work.record(r.Dropped(proposal.digest, f"withdrawn: {', '.join(gone)} changed"))


def say(work: Work, words: str, fields: Fields, gives: str = "", *, composed: bool = False) -> None:
    """Say words with the values known here. With `gives`, their delivery is awaited like an operation."""
    operation = ""
    if gives:
        operation = work.next_operation()
        work.record(r.Planned(Operation(operation, Act.SAY, words, {"gives": gives}, work.snapshot.entry)))
    work.effects.append(e.Speak(words, _values(work, fields), operation, composed))


def _send(work: Work, event: str, machine: str, fields: Fields) -> None:
    """Which of the values are fields of the event only its receiver knows, so all of them are frozen here."""
    values = _values(work, fields)
    operation = Operation(work.next_operation(), Act.SEND, machine, values, work.snapshot.entry, event=event)
    work.record(r.Planned(operation))
    work.effects.append(e.Send(operation))


def _values(work: Work, fields: Fields) -> dict[str, Value]:
    """The values known here: of the event's fields only those that are no facts. What bears a fact's name is known by
    now, or was not accepted, or contradicts what is known."""
    values: dict[str, Value] = {name: value for name, value in fields.items() if name not in work.table.facts}
    values.update((name, known.value) for name, known in work.snapshot.facts.items())
    return values


def _ask_again(work: Work) -> None:
    """Only where the answer counts: in the entry that asked."""
    proposal = work.snapshot.proposal
    if proposal is not None and not proposal.approved and proposal.entry == work.snapshot.entry:
        work.effects.append(e.Ask(proposal, again=True))


def _call(work: Work, name: str) -> None:
    info = work.table.tools[name]
    if info.tool.approval:
        _block(work, name, "it needs an approval")
        return
    args, missing = _arguments(work, info.tool)
    if missing:
        _block(work, name, f"{', '.join(missing)} not known")
    else:
        _plan(work, name, args, tuple(args), "")


def _plan(work: Work, name: str, args: Fields, built_on: tuple[str, ...], proposal: str) -> None:
    info = work.table.tools[name]
    snapshot = work.snapshot
    if info.requires is not None and not info.requires(View(snapshot.facts, {}, busy=snapshot.busy)):
        _block(work, name, f"it requires {info.tool.requires}")
        return
    if info.tool.write and any(op.tool == name for op in snapshot.operations.values() if op.act is Act.WRITE):
        _block(work, name, f"an earlier {name} is not settled yet")
        return
    operation = Operation(
        work.next_operation(),
        Act.WRITE if info.tool.write else Act.READ,
        name,
        args,
        snapshot.entry,
        built_on,
        proposal,
    )
    work.record(r.Planned(operation))
    work.effects.append(e.Dispatch(operation))


def _arguments(work: Work, tool: d.Tool, taken: Iterable[str] = ()) -> tuple[dict[str, Value], list[str]]:
    """A tool's arguments from the facts of their names, and those that are not known."""
    args: dict[str, Value] = {}
    missing: list[str] = []
    for name in tool.args:
        if name == "key" or name in taken:
            continue
        known = work.snapshot.facts.get(name)
        if known is None:
            missing.append(name)
        else:
            args[name] = known.value
    return args, missing


def _block(work: Work, tool: str, why: str) -> None:
    """The table hears of a call that may not start, in the same step."""
    blocked = Occurrence("blocked", {"tool": tool, "why": why}, work.at, entry=work.snapshot.entry)
    work.follow_ups.append(FollowUp(blocked, r.Cause.FOLLOWED, blocked.entry))


def _propose(work: Work, items: tuple[d.Item, ...]) -> None:
    planned: list[PlannedCall] = []
    for item in items:
        taken = dict(item.taken)
        args, missing = _arguments(work, work.table.tools[item.tool].tool, taken)
        if missing:
            _block(work, item.tool, f"{', '.join(missing)} not known")
            return
        planned.append(PlannedCall(item.tool, args, taken, tuple(args)))
    if work.snapshot.proposal is not None:
        work.record(r.Dropped(work.snapshot.proposal.digest, "withdrawn: another question was asked"))
    contracts = tuple(work.table.tools[step.tool].contract for step in planned)
    entry = work.snapshot.entry
    proposal = Proposal(digest((tuple(planned), contracts, entry, work.snapshot.version)), tuple(planned), entry)
    work.record(r.Proposed(proposal))
    work.effects.append(e.Ask(proposal))


def _perform(work: Work) -> None:
    proposal = work.snapshot.proposal
    if proposal is None or not proposal.approved or proposal.home != work.snapshot.entry:
        _block(work, "", "nothing is approved here")
        return
    if proposal.next >= len(proposal.steps):
        _block(work, "", "nothing is left to perform")
        return
    if any(op.proposal == proposal.digest for op in work.snapshot.operations.values()):
        _block(work, proposal.steps[proposal.next].tool, "the step before it is not settled yet")
        return
    step = proposal.steps[proposal.next]
    args: dict[str, Value] = dict(step.args)
    for name, event in step.taken.items():
        outcome = proposal.outcomes.get(event, {})
        if name not in outcome:
            _block(work, step.tool, f"'{event}' has not given {name}")
            return
        args[name] = outcome[name]
    _plan(work, step.tool, args, step.built_on, proposal.digest)


def _count(work: Work, name: str) -> None:
    known = work.snapshot.facts.get(name)
    type_ = work.table.facts[name].type
    assert isinstance(type_, Range)  # validated: nothing else is counted
    counted = (known.value if known is not None and isinstance(known.value, int) else 0) + 1
    _change(work, name, type_.low if counted < type_.low else min(counted, type_.high), "set")


def _reset(work: Work, name: str, forgets_evidence: bool) -> None:
    if name in work.table.initial:
        _change(work, name, work.table.initial[name], "initial")
    else:
        _forget(work, (name,), forgets_evidence)


def _change(work: Work, name: str, value: Value, source: str) -> None:
    old = work.snapshot.facts.get(name)
    if old is None or old.value != value:
        _learn(work, name, value, source)
        _lose(work, (name,))
    elif old.source in CLAIMS or old.depends:  # no change, but it stands on the table's authority now
        _learn(work, name, value, source)


def _learn(work: Work, name: str, value: Value, source: str) -> None:
    learned = {name: Known(value, work.snapshot.seq, source)}
    work.learned(learned, {**work.snapshot.facts, **learned})


def _forget(work: Work, names: Iterable[str], forgets_evidence: bool) -> None:
    facts: Mapping[str, Known] = work.snapshot.facts
    gone = tuple(
        name for name in names if name in facts and (forgets_evidence or facts[name].source != d.Kind.EVIDENCE)
    )
    if gone:
        work.record(r.Forgot(gone, "forgotten by the table"))
        _lose(work, gone)


def _lose(work: Work, changed: tuple[str, ...]) -> None:
    """What depended on facts that have changed, and what was built on any of them."""
    lost = dependents(work.snapshot.facts, changed, changed)
    if lost:
        work.record(r.Forgot(lost, f"depended on {', '.join(changed)}"))
    if work.snapshot.proposal is not None:
        _revise_proposal(work, work.snapshot.proposal, {*changed, *lost})
