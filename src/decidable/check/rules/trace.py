"""A trace: a run that somebody can read, play again, and see on a drawing.

Owns: the value. Never: finds one (`explore`), or is believed before the real `step` has taken every line of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from decidable.check.shown import ignored_on_arrival
from decidable.core import records as r
from decidable.core.effects import Ask, Dispatch
from decidable.core.snapshot import (
    Blocked,
    Delivered,
    Dispatched,
    Fields,
    Input,
    NotDone,
    NotFound,
    Occurrence,
    Snapshot,
    Undelivered,
    Unreadable,
    Unresolved,
)
from decidable.core.step import Step, begin
from decidable.core.table import Table
from decidable.core.values import Value


class Decision(NamedTuple):
    """One look-up in the table, and what it led to."""

    state: str
    event: str
    target: str
    """The state after it."""
    outcome: str
    """`move`, `restart`, `stay`, `defer`, `reject` or `ignore`."""
    line: int
    """Of the file, that decided; 0 where none did, or the step does not tell."""
    cause: r.Cause


class TraceStep(NamedTuple):
    """One line: what reached the run, and what the table made of it."""

    input: Input
    tool: str
    """The tool or words of the operation it is about; empty where it is about none."""
    which: int
    """Which of the open ones of that name it is, from 1."""
    state: str
    target: str
    """Where the whole step ends."""
    fields: Fields
    decisions: tuple[Decision, ...]
    """Every decision of the step, in order: of what reached the run, and of what followed or was recalled."""
    started: tuple[str, ...]
    """Tools that the host was asked to carry out."""
    asked: tuple[str, ...]
    """Tools that a person was asked to approve."""

    @property
    def event(self) -> str:
        """The column that was decided first, or empty where no cell was looked up."""
        return self.decisions[0].event if self.decisions else ""


class Trace(NamedTuple):
    """A run from its beginning."""

    facts: Mapping[str, Value]
    """Those given at the start."""
    steps: tuple[TraceStep, ...]
    state: str = ""
    """Where it begins, once `from_its_beginning` has looked."""
    begun: tuple[Decision, ...] = ()
    """What was decided in the beginning itself: a call that its state could not make is `blocked`."""

    @property
    def arrows(self) -> tuple[tuple[str, str, str], ...]:
        """(state, event, target) of every decision, for a drawing."""
        return tuple(each[:3] for step in self.steps for each in step.decisions)

    def from_its_beginning(self, table: Table) -> Trace:
        """The same run, with what its beginning decides."""
        first = begin(table, self.facts, 0)
        return self._replace(state=table.start, begun=decisions(first.snapshot, None, first))


def trace_step(before: Snapshot, input: Input, step: Step) -> TraceStep:
    """What one step of a real run says in a trace."""
    id = getattr(input, "operation", "")
    operation = before.operations.get(id)
    fields: Fields = input.fields if isinstance(input, Occurrence) else {}
    return TraceStep(
        input,
        "" if operation is None else operation.tool,
        0
        if operation is None
        else [op.id for op in before.operations.values() if op.tool == operation.tool].index(id) + 1,
        before.state,
        step.snapshot.state,
        fields,
        decisions(before, input, step),
        tuple(effect.operation.tool for effect in step.effects if isinstance(effect, Dispatch)),
        tuple(call.tool for effect in step.effects if isinstance(effect, Ask) for call in effect.proposal.steps),
    )


def decisions(before: Snapshot, input: Input | None, step: Step) -> tuple[Decision, ...]:
    """What a step decided. An event of a state that was left is dropped without a look at the table, and is none of it."""
    found = [_decision(x) for x in step.records if isinstance(x, r.Decided) and x.origin != r.Note.STALE]
    if ignored_on_arrival(input, step):
        state = before.state
        found.insert(0, Decision(state, input.event, state, r.Verdict.IGNORE.value, 0, r.Cause.ARRIVED))
    return tuple(found)


def _decision(record: r.Decided) -> Decision:
    state, target = record.state, record.target or record.state
    restarts = record.verdict is r.Verdict.MOVE and target == state
    outcome = "restart" if restarts else record.verdict.value
    return Decision(state, record.occurrence.event, target, outcome, record.line, record.cause)


def headline(step: TraceStep) -> str:
    """What happened, as a line of a script (`check.script`) without its values."""
    tool = step.tool if step.which < 2 else f"{step.tool} {step.which}"
    match step.input:
        case Occurrence(event) if step.input.approval:
            return f"{event} approves"
        case Occurrence(event):
            return f"{tool}: {event}" if tool else event
        case Dispatched():
            return f"{tool} starts"
        case NotFound():
            return f"{tool}: not found"
        case NotDone():
            return f"{tool}: not done"
        case Blocked():
            return f"{tool}: blocked"
        case Unresolved() | Delivered() | Undelivered() | Unreadable():
            raise ValueError("a trace has only what can change a run")
        case _:
            assert_never(step.input)
