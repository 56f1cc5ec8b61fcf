"""What a guard leaves of a box when it holds, and what when it does not.

Owns: `split`. What it gives may hold more than the truth and never less. Never: decides which line wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

from decidable.check.flow.space import Box, Space
from decidable.core import guard as g

Split: TypeAlias = "tuple[list[Box], list[Box]]"
"""Where a guard holds, and where it does not."""


class Circumstances(NamedTuple):
    """What a guard sees besides facts. `fields`: the event's own, of which nothing is known."""

    fields: Collection[str]
    approved: bool
    busy: bool


def split(space: Space, box: Box, guard: g.Guard, seen: Circumstances) -> Split:
    """The parts of a box in which a guard holds, and those in which it does not."""
    match guard:
        case g.Not(inner):
            holds, fails = split(space, box, inner, seen)
            return fails, holds
        case g.And(parts):
            return _every(space, box, parts, seen)
        case g.Or(parts):
            fails, holds = _every(space, box, [g.Not(part) for part in parts], seen)
            return holds, fails
        case g.Approved():
            return ([box], []) if seen.approved else ([], [box])
        case g.Busy():
            return ([box], []) if seen.busy else ([], [box])
        case g.Same(one, other):
            known = [g.IsKnown(name) for name in (one, other) if name not in seen.fields]
            return _every(space, box, known, seen)[0], [box]  # of equal values we only see that they are known
        case _:
            if guard.name in seen.fields:
                return [box], [box]
            at = space.facts[guard.name]
            holds_for, fails_for = space.domains[at].truth(guard)
            return _narrowed(space, box, at, holds_for), _narrowed(space, box, at, fails_for)


def _every(space: Space, box: Box, parts: Iterable[g.Guard], seen: Circumstances) -> Split:
    """One part after another, each where those before it hold, so that nothing is said twice."""
    left, failed = [box], list[Box]()
    for part in parts:
        holding: list[Box] = []
        for each in left:
            holds, fails = split(space, each, part, seen)
            holding += holds
            failed += fails
        left = holding
    return left, failed


def _narrowed(space: Space, box: Box, at: int, allowed: int) -> list[Box]:
    mask = space.get(box, at) & allowed
    if not mask:
        return []
    return [space.put(box, at, mask) if space.domains[at].written else box]
