"""A hostile world: everything that can reach a run now.

Owns: what may arrive, in which order it is tried, and whether the world owes it. Never: decides what an arrival does.

Any event of a user, a model, a signal, the system or the world may come at any time; a write that was started may have any
outcome, or none, or have been refused, or certainly not have happened; a read and a delivery may be answered at any time or
never; the earliest armed deadline may fire at any time. A second outcome of an operation changes nothing (`core.settle`), so
that duplicates are explored without being sent. A crash leaves operations planned or started, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import permutations, product
from typing import Final, NamedTuple, TypeAlias

from decidable.check.explore.domains import Domains, Name, Sight, sample
from decidable.check.explore.normal import ASKED, LATEST
from decidable.core.definition import Event, Kind, Lookup, Role
from decidable.core.snapshot import (
    Act,
    Blocked,
    Dispatched,
    Fields,
    Input,
    NotDone,
    NotFound,
    Occurrence,
    Operation,
    Snapshot,
    Status,
    Timer,
)
from decidable.core.table import EventInfo, Table
from decidable.core.values import Range, Value, fits

_MODEL_BACK: Final = "model_back"
_PEOPLE: Final = (Kind.USER, Kind.ANSWER, Kind.CHOICE)


class Owed(IntEnum):
    """Whether it may be counted on, and on whom: the greater, the surer."""

    NEVER = 0
    """A fault, or an outcome that nobody asked for."""
    NEWS = 1
    """A signal, or evidence that no tool gives: it may come, and nobody has promised it."""
    PEOPLE = 2
    """A person or a model may do it, and one day somebody will."""
    ANSWER = 3
    """Whoever carries an operation out, or delivers words."""
    HOST = 4
    """The host: it starts what is planned, and its clock goes on."""


Arriving: TypeAlias = "Occurrence | Dispatched | NotFound | NotDone | Blocked"
"""The inputs that a world gives."""


class Offer(NamedTuple):
    """One thing that can reach the run."""

    input: Arriving
    owed: Owed


class World:
    """What can reach the runs of one table, in normal form."""

    def __init__(self, table: Table, domains: Domains, attempts: int) -> None:
        self._table = table
        self._domains = domains
        self._attempts = attempts
        self._yes = next((event.name for event in table.definition.events if event.kind is Kind.ANSWER), "")
        self._outcomes = frozenset(name for info in table.tools.values() for name in info.tool.gives)
        self._declared: Mapping[str, Event] = {event.name: event for event in table.definition.events}

    def unasked(self, snapshot: Snapshot, present: Mapping[str, int]) -> Iterator[Offer]:
        """What is about no operation. `present`: how many values of each group are around."""
        if snapshot.end is not None:
            return
        yield from self._deadlines(snapshot)
        away = self.is_away(snapshot)
        for info in self._table.events.values():
            if info.kind is Kind.RESULT:
                continue
            owed = Owed.PEOPLE if info.kind in _PEOPLE else Owed.NEWS if self._is_news(info) else Owed.NEVER
            if away and info.name == _MODEL_BACK:
                owed = Owed.HOST
            for fields in self.fields(info, present):
                for at in self._moments(snapshot):
                    yield Offer(Occurrence(info.name, fields, at), owed)
                    if info.name == self._yes and snapshot.proposal is not None and not snapshot.proposal.approved:
                        yield Offer(Occurrence(info.name, fields, at, by="somebody", approval=ASKED), owed)

    def _is_news(self, info: EventInfo) -> bool:
        return info.kind is Kind.SIGNAL or (info.kind is Kind.EVIDENCE and info.name not in self._outcomes)

    def is_away(self, snapshot: Snapshot) -> bool:
        """Whether an outage is on, which ends one day."""
        interrupted = self._table.states[snapshot.state].state.role is Role.INTERRUPTION
        return interrupted and _MODEL_BACK in self._table.events

    def _moments(self, snapshot: Snapshot, least: int = 0) -> Sequence[int]:
        """Before the deadlines of an interrupted entry have passed, and after each of them. What the interruption has
        waited for, and `least`, has passed since it began, so that shorter ones have passed as well."""
        kept = snapshot.interrupted
        if kept is None:
            return (0,)
        armed = {timer.event for timer in snapshot.timers}
        waited = [ms for event, ms in self._table.states[snapshot.state].timers if event not in armed]
        passed = max(least, *waited, 0)
        return (passed, *sorted({timer.deadline for timer in kept.timers if timer.deadline > passed}))

    def _deadlines(self, snapshot: Snapshot) -> Iterator[Offer]:
        """The earliest; each that may be, where those of parents may have been armed long before."""
        waits = dict(self._table.states[snapshot.state].timers)

        def surely_before(one: Timer, other: Timer) -> bool:
            shorter = waits[one.event] < waits[other.event]
            return shorter and other.deadline == waits[other.event] + LATEST

        for timer in snapshot.timers:
            if not any(surely_before(other, timer) for other in snapshot.timers):
                for at in self._moments(snapshot, timer.deadline):
                    yield Offer(Occurrence(timer.event, {}, at, entry=snapshot.entry), Owed.HOST)

    def clocks(self, snapshot: Snapshot, input: Input) -> Iterator[Snapshot]:
        """The same moment with the deadlines of an interrupted entry in every order in which they may pass: those of
        parents may have been armed long before."""
        yield snapshot
        kept = snapshot.interrupted
        if kept is None or not input.at or not self._table.states[kept.state].parents:
            return
        deadlines = tuple(timer.deadline for timer in kept.timers)
        for order in permutations(deadlines):
            if order != deadlines:
                timers = tuple(timer._replace(deadline=at) for timer, at in zip(kept.timers, order, strict=True))
                yield snapshot._replace(interrupted=kept._replace(timers=timers))

    def about(self, op: Operation, present: Mapping[str, int]) -> Iterator[Offer]:
        """What can be heard of an operation."""
        if op.act is Act.SAY:
            yield from self._outcome(op, str(op.args["gives"]), present, Owed.ANSWER)
            return
        info = self._table.tools[op.tool]
        tool = info.tool
        if op.act is Act.READ:
            for event in tool.gives:
                yield from self._outcome(op, event, present, Owed.ANSWER)
            if tool.no_answer not in tool.gives:
                yield from self._outcome(op, tool.no_answer, present, Owed.NEVER)
            yield Offer(Blocked(op.id, "refused", 0), Owed.NEVER)
            return
        if op.status is Status.PLANNED:
            yield Offer(Dispatched(op.id, 0), Owed.HOST)
            yield Offer(Blocked(op.id, "refused", 0), Owed.NEVER)
            return
        for event in tool.gives:
            if event != tool.no_answer:
                yield from self._outcome(op, event, present, Owed.ANSWER)
        yield Offer(NotDone(op.id, "not done", 0), Owed.ANSWER)
        if op.status is Status.UNKNOWN:
            yield Offer(NotFound(op.id, 0, op.attempt), Owed.ANSWER)
            if tool.lookup is Lookup.REPEAT and op.attempt < self._attempts:
                yield Offer(Dispatched(op.id, 0), Owed.HOST)
        elif op.attempt < self._attempts:
            yield from self._outcome(op, tool.no_answer, present, Owed.NEVER)

    def _outcome(self, op: Operation, event: str, present: Mapping[str, int], owed: Owed) -> Iterator[Offer]:
        for fields in self.fields(self._table.events[event], present):
            yield Offer(Occurrence(event, fields, operation=op.id), owed)

    def fields(self, info: EventInfo, present: Mapping[str, int]) -> Iterator[Fields]:
        """Every way to fill an event's fields that a machine can tell apart."""
        names = list(info.types)
        options: list[tuple[Value | None, ...]] = []
        fresh: dict[str, int] = {}
        for name in names:
            known = self._domains[name]
            required = name in info.required
            if known.sight is Sight.NOTHING and not required:
                options.append((None,))
                continue
            values = known.values or _around(known, present, fresh)
            values = tuple(value for value in values if fits(value, info.types[name]))
            options.append(values if required else (None, *values))
        for values in product(*options):
            yield {name: value for name, value in zip(names, values, strict=True) if value is not None}


def size(known: Name) -> int:
    """How many values there are of a type that has few; 0 for no end of them."""
    return known.type.high - known.type.low + 1 if isinstance(known.type, Range) else 0


def _around(known: Name, present: Mapping[str, int], fresh: dict[str, int]) -> tuple[Value, ...]:
    """The values of a group that are around, and fresh ones: one more for each field of that group before it."""
    more = fresh[known.group] = fresh.get(known.group, 0) + 1
    count = present.get(known.group, 0) + more
    if isinstance(known.type, Range):
        count = min(count, size(known))
    return tuple(sample(known.type, known.group, number) for number in range(count))
