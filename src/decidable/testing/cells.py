"""One cell under test: put a machine into a state with facts, let an event happen, and say what should follow.

    at(refund, "checking", order_id="A-1").on(Eligible(...)).moves("confirming").proposes(issue_refund, order_id="A-1")

Owns: placing a run, and letting events happen to it by the real `step`; what should follow is in `expectations`. Never: runs
a tool or a model.
"""

from __future__ import annotations

from typing import Any

from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.check.situation import BLOCKED, NOW, Happens, asked, dispatched, entered, under_way
from decidable.core.snapshot import Input, Snapshot
from decidable.core.step import Step, begin, step
from decidable.testing.arrivals import arrival
from decidable.testing.expectations import Expectations
from decidable.testing.given import fact_value, known_fact, known_state
from decidable.testing.watching import tell


def at(machine: Machine[Any, Any], state: str, /, **facts: object) -> At:
    """A run of a machine in a state, as if just entered, with these facts (established by tools).

    What the state does on entry has happened: its words are said, its question is open, its reads and writes are under
    way. A call whose facts are not given has not started, and neither has what only an approval can start. None makes a
    fact unknown that starts known. Raises ValueError for a state or a fact the machine does not have, and for a value of
    another type.
    """
    known_state(machine, state)
    known = {name: None if value is None else fact_value(machine, name, value) for name, value in facts.items()}
    for name in facts:
        known_fact(machine, name)
    placed = entered(machine.table, state, known)
    return At(machine, placed.step, None, now=NOW, not_started=placed.not_started)


def begun(machine: Machine[Any, Any], /, **facts: object) -> At:
    """A run that has just begun, with these start facts. What it asks for is under way at once, as with a host. Raises
    what `begin` raises; an undecided cell does not keep it from beginning."""
    known = {name: fact_value(machine, name, value) for name, value in facts.items()}
    first = begin(machine.table, known, NOW, draft=not machine.table.fit)
    return At(machine, first, None, now=NOW, hosted=True)


class At(Expectations):
    """A run in a state. `on` makes the next one; the expectations are about the last event or, before the first one, about
    what entering the state does."""

    def __init__(
        self,
        machine: Machine[Any, Any],
        placed: Step,
        last: tuple[Snapshot, Input] | None,
        *,
        now: int,
        not_started: tuple[str, ...] = (),
        hosted: bool = False,
    ) -> None:
        super().__init__(machine, placed, last, not_started)
        self._now = now
        self._hosted = hosted

    def under_way(self, *names: str) -> At:
        """The same moment, with calls of these tools under way that this entry began; an event's name stands for words
        whose delivery gives it. Raises RefusedError for what is neither."""
        snapshot = self.snapshot
        for name in names:
            snapshot = under_way(self._machine.table, snapshot, name)
        return self._standing(snapshot)

    def asked(self, *tools: str) -> At:
        """The same moment, with the question about this list of tools open; nothing is asked where there are none. Raises
        RefusedError for a name that is no tool."""
        return self._standing(asked(self._machine.table, self.snapshot, tools)) if tools else self

    def struck(self, strikes: int) -> At:
        """The same moment, after so many strikes in a row."""
        return self._standing(self.snapshot._replace(strikes=strikes))

    def _standing(self, snapshot: Snapshot) -> At:
        return self._next(self._step._replace(snapshot=snapshot), self._last, self._now)

    def on(self, event: Event | Happens | str) -> At:
        """Let an event happen, and what follows from it in the same step.

        An event without a class is given by its name: `failed`, `unknown`, `told`, `model_down`, `after 30m`; `blocked`
        is a refusal of what is under way. A yes carries the approval of the open question, as it does when exactly that
        was shown; a result is one of the operation that is under way. Raises ValueError for what cannot arrive here,
        RefusedError for an event of another machine.
        """
        before = self.snapshot
        name = event.event if isinstance(event, Happens) else event
        if self._hosted and name != BLOCKED:
            before = dispatched(self._machine.table, before, self._now)
        before, input = arrival(self._machine, before, event, self._now + 1)
        after = step(self._machine.table, before, input)
        tell(self._machine.table, before, input, after)
        return self._next(after, (before, input), max(input.at, self._now))

    def _next(self, step: Step, last: tuple[Snapshot, Input] | None, now: int) -> At:
        return At(self._machine, step, last, now=now, not_started=self._not_started, hosted=self._hosted)
