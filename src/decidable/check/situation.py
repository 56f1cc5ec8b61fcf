"""How a run is put into a state for a test, and what an event in the test's hands is to the core.

Owns: the snapshot of a state just entered, what else can be made so there (a call under way, an open question, strikes), and
the input that an event becomes. Never: decides anything; `step` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from decidable.core.canonical import digest
from decidable.core.definition import Effect, Kind
from decidable.core.enact import enact
from decidable.core.learn import fields_problem
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import (
    NO_FIELDS,
    Act,
    Blocked,
    Dispatched,
    Fields,
    Known,
    Occurrence,
    Operation,
    PlannedCall,
    Proposal,
    Snapshot,
    Status,
    Timer,
)
from decidable.core.step import Step, step
from decidable.core.table import Option, Table
from decidable.core.values import Value
from decidable.core.work import Work
from decidable.errors import RefusedError

NOW: Final = 1_780_000_000_000
"""When the first event of a test happens: an afternoon in 2026."""
BLOCKED: Final = "blocked"
Facts: TypeAlias = "Mapping[str, Value | None]"
"""None: not known, though it starts known."""


class Entered(NamedTuple):
    """A run in a state: what entering it did, and why some of that has not started."""

    step: Step
    not_started: tuple[str, ...]


class Happens(NamedTuple):
    """An event by its name, with its fields as the table sees them. `approves`: a yes to the open question is one to
    exactly that."""

    event: str
    fields: Fields = NO_FIELDS
    approves: bool = True

    def unapproved(self) -> Happens:
        """The same, as a yes to something else, or with more in it."""
        return self._replace(approves=False)


def entered(table: Table, state: str, facts: Facts) -> Entered:
    """A run that has just entered a state with these facts. What evidence establishes counts as established by it."""
    evidence = {name for event in table.events.values() if event.kind is Kind.EVIDENCE for name in event.establishes}
    known = {name: Known(value, 1, "initial") for name, value in table.initial.items() if name not in facts}
    for name, value in facts.items():
        if value is not None:
            known[name] = Known(value, 1, Kind.EVIDENCE if name in evidence else Kind.RESULT)
    info = table.states[state]
    timers = tuple(Timer(event, NOW + ms) for event, ms in info.timers)
    work = Work(table, Snapshot(state, 1, 1, 1, known, timers=timers, end=info.state.end), NOW)
    enact(work, info.enter, Occurrence(""), forgets_evidence=False)
    refused = [follow_up.occurrence.fields for follow_up in work.follow_ups]
    return Entered(work.finish(), tuple(_not_started(state, fields) for fields in refused))


def _not_started(state: str, fields: Fields) -> str:
    what = fields["tool"] or "what an approval starts"
    return f"entering {state} did not start {what}: {fields['why']}"


def enters(table: Table, option: Option) -> tuple[Effect, ...]:
    """What entering the target of a line does."""
    return option.entering


def under_way(table: Table, snapshot: Snapshot, name: str) -> Snapshot:
    """The same moment, with a call of this tool under way that this entry began; an event's name stands for words whose
    delivery gives it. Raises RefusedError for what is neither."""
    number = f"{snapshot.version}.{len(snapshot.operations) + 91}"
    if name in table.tools:
        tool = table.tools[name].tool
        known = {arg: snapshot.facts[arg].value for arg in tool.args if arg in snapshot.facts}
        operation = Operation(number, Act.WRITE if tool.write else Act.READ, name, known, snapshot.entry)
    elif name in table.events and table.events[name].kind is Kind.RESULT:
        operation = Operation(number, Act.SAY, f"words that give {name}", {"gives": name}, snapshot.entry)
    else:
        hint = did_you_mean(name, table.tools) or f"its tools are {', '.join(table.tools)}"
        raise RefusedError(f"'{name}' is no tool of {table.name}, and no event that a delivery gives; {hint}")
    return snapshot._replace(operations={**snapshot.operations, number: operation})


def asked(table: Table, snapshot: Snapshot, tools: Iterable[str]) -> Snapshot:
    """The same moment, with the question about these tools open. Arguments come from the facts; what is not known is left
    out. Raises RefusedError for a name that is no tool."""
    steps: list[PlannedCall] = []
    for name in tools:
        if name not in table.tools:
            hint = did_you_mean(name, table.tools) or f"its tools are {', '.join(table.tools)}"
            raise RefusedError(f"'{name}' is no tool of {table.name}; {hint}")
        args = {arg: snapshot.facts[arg].value for arg in table.tools[name].tool.args if arg in snapshot.facts}
        steps.append(PlannedCall(name, args, {}, tuple(args)))
    contracts = tuple(table.tools[each.tool].contract for each in steps)
    made = digest((tuple(steps), contracts, snapshot.entry, snapshot.version))
    return snapshot._replace(proposal=Proposal(made, tuple(steps), snapshot.entry))


def dispatched(table: Table, snapshot: Snapshot, now: int) -> Snapshot:
    """The same moment, once a host has begun the writes that were asked of it."""
    for id, operation in snapshot.operations.items():
        if operation.act is Act.WRITE and operation.status is Status.PLANNED:
            snapshot = step(table, snapshot, Dispatched(id, now)).snapshot
    return snapshot


def yes_of(table: Table) -> str:
    """The event by which a person says yes; empty where there is none."""
    return next((event.name for event in table.definition.events if event.kind is Kind.ANSWER), "")


def arriving(table: Table, snapshot: Snapshot, happens: Happens, now: int) -> tuple[Snapshot, Occurrence | Blocked]:
    """The snapshot in which an event arrives (its operation started, if it is a result), and the event as an input.

    Raises ValueError for what cannot arrive: a name that is no event here, fields that do not make it, a deadline that is not
    armed, a refusal where nothing is under way.
    """
    event, fields, approves = happens
    if event == BLOCKED:
        calls = [op for op in snapshot.operations.values() if op.act in (Act.READ, Act.WRITE)]
        planned = [op for op in calls if op.status is Status.PLANNED]
        if not planned:
            raise ValueError(f"nothing is under way in {snapshot.state} that could be refused")
        return snapshot, Blocked(planned[0].id, "refused in a test", now)
    deadline = next((timer.deadline for timer in snapshot.timers if timer.event == event), None)
    if deadline is not None:
        return snapshot, Occurrence(event, {}, max(now, deadline), "test", entry=snapshot.entry)
    if event not in table.events:
        named = [*table.events, *(timer.event for timer in snapshot.timers), BLOCKED]
        hint = did_you_mean(event, named) or f"events by name are {', '.join(named)}"
        raise ValueError(f"'{event}' cannot arrive in {snapshot.state} of {table.name}; {hint}")
    if problem := fields_problem(table.events[event], fields):
        raise ValueError(problem)
    proposal = snapshot.proposal
    approval = proposal.digest if proposal and not proposal.approved and approves and event == yes_of(table) else ""
    operation = answering(table, snapshot, event)
    if operation is not None:
        status = Status.STARTED if operation.status is Status.PLANNED else operation.status
        begun = operation._replace(status=status, attempt=max(operation.attempt, 1))
        snapshot = snapshot._replace(operations={**snapshot.operations, operation.id: begun})
    id = operation.id if operation is not None else ""
    return snapshot, Occurrence(event, fields, now, "test", "user", id, approval)


def answering(table: Table, snapshot: Snapshot, event: str) -> Operation | None:
    """The operation that this event would be the outcome of: the oldest that may end so, and has not yet. Whose answer has
    come and waits for an interruption to end does not answer again."""
    kept = snapshot.interrupted
    held = {waiting.operation for waiting in kept.held} if kept is not None else set()
    return next((op for op in snapshot.operations.values() if op.id not in held and event in outcomes(table, op)), None)


def outcomes(table: Table, operation: Operation) -> tuple[str, ...]:
    """The events that an operation may end in."""
    if operation.act is Act.SAY:
        return (str(operation.args["gives"]),)
    if operation.act is Act.SEND:
        return ()
    tool = table.tools[operation.tool].tool
    return (*tool.gives, tool.no_answer)
