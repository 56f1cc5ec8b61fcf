"""What is offered to a place, with all that a step may look at left open.

Owns: the regions that a search begins with. Never: tries one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from decidable.check.explore.domains import Sight
from decidable.check.explore.influence import Consulted, Influence
from decidable.check.explore.moves import Frame, Progress, Trials
from decidable.check.explore.normal import loose_fields
from decidable.check.explore.packing import Bits
from decidable.check.explore.plan import Supposed
from decidable.check.explore.regions import Field, Region
from decidable.check.explore.world import World
from decidable.core.definition import Kind
from decidable.core.snapshot import Input, Known, Occurrence, Snapshot
from decidable.core.table import Table


class Untried:
    """The offers of one world. `every`: also those that do no more than others do."""

    def __init__(
        self, table: Table, world: World, influence: Influence, loose: Mapping[str, Supposed], *, every: bool
    ) -> None:
        self._table = table
        self._world = world
        self._influence = influence
        self._loose = loose
        self._every = every
        told = (info for info in table.events.values() if info.kind is Kind.EVIDENCE)
        self._evidenced = frozenset(name for info in told for name in info.establishes)

    def __call__(
        self,
        number: int,
        frame: Frame,
        about: tuple[str, Progress] | None,
        *,
        where: Bits,
        busy: bool,
    ) -> Trials:
        """What may be offered to a frame about one of its operations that far, or about none. `busy`: whether a write is
        open that the frame does not have."""
        snapshot, present = frame.snapshot, frame.present
        if about is None:
            offers = tuple(self._world.unasked(snapshot, present))
        else:
            id, (status, attempt) = about
            op = snapshot.operations[id]._replace(status=status, attempt=attempt)
            snapshot = snapshot._replace(operations={**snapshot.operations, id: op})
            offers = tuple(self._world.about(op, present))
        known = frozenset(self._surely_known(snapshot))
        regions: list[Region] = []
        starts: set[str] = set()
        for of, offer in enumerate(offers):
            for clock, moment in enumerate(self._world.clocks(snapshot, offer.input)):
                consulted = self._influence.of(moment, offer.input)
                starts |= consulted.started
                if self._every or not self._is_covered(offer.input, consulted):
                    facts = tuple(self._supposed(name, sight, known) for name, sight in consulted.loose)
                    fields = tuple(self._fields(moment, consulted))
                    regions.append(Region(where, facts, fields, number, moment, busy, of, clock, offer, consulted))
        return Trials(offers, frozenset(starts), regions, where if regions else 0)

    def _surely_known(self, snapshot: Snapshot) -> Iterator[str]:
        """What facts that are kept depend on: without it they would be lost. (Evidence may keep one that is not.)"""
        for name, known in snapshot.facts.items():
            if name not in self._evidenced:
                yield from known.depends

    def _supposed(self, name: str, sight: Sight, surely: Collection[str]) -> tuple[Known | None, ...]:
        supposed = self._loose[name].at(sight)
        return tuple(filter(None, supposed)) if name in surely else supposed

    def _is_covered(self, arrives: Input, consulted: Consulted) -> bool:
        """Whether it is the same as without a field: one that bears the name of a loose fact makes it known, which is
        supposed anyway, and that it changes would not be noticed."""
        info = self._table.events.get(arrives.event) if isinstance(arrives, Occurrence) else None
        if info is None or not isinstance(arrives, Occurrence):
            return False
        given = [name for name in loose_fields(info, self._loose) if name in arrives.fields]
        return any(name not in consulted.changed for name in given)

    def _fields(self, snapshot: Snapshot, consulted: Consulted) -> Iterator[Field]:
        """The fields that are not kept which deferred events may have been given, where that makes a difference."""
        for at, waiting in enumerate(snapshot.queue):
            info = self._table.events.get(waiting.event)
            if info is not None and waiting.event in consulted.released:
                names = (name for name in loose_fields(info, self._loose) if name in consulted.changed)
                yield from (Field(at, name) for name in names)
