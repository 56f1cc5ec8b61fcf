"""Who stands left of whom in each row, so that few lines cross.

Owns: the sweeps (each vertex goes to the mean place of those it is joined to; neighbours change places where that helps) and
their tie-breaks. Never: chance; of two orders as good, the earlier stays.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from decidable.draw.layout.levels import Levels

_SWEEPS = 16
_MANY = 3_000
"""With more segments than this, fewer sweeps: the time stays bounded."""

Rows: TypeAlias = "list[list[int]]"
Joined: TypeAlias = "Mapping[int, Sequence[int]]"


def ordered(levels: Levels) -> tuple[tuple[int, ...], ...]:
    """The rows of a drawing, each from left to right."""
    above: dict[int, list[int]] = {n: [] for n in range(len(levels.vertices))}
    below: dict[int, list[int]] = {n: [] for n in range(len(levels.vertices))}
    for upper, lower in levels.segments():
        above[lower].append(upper)
        below[upper].append(lower)
    best: Rows = [list(row) for row in levels.rows]
    least = crossings(best, below)
    rows = [list(row) for row in best]
    sweeps = _SWEEPS if len(levels.segments()) < _MANY else 4
    for sweep in range(sweeps):
        down = sweep % 2 == 0
        _sweep(rows, above if down else below, down)
        _change_places(rows, above, below)
        found = crossings(rows, below)
        if found < least:
            best, least = [list(row) for row in rows], found
    return tuple(map(tuple, best))


def crossings(rows: Sequence[Sequence[int]], below: Joined) -> int:
    """How many pairs of lines cross."""
    total = 0
    for upper, lower in pairwise(rows):
        place = {vertex: n for n, vertex in enumerate(lower)}
        ends: list[int] = []
        for vertex in upper:
            targets = sorted(place[target] for target in below[vertex])
            total += sum(len(ends) - bisect_right(ends, target) for target in targets)
            for target in targets:
                insort(ends, target)
    return total


def _sweep(rows: Rows, joined: Joined, down: bool) -> None:
    numbers = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
    for n in numbers:
        beside = {vertex: place for place, vertex in enumerate(rows[n - 1 if down else n + 1])}
        width = max(len(beside), 1)
        own = len(rows[n])
        keys = {
            vertex: sum(beside[other] for other in joined[vertex]) / len(joined[vertex])
            if joined[vertex]
            else place * width / own
            for place, vertex in enumerate(rows[n])
        }
        rows[n].sort(key=lambda vertex: keys[vertex])


def _change_places(rows: Rows, above: Joined, below: Joined) -> None:
    """Neighbours change places while that takes crossings away."""
    for n, row in enumerate(rows):
        up = {vertex: place for place, vertex in enumerate(rows[n - 1])} if n else {}
        down = {vertex: place for place, vertex in enumerate(rows[n + 1])} if n + 1 < len(rows) else {}
        ups = {vertex: sorted(up[other] for other in above[vertex]) for vertex in row}
        downs = {vertex: sorted(down[other] for other in below[vertex]) for vertex in row}
        for _ in range(len(row)):
            changed = False
            for at in range(len(row) - 1):
                left, right = row[at], row[at + 1]
                kept = _over(ups[left], ups[right]) + _over(downs[left], downs[right])
                turned = _over(ups[right], ups[left]) + _over(downs[right], downs[left])
                if turned < kept:
                    row[at], row[at + 1] = right, left
                    changed = True
            if not changed:
                break


def _over(left: Sequence[int], right: Sequence[int]) -> int:
    """How many lines of the left one end beyond lines of the right one."""
    return sum(len(left) - bisect_right(left, end) for end in right)
