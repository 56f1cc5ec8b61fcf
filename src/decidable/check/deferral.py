"""Events put off for ever: deferred where no state that can follow takes them up again.

Owns: the findings about deferral in a machine that goes on; `open_work` speaks of what still waits at an end. Never: counts
on `*`, which takes nothing from the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from decidable.check.flow.follow import Decision, Flow
from decidable.check.graph import reachable, traps
from decidable.check.speech import listed
from decidable.core.definition import Role
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Cell, Option, Rank, Table


class _Deferral(NamedTuple):
    """One line that puts an event off in a state."""

    state: str
    event: str
    option: Option


def deferral_findings(table: Table, flow: Flow) -> Iterator[Problem]:
    """Deferrals that nothing releases, and those that some way never releases."""
    graph = {state: frozenset(flow.steps.get(state, {})) for state in flow.boxes}
    reported: set[tuple[int, str]] = set()
    for deferral in _deferrals(table, flow):
        key = (id(deferral.option.line), deferral.event)
        problem = None if key in reported else _judged(table, flow, graph, deferral)
        if problem is not None:
            reported.add(key)
            yield problem


def _deferrals(table: Table, flow: Flow) -> Iterator[_Deferral]:
    for state in flow.boxes:
        for event, cell in table.rows[state].items():
            for number, option in enumerate(cell.options):
                if option.verdict is Verdict.DEFER and Decision(state, event, number) in flow.decided:
                    yield _Deferral(state, event, option)


def _judged(table: Table, flow: Flow, graph: Mapping[str, frozenset[str]], deferral: _Deferral) -> Problem | None:
    state, event, option = deferral
    at = option.line.at
    takers = {other for other in flow.boxes if _takes(table, flow, other, event)}
    after = reachable(graph, [state])
    if not after & takers:
        if any(table.states[other].state.role is Role.FINAL for other in after):
            return None
        message = f"'{event}' is deferred for ever in {state}: no state after it takes it"
        hint = f"decide {event} by name in a state that follows; `*` takes nothing that waits. Or reject it here"
        return Problem("deferred-forever", message, hint, at, 0, event, Severity.WARNING, state, event)
    if state in takers:
        return None
    stuck = {other: targets - takers for other, targets in graph.items() if other not in takers}
    for trap in traps(graph):
        held = next((other for other in flow.boxes if other in trap), "")
        ends = table.states[held].state.role is Role.FINAL
        if trap & takers or ends or not trap & reachable(stuck, [state]):
            continue
        path = _path(flow, stuck, state, trap)
        message = f"'{event}', deferred in {state}, may never be taken up: {path}, and nothing from there on takes it"
        hint = f"decide {event} by name in {listed(sorted(trap))}, or reject it in {state}"
        return Problem("maybe-never-released", message, hint, at, 0, event, Severity.WARNING, state, event)
    return None


def _takes(table: Table, flow: Flow, state: str, event: str) -> bool:
    """Whether a state may take an event from the queue, or an end says that what still waits goes before a person. While an
    interruption lasts, the queue waits."""
    here = table.states[state].state
    if here.role is Role.FINAL:
        return here.leftovers
    cell: Cell | None = table.rows[state].get(event)
    return (
        cell is not None
        and here.role is not Role.INTERRUPTION
        and any(
            option.verdict not in (None, Verdict.DEFER)
            and option.rank is not Rank.DEFAULT
            and Decision(state, event, number) in flow.decided
            for number, option in enumerate(cell.options)
        )
    )


def _path(flow: Flow, graph: Mapping[str, frozenset[str]], start: str, goal: frozenset[str]) -> str:
    """The events that lead from a state into others, over states of a graph."""
    ways: dict[str, tuple[str, ...]] = {start: ()}
    waiting = [start]
    for state in waiting:
        for other in sorted(graph[state] - ways.keys()):
            ways[other] = (*ways[state], flow.steps[state][other])
            waiting.append(other)
    reached = next(state for state in waiting if state in goal)
    return f"after {' > '.join(ways[reached])} the run is in {reached}" if ways[reached] else f"the run is in {reached}"
