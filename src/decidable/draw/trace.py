"""A path through a machine that is to be seen on its drawing.

Owns: what a trace is, whether a machine can go it, and which arrows and boxes it touches. Never: finds one; `check` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from decidable.core.problem import did_you_mean
from decidable.core.records import Verdict
from decidable.core.table import ANY_STATE, Table
from decidable.draw.diagram import BACK, Diagram, returns
from decidable.errors import RefusedError


class TraceStep(NamedTuple):
    """One event: the state it came to, and the state after it."""

    state: str
    event: str
    target: str


class Trace(NamedTuple):
    """A list of events, with a line about what it shows."""

    title: str
    steps: tuple[TraceStep, ...]


class Marks(NamedTuple):
    """Where the steps of a trace are in a drawing, by their numbers from 1. `arrows`: by (arrow, event)."""

    arrows: Mapping[tuple[int, str], tuple[int, ...]]
    boxes: Mapping[str, tuple[tuple[int, str], ...]]
    """By state: the steps that leave it where it is, with their events."""
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


def _after(table: Table, step: TraceStep) -> Iterator[str]:
    """Where an event may lead. `-> back` may lead to any state that can be interrupted."""
    for option in table.rows[step.state][step.event].options:
        if not option.reached or option.verdict is not Verdict.MOVE:
            yield step.state
        elif returns(option.line.outcome, table.states[step.state].state.role):
            yield from table.states
        else:
            yield option.target


def marks(drawn: Diagram, trace: Trace) -> Marks:
    """Where the steps of a trace are: on an arrow of the state, else on one of shared lines, else in the state's box."""
    arrows: dict[tuple[int, str], tuple[int, ...]] = {}
    boxes: dict[str, tuple[tuple[int, str], ...]] = {}
    for n, step in enumerate(trace.steps, 1):
        found = _arrow(drawn, step)
        if found is None:
            boxes[step.state] = (*boxes.get(step.state, ()), (n, step.event))
        else:
            arrows[found, step.event] = (*arrows.get((found, step.event), ()), n)
    states = frozenset(name for step in trace.steps for name in (step.state, step.target))
    return Marks(arrows, boxes, states)


def _arrow(drawn: Diagram, step: TraceStep) -> int | None:
    def fits(n: int, source: str, targets: tuple[str, ...]) -> bool:
        arrow = drawn.arrows[n]
        events = [label.event for label in arrow.labels]
        return arrow.source == source and arrow.target in targets and step.event in events

    numbers = range(len(drawn.arrows))
    direct = [n for n in numbers if fits(n, step.state, (step.target,))]
    back = [n for n in numbers if fits(n, step.state, (BACK,))]
    node = drawn.node(step.state)
    scopes = [scope for scope in (*(node.parents[::-1] if node else ()), ANY_STATE) if scope in drawn.scopes]
    shared = [n for scope in scopes for n in numbers if fits(n, scope, (step.target,))]
    return next(iter([*direct, *back, *(shared if step.target != step.state else [])]), None)
