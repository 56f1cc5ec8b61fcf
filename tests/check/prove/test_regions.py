"""One moment is tried for many: what is said of all of them is what the step does to each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from decidable.check.explore.domains import Domains
from decidable.check.explore.moves import Bounds, Deed, Outcome, Progress
from decidable.check.explore.packing import Bits, apply, lowest
from decidable.check.explore.plan import packed, supposed
from decidable.check.explore.regions import Region
from decidable.check.explore.search import Search
from decidable.check.explore.space import Space
from decidable.check.explore.world import Owed
from decidable.check.prove.loose import loosest
from decidable.check.rules.monitors import IdleMonitor
from decidable.core.compile import compile_table
from decidable.core.decide import choose
from decidable.core.records import Verdict
from decidable.core.table import Rank, Table
from decidable.text.reader import read
from tests.check.prove import generated, several, timed

EXAMPLES = Path(__file__).parents[3] / "examples"
MOST = 60
"""Moments of one region that are looked at one by one."""


def example(name: str) -> Table:
    definition = read((EXAMPLES / name).read_bytes()).definition
    assert definition is not None
    return compile_table(definition)


def machine(seed: int) -> Table | None:
    if seed % 3 == 2:
        return timed.machine(seed, nested=bool(seed % 2))
    return generated.machine(seed) if seed % 3 else several.machine(seed)


class Everything(IdleMonitor):
    """Nothing that a step shows is left out."""

    def wants(self, seen: object) -> bool:
        return True


def explored(table: Table, *, loosely: bool, limit: int) -> Space:
    monitor, domains = Everything(), Domains(table)
    facts = packed(table, domains)
    loose = loosest(table, domains, facts) if loosely else ()
    space = Space(table, domains, facts, supposed(table, domains, loose), monitor.wants, Bounds(), choosing=True)
    Search(space, monitor, None, limit).run([{}], lambda _: None)
    return space


def moments(region: Region, space: Space, random: Random) -> list[Region]:
    """Single moments of a region; some of them where there are many."""
    each = product(
        [1 << bit for bit in range(space.layout.count) if region.where >> bit & 1],
        product(*region.facts),
        product(*(field.given for field in region.fields)),
    )
    single = [
        region._replace(
            where=where,
            facts=tuple((known,) for known in facts),
            fields=tuple(field._replace(given=(given,)) for field, given in zip(region.fields, fields, strict=True)),
        )
        for where, facts, fields in each
    ]
    return single if len(single) <= MOST else random.sample(single, MOST)


def is_met(region: Region, space: Space) -> bool:
    """Whether a run can be there: not where a deferred event would have been taken up before. (With facts that are not
    kept, a search comes to more than runs do; what is said of those moments is true of no run.)"""
    snapshot = space.trial.filled(region, space.layout.values(lowest(region.where)))
    if snapshot.interrupted is not None:
        return True
    if region.busy and snapshot.queue:
        return False  # nobody says here which write it is
    for waiting in snapshot.queue:
        chosen = choose(space.table, snapshot, waiting)
        option = None if chosen is None else chosen[2]
        if option is not None and option.verdict is not Verdict.DEFER and option.rank is not Rank.DEFAULT:
            return False
    return True


def same(whole: Outcome | None, single: Outcome | None, moment: Region, space: Space) -> bool:
    """Whether what is said of a region is what the step does to one moment of it."""
    if whole is None or single is None:
        return whole is single
    one, other = whole.deed, single.deed
    moved = [apply(moment.where, space.layout.shifts(deed.changes)) for deed in (one, other)]
    return moved[0] == moved[1] and one[1:] == other[1:] and whole[1:] == single[1:]


def split(region: Region, space: Space) -> Iterator[tuple[Region, Outcome | None]]:
    """The regions into which a region falls, with what is done to each."""
    left = [region]
    while left:
        done, rest, outcome = space.trial(left.pop(), space.layout.all)
        left += rest
        yield done, outcome


def size(region: Region) -> int:
    each = [region.where.bit_count(), *map(len, region.facts), *(len(field.given) for field in region.fields)]
    return prod(each)


def look_at_regions(space: Space, random: Random, frames: int) -> int:
    """Split every offer to some frames, and look at the moments of each part one by one; how many were looked at."""
    looked = 0
    for number in random.sample(range(len(space.frames)), min(frames, len(space.frames))):
        frame = space.frames[number]
        abouts = [(op.id, (op.status, op.attempt)) for op in frame.snapshot.operations.values()]
        for about in (None, *abouts):
            trials = space.untried(number, frame, about, where=space.layout.all, busy=random.random() < 0.5)
            for region in trials.pending:
                parts = list(split(region, space))
                assert sum(size(part) for part, _ in parts) == size(region)
                for part, outcome in parts:
                    for moment in filter(lambda moment: is_met(moment, space), moments(part, space, random)):
                        _, rest, single = space.trial(moment, space.layout.all)
                        assert not rest
                        assert same(outcome, single, moment, space), (frame.snapshot, moment.offer, moment.facts)
                        looked += 1
    return looked


@pytest.mark.parametrize("seed", [*range(12), 21, 27, 39, 187])
def test_a_region_does_what_each_of_its_moments_does(seed: int) -> None:
    table = machine(seed)
    if table is not None:
        look_at_regions(explored(table, loosely=bool(seed % 2), limit=400), Random(seed), 6)


def test_a_region_of_the_booking() -> None:
    space = explored(example("booking/booking.states"), loosely=True, limit=3_000)
    assert look_at_regions(space, Random(7), 3) > 500


@pytest.mark.slow
def test_a_region_of_the_booking_with_every_fact_kept() -> None:
    space = explored(example("booking/booking.states"), loosely=False, limit=20_000)
    assert look_at_regions(space, Random(7), 10) > 5_000


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(10))
def test_regions_of_many_machines(seeds: int) -> None:
    for seed in range(100 + 30 * seeds, 130 + 30 * seeds):
        table = machine(seed)
        if table is not None:
            look_at_regions(explored(table, loosely=bool(seed % 2), limit=2_000), Random(seed), 20)


Done: TypeAlias = "tuple[int, Bits, int, tuple[int | Progress, ...], int, Owed]"


def done(space: Space, effects: Iterable[tuple[Bits, Deed]]) -> set[Done]:
    """Every valuation with what is done to it."""
    return {
        (valuation, apply(1 << valuation, space.layout.shifts(deed.changes)), *deed[1:])
        for where, deed in effects
        for valuation in range(space.layout.count)
        if where >> valuation & 1
    }


def look_at_bystanders(space: Space, random: Random, controls: int) -> int:
    """Compare what was found without bystanders with trials of the whole frame; how often there were any."""
    looked = 0
    for number in random.sample(range(len(space.controls)), min(controls, len(space.controls))):
        space.completed(number, space.layout.all)
        control = space.controls[number]
        frame = space.frames[control.frame]
        abouts = [None, *zip(frame.snapshot.operations, control.operations, strict=True)]
        for about, part in zip(abouts, control.parts, strict=True):
            if part.without is not None:
                trials = space.untried(control.frame, frame, about, where=space.layout.all, busy=False)
                outcomes = [each for region in trials.pending for each in split(region, space)]
                whole = [(region.where, outcome.deed) for region, outcome in outcomes if outcome is not None]
                shared = [(effect.where, effect.deed) for effect in part.effects]
                assert done(space, shared) == done(space, whole), (frame.snapshot, about)
                looked += 1
    return looked


def test_bystanders_change_by_themselves() -> None:
    looked = 0
    for seed in range(20):
        table = several.machine(seed)
        if table is not None:
            looked += look_at_bystanders(explored(table, loosely=bool(seed % 2), limit=400), Random(seed), 6)
    assert looked > 50


def test_bystanders_of_the_booking() -> None:
    space = explored(example("booking/booking.states"), loosely=True, limit=8_000)
    assert look_at_bystanders(space, Random(7), 8) > 3


@pytest.mark.slow
def test_bystanders_of_the_booking_with_every_fact_kept() -> None:
    space = explored(example("booking/booking.states"), loosely=False, limit=60_000)
    assert look_at_bystanders(space, Random(7), 40) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seeds", range(10))
def test_bystanders_of_many_machines(seeds: int) -> None:
    for seed in range(100 + 40 * seeds, 140 + 40 * seeds):
        table = several.machine(seed)
        if table is not None:
            look_at_bystanders(explored(table, loosely=bool(seed % 2), limit=4_000), Random(seed), 60)
