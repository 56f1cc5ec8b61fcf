"""Who stands left of whom in each row, so that few lines cross.

Owns: the sweeps (each vertex goes to the mean place of those it is joined to; neighbours change places where that helps) and
their tie-breaks. A group stays together in each row, and groups stand in the same order in all rows. Never: chance; of two
orders as good, the earlier stays.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from decidable.draw.layout.levels import Kind, Levels

_SWEEPS = 16
_MANY = 3_000
"""With more segments than this, fewer sweeps: the time stays bounded."""
_FIRST = {Kind.LEFT: 0, Kind.TITLE: 1, Kind.RIGHT: 3}
"""Within a group: its border, its title, everything else, its other border."""

Rows: TypeAlias = "list[list[int]]"
Joined: TypeAlias = "Mapping[int, Sequence[int]]"
Keys: TypeAlias = "Mapping[int, float]"


def ordered(levels: Levels) -> tuple[tuple[int, ...], ...]:
    """The rows of a drawing, each from left to right."""
    above: dict[int, list[int]] = {n: [] for n in range(len(levels.vertices))}
    below: dict[int, list[int]] = {n: [] for n in range(len(levels.vertices))}
    for upper, lower in levels.segments():
        above[lower].append(upper)
        below[upper].append(lower)
    rows = [_together(levels, row, _places(row), _means(levels, levels.rows)) for row in levels.rows]
    best, least = [list(row) for row in rows], crossings(rows, below)
    sweeps = _SWEEPS if len(levels.segments()) < _MANY else 4
    for sweep in range(sweeps):
        down = sweep % 2 == 0
        means = _means(levels, rows)
        _sweep(levels, rows, above if down else below, down, means)
        rows = [_together(levels, row, _places(row), means) for row in rows]
        _change_places(levels, rows, above, below)
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


def _places(row: Sequence[int]) -> dict[int, float]:
    """Where each vertex of a row stands, from 0 to 1."""
    return {vertex: n / max(len(row) - 1, 1) for n, vertex in enumerate(row)}


def _means(levels: Levels, rows: Sequence[Sequence[int]]) -> dict[str, float]:
    """Where each group stands over all its rows."""
    found: dict[str, list[float]] = {}
    for row in rows if levels.borders else ():
        for vertex, place in _places(row).items():
            if levels.vertices[vertex].kind is Kind.BOX:
                for name in levels.vertices[vertex].path:
                    found.setdefault(name, []).append(place)
    return {name: sum(places) / len(places) for name, places in found.items()}


def _together(levels: Levels, row: Sequence[int], keys: Keys, means: Mapping[str, float]) -> list[int]:
    """A row in the order of its keys, each group in one piece between its borders."""

    def arranged(vertices: Sequence[int], depth: int) -> Iterator[int]:
        units: dict[str | int, list[int]] = {}
        for vertex in vertices:
            path = levels.vertices[vertex].path
            units.setdefault(path[depth] if len(path) > depth else vertex, []).append(vertex)

        def key(unit: str | int) -> tuple[int, float]:
            if isinstance(unit, str):
                return 2, means[unit]
            return _FIRST.get(levels.vertices[unit].kind, 2), keys[unit]

        for unit in sorted(units, key=key):
            if isinstance(unit, str):
                yield from arranged(units[unit], depth + 1)
            else:
                yield unit

    return list(arranged(row, 0))


def _sweep(levels: Levels, rows: Rows, joined: Joined, down: bool, means: Mapping[str, float]) -> None:
    numbers = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
    for n in numbers:
        beside = _places(rows[n - 1 if down else n + 1])
        keys = {
            vertex: sum(beside[other] for other in joined[vertex]) / len(joined[vertex]) if joined[vertex] else place
            for vertex, place in _places(rows[n]).items()
        }
        rows[n] = _together(levels, rows[n], keys, means)


def _change_places(levels: Levels, rows: Rows, above: Joined, below: Joined) -> None:
    """Neighbours within one group change places while that takes crossings away."""
    for n, row in enumerate(rows):
        up = {vertex: place for place, vertex in enumerate(rows[n - 1])} if n else {}
        down = {vertex: place for place, vertex in enumerate(rows[n + 1])} if n + 1 < len(rows) else {}
        ups = {vertex: sorted(up[other] for other in above[vertex]) for vertex in row}
        downs = {vertex: sorted(down[other] for other in below[vertex]) for vertex in row}
        changed = True
        while changed:  # each change takes crossings away, so it ends
            changed = False
            for at in range(len(row) - 1):
                left, right = row[at], row[at + 1]
                kept = _over(ups[left], ups[right]) + _over(downs[left], downs[right])
                turned = _over(ups[right], ups[left]) + _over(downs[right], downs[left])
                if turned < kept and levels.vertices[left].path == levels.vertices[right].path:
                    row[at], row[at + 1] = right, left
                    changed = True


def _over(left: Sequence[int], right: Sequence[int]) -> int:
    """How many lines of the left one end beyond lines of the right one."""
    return sum(len(left) - bisect_right(left, end) for end in right)
