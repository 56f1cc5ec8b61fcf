"""Moments that are tried together, because one offer may do the same to all of them.

Owns: the regions, and how one is split where a step turned out to look. Never: decides what a step looked at (`depends`).

A region is a set of valuations of the packed facts, and beside it what may be supposed of each loose fact and of the fields
of each deferred event. One moment of it is tried. What agrees with that moment on everything the step depended on does the
same; what does not is left over, as smaller regions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeVar

from decidable.check.explore.depends import Depends
from decidable.check.explore.influence import Consulted
from decidable.check.explore.packing import Bits, Layout
from decidable.check.explore.world import Offer
from decidable.core.snapshot import Known, Snapshot

T = TypeVar("T")


class Field(NamedTuple):
    """A field of a deferred event that is not kept: which of them it may have been given, or not."""

    waiting: int
    name: str
    given: tuple[bool, ...] = (False, True)


class Region(NamedTuple):
    """Moments in which an offer has not been tried."""

    where: Bits
    facts: tuple[tuple[Known | None, ...], ...]
    """What may be supposed of each loose fact, in the order of `consulted.loose`."""
    fields: tuple[Field, ...]
    """What the deferred events may have been given."""
    frame: int
    snapshot: Snapshot
    busy: bool
    """Whether a write is open that is not among its operations."""
    number: int
    """Of the offer, among those of its part."""
    clock: int
    """Of the order in which the deadlines of an interrupted entry pass."""
    offer: Offer
    consulted: Consulted


class Splitter:
    """Splits regions. `knowns`: what can be known of each packed fact, by code."""

    def __init__(self, layout: Layout, knowns: Sequence[Sequence[Known | None]]) -> None:
        self._layout = layout
        self._alike = [_alike(layout, fact, known) for fact, known in enumerate(knowns)]

    def split(
        self, region: Region, values: Sequence[int], facts: Collection[str], depends: Depends
    ) -> tuple[Region, list[Region]]:
        """The part of a region that does what its moment did that was tried, and the rest of it. `values`: of the packed
        facts in that moment, `facts`: all that were known; of what is supposed, the first was tried."""
        rest: list[Region] = []
        looked = depends.loose
        if depends.asks:
            looked = {**looked, **dict.fromkeys(_missed(region, facts, depends), False)}
        for fact in depends.presence:
            region = self._packed(region, self._alike[fact][values[fact]], rest)
        for fact in depends.closely:
            region = self._packed(region, self._layout.has(fact, values[fact]), rest)
        for at, (name, _) in enumerate(region.consulted.loose):
            closely = looked.get(name)
            if closely is not None and len(region.facts[at]) > 1:
                region = _loose(region, at, closely, rest)
        for at, (waiting, name, given) in enumerate(region.fields):
            tried = region.snapshot.queue[waiting].event in depends.events
            if tried and len(given) > 1 and (name in looked or name in depends.changed):
                region = _field(region, at, rest)
        return region, rest

    def _packed(self, region: Region, alike: Bits, rest: list[Region]) -> Region:
        other = region.where & ~alike
        if not other:
            return region
        rest.append(region._replace(where=other))
        return region._replace(where=region.where & alike)


def _missed(region: Region, facts: Collection[str], depends: Depends) -> Iterator[str]:
    """Of the loose arguments of each call: all of them, or one that was missing, unless another was that mattered anyway."""
    loose = {name for name, _ in region.consulted.loose if name not in depends.loose}
    for names in depends.asks:
        missing = [name for name in names if name not in facts and name not in depends.given]
        if loose.issuperset(missing):
            yield from missing[:1] or loose.intersection(names)


def _loose(region: Region, at: int, closely: bool, rest: list[Region]) -> Region:
    first = region.facts[at][0]

    def is_alike(known: Known | None) -> bool:
        return known == first if closely else (known is None) == (first is None)

    mine, others = _parted(region.facts[at], is_alike)
    if not others:
        return region
    rest.append(region._replace(facts=_with(region.facts, at, others)))
    return region._replace(facts=_with(region.facts, at, mine))


def _field(region: Region, at: int, rest: list[Region]) -> Region:
    field = region.fields[at]
    first, *others = field.given
    rest.append(region._replace(fields=_with(region.fields, at, field._replace(given=tuple(others)))))
    return region._replace(fields=_with(region.fields, at, field._replace(given=(first,))))


def _parted(
    knowns: tuple[Known | None, ...], is_alike: Callable[[Known | None], bool]
) -> tuple[tuple[Known | None, ...], tuple[Known | None, ...]]:
    return tuple(filter(is_alike, knowns)), tuple(known for known in knowns if not is_alike(known))


def _with(each: tuple[T, ...], at: int, new: T) -> tuple[T, ...]:
    return (*each[:at], new, *each[at + 1 :])


def _alike(layout: Layout, fact: int, knowns: Sequence[Known | None]) -> list[Bits]:
    """Of each value of a fact: the valuations in which it is known as well, or unknown as well."""
    unknown = sum((layout.has(fact, code) for code, known in enumerate(knowns) if known is None), 0)
    return [unknown if known is None else layout.all & ~unknown for known in knowns]
