"""The rows of a drawing: boxes in the even ones, labels in the odd ones, joints where a long line passes.

Owns: which vertex stands in which row, and what is joined to what. A label has its room in a row of its own kind, so it can
never lie over a box. Never: left and right; that is `order` and `place`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from decidable.draw.layout.shape import Link, Size

_PORTS = 16
"""The least room between two lines that end at one side of a box."""
_JOINT = Size(2, 0)


class Kind(Enum):
    """What a vertex is."""

    BOX = auto()
    LABEL = auto()
    JOINT = auto()


@dataclass(frozen=True, slots=True)
class Vertex:
    """A box, a label, or the place where a line passes a row. `link`: the number of the line; -1 for a box."""

    kind: Kind
    level: int
    size: Size
    name: str = ""
    link: int = -1


@dataclass(frozen=True, slots=True)
class Levels:
    """Rows of vertices, by their numbers. `chains`: for each link its vertices from the upper to the lower box."""

    vertices: tuple[Vertex, ...]
    rows: tuple[tuple[int, ...], ...]
    chains: tuple[tuple[int, ...], ...]

    def segments(self) -> list[tuple[int, int]]:
        """Every piece of a line between two rows, upper end first."""
        return [pair for chain in self.chains for pair in pairwise(chain)]


def levels(boxes: Mapping[str, Size], links: Sequence[Link], rank: Mapping[str, int]) -> Levels:
    """The rows for boxes of these ranks. A label stands next to its source."""
    ends = [sorted((link.source, link.target), key=lambda name: rank[name]) for link in links]
    vertices = [
        Vertex(Kind.BOX, 2 * rank[name], _wide_enough(size, name, ends), name=name) for name, size in boxes.items()
    ]
    number = {vertex.name: n for n, vertex in enumerate(vertices)}
    chains = []
    for n, (link, (upper, lower)) in enumerate(zip(links, ends, strict=True)):
        first, last = 2 * rank[upper] + 1, 2 * rank[lower] - 1
        label = first if link.source == upper else last
        chain = [number[upper]]
        for level in range(first, last + 1):
            chain.append(len(vertices))
            kind, size = (Kind.LABEL, link.label) if level == label else (Kind.JOINT, _JOINT)
            vertices.append(Vertex(kind, level, size, link=n))
        chains.append((*chain, number[lower]))
    rows: list[list[int]] = [[] for _ in range(1 + max(vertex.level for vertex in vertices))]
    for n, vertex in enumerate(vertices):
        rows[vertex.level].append(n)
    return Levels(tuple(vertices), tuple(map(tuple, rows)), tuple(chains))


def _wide_enough(size: Size, name: str, ends: Sequence[Sequence[str]]) -> Size:
    most = max(sum(upper == name for upper, _ in ends), sum(lower == name for _, lower in ends))
    return size._replace(width=max(size.width, _PORTS * (most + 1)))
