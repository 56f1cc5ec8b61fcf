"""Events put off for ever: deferred where no state that can follow takes them up again.

Owns: the findings about deferral in a machine that goes on; `open_work` speaks of what still waits at an end. Never: counts
on `*`, which takes nothing from the queue; or says that something may be stranded without a run that strands it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from decidable.check import runs
from decidable.check.flow.found import Decision, Flow
from decidable.check.graph import reachable, traps
from decidable.check.speech import listed
from decidable.core.definition import Role
from decidable.core.problem import Problem, Severity
from decidable.core.records import Decided, JournalRecord, Verdict
from decidable.core.snapshot import Snapshot
from decidable.core.step import Step
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
        self.steps = runs.STEPS
        """So many may still be taken to show what is found."""

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
        put_off = _PutOff(deferral, places.flow.distances([state]))
        found = runs.shortest(places.flow, [put_off], places.steps)
        places.steps -= found.steps
        path = found.paths.get(put_off)
        shown = f"the path {' > '.join(path)} puts it off, and " if path else ""
        message = f"'{event}' is deferred for ever in {state}: {shown}no state after it takes it"
        hint = f"decide {event} by name in a state that follows; `*` takes nothing that waits. Or reject it here"
        return Problem("deferred-forever", message, hint, at, 0, event, Severity.WARNING, state, event)
    pits = [trap for trap in places.traps if trap & after and not trap & takers]
    for trap in pits if state not in takers else ():
        far = places.flow.distances(trap, lambda other: other not in takers)
        if state not in far:
            continue
        stranded = _Stranded(deferral, trap, far, places.flow.distances([state]))
        seen = runs.shortest(places.flow, [stranded], places.steps)
        places.steps -= seen.steps
        if path := seen.paths.get(stranded):
            message = (
                f"'{event}', deferred in {state}, may never be taken up: the path {' > '.join(path)} leads into"
                f" {listed(sorted(trap))}; nothing there takes it, and nothing leads out"
            )
            hint = f"decide {event} by name in {listed(sorted(trap))}, or reject it in {state}"
            return Problem("maybe-never-released", message, hint, at, 0, event, Severity.WARNING, state, event)
    return None


@dataclass(frozen=True, slots=True)
class _PutOff:
    """What is looked for: a run that puts this off. `before`: how many moves each state is away from there."""

    deferral: _Deferral
    before: Mapping[str, int] = field(compare=False)

    def is_met(self, _: Snapshot | None, after: Step) -> bool:
        here = self.deferral.state, self.deferral.option.line.at
        return any(_defers(record, self.deferral.event) and _line(record) == here for record in after.records)

    def to_go(self, after: Step) -> int | None:
        away = self.before.get(after.snapshot.state)
        return None if away is None else away + 1


@dataclass(frozen=True, slots=True)
class _Stranded:
    """What is looked for: a run that has put this off, and is where nothing takes it. `far`: how many moves that is away from
    each state that does not take it either; `before`: how many the state is away that puts it off."""

    deferral: _Deferral
    trap: frozenset[str]
    far: Mapping[str, int] = field(compare=False)
    before: Mapping[str, int] = field(compare=False)

    def is_met(self, _: Snapshot | None, after: Step) -> bool:
        return after.snapshot.state in self.trap and self._waits(after) and not any(map(self._elsewhere, after.records))

    def to_go(self, after: Step) -> int | None:
        here = after.snapshot.state
        if self._waits(after):
            return None if any(map(self._elsewhere, after.records)) else self.far.get(here)
        return None if here not in self.before else self.before[here] + 1 + self.far[self.deferral.state]

    def _waits(self, after: Step) -> bool:
        return any(waiting.event == self.deferral.event for waiting in after.snapshot.queue)

    def _elsewhere(self, record: JournalRecord) -> bool:
        """Whether the event is put off, but by another line."""
        here = self.deferral.state, self.deferral.option.line.at
        return _defers(record, self.deferral.event) and _line(record) != here


def _defers(record: JournalRecord, event: str) -> bool:
    return isinstance(record, Decided) and record.verdict is Verdict.DEFER and record.occurrence.event == event


def _line(record: JournalRecord) -> tuple[str, int] | None:
    """The state that decided, and where its line stands."""
    return (record.state, record.line) if isinstance(record, Decided) else None
