"""How a test puts a run into a state, and what an event in its hands is to the core.

Owns: the snapshot of a state just entered, and the input an event becomes there. Never: decides anything; `step` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.core.definition import Kind
from decidable.core.enact import enact
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import (
    Act,
    Blocked,
    Fields,
    Known,
    Occurrence,
    Operation,
    Snapshot,
    Status,
    Timer,
)
from decidable.core.step import Step
from decidable.core.values import Value
from decidable.core.work import Work

NOW: Final = 1_780_000_000_000
"""When the first event of a test happens: an afternoon in 2026."""
BLOCKED: Final = "blocked"


class Given(NamedTuple):
    """A run in a state: what entering it did, why some of that has not started, and the time."""

    step: Step
    not_started: tuple[str, ...]
    now: int


def entered(machine: Machine[Any, Any], state: str, facts: Mapping[str, Value]) -> Given:
    """A run that has just entered a state with these facts. What evidence establishes counts as established by it."""
    table = machine.table
    evidence = {name for event in table.events.values() if event.kind is Kind.EVIDENCE for name in event.establishes}
    known = {name: Known(value, 1, "initial") for name, value in table.initial.items()}
    for name, value in facts.items():
        known[name] = Known(value, 1, Kind.EVIDENCE if name in evidence else Kind.RESULT)
    info = table.states[state]
    timers = tuple(Timer(event, NOW + ms) for event, ms in info.timers)
    work = Work(table, Snapshot(state, 1, 1, 1, known, timers=timers, end=info.state.end), NOW)
    enact(work, info.enter, Occurrence(""), forgets_evidence=False)
    refused = [follow_up.occurrence.fields for follow_up in work.follow_ups]
    return Given(work.finish(), tuple(_not_started(state, fields) for fields in refused), NOW)


def _not_started(state: str, fields: Fields) -> str:
    what = fields["tool"] or "what an approval starts"
    return f"entering {state} did not start {what}: {fields['why']}"


def arrival(
    machine: Machine[Any, Any], snapshot: Snapshot, event: Event | str, now: int
) -> tuple[Snapshot, Occurrence | Blocked]:
    """The snapshot in which an event arrives (its operation started, if it is a result) and the event as an input.

    Raises ValueError for a name that is no event, or of an event that has a class; for a deadline that is not armed, and
    for a refusal where nothing is under way.
    """
    if isinstance(event, Event):
        name, fields = machine.occurrence_fields(event)
        return _occurrence(machine, snapshot, name, fields, now)
    if event == BLOCKED:
        planned = [op for op in snapshot.operations.values() if op.act in (Act.READ, Act.WRITE)]
        if not planned:
            raise ValueError(f"nothing is under way in {snapshot.state} that could be refused")
        return snapshot, Blocked(planned[0].id, "refused in a test", now)
    deadline = next((timer.deadline for timer in snapshot.timers if timer.event == event), None)
    if deadline is not None:
        return snapshot, Occurrence(event, {}, max(now, deadline), "test", entry=snapshot.entry)
    if event in machine.events:
        cls = machine.events[event].__name__
        raise ValueError(f"'{event}' has a class: give on() an instance, {cls}(...)")
    if event not in machine.table.events:
        named = [name for name in machine.table.events if name not in machine.events]
        named += [*(timer.event for timer in snapshot.timers), BLOCKED]
        hint = did_you_mean(event, named) or f"events by name are {', '.join(named)}"
        raise ValueError(f"'{event}' cannot arrive in {snapshot.state} of {machine.name}; {hint}")
    return _occurrence(machine, snapshot, event, {}, now)


def _occurrence(
    machine: Machine[Any, Any], snapshot: Snapshot, name: str, fields: Fields, now: int
) -> tuple[Snapshot, Occurrence]:
    proposal = snapshot.proposal
    approval = proposal.digest if proposal and not proposal.approved and name == machine.answers[0] else ""
    operation = next((op for op in snapshot.operations.values() if name in _outcomes(machine, op)), None)
    if operation is not None:
        begun = operation._replace(status=Status.STARTED, attempt=max(operation.attempt, 1))
        snapshot = snapshot._replace(operations={**snapshot.operations, operation.id: begun})
    id = operation.id if operation is not None else ""
    return snapshot, Occurrence(name, fields, now, "test", "user", id, approval)


def _outcomes(machine: Machine[Any, Any], operation: Operation) -> tuple[str, ...]:
    if operation.act is Act.SAY:
        return (str(operation.args["gives"]),)
    if operation.act is Act.SEND:
        return ()
    tool = machine.table.tools[operation.tool].tool
    return (*tool.gives, tool.no_answer)
