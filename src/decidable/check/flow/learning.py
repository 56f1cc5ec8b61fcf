"""What an accepted event makes of a box: the shadow of `core.learn`.

Owns: facts learned, kept and lost, whatever the values were. Never: asks whether the event is accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from decidable.check.flow.domain import UNKNOWN, Atom, Domain, Origin, Source
from decidable.check.flow.space import Box, Space


class Taught(NamedTuple):
    """One fact that an event may establish."""

    at: int
    """Its number."""
    origin: Origin
    optional: bool
    replaces: bool
    """Whether evidence replaces another known value: it was its own operation's argument."""


def learn(space: Space, box: Box, taught: tuple[Taught, ...]) -> list[Box]:
    """The boxes that an event may lead to: where no known value changes, and where at least one does."""
    same, other, changing = box, box, list[str]()
    given: list[tuple[Taught, int]] = []
    for fact in taught:
        equal, new = _taken(space.domains[fact.at], fact, space.get(box, fact.at))
        if new:
            changing.append(space.domains[fact.at].fact.name)
        given.append((fact, equal | new))
        same = space.put(same, fact.at, equal | (space.get(box, fact.at) if fact.optional else 0))
        if not fact.optional:
            other = space.put(other, fact.at, equal | new)
    if not changing:
        return [same]
    told = frozenset(fact.at for fact in taught if not fact.optional)
    lost = lose(space, other, changing, told, sure=False)
    for fact, mask in given:
        if fact.optional:
            lost = space.put(lost, fact.at, mask | space.get(lost, fact.at))
    return [lost] if same | lost == lost else [same, lost]


def _taken(domain: Domain, fact: Taught, mask: int) -> tuple[int, int]:
    """What a fact is where the value it had is repeated, and where it is another one. Unknown becomes known either way."""
    known = domain.taken.get((fact, mask))
    if known is not None:
        return known
    origin = fact.origin
    anything = domain.every(origin)
    equal = anything if mask & UNKNOWN else 0
    new = 0
    for atom, bit in domain.known(mask):
        better = domain.in_class(atom.at, origin)
        equal |= better if _better(atom, origin) else bit
        if atom.depends:
            equal |= better  # it may stand on a fact that changes by the same event, and is founded anew
        if origin[0] is Source.EVIDENCE and not (fact.replaces or atom.source is Source.INITIAL):
            equal |= bit  # another value is news for a person; what is known stands
        else:
            new |= anything
    domain.taken[fact, mask] = equal, new
    return equal, new


def _better(old: Atom, origin: Origin) -> bool:
    source, depends = origin
    if source is Source.CLAIM or old.source is Source.EVIDENCE:
        return False
    return source is Source.EVIDENCE or old.source is Source.CLAIM or bool(old.depends and not depends)


def lose(space: Space, box: Box, changed: Iterable[str], spared: Collection[int], *, sure: bool) -> Box:
    """The box after facts have changed, without what depends on them, transitively.

    `sure`: all of them have changed; else at least one has, and what depends on each of them is lost for certain.
    """
    may, must = set(changed), set(changed) if sure else set[str]()
    every = frozenset(may)
    moved = True
    while moved:
        moved = False
        for at, domain in enumerate(space.domains):
            if at in spared or domain.fact.name in must or not domain.dependent:
                continue
            mask = left = space.get(box, at)
            for atom, bit in domain.known(mask):
                if not may.isdisjoint(atom.depends):
                    certain = every.issubset(atom.depends) or not must.isdisjoint(atom.depends)
                    left = (left & ~bit if certain else left) | UNKNOWN
            if left != mask:
                box = space.put(box, at, left)
                may.add(domain.fact.name)
                if left == UNKNOWN:
                    must.add(domain.fact.name)
                moved = True
    return box
