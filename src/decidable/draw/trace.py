"""A path through a machine that is to be seen on its drawing.

Owns: what a trace is, whether a machine can go it, and which arrows and boxes it touches. Never: finds one; `check` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from decidable.core.problem import did_you_mean
from decidable.core.records import Verdict
from decidable.core.scope import SYNTHESISED
from decidable.core.table import Cell, Table
from decidable.draw.diagram import BACK, Diagram, returns
from decidable.errors import RefusedError


class TraceStep(NamedTuple):
    """One event: the state it came to, and the state after it."""

    state: str
    event: str
    target: str
    outcome: str = ""
    """What was decided, where that is known: `move`, `restart`, `stay`, `defer`, `reject` or `ignore`."""
    cause: str = ""
    """Why it was decided then, where it did not just arrive: it was `recalled`, or `held`, or it followed."""

    @property
    def words(self) -> str:
        """The event, and what is known of its decision that no arrow shows."""
        event = f"{self.event} {self.cause}" if self.cause else self.event
        return f"{event}: {self.outcome}" if self.outcome and self.state == self.target else event


class Trace(NamedTuple):
    """A list of events, with a line about what it shows."""

    title: str
    steps: tuple[TraceStep, ...]


class Marks(NamedTuple):
    """Where the steps of a trace are in a drawing, by their numbers from 1. `arrows`: by (arrow, event)."""

    arrows: Mapping[tuple[int, str], tuple[int, ...]]
    boxes: Mapping[str, tuple[tuple[int, str], ...]]
    """By state: the steps that leave it where it is, in words."""
    states: frozenset[str]
    """Every state it comes through."""


def possible(table: Table, trace: Trace) -> None:
    """Refuse a trace that this machine cannot go. Raises RefusedError with the first step that it cannot."""
    for n, step in enumerate(trace.steps, 1):
        for name in (step.state, step.target):
            if name not in table.states:
                raise RefusedError(f"step {n}: {_unknown('a state', name, table.states)}")
        row = table.rows[step.state]
        if step.event not in row:
            raise RefusedError(f"step {n}: {_unknown(f'an event of {step.state}', step.event, row)}")
        if n > 1 and trace.steps[n - 2].target != step.state:
            raise RefusedError(f"step {n} is in {step.state}, and step {n - 1} ends in {trace.steps[n - 2].target}")
        if step.target not in _after(table, step):
            raise RefusedError(f"step {n}: {step.event} does not lead from {step.state} to {step.target}")


def _unknown(what: str, word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    near = did_you_mean(word, known)
    return f"'{word}' is not {what}{'; ' + near if near else ''}"


def _after(table: Table, step: TraceStep) -> set[str]:
    """Where an event may lead: at once, or by what follows in the same step. What follows is a deferred event that is
    recalled, or a tool that is blocked, and only after an event that was accepted."""
    found, accepted = _at_once(table, step.state, step.event)
    waiting = list(accepted)
    following = _following(table)
    while waiting:
        row = table.rows[waiting.pop()]
        fresh = {
            target for event in following if event in row for target in _at_once(table, row[event].state, event)[1]
        }
        waiting += sorted(fresh - found)
        found |= fresh
    return found


def _following(table: Table) -> list[str]:
    """The events that may be decided in a step that another began."""
    cells = [cell for row in table.rows.values() for cell in row.values()]
    return list(dict.fromkeys(cell.event for cell in cells if cell.event == SYNTHESISED or _defers(cell)))


def _defers(cell: Cell) -> bool:
    return any(option.reached and option.verdict is Verdict.DEFER for option in cell.options)


def _at_once(table: Table, state: str, event: str) -> tuple[set[str], set[str]]:
    """Where an event leads from a state, and where it does so being accepted. `-> back` may lead to any state."""
    found: set[str] = set()
    accepted: set[str] = set()
    for option in table.rows[state][event].options:
        if not option.reached:
            continue
        if option.verdict is not Verdict.MOVE:
            targets = {state}
        elif returns(option.line.outcome, table.states[state].state.role):
            targets = set(table.states)
        else:
            targets = {option.target}
        found |= targets
        if option.verdict in (Verdict.MOVE, Verdict.STAY):
            accepted |= targets
    return found, accepted


def marks(drawn: Diagram, trace: Trace) -> Marks:
    """Where the steps of a trace are: on an arrow of the state, else on one of shared lines, else in the state's box."""
    arrows: dict[tuple[int, str], tuple[int, ...]] = {}
    boxes: dict[str, tuple[tuple[int, str], ...]] = {}
    for n, step in enumerate(trace.steps, 1):
        found = _arrow(drawn, step)
        if found is None:
            boxes[step.state] = (*boxes.get(step.state, ()), (n, step.words))
        else:
            arrows[found, step.event] = (*arrows.get((found, step.event), ()), n)
    states = frozenset(name for step in trace.steps for name in (step.state, step.target))
    return Marks(arrows, boxes, states)


def _arrow(drawn: Diagram, step: TraceStep) -> int | None:
    """The arrow of a step: one of its event that ends where it does; else back; else, if it went on, any of its event.
    None where it leaves its state as it is."""
    if step.outcome not in ("", "move", "restart"):
        return None
    fitting = [
        n
        for n, arrow in enumerate(drawn.arrows)
        if any(label.event == step.event and step.state in label.states for label in arrow.labels)
    ]
    ends = {drawn.arrows[n].target: n for n in reversed(fitting)}
    if step.target in ends or step.target == step.state:
        return ends.get(step.target)
    return ends.get(BACK, next(iter(fitting), None))
