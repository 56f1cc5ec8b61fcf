"""A trace: a run that somebody can read, play again, and see on a drawing.

Owns: the value. Never: finds one (`explore`), or is believed before the real `step` has taken every line of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never

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
from decidable.core.step import Step
from decidable.core.values import Value


class TraceStep(NamedTuple):
    """One line: what reached the run, and what the table made of it."""

    input: Input
    tool: str
    """The tool or words of the operation it is about; empty where it is about none."""
    which: int
    """Which of the open ones of that name it is, from 1."""
    state: str
    target: str
    event: str
    """The column that was decided, or empty where no cell was looked up."""
    fields: Fields
    verdict: str
    line: int
    """Of the file, that decided; 0 where none did."""
    started: tuple[str, ...]
    """Tools that the host was asked to carry out."""
    asked: tuple[str, ...]
    """Tools that a person was asked to approve."""


class Trace(NamedTuple):
    """A run from its beginning. `lap`: from this step on it may go round for ever."""

    facts: Mapping[str, Value]
    """Those given at the start."""
    steps: tuple[TraceStep, ...]
    lap: int | None = None

    @property
    def arrows(self) -> tuple[tuple[str, str, str], ...]:
        """(state, event, target) of every decision, for a drawing."""
        return tuple((step.state, step.event, step.target) for step in self.steps if step.event)


def trace_step(before: Snapshot, input: Input, step: Step) -> TraceStep:
    """What one step of a real run says in a trace."""
    decided = next((record for record in step.records if isinstance(record, r.Decided)), None)
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
        "" if decided is None else decided.occurrence.event,
        fields,
        "" if decided is None else decided.verdict.value,
        0 if decided is None else decided.line,
        tuple(effect.operation.tool for effect in step.effects if isinstance(effect, Dispatch)),
        tuple(call.tool for effect in step.effects if isinstance(effect, Ask) for call in effect.proposal.steps),
    )


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
