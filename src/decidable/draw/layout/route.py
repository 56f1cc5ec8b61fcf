"""The lines: from box to label to box, straight down through every row, across only between rows.

Owns: where a line leaves a box, its way between two rows, and how much room the ways between two rows need. A line runs
upright through a row and level only between rows, so that it never lies over a box or a label. Never: bends for beauty
alone; corners are rounded by the one who paints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from decidable.draw.layout.levels import Kind, Levels
from decidable.draw.layout.place import Columns
from decidable.draw.layout.shape import Point, Rect

_EDGES = {Kind.BOX: 12, Kind.LABEL: 4}
"""A line leaves a box or a label at least so far from its corner."""
_PORTS = 12
"""Between two lines that end at one side."""
FRAME = 12
"""The air between a frame and what is in it."""
_TRACK = 12
"""Between two level lines."""
_CLEAR = 16
"""Between a row and the first level line: the head of an arrow fits."""
_LEAST = 26
"""Between two rows where every line is straight."""
_NEARLY = 16
"""A line that bends by less is made straight where its label has the room to move."""
_NUDGES = 4
"""So often: a label that moved may let the next one move."""
_SLANT = 2
"""A line that is off by so little is drawn without a bend."""


@dataclass(frozen=True, slots=True)
class Way:
    """A piece of a line between two rows: from `top` in the upper to `bottom` in the lower."""

    upper: int
    lower: int
    top: int
    bottom: int

    @property
    def span(self) -> tuple[int, int]:
        """From left to right."""
        return min(self.top, self.bottom), max(self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class Routed:
    """The rows in their places and the lines through them, each from the upper box to its label and on to the lower one."""

    rects: Mapping[int, Rect]
    lines: tuple[tuple[tuple[Point, ...], tuple[Point, ...]], ...]
    height: int


def routed(levels: Levels, rows: Sequence[Sequence[int]], columns: Columns) -> Routed:
    """Everything in its place."""
    ways = _ways(levels, rows, columns.middles())
    for _ in range(_NUDGES):
        columns = columns.nudged(_bends(levels, ways))
        ways = _ways(levels, rows, columns.middles())
    x = columns.middles()
    tracks = {n: _tracks(between) for n, between in ways.items()}
    rects: dict[int, Rect] = {}
    y = 0
    ends: dict[int, tuple[int, int]] = {}
    for n, row in enumerate(rows):
        height = max((levels.vertices[vertex].size.height for vertex in row), default=0)
        for vertex in row:
            size = levels.vertices[vertex].size
            rects[vertex] = Rect(x[vertex] - size.width // 2, y + (height - size.height) // 2, size.width, size.height)
        used = 1 + max(tracks[n].values(), default=-1)
        y += height
        if n + 1 < len(rows):
            room = max(_LEAST, 2 * _CLEAR + (used - 1) * _TRACK) if used else _LEAST
            closing, opening = _frames(levels, n)
            ends[n] = (y + closing, room)
            y += closing + room + opening
    pieces = {
        (way.upper, way.lower): _points(way, rects, ends[n], tracks[n])
        for n, between in ways.items()
        for way in between
    }
    lines = tuple(_split(levels, chain, pieces) for chain in levels.chains)
    return Routed(rects, lines, y)


def _frames(levels: Levels, n: int) -> tuple[int, int]:
    """The room below a row for the frames that end with it, and above the next for those that begin there."""
    ending = sum(levels.vertices[side[-1]].level == n for side in levels.borders) // 2
    beginning = sum(levels.vertices[side[0]].level == n + 1 for side in levels.borders) // 2
    return ending * FRAME, beginning * FRAME


def _bends(levels: Levels, ways: Mapping[int, Sequence[Way]]) -> dict[int, list[int]]:
    """How far each label would have to move for a line of it that is nearly straight to be so."""
    wishes: dict[int, list[int]] = {}
    for way in (way for between in ways.values() for way in between):
        move = way.top - way.bottom
        if 0 < abs(move) <= _NEARLY:
            for vertex, by in ((way.upper, -move), (way.lower, move)):
                if levels.vertices[vertex].kind in (Kind.LABEL, Kind.JOINT):
                    wishes.setdefault(vertex, []).append(by)
    return wishes


def _ways(levels: Levels, rows: Sequence[Sequence[int]], x: Mapping[int, int]) -> dict[int, list[Way]]:
    place = {vertex: n for row in rows for n, vertex in enumerate(row)}
    below: dict[int, list[int]] = {}
    above: dict[int, list[int]] = {}
    for upper, lower in levels.segments():
        below.setdefault(upper, []).append(lower)
        above.setdefault(lower, []).append(upper)
    tops: dict[tuple[int, int], int] = {}
    bottoms: dict[tuple[int, int], int] = {}
    for vertex, others in below.items():
        others.sort(key=lambda other: place[other])
        for other, at in zip(others, _ports(levels, vertex, [x[other] for other in others], x), strict=True):
            tops[vertex, other] = at
    for vertex, others in above.items():
        others.sort(key=lambda other: place[other])
        wishes = [tops[other, vertex] for other in others]
        for other, at in zip(others, _ports(levels, vertex, wishes, x), strict=True):
            bottoms[other, vertex] = at
    # A label may be left where its line goes on: once more from below, now that all ends are known.
    for vertex, others in below.items():
        wishes = [bottoms[vertex, other] for other in others]
        for other, at in zip(others, _ports(levels, vertex, wishes, x), strict=True):
            tops[vertex, other] = at
    ways: dict[int, list[Way]] = {n: [] for n in range(len(rows))}
    for upper, lower in levels.segments():
        way = Way(upper, lower, tops[upper, lower], bottoms[upper, lower])
        ways[levels.vertices[upper].level].append(way)
    return ways


def _ports(levels: Levels, vertex: int, wishes: Sequence[int], x: Mapping[int, int]) -> list[int]:
    """Where the lines at one side of a vertex end: each as near to its wish as the side and its neighbours let it."""
    found = levels.vertices[vertex]
    if found.kind is Kind.JOINT:
        return [x[vertex]] * len(wishes)
    room = found.size.width // 2 - _EDGES[found.kind]
    least, most = x[vertex] - room, x[vertex] + room
    apart = min(_PORTS, (most - least) // max(len(wishes) - 1, 1))
    from_left: list[int] = []
    for n, wish in enumerate(wishes):
        first = least + n * apart if not from_left else from_left[-1] + apart
        from_left.append(min(max(wish, first), most - (len(wishes) - 1 - n) * apart))
    from_right: list[int] = []
    for n, wish in enumerate(reversed(wishes)):
        last = most - n * apart if not from_right else from_right[-1] - apart
        from_right.append(max(min(wish, last), least + (len(wishes) - 1 - n) * apart))
    return [(one + other) // 2 for one, other in zip(from_left, reversed(from_right), strict=True)]


def _tracks(ways: Sequence[Way]) -> dict[tuple[int, int], int]:
    """The track of each way that is not straight, from the top: few crossings, and no two lines on one another."""
    level = [way for way in ways if not _is_straight(way)]
    costs = [[_cost(one, other) for other in level] for one in level]
    waiting = list(range(len(level)))
    balance = [sum(costs[n][m] - costs[m][n] for m in waiting) for n in waiting]
    tracks: dict[tuple[int, int], int] = {}
    laid: list[tuple[Way, int]] = []
    while waiting:
        n = min(waiting, key=lambda each: (balance[each], level[each].span))
        waiting.remove(n)
        for m in waiting:
            balance[m] -= costs[m][n] - costs[n][m]
        way = level[n]
        track = 1 + max((at for other, at in laid if _beside(way, other)), default=-1)
        laid.append((way, track))
        tracks[way.upper, way.lower] = track
    return tracks


def _is_straight(way: Way) -> bool:
    return abs(way.top - way.bottom) <= _SLANT


def _cost(one: Way, other: Way) -> int:
    """What it costs that `one` runs above `other`: crossings, and much where the two would lie on one another."""
    if one is other:
        return 0
    left, right = other.span
    cost = int(left < one.bottom < right)
    left, right = one.span
    cost += int(left < other.top < right)
    return cost + (50 if abs(one.bottom - other.top) < 4 else 0)


def _beside(one: Way, other: Way) -> bool:
    return one.span[0] <= other.span[1] + _TRACK and other.span[0] <= one.span[1] + _TRACK


def _points(
    way: Way, rects: Mapping[int, Rect], between: tuple[int, int], tracks: Mapping[tuple[int, int], int]
) -> tuple[Point, ...]:
    top, room = between
    first = Point(way.top, rects[way.upper].bottom)
    last = Point(way.bottom, rects[way.lower].y)
    if _is_straight(way):
        return first, last
    used = 1 + max(tracks.values())
    level = top + (room - (used - 1) * _TRACK) // 2 + tracks[way.upper, way.lower] * _TRACK
    return first, Point(way.top, level), Point(way.bottom, level), last


def _split(
    levels: Levels, chain: Sequence[int], pieces: Mapping[tuple[int, int], tuple[Point, ...]]
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    halves: tuple[list[Point], list[Point]] = ([], [])
    half = halves[0]
    for upper, lower in pairwise(chain):
        half += pieces[upper, lower]
        if levels.vertices[lower].kind is Kind.LABEL:
            half = halves[1]
    return tuple(_without_joints(halves[0])), tuple(_without_joints(halves[1]))


def _without_joints(points: Sequence[Point]) -> list[Point]:
    """The corners only."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and kept[-1].x == kept[-2].x == point.x:
            kept.pop()
        kept.append(point)
    return kept
