"""A walk through a machine from its beginning, breadth first through the real `step`, and the shortest way to every line.

Owns: the order of the walk, and the ways that were found. Never: proves that something cannot be reached; a walk
that was ended says so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from decidable.check.explore.domains import effects
from decidable.check.generate.alike import Alike
from decidable.check.generate.cases import Tell, unheard
from decidable.check.generate.offers import Offers, defers
from decidable.check.generate.reached import Reached, deciding_lines, reached_by
from decidable.check.samples import sample
from decidable.check.shown import decisions
from decidable.check.situation import BLOCKED, NOW, Happens
from decidable.core import definition as d
from decidable.core.snapshot import Snapshot
from decidable.core.step import begin, step
from decidable.core.table import Table
from decidable.core.values import Value

MOST_STEPS: Final = 25_000
"""Steps of one walk: seconds, not minutes."""


class Pace(NamedTuple):
    """One event on a way, every decision of its step, and the lines that made them."""

    happens: Happens
    decisions: tuple[str, ...]
    by: tuple[Reached, ...]


class Place(NamedTuple):
    """A moment of the walk, and how it was come to."""

    snapshot: Snapshot
    """As the step left it: what it asks for is planned, and not begun."""
    now: int
    before: int
    pace: Pace | None


class Way(NamedTuple):
    """The shortest way on which a line decides, as the last event or in what follows from it."""

    to: Reached
    paces: tuple[Pace, ...]


class Walk(NamedTuple):
    """What was found. `start`: the facts the runs begin with. `missing`: lines that were not come to, by state and column."""

    start: Mapping[str, Value]
    ways: tuple[Way, ...]
    missing: tuple[tuple[str, str, d.Line], ...]
    ended: bool
    """Whether everything that can happen in a test was tried; otherwise the walk came to `MOST_STEPS`."""


def walk(table: Table, tell: Tell = unheard) -> Walk:
    """Walk until every line was reached, nothing new is left, or `MOST_STEPS` were taken."""
    return _Walker(table).walk(tell)


def events_now(table: Table, snapshot: Snapshot) -> tuple[Happens, ...]:
    """What can happen in a moment in which what was asked for is under way; a refusal of the gate is not among it."""
    offers = Offers(table, _by_cell(table)).of(snapshot, NOW)
    return tuple(happens for happens, _, _ in offers if happens.event != BLOCKED)


def _by_cell(table: Table) -> Counter[tuple[str, str]]:
    return Counter((state, column) for state, column, _ in deciding_lines(table))


def start_facts(table: Table) -> dict[str, Value]:
    """Facts that nothing but the start of a run gives."""
    given = {effect.fact for effect in effects(table) if isinstance(effect, d.Set | d.Count)} | set(table.initial)
    given |= {name for info in table.events.values() for name in info.establishes}
    return {name: sample(name, fact.type) for name, fact in table.facts.items() if name not in given}


class _Walker:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.start = start_facts(table)
        self.places: list[Place] = []
        self.frontier: deque[int] = deque()
        self.known: set[Hashable] = set()
        self.ways: dict[tuple[str, str, int, bool], tuple[Reached, int]] = {}
        self.alike = Alike(table)
        self.lines = deciding_lines(table)
        self.missing = {(state, column, id(line)) for state, column, line in self.lines}
        """Lines not reached yet."""
        self.open_cells = _by_cell(table)
        self.offers = Offers(table, self.open_cells)
        self.waiting = {column for state, column, _ in self.missing if defers(table, state, column)}
        """Events that wait somewhere and were not seen to be recalled."""

    def walk(self, tell: Tell) -> Walk:
        """The whole walk."""
        first = begin(self.table, self.start, NOW, draft=not self.table.fit)
        self._add(Place(first.snapshot, NOW, -1, None))
        self._note(tuple(reached_by(self.table, first.snapshot, None, first)), 0)
        steps = 0
        while self.frontier and steps < MOST_STEPS and (self.missing or self.waiting):
            number = self.frontier.popleft()
            here = self.places[number]
            tell(f"ways: {steps:,} of at most {MOST_STEPS:,} steps, {len(self.missing):,} lines not come to")
            for happens, before, input in self.offers.of(here.snapshot, here.now):
                steps += 1
                after = step(self.table, before, input)
                by = tuple(reached_by(self.table, before, input, after))
                pace = Pace(happens, decisions(before, input, after), by)
                place = Place(after.snapshot, max(input.at, here.now), number, pace)
                self._note(by, self._add(place))
        ways = tuple(Way(reached, self._way(at)) for reached, at in self.ways.values() if at)
        missing = tuple((s, c, line) for s, c, line in self.lines if (s, c, id(line)) in self.missing)
        return Walk(self.start, ways, missing, not self.frontier)

    def _add(self, place: Place) -> int:
        """The number of a place; it is walked on from if there was none like it."""
        number = len(self.places)
        key = self.alike.key(place.snapshot)
        self.places.append(place)
        if key not in self.known:
            self.known.add(key)
            self.frontier.append(number)
        return number

    def _way(self, number: int) -> tuple[Pace, ...]:
        found: list[Pace] = []
        while number >= 0:
            place = self.places[number]
            if place.pace is not None:
                found.append(place.pace)
            number = place.before
        return tuple(reversed(found))

    def _note(self, by: tuple[Reached, ...], number: int) -> None:
        """The lines by which a step decided."""
        for reached in by:
            key = reached.key
            if key not in self.ways:
                self.ways[key] = reached, number
                if key[:3] in self.missing:
                    self.missing.remove(key[:3])
                    self.open_cells[key[:2]] -= 1
                if reached.recalled:
                    self.waiting.discard(reached.column)
