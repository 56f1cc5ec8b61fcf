"""A walk through a machine from its beginning, breadth first through the real `step`, and the shortest way to every line.

Owns: what can happen next in a test, and the ways that were found. Never: proves that something cannot be reached; a walk
that was ended says so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator, Mapping
from itertools import islice, product, takewhile
from typing import Final, NamedTuple

from decidable.check.explore.domains import effects
from decidable.check.generate.samples import sample, told_apart
from decidable.check.shown import decisions, ignored_on_arrival
from decidable.check.situation import BLOCKED, NOW, Happens, answering, arriving, dispatched, yes_of
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import records as r
from decidable.core.decide import choose
from decidable.core.evolve import evolve
from decidable.core.snapshot import Act, Input, Snapshot, Status
from decidable.core.step import Step, begin, step
from decidable.core.table import Cell, Origin, Table
from decidable.core.values import Value

MOST_STEPS: Final = 25_000
"""Steps of one walk: seconds, not minutes."""
MOST_OF_AN_EVENT: Final = 24
"""Combinations of an event's fields that are tried in one moment."""


class Reached(NamedTuple):
    """A line of a cell, by which something was decided. `recalled`: of an event that had waited."""

    state: str
    column: str
    line: d.Line
    recalled: bool

    @property
    def key(self) -> tuple[str, str, int, bool]:
        """By the identity of the line: two equal lines are two."""
        return self.state, self.column, id(self.line), self.recalled


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


def walk(table: Table) -> Walk:
    """Walk until every line was reached, nothing new is left, or `MOST_STEPS` were taken."""
    return _Walker(table).walk()


def events_now(table: Table, snapshot: Snapshot) -> tuple[Happens, ...]:
    """What can happen in a moment in which what was asked for is under way; a refusal of the gate is not among it."""
    walker = _Walker(table)
    offers = walker.offers(Place(snapshot, NOW, -1, None))
    return tuple(happens for happens, _, _ in offers if happens.event != BLOCKED)


def start_facts(table: Table) -> dict[str, Value]:
    """Facts that nothing but the start of a run gives."""
    given = {effect.fact for effect in effects(table) if isinstance(effect, d.Set | d.Count)} | set(table.initial)
    given |= {name for info in table.events.values() for name in info.establishes}
    return {name: sample(name, fact.type) for name, fact in table.facts.items() if name not in given}


class _Walker:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.start = start_facts(table)
        self.yes = yes_of(table)
        self.places: list[Place] = []
        self.frontier: deque[int] = deque()
        self.known: set[Hashable] = set()
        self.ways: dict[tuple[str, str, int, bool], tuple[Reached, int]] = {}
        self.matter = _matter(table)
        self.missing = {(state, column, id(line)) for state, column, line in _lines(table)}
        """Lines not reached yet."""
        self.open_cells = Counter((state, column) for state, column, _ in self.missing)
        self.waiting = {column for state, column, _ in self.missing if self._defers(state, column)}
        """Events that wait somewhere and were not seen to be recalled."""

    def _defers(self, state: str, column: str) -> bool:
        return any(
            option.verdict is r.Verdict.DEFER and option.reached for option in self.table.rows[state][column].options
        )

    def walk(self) -> Walk:
        """The whole walk."""
        first = begin(self.table, self.start, NOW, draft=not self.table.fit)
        self._add(Place(first.snapshot, NOW, -1, None))
        self._note(tuple(reached_by(self.table, first.snapshot, None, first)), 0)
        steps = 0
        while self.frontier and steps < MOST_STEPS and (self.missing or self.waiting):
            number = self.frontier.popleft()
            for happens, before, input in self.offers(self.places[number]):
                steps += 1
                after = step(self.table, before, input)
                by = tuple(reached_by(self.table, before, input, after))
                pace = Pace(happens, decisions(before, input, after), by)
                place = Place(after.snapshot, max(input.at, self.places[number].now), number, pace)
                self._note(by, self._add(place))
        ways = tuple(Way(reached, self._way(at)) for reached, at in self.ways.values() if at)
        missing = tuple((s, c, line) for s, c, line in _lines(self.table) if (s, c, id(line)) in self.missing)
        return Walk(self.start, ways, missing, not self.frontier)

    def _add(self, place: Place) -> int:
        """The number of a place; it is walked on from if there was none like it."""
        number = len(self.places)
        key = self._key(place.snapshot)
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

    def offers(self, place: Place) -> Iterator[tuple[Happens, Snapshot, Input]]:
        """Everything that can happen next, with the moment in which it arrives."""
        planned = place.snapshot
        if planned.end is not None:
            return
        begun = dispatched(self.table, planned, place.now)
        for event, cell in self.table.rows[planned.state].items():
            if event == BLOCKED:
                fresh = [
                    op for op in planned.operations.values() if op.act in (Act.READ, Act.WRITE) and op.attempt == 0
                ]
                new = [op for op in fresh if op.id.startswith(f"{planned.version}.")]
                if len(fresh) == len(new) == 1:
                    yield (Happens(BLOCKED), *arriving(self.table, planned, Happens(BLOCKED), place.now + 1))
            elif event not in self.table.events:
                if any(timer.event == event for timer in begun.timers):
                    yield (Happens(event), *arriving(self.table, begun, Happens(event), place.now + 1))
            elif self._can_come(begun, event):
                for happens in self._events(begun, event, cell):
                    yield (happens, *arriving(self.table, begun, happens, place.now + 1))

    def _can_come(self, snapshot: Snapshot, event: str) -> bool:
        """A result comes only of something that is under way. Evidence may come from elsewhere as well: that is tried where
        a line is still missing, and the usual way everywhere. What waits already does not come again."""
        queue = snapshot.queue
        if any(waiting.event == event for waiting in queue) or (len(queue) > 1 and self._defers(snapshot.state, event)):
            return False
        operation = answering(self.table, snapshot, event)
        if operation is not None:
            return operation.status is not Status.UNKNOWN or event in self.table.tools[operation.tool].tool.gives
        match self.table.events[event].kind:
            case d.Kind.RESULT:
                return False
            case d.Kind.EVIDENCE:
                return self.open_cells[snapshot.state, event] > 0
            case _:
                return True

    def _events(self, snapshot: Snapshot, event: str, cell: Cell) -> Iterator[Happens]:
        info = self.table.events[event]
        guards = [option.line.guard for option in cell.options if option.line.guard is not None]
        asked = snapshot.proposal is not None and not snapshot.proposal.approved
        choices: list[list[Value | None]] = []
        for name, type_ in info.types.items():
            values: list[Value | None] = [*told_apart(name, type_, guards)]
            values += [known.value for other in _same(name, guards) if (known := snapshot.facts.get(other)) is not None]
            values += [] if name in info.required else [None]
            choices.append(list(dict.fromkeys(values)))
        for combination in islice(product(*choices), MOST_OF_AN_EVENT):
            named = zip(info.types, combination, strict=True)
            fields = {name: value for name, value in named if value is not None}
            yield Happens(event, fields)
            if event == self.yes and asked:
                yield Happens(event, fields, approves=False)

    def _key(self, snapshot: Snapshot) -> Hashable:
        """Moments that are alike enough for a test: what guards can tell apart counts, other values do not."""
        kept, proposal = snapshot.interrupted, snapshot.proposal
        facts = ((name, str(known.value) if name in self.matter else "") for name, known in snapshot.facts.items())
        operations = {
            (op.args["gives"], True, False)
            if op.act is Act.SAY
            else (op.tool, op.entry == snapshot.entry, op.status, op.id.startswith(f"{snapshot.version}."))
            for op in snapshot.operations.values()
        }
        return (
            snapshot.state,
            tuple(sorted(facts)),
            frozenset(operations),
            proposal
            and (
                tuple(each.tool for each in proposal.steps),
                proposal.approved,
                proposal.next,
                proposal.entry == snapshot.entry,
            ),
            frozenset(waiting.event for waiting in snapshot.queue),
            kept and (kept.state, tuple(held.event for held in kept.held)),
            snapshot.strikes,
            tuple(timer.event for timer in snapshot.timers),
        )


def reached_by(table: Table, before: Snapshot, input: Input | None, after: Step) -> Iterator[Reached]:
    """The lines by which a step decided, in order. What was ignored on arrival left no record, and is looked up."""
    if ignored_on_arrival(input, after):
        chosen = choose(table, _settled(before, after), input)
        if chosen is not None and chosen[2] is not None:
            yield Reached(before.state, input.event, chosen[2].line, False)
    for record in after.records:
        if isinstance(record, r.Decided) and record.state in table.rows:
            for option in table.rows[record.state].get(record.occurrence.event, _NOTHING).options:
                line = option.line
                if (line.at, line.reason, option.verdict) == (record.line, record.reason, record.verdict):
                    yield Reached(record.state, record.occurrence.event, line, record.cause is r.Cause.RECALLED)
                    break


def _settled(before: Snapshot, after: Step) -> Snapshot:
    """The moment in which what arrived was looked up: the operation whose outcome it is has settled by then."""
    for record in takewhile(lambda record: not isinstance(record, r.Decided), after.records):
        before = evolve(before, record)
    return before


_NOTHING: Final = Cell("", "", (), Origin.UNDECIDED, False)


def _same(name: str, guards: list[g.Guard]) -> Iterator[str]:
    """The names that a guard compares this one with."""
    for guard in guards:
        for atom in g.atoms(guard):
            if isinstance(atom, g.Same) and name in (atom.name, atom.other):
                yield atom.other if name == atom.name else atom.name


def _matter(table: Table) -> frozenset[str]:
    """The facts whose values a guard can tell apart, or a requirement."""
    found: set[str] = set()
    guards = [option.line.guard for row in table.rows.values() for cell in row.values() for option in cell.options]
    guards += [info.tool.requires for info in table.tools.values()]
    for guard in guards:
        for atom in g.atoms(guard) if guard is not None else ():
            if isinstance(atom, g.Same):
                found.update((atom.name, atom.other))
            elif isinstance(atom, g.Holds | g.Is | g.OneOf | g.Compare):
                found.add(atom.name)
    return frozenset(found)


def _lines(table: Table) -> list[tuple[str, str, d.Line]]:
    return [
        (state, column, option.line)
        for state, row in table.rows.items()
        for column, cell in row.items()
        for option in cell.options
        if option.reached and option.verdict is not None
    ]
