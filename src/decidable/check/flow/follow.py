"""Follow what may be known through a machine, from the start to where nothing new is found.

Owns: `follow`, and what is looked at next: per state the boxes of knowledge a run may have there, the lines that can ever
decide, the steps from state to state, and what each start of a tool rests on. It may hold more than any run does, and never
less; a property test runs both. Never: judges what it finds.
"""

from __future__ import annotations

from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import Final

from decidable.check.flow.columns import Columns
from decidable.check.flow.deciding import Decider
from decidable.check.flow.found import Flow, Spot
from decidable.check.flow.space import HELD, MOST, OPEN, Box, Boxes
from decidable.check.flow.world import World
from decidable.core.table import Table

PATIENCE: Final = 5_000
"""So many boxes are looked at with what connects their facts; then one box a place has to do."""


def follow(table: Table, *, patience: int = PATIENCE) -> Flow:
    """The facts of a machine, followed to the end."""
    world = World(table)
    found = _Follower(world, MOST).run(patience)
    if found is None:
        found = _Follower(world, 1).run(None)
        assert found is not None  # without a limit it comes to an end: each place has one box, and a box only grows
    return found


class _Follower:
    """One pass to the fixed point."""

    def __init__(self, world: World, most: int) -> None:
        self.world, self.space, self.table = world, world.space, world.table
        self.most = most
        self.columns = Columns(world)
        self.decider = Decider(world, asks=most > 1)
        self.places: dict[Spot, Boxes] = {}
        self.waiting: list[tuple[int, int, Spot, Box]] = []
        self.count = 0

    def run(self, patience: int | None) -> Flow | None:
        """To the end; None where that takes more than `patience` boxes."""
        for spot, box in self.decider.begin():
            self._add(spot, box)
        looked = 0
        while self.waiting:
            _, _, spot, box = heappop(self.waiting)
            if box not in self.places[spot].found:
                continue  # it has been joined to another, which waits as well
            looked += 1
            if patience is not None and looked > patience:
                return None
            self._from(spot, box)
        boxes: dict[str, dict[Box, None]] = {}
        for spot, found in self.places.items():
            boxes.setdefault(spot.state, {}).update(dict.fromkeys(found.found))
        by_state = {state: tuple(boxes[state]) for state in self.table.states if state in boxes}
        return Flow(
            world=self.world,
            boxes=by_state,
            decided=frozenset(self.decider.decided | self.columns.decided),
            steps=self.decider.steps,
            sites=self.decider.enactor.sites,
            all_of={state: reduce(or_, several) for state, several in by_state.items()},
            whole=self.most > 1,
        )

    def _add(self, spot: Spot, box: Box) -> None:
        if spot not in self.places:
            self.places[spot] = Boxes(self.space, self.most)
        new = self.places[spot].add(box)
        if new is not None:
            self.count += 1
            heappush(self.waiting, (-new.bit_count(), self.count, spot, new))

    def _from(self, spot: Spot, box: Box) -> None:
        for column in self.columns.of(spot.state):
            part, rest = box & column.touches, box & ~column.touches
            for number, variant in enumerate(column.variants):
                if variant.write and not box >> self.space.writes[variant.tool] & (OPEN | HELD):
                    continue
                key = spot, number, part
                if key not in column.known:
                    column.known[key] = self.decider.decide(spot, part, column, variant)
                for reached, changed in column.known[key]:
                    self._add(reached, rest | changed)
