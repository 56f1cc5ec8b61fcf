"""How a bound machine's events reach a test's run: an object of an event class, or a name.

Owns: what may be given to `on`. Never: decides anything; `step` does.
"""

from __future__ import annotations

from typing import Any

from decidable.bind.events import Event
from decidable.bind.machine import Machine
from decidable.check.situation import BLOCKED, Happens, arriving
from decidable.core.problem import did_you_mean
from decidable.core.snapshot import Blocked, Occurrence, Snapshot


def arrival(
    machine: Machine[Any, Any], snapshot: Snapshot, event: Event | Happens | str, now: int
) -> tuple[Snapshot, Occurrence | Blocked]:
    """The snapshot in which an event arrives (its operation started, if it is a result) and the event as an input.

    Raises ValueError for a name that is no event, or of an event that has a class; for fields that do not make one, for a
    deadline that is not armed, and for a refusal where nothing is under way.
    """
    return arriving(machine.table, snapshot, _happens(machine, snapshot, event), now)


def _happens(machine: Machine[Any, Any], snapshot: Snapshot, event: Event | Happens | str) -> Happens:
    if isinstance(event, Event):
        return Happens(*machine.occurrence_fields(event))
    if isinstance(event, Happens):
        return event
    armed = [timer.event for timer in snapshot.timers]
    if event in machine.events and event not in armed:
        cls = machine.events[event].__name__
        raise ValueError(f"'{event}' has a class: give on() an instance, {cls}(...)")
    if event not in machine.table.events and event not in (*armed, BLOCKED):
        named = [*(name for name in machine.table.events if name not in machine.events), *armed, BLOCKED]
        hint = did_you_mean(event, named) or f"events by name are {', '.join(named)}"
        raise ValueError(f"'{event}' cannot arrive in {snapshot.state} of {machine.name}; {hint}")
    return Happens(event)
