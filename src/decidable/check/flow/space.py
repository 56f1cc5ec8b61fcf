"""Many states of knowledge as one number: every fact has its slot of bits in it, and so has every write that may be open.

Owns: `Space`, the layout of a box, and `Boxes`, a bounded set of them. A box holds all combinations of what its slots hold.
Never: knows what an event does; it takes boxes in and joins them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from decidable.check.flow.domain import Domain

Box: TypeAlias = int
SHUT: Final = 1
"""No operation of this write is open."""
OPEN: Final = 2
"""One may be: started, planned, or without an answer."""
HELD: Final = 4
"""It may have settled while an interruption lasted, and its outcome is still to be decided."""
MOST: Final = 24
"""A set of more boxes than this joins those that differ least: less is known, and nothing wrong."""


class Space:
    """Where in a box each fact and each write stands."""

    def __init__(self, domains: Mapping[str, Domain], writes: Iterable[str]) -> None:
        self.domains = tuple(domains.values())
        self.facts = {name: at for at, name in enumerate(domains)}
        widths = [len(domain.atoms) + 1 for domain in self.domains]
        self.shift: list[int] = []
        self._grounds: dict[tuple[Box, Box], Box] = {}
        self._slots: list[int] = []
        """For each bit, the mask of the slot it lies in."""
        for width in widths:
            self._add(width)
        self.writes = {name: self._add(3) for name in writes}
        self.slot = [((1 << width) - 1) << shift for width, shift in zip(widths, self.shift, strict=False)]
        self.start: Box = 0
        for at, domain in enumerate(self.domains):
            self.start |= domain.start << self.shift[at]
        for shift in self.writes.values():
            self.start |= SHUT << shift
        self.all_writes = sum(7 << shift for shift in self.writes.values())
        self.all_open = sum(OPEN << shift for shift in self.writes.values())

    def _add(self, width: int) -> int:
        shift = len(self._slots)
        self.shift.append(shift)
        self._slots += [((1 << width) - 1) << shift] * width
        return shift

    def get(self, box: Box, at: int) -> int:
        """The mask of a fact, by its number."""
        return (box & self.slot[at]) >> self.shift[at]

    def put(self, box: Box, at: int, mask: int) -> Box:
        """The box with another mask for a fact."""
        return (box & ~self.slot[at]) | (mask << self.shift[at])

    def differs(self, one: Box, other: Box, at: int) -> bool:
        """Whether two boxes say different things of a fact."""
        return bool((one ^ other) & self.slot[at])

    def widened(self, box: Box, seen: Box) -> Box:
        """The box with every ground (source, dependence) that was seen for the values it has."""
        for at, slot in enumerate(self.slot):
            mask, all_seen = box & slot, seen & slot
            if mask != all_seen:
                found = self._grounds.get((mask, all_seen))
                if found is None:
                    shift = self.shift[at]
                    found = self.domains[at].same_values(mask >> shift, all_seen >> shift) << shift
                    self._grounds[mask, all_seen] = found
                box |= found
        return box | (seen & self.all_writes)

    def slot_of(self, bits: int) -> int:
        """The slot in which the lowest of these bits lies."""
        return self._slots[(bits & -bits).bit_length() - 1]


class Boxes:
    """The states of knowledge found for one place. Two boxes that differ in one slot are one, which loses nothing; beyond
    `most`, the two that differ least are joined, which loses what connects their facts."""

    __slots__ = ("_most", "_seen", "_space", "found")

    def __init__(self, space: Space, most: int) -> None:
        self._space = space
        self._most = most
        self._seen: Box = 0
        self.found: list[Box] = []

    def add(self, box: Box) -> Box | None:
        """Take a box in. The box that is new by it, or None where all of it is there already."""
        found = self.found
        for other in found:
            if box | other == other:
                return None
        self._seen |= box
        box = self._space.widened(box, self._seen)
        joined = True
        while joined:
            joined = False
            for at, other in enumerate(found):
                if box | other == box or self._alike(box ^ other):
                    box |= found.pop(at)
                    joined = True
                    break
        if len(found) == self._most:
            nearest = min(found, key=lambda other: self._differences(box ^ other))
            found.remove(nearest)
            return self.add(box | nearest)
        found.append(box)
        return box

    def _alike(self, differing: int) -> bool:
        return not differing & ~self._space.slot_of(differing)

    def _differences(self, differing: int) -> int:
        slots = 0
        while differing:
            differing &= ~self._space.slot_of(differing)
            slots += 1
        return slots
