"""One moment tried: what the real `step` does there, and to everything that agrees with it on what the step looked at.

Owns: running the step for the search, and reading its result as an effect. Never: says what a step does.

Packed facts are no tool's arguments, so that those a step writes without looking change each by itself: each of their
values is tried, all facts at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from decidable.check.explore.deeds import News
from decidable.check.explore.depends import Dependence, Depends, Moment
from decidable.check.explore.domains import Domains, Sight
from decidable.check.explore.influence import Influence
from decidable.check.explore.moves import Bounds, Course, Deed, Outcome, Progress
from decidable.check.explore.normal import Normal
from decidable.check.explore.packing import Bits, Change, lowest
from decidable.check.explore.places import Places, progress
from decidable.check.explore.regions import Region, Splitter
from decidable.check.explore.traced import Log, traced
from decidable.check.explore.world import Offer
from decidable.check.rules.seen import seen
from decidable.core.records import Decided
from decidable.core.snapshot import Occurrence, Operation, Snapshot
from decidable.core.step import Step, step
from decidable.core.table import Table

STANDING: Final = "0.1"
"""The name of an operation that is put beside those of a trial: it is the oldest."""


class Trial:
    """Tries moments of one machine. `cut`: takes the names of bounds that were met."""

    def __init__(
        self,
        table: Table,
        places: Places,
        influence: Influence,
        domains: Domains,
        bounds: Bounds,
        cut: dict[str, None],
    ) -> None:
        self._log = Log()
        self._examples: dict[Course, tuple[Region, Snapshot]] = {}
        self._table = traced(table, self._log)
        self._places = places
        self._domains = domains
        self._bounds = bounds
        self._cut = cut
        numbers = {name: at for at, name in enumerate(places.packed)}
        looks_why = domains["why"].sight is not Sight.NOTHING
        self._depends = Dependence(table, numbers, influence.loose, influence.told_by, looks_why=looks_why)
        self._splitter = Splitter(places.layout, places.knowns)

    def __call__(self, region: Region, bits: Bits) -> tuple[Region, list[Region], Outcome | None]:
        """What an offer does to a region, as much of the region as it does that to, and the rest of it. A moment of
        `bits` is tried. No outcome: it leads beyond the bounds."""
        places, layout = self._places, self._places.layout
        values = layout.values(lowest(region.where & bits))
        before = self.filled(region, values)
        done = self._step(region, before)
        depends = self._depends_of(region, before, done)
        region, rest = self._splitter.split(region, values, before.facts, depends)
        shown = places.shows(seen(before, region.offer.input, done))
        if not depends.written and _unchanged(before, done.snapshot):
            same = tuple(_same(region.snapshot, region.offer))
            deed = Deed((), region.frame, same, shown, region.offer.owed)
            return region, rest, Outcome(deed, tuple(range(len(same))), self._course(region, before, done))
        first = self._normal(done)
        if len(first.snapshot.queue) > max(self._bounds.queue, len(region.snapshot.queue)):
            self._cut["queue"] = None
            return region, rest, None
        changes = [self._made(fact, first) for fact in depends.closely if fact in depends.changing]
        if depends.written:
            region, more = self._written(region, values, depends, first, rest)
            changes += more
        origins = _origins(region.snapshot, first)
        operations = tuple(_operations(region.snapshot, first, origins, region.offer))
        deed = Deed(tuple(sorted(changes)), places.framed(first), operations, shown, region.offer.owed)
        return region, rest, Outcome(deed, origins, self._course(region, before, done))

    def _course(self, region: Region, before: Snapshot, done: Step) -> Course:
        ways = tuple(record.way for record in done.records if type(record) is Decided and record.target)
        course = Course(ways, before.interrupted is not None, region.consulted.started, region.busy)
        if course not in self._examples:
            self._examples[course] = region, before
        return course

    def fate(self, course: Course, bystander: Operation) -> Operation | None:
        """What becomes of an operation that a step is not about: found by a step that has gone so, with the operation
        beside its own."""
        region, before = self._examples[course]
        standing = bystander._replace(id=STANDING)
        beside = before._replace(operations={STANDING: standing, **before.operations})
        done = self._step(region, beside)
        assert self._course(region, beside, done) == course, "a bystander changes nothing"
        normal = self._places.normalizer.normal(done.snapshot)
        return normal.snapshot.operations.get(normal.names.operations.get(STANDING, ""))

    def _step(self, region: Region, before: Snapshot) -> Step:
        self._log.begin(before.facts, busy=region.busy)
        return step(self._table, before, region.offer.input)

    def _normal(self, done: Step) -> Normal:
        normal = self._places.normalizer.normal(done.snapshot)
        if normal.cut:
            self._cut["deliveries"] = None
        return normal

    def _depends_of(self, region: Region, before: Snapshot, done: Step) -> Depends:
        """What the step that has just been taken depended on."""
        moment = _moment(before, region.offer, done.snapshot)
        return self._depends.of(self._log.notes, done.records, region.consulted.before, moment)

    def _made(self, fact: int, first: Normal) -> Change:
        """What becomes of a fact that the step looked at and may have written."""
        after = self._places.codes[fact][first.packed[fact]]
        return Change(fact, (after,) * self._places.layout.sizes[fact])

    def _written(
        self, region: Region, values: Sequence[int], depends: Depends, first: Normal, rest: list[Region]
    ) -> tuple[Region, list[Change]]:
        """What becomes of each value that a fact may have had which the step may have written, each by itself. Where the
        step goes another way with one of them, that is left over: what waits is looked at again only if something changes."""
        layout, codes, after = self._places.layout, self._places.codes, depends.after
        changes: list[Change] = []
        for fact in depends.written:
            to = {values[fact]: codes[fact][first.packed[fact]]}
            for n in layout.found(region.where, fact):
                if n not in to and (known := after.get((fact, n))) is not None:
                    to[n] = known
                elif n not in to:
                    before = self.filled(region, [*values[:fact], n, *values[fact + 1 :]])
                    done = self._step(region, before)
                    if self._depends_of(region, before, done) is depends:
                        to[n] = codes[fact][self._normal(done).packed[fact]]
                    else:
                        rest.append(region._replace(where=region.where & layout.has(fact, n)))
                        region = region._replace(where=region.where & ~layout.has(fact, n))
            if fact not in depends.told:
                after.update(((fact, n), known) for n, known in to.items())
            change = tuple(to.get(n, n) for n in range(layout.sizes[fact]))
            if change != tuple(range(layout.sizes[fact])):
                changes.append(Change(fact, change))
        return region, changes

    def filled(self, region: Region, values: Sequence[int]) -> Snapshot:
        """The first moment of a region that has these packed facts."""
        snapshot, consulted = region.snapshot, region.consulted
        for waiting, name, given in region.fields:
            if given[0]:
                snapshot = snapshot._replace(queue=self._given(snapshot.queue, waiting, name))
        if not self._places.packed and not consulted.loose:
            return snapshot
        facts = self._places.told(snapshot.facts, values)
        for (name, _), supposed in zip(consulted.loose, region.facts, strict=True):
            if supposed[0] is not None:
                facts[name] = supposed[0]
        return snapshot._replace(facts=facts)

    def _given(self, queue: tuple[Occurrence, ...], at: int, name: str) -> tuple[Occurrence, ...]:
        more = queue[at]._replace(fields={**queue[at].fields, name: self._domains.first(name)})
        return (*queue[:at], more, *queue[at + 1 :])


def _moment(before: Snapshot, offer: Offer, after: Snapshot) -> Moment:
    waiting = before.queue if before.interrupted is None else (*before.queue, *before.interrupted.held)
    if isinstance(offer.input, Occurrence):
        waiting = (offer.input, *waiting)
    idle = bool(before.queue) and (
        after.facts is before.facts
        and after.entry == before.entry
        and after.operations is before.operations
        and after.proposal is before.proposal
    )
    return Moment(before.proposal is not None, tuple(News(each.event, tuple(each.fields)) for each in waiting), idle)


def _origins(before: Snapshot, after: Normal) -> tuple[int | None, ...]:
    """Of each operation after a step: which it was before."""
    if not after.snapshot.operations:
        return ()
    numbers = {id: at for at, id in enumerate(before.operations)}
    was = {new: numbers.get(old) for old, new in after.names.operations.items()}
    return tuple([was[id] for id in after.snapshot.operations])


def _operations(
    before: Snapshot, after: Normal, origins: Iterable[int | None], offer: Offer
) -> Iterator[int | Progress]:
    """Of each operation after a step: which it was before, or how far it is where the step was about it."""
    about = list(before.operations).index(offer.input.operation) if offer.input.operation else None
    for origin, op in zip(origins, after.snapshot.operations.values(), strict=True):
        yield progress(op) if origin is None or origin == about else origin


def _same(before: Snapshot, offer: Offer) -> Iterator[int | Progress]:
    """The operations where a step changed nothing."""
    about = getattr(offer.input, "operation", "")
    for at, (id, op) in enumerate(before.operations.items()):
        yield progress(op) if id == about else at


def _unchanged(before: Snapshot, after: Snapshot) -> bool:
    """Whether a step changed nothing but its numbers. (What it left alone is the same object.)"""
    return (
        after.entry == before.entry
        and after.facts is before.facts
        and after.operations is before.operations
        and after.strikes == before.strikes
        and after.timers is before.timers
        and after.proposal is before.proposal
        and after.queue is before.queue
        and after.interrupted is before.interrupted
        and after.end is before.end
    )
