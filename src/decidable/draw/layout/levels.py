"""The rows of a drawing: boxes in every second one, labels between them, joints where a long line passes.

Owns: which vertex stands in which row, and what is joined to what. A label has its room in a row of its own kind, so it can
never lie over a box; a group has its borders in every row it spans, and its title in the row above its first box. Never: left
and right; that is `order` and `place`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from decidable.draw.layout.shape import Group, Link, Size

_PORTS = 16
"""The least room between two lines that end at one side of a box."""
_JOINT = Size(2, 0)
_BORDER = Size(0, 0)


class Kind(Enum):
    """What a vertex is."""

    BOX = auto()
    LABEL = auto()
    JOINT = auto()
    TITLE = auto()
    LEFT = auto()
    """The left border of a group, where it passes a row."""
    RIGHT = auto()


@dataclass(frozen=True, slots=True)
class Vertex:
    """A box, a label, the place where a line passes a row, or a piece of a group. `name`: of the box or the group."""

    kind: Kind
    level: int
    size: Size
    name: str = ""
    path: tuple[str, ...] = ()
    """The groups it is in, the outermost first. A border and a title are in their own group."""


@dataclass(frozen=True, slots=True)
class Levels:
    """Rows of vertices, by their numbers. `chains`: for each link its vertices from the upper to the lower box."""

    vertices: tuple[Vertex, ...]
    rows: tuple[tuple[int, ...], ...]
    chains: tuple[tuple[int, ...], ...]
    borders: tuple[tuple[int, ...], ...]
    """Each side of each group, from its first row to its last."""

    def segments(self) -> list[tuple[int, int]]:
        """Every piece of a line between two rows, upper end first."""
        return [pair for chain in self.chains for pair in pairwise(chain)]


def levels(
    boxes: Mapping[str, Size], links: Sequence[Link], rank: Mapping[str, int], groups: Sequence[Group]
) -> Levels:
    """The rows for boxes of these ranks. A label stands next to its source."""
    ends = [sorted((link.source, link.target), key=lambda name: rank[name]) for link in links]
    paths = {name: _path(name, groups) for name in boxes}
    above = int(any(rank[name] == 0 for name, path in paths.items() if path))  # a row for titles
    vertices = [
        Vertex(Kind.BOX, 2 * rank[name] + above, _wide_enough(size, name, ends), name, paths[name])
        for name, size in boxes.items()
    ]
    number = {vertex.name: n for n, vertex in enumerate(vertices)}
    chains = []
    for link, (upper, lower) in zip(links, ends, strict=True):
        first, last = vertices[number[upper]].level + 1, vertices[number[lower]].level - 1
        label = first if link.source == upper else last
        path = _common(paths[upper], paths[lower])
        inner = range(len(vertices), len(vertices) + last - first + 1)
        for level in range(first, last + 1):
            kind, size = (Kind.LABEL, link.label) if level == label else (Kind.JOINT, _JOINT)
            vertices.append(Vertex(kind, level, size, path=path))
        chains.append((number[upper], *inner, number[lower]))
    borders = []
    for group in groups:
        spanned = [vertices[number[name]].level for name in group.members]
        for side in _pieces(group, _path_of(group, groups), min(spanned) - 1, max(spanned)):
            borders.append(tuple(range(len(vertices), len(vertices) + len(side))))
            vertices += side
    rows: list[list[int]] = [[] for _ in range(1 + max(vertex.level for vertex in vertices))]
    for n, vertex in enumerate(vertices):
        rows[vertex.level].append(n)
    return Levels(
        tuple(vertices), tuple(map(tuple, rows)), tuple(chains), tuple(each for each in borders if len(each) > 1)
    )


def _pieces(group: Group, path: tuple[str, ...], first: int, last: int) -> Iterator[list[Vertex]]:
    """The left side of a group, its right side, and its title."""
    for kind in (Kind.LEFT, Kind.RIGHT):
        yield [Vertex(kind, level, _BORDER, group.name, path) for level in range(first, last + 1)]
    yield [Vertex(Kind.TITLE, first, group.title, group.name, path)]


def _path(name: str, groups: Sequence[Group]) -> tuple[str, ...]:
    """The groups a box is in, the outermost first."""
    within = [_path_of(group, groups) for group in groups if name in group.members]
    return max(within, key=len, default=())


def _path_of(group: Group, groups: Sequence[Group]) -> tuple[str, ...]:
    parent = next((each for each in groups if each.name == group.parent), None)
    return (*(_path_of(parent, groups) if parent else ()), group.name)


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    same = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    return one[: min(len(one), len(other)) if same is None else same]


def _wide_enough(size: Size, name: str, ends: Sequence[Sequence[str]]) -> Size:
    most = max(sum(upper == name for upper, _ in ends), sum(lower == name for _, lower in ends))
    return size._replace(width=max(size.width, _PORTS * (most + 1)))
