"""Events put off for ever: deferred where no state that can follow takes them up again.

Owns: the findings about deferral in a machine that goes on; `open_work` speaks of what still waits at an end. Never: counts
on `*`, which takes nothing from the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from decidable.check.flow.found import Decision, Flow
from decidable.check.graph import reachable, traps
from decidable.check.speech import listed
from decidable.core.definition import Role
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Option, Rank, Table


class _Deferral(NamedTuple):
    """One line that puts an event off in a state."""

    state: str
    event: str
    option: Option


def deferral_findings(table: Table, flow: Flow) -> Iterator[Problem]:
    """Deferrals that nothing releases, and those that some way never releases."""
    places = _Places(table, flow)
    reported: set[tuple[int, str]] = set()
    for deferral in _deferrals(table, flow):
        key = (id(deferral.option.line), deferral.event)
        problem = None if key in reported else _judged(places, deferral)
        if problem is not None:
            reported.add(key)
            yield problem


def _deferrals(table: Table, flow: Flow) -> Iterator[_Deferral]:
    for state in flow.boxes:
        for event, cell in table.rows[state].items():
            for number, option in enumerate(cell.options):
                if option.verdict is Verdict.DEFER and Decision(state, event, number) in flow.decided:
                    yield _Deferral(state, event, option)


class _Places:
    """Where a run can go, and which states take an event from the queue; each worked out once."""

    def __init__(self, table: Table, flow: Flow) -> None:
        self.table = table
        self.flow = flow
        self.graph = {state: frozenset(flow.steps.get(state, {})) for state in flow.boxes}
        self.ends = frozenset(state for state in flow.boxes if table.states[state].state.role is Role.FINAL)
        self.traps = [trap for trap in traps(self.graph) if not trap & self.ends]
        """States that lead only to one another and are no end."""
        self.after = cache(lambda state: frozenset(reachable(self.graph, [state])))
        self.takers = cache(self._takers)

    def _takers(self, event: str) -> frozenset[str]:
        return frozenset(state for state in self.flow.boxes if self._takes(state, event))

    def _takes(self, state: str, event: str) -> bool:
        """Whether a state may take an event from the queue, or an end says that what still waits goes before a person.
        While an interruption lasts, the queue waits."""
        here = self.table.states[state].state
        if here.role is Role.FINAL:
            return here.leftovers
        cell = self.table.rows[state].get(event)
        return (
            cell is not None
            and here.role is not Role.INTERRUPTION
            and any(
                option.verdict not in (None, Verdict.DEFER)
                and option.rank is not Rank.DEFAULT
                and Decision(state, event, number) in self.flow.decided
                for number, option in enumerate(cell.options)
            )
        )


def _judged(places: _Places, deferral: _Deferral) -> Problem | None:
    state, event, option = deferral
    at = option.line.at
    takers, after = places.takers(event), places.after(state)
    if not after & (takers | places.ends):
        message = f"'{event}' is deferred for ever in {state}: no state after it takes it"
        hint = f"decide {event} by name in a state that follows; `*` takes nothing that waits. Or reject it here"
        return Problem("deferred-forever", message, hint, at, 0, event, Severity.WARNING, state, event)
    pits = [trap for trap in places.traps if trap & after and not trap & takers]
    if state in takers or not pits:
        return None
    stuck = {other: targets - takers for other, targets in places.graph.items() if other not in takers}
    for trap in pits:
        if trap & reachable(stuck, [state]):
            path = _path(places.flow, stuck, state, trap)
            message = (
                f"'{event}', deferred in {state}, may never be taken up: {path}, and nothing from there on takes it"
            )
            hint = f"decide {event} by name in {listed(sorted(trap))}, or reject it in {state}"
            return Problem("maybe-never-released", message, hint, at, 0, event, Severity.WARNING, state, event)
    return None


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
