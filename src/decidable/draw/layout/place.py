"""How far right each vertex stands: nothing touches, long lines are straight, boxes stand below what leads to them.

Owns: the distances between neighbours, and the settling. Never: changes who stands left of whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from decidable.draw.layout.levels import Kind, Levels

_GAPS = {
    frozenset({Kind.BOX}): 44,
    frozenset({Kind.LABEL}): 20,
    frozenset({Kind.JOINT}): 16,
    frozenset({Kind.BOX, Kind.JOINT}): 28,
    frozenset({Kind.LABEL, Kind.JOINT}): 16,
}
_BORDERS = 14
"""What a border, or a title, has beside it."""
_ROUNDS = 120


class Columns(NamedTuple):
    """The x of the middle of each block, which vertex belongs to which, and the least distances of blocks in a row."""

    x: Mapping[int, int]
    blocks: Sequence[int]
    gaps: Mapping[tuple[int, int], int]

    def middles(self) -> dict[int, int]:
        """The x of the middle of each vertex."""
        return {vertex: self.x[block] for vertex, block in enumerate(self.blocks)}

    def nudged(self, wishes: Mapping[int, Sequence[int]]) -> Columns:
        """The columns with blocks moved a little, where their neighbours leave room. `wishes`: by vertex, how far."""
        x = dict(self.x)
        beside: dict[int, list[tuple[int, int, int]]] = {block: [] for block in x}
        for (left, right), gap in self.gaps.items():
            beside[left].append((left, right, gap))
            beside[right].append((left, right, gap))
        by_block: dict[int, list[int]] = {}
        for vertex, moves in wishes.items():
            by_block.setdefault(self.blocks[vertex], []).extend(moves)
        for block, moves in by_block.items():
            was = x[block]
            for move in sorted(moves, key=abs):
                x[block] = was + move
                if all(x[right] - x[left] >= gap for left, right, gap in beside[block]):
                    break
                x[block] = was
        return self._replace(x=x)


def placed(levels: Levels, rows: Sequence[Sequence[int]], weights: Sequence[int]) -> Columns:
    """Columns for the rows. `weights`: by link, how much it matters that it is straight."""
    blocks = _blocks(levels, rows, weights)
    gaps = _gaps(levels, rows, blocks)
    order = _from_left(len(levels.vertices), gaps, blocks)
    before: dict[int, list[tuple[int, int]]] = {block: [] for block in order}
    after: dict[int, list[tuple[int, int]]] = {block: [] for block in order}
    for (left, right), gap in gaps.items():
        before[right].append((left, gap))
        after[left].append((right, gap))
    pulls: dict[int, list[int]] = {block: [] for block in order}
    for chain, weight in zip(levels.chains, weights, strict=True):
        for upper, lower in pairwise(chain):
            if blocks[upper] != blocks[lower]:
                pulls[blocks[upper]] += [blocks[lower]] * weight
                pulls[blocks[lower]] += [blocks[upper]] * weight
    x = _pushed_right(order, dict.fromkeys(order, 0), before)
    for n in range(_ROUNDS):
        wish = {block: _wish(x[block], [x[other] for other in pulls[block]], n) for block in order}
        far = _pushed_right(order, wish, before)
        near = _pushed_left(order, wish, after)
        x = {block: (far[block] + near[block]) // 2 for block in order}
    kinds = {block: levels.vertices[vertex].kind for vertex, block in enumerate(blocks)}
    _draw_in(order, kinds, x, before, after)
    return Columns(x, blocks, gaps)


def _draw_in(
    order: Sequence[int],
    kinds: Mapping[int, Kind],
    x: dict[int, int],
    before: Mapping[int, list[tuple[int, int]]],
    after: Mapping[int, list[tuple[int, int]]],
) -> None:
    """Frames close round what is in them, and their names go into the corner."""
    for block in order:
        if kinds[block] is Kind.RIGHT:
            x[block] = max(x[left] + gap for left, gap in before[block])
    for block in reversed(order):
        if kinds[block] in (Kind.LEFT, Kind.TITLE):
            x[block] = min(x[right] - gap for right, gap in after[block])
    for block in order:
        if kinds[block] is Kind.TITLE:
            x[block] = max(x[left] + gap for left, gap in before[block])


def _wish(here: int, pulls: list[int], n: int) -> int:
    """Where a block would like to stand: half-way to the mean of what it is joined to, in the end to the median."""
    if not pulls:
        return here
    if n < _ROUNDS * 3 // 4:
        return (here + sum(pulls) // len(pulls)) // 2
    pulls = sorted(pulls)
    middle = (pulls[(len(pulls) - 1) // 2] + pulls[len(pulls) // 2]) // 2
    return (here + middle) // 2


def _pushed_right(
    order: Sequence[int], wish: Mapping[int, int], before: Mapping[int, list[tuple[int, int]]]
) -> dict[int, int]:
    x: dict[int, int] = {}
    for block in order:
        x[block] = max([wish[block], *(x[left] + gap for left, gap in before[block])])
    return x


def _pushed_left(
    order: Sequence[int], wish: Mapping[int, int], after: Mapping[int, list[tuple[int, int]]]
) -> dict[int, int]:
    x: dict[int, int] = {}
    for block in reversed(order):
        x[block] = min([wish[block], *(x[right] - gap for right, gap in after[block])])
    return x


def _blocks(levels: Levels, rows: Sequence[Sequence[int]], weights: Sequence[int]) -> list[int]:
    """For each vertex its block: the vertices that stand straight below one another.

    The borders of groups are. Those of one line are, and with a heavy one its boxes too. Of two lines that cross, one is straight there: the heavier,
    then the longer.
    """
    place = {vertex: n for row in rows for n, vertex in enumerate(row)}
    straight: dict[int, list[tuple[int, int]]] = {}
    blocks = _Blocks(len(levels.vertices))
    for side in levels.borders:
        for upper, lower in pairwise(side):
            straight.setdefault(levels.vertices[upper].level, []).append((place[upper], place[lower]))
            blocks.join(upper, lower)
    taken: set[tuple[int, bool]] = set()
    order = sorted(range(len(weights)), key=lambda n: (-weights[n], -len(levels.chains[n])))
    for chain, weight in ((levels.chains[n], weights[n]) for n in order):
        whole = weight > 1 and not {(chain[0], True), (chain[-1], False)} & taken
        if whole:
            taken |= {(chain[0], True), (chain[-1], False)}
        column = chain if whole else chain[1:-1]
        for upper, lower in pairwise(column):
            beside = straight.setdefault(levels.vertices[upper].level, [])
            here = (place[upper], place[lower])
            if all((here[0] < one) == (here[1] < other) for one, other in beside):
                beside.append(here)
                blocks.join(upper, lower)
    return blocks.of


class _Blocks:
    """Vertices being joined to blocks. The longer of two keeps its name."""

    def __init__(self, count: int) -> None:
        self.of = list(range(count))
        self._members = [[vertex] for vertex in range(count)]

    def join(self, upper: int, lower: int) -> None:
        one, other = self.of[upper], self.of[lower]
        if len(self._members[one]) < len(self._members[other]):
            one, other = other, one
        for vertex in self._members[other]:
            self.of[vertex] = one
        self._members[one] += self._members[other]


def _gaps(levels: Levels, rows: Sequence[Sequence[int]], blocks: Sequence[int]) -> dict[tuple[int, int], int]:
    """For each two blocks beside each other in a row, the least distance of their middles."""
    gaps: dict[tuple[int, int], int] = {}
    for row in rows:
        for left, right in pairwise(row):
            one, other = levels.vertices[left], levels.vertices[right]
            pair = (blocks[left], blocks[right])
            gap = (one.size.width + other.size.width) // 2 + _GAPS.get(frozenset({one.kind, other.kind}), _BORDERS)
            gaps[pair] = max(gap, gaps.get(pair, 0))
    return gaps


def _from_left(count: int, gaps: Mapping[tuple[int, int], int], blocks: Sequence[int]) -> list[int]:
    """The blocks so that each comes after those to its left."""
    after: dict[int, list[int]] = {blocks[vertex]: [] for vertex in range(count)}
    missing = dict.fromkeys(after, 0)
    for left, right in gaps:
        after[left].append(right)
        missing[right] += 1
    ready = [block for block in after if not missing[block]]
    for block in ready:
        for right in after[block]:
            missing[right] -= 1
            if not missing[right]:
                ready.append(right)
    return ready
