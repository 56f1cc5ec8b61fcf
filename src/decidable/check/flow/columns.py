"""The cells of a state, prepared for following: the ways their events come, and the slots that matter to them.

Owns: which columns have to be followed at all. What a column without guards, effects and news decides is the same whatever is
known, and is noted here, once. Never: looks at what is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from decidable.check.flow.found import Decision, Spot
from decidable.check.flow.space import Box
from decidable.check.flow.variants import Variant
from decidable.check.flow.world import World
from decidable.check.lines import is_judged
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.records import Verdict
from decidable.core.table import Cell, EventInfo, Option


class Column(NamedTuple):
    """One cell, prepared. `fields`: the event's own, which are no facts."""

    cell: Cell
    info: EventInfo | None
    options: tuple[tuple[int, Option], ...]
    variants: tuple[Variant, ...]
    fields: frozenset[str]
    asks_approval: bool
    asks_busy: bool
    touches: Box
    """The slots it looks at or changes. Two boxes that are equal there lead to the same, and the rest of each goes along."""
    known: dict[tuple[Spot, int, Box], tuple[tuple[Spot, Box], ...]]
    """What such a part leads to, as far as it has been worked out."""


class Columns:
    """Of one machine, state by state. `decided`: the lines that were noted."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.decided: set[Decision] = set()
        self._prepared: dict[str, tuple[Column, ...]] = {}

    def of(self, state: str) -> tuple[Column, ...]:
        """The columns of a state that may change something; of those that only lead to another state, one for each."""
        if state not in self._prepared:
            self._prepared[state] = tuple(self._prepare(state))
        return self._prepared[state]

    def _prepare(self, state: str) -> Iterator[Column]:
        led: set[tuple[str, tuple[d.Effect, ...]]] = set()
        for event, cell in self.world.table.rows[state].items():
            variants = self.world.variants.of(state, event)
            judged = is_judged(cell)
            options = tuple((n, option) for n, option in enumerate(cell.options) if option.reached or not judged)
            if not variants or not options:
                continue
            first = options[0][1]
            plain = first.line.guard is None and not first.line.effects and event not in self.world.variants.teaching
            if not (plain and self._noted(state, event, options, led)):
                yield self._column(cell, options, variants)

    def _noted(
        self,
        state: str,
        event: str,
        options: tuple[tuple[int, Option], ...],
        led: set[tuple[str, tuple[d.Effect, ...]]],
    ) -> bool:
        """Note what a plain cell decides; whether there is nothing to follow, because it stays or others lead there."""
        number, first = options[0]
        self.decided.add(Decision(state, event, number))
        if first.verdict is not Verdict.MOVE:
            return True
        way = first.target, first.entering
        new = way not in led or not isinstance(first.line.outcome, d.Move)
        led.add(way)
        return not new

    def _column(self, cell: Cell, options: tuple[tuple[int, Option], ...], variants: tuple[Variant, ...]) -> Column:
        info = self.world.table.events.get(cell.event)
        atoms = [atom for _, o in options if o.line.guard is not None for atom in g.atoms(o.line.guard)]
        fields = frozenset(info.types if info else ("tool", "why")) - self.world.table.facts.keys()
        touches = self.world.touched([option for _, option in options], variants)
        return Column(cell, info, options, variants, fields, g.Approved() in atoms, g.Busy() in atoms, touches, {})
