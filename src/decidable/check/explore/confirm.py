"""From a path of the search to a run with real values, taken line by line by the real `step`.

Owns: the values, and the answer that there are none. Never: calls a path a run that `step` does not take.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Final, NamedTuple, Never, assert_never, cast

from decidable.check.explore.domains import Domains, sample
from decidable.check.explore.moves import Move
from decidable.check.explore.normal import ASKED, CURRENT, Names, Normal, Normalizer, frozen
from decidable.check.explore.space import Space
from decidable.check.explore.world import World
from decidable.check.explore.world import size as size_of
from decidable.check.rules.seen import Seen, seen
from decidable.check.rules.trace import Trace, TraceStep, trace_step
from decidable.core.snapshot import Blocked, Dispatched, Input, NotDone, NotFound, Occurrence, Snapshot
from decidable.core.step import begin, step
from decidable.core.table import Table
from decidable.core.values import Value

WIDEST: Final = 400
"""Runs that are carried along side by side; more different ones do not help."""

MARGINS: Final = (60_000, 1_000)
"""How long before a deadline is just before it."""


class Leg(NamedTuple):
    """One move of a path, and whether a run that took it is where the path goes."""

    move: Move
    arrives: Callable[[Snapshot, tuple[Seen, ...]], bool]


@dataclass(frozen=True, slots=True)
class _Run:
    """A run so far."""

    snapshot: Snapshot
    facts: Mapping[str, Value]
    last: TraceStep | None
    before: _Run | None
    used: int
    """Fresh values so far."""
    now: int


class Stuck(NamedTuple):
    """No run takes this leg of the path."""

    leg: int


class Confirmer:
    """Finds runs for the paths of one space."""

    def __init__(self, space: Space, domains: Domains) -> None:
        self._space = space
        self._table: Table = space.table
        self._domains = domains
        self._exact = Normalizer(space.table, domains, (), frozenset(), space.bounds.deliveries)
        self._waits = any(info.parents and len(info.timers) > 1 for info in space.table.states.values())
        self._world = World(space.table, domains, space.bounds.attempts)

    def confirm(
        self,
        starts: Sequence[Mapping[str, Value]],
        begins: Callable[[Snapshot], bool],
        legs: Sequence[Leg],
    ) -> Trace | Stuck:
        """A run along the legs, or the first leg that no run takes."""
        runs = [_Run(begin(self._table, facts, 0).snapshot, facts, None, None, 0, 0) for facts in starts]
        runs = [run for run in runs if begins(run.snapshot)]
        for number, leg in enumerate(legs):
            after: dict[Hashable, _Run] = {}
            for run in runs:
                for key, taken in self._taken(run, leg):
                    after.setdefault(key, taken)
            after = dict(islice(after.items(), WIDEST))
            if not after:
                return Stuck(number)
            runs = list(after.values())
        return _trace(runs[0]) if runs else Stuck(0)

    def _taken(self, run: _Run, leg: Leg) -> Iterator[tuple[Hashable, _Run]]:
        normal = self._exact.normal(run.snapshot)
        loose = self._space.normalizer.normal(run.snapshot)
        offer = leg.move.offer.input
        for at in self._times(run, offer):
            for input, used in self._inputs(run, offer, at, normal, loose.names):
                done = step(self._table, run.snapshot, input)
                if leg.arrives(done.snapshot, seen(run.snapshot, input, done)):
                    last = trace_step(run.snapshot, input, done)
                    taken = _Run(done.snapshot, run.facts, last, run, used, at)
                    yield (frozen(self._exact.normal(done.snapshot).snapshot), self._left(taken)), taken

    def _left(self, run: _Run) -> tuple[int, ...]:
        """How long each deadline still is, where states in states have armed them at different times."""
        return tuple(timer.deadline - run.now for timer in run.snapshot.timers) if self._waits else ()

    def _inputs(self, run: _Run, wanted: Input, at: int, normal: Normal, loose: Names) -> Iterator[tuple[Input, int]]:
        """What could be meant by an offer, with real names and values."""
        real = {new: old for old, new in loose.operations.items()}
        id = real.get(getattr(wanted, "operation", ""), "")
        match wanted:
            case Dispatched():
                yield Dispatched(id, at), run.used
            case Blocked(_, why):
                yield Blocked(id, why, at), run.used
            case NotDone(_, why):
                yield NotDone(id, why, at), run.used
            case NotFound():
                yield NotFound(id, at, run.snapshot.operations[id].attempt), run.used
            case Occurrence(event):
                approval, entry = "", 0
                if wanted.approval == ASKED and run.snapshot.proposal is not None:
                    approval = run.snapshot.proposal.digest
                if wanted.entry == CURRENT:
                    entry = run.snapshot.entry
                for fields, used in self._fields(run, event, normal):
                    yield Occurrence(event, fields, at, "", wanted.by, id, approval, entry), used
            case _:
                assert_never(cast(Never, wanted))  # nobody offers anything else

    def _fields(self, run: _Run, event: str, normal: Normal) -> Iterator[tuple[Mapping[str, Value], int]]:
        info = self._table.events.get(event)
        if info is None:
            yield {}, run.used
            return
        around = normal.names.values
        present = {group: len(values) for group, values in around.items()}
        for fields in self._world.fields(info, present):
            used = run.used
            real: dict[str, Value] = {}
            fresh: dict[Value, Value] = {}
            for name, value in fields.items():
                known = self._domains[name]
                here = around.get(known.group, [])
                numbers = [sample(known.type, known.group, n) for n in range(len(here))]
                if known.values:
                    real[name] = value
                elif value in numbers:
                    real[name] = here[numbers.index(value)]
                else:
                    if value not in fresh:
                        fresh[value] = self._fresh(name, (*here, *fresh.values()), used)
                        used += 1
                    real[name] = fresh[value]
            yield real, used

    def _fresh(self, name: str, here: Sequence[Value], used: int) -> Value:
        """A value that is nowhere in the run; of a small range, one that is not around now or fresh beside it."""
        known = self._domains[name]
        size = size_of(known)
        values = (sample(known.type, name, number % size if size else number) for number in count(used))
        return next(value for value in values if value not in here)

    def _times(self, run: _Run, wanted: Input) -> Iterator[int]:
        """When it may come: now, after each deadline that an interruption keeps, and just before the next deadline, which
        is how a state within another is entered late. A deadline passes when it is due, and after those before it."""
        snapshot, now = run.snapshot, run.now
        earliest = min((timer.deadline for timer in snapshot.timers), default=0)
        if isinstance(wanted, Occurrence) and wanted.entry:
            now = max(now, earliest)
            if (wanted.event, earliest) not in ((timer.event, timer.deadline) for timer in snapshot.timers):
                return
        kept = () if snapshot.interrupted is None else snapshot.interrupted.timers
        yield from sorted({now, *(timer.deadline for timer in kept if timer.deadline > now)})
        if self._waits:
            yield from (earliest - margin for margin in MARGINS if earliest - margin > now)


def _trace(run: _Run) -> Trace:
    steps: list[TraceStep] = []
    at: _Run | None = run
    while at is not None and at.last is not None:
        steps.append(at.last)
        at = at.before
    return Trace(run.facts, tuple(reversed(steps)))
