"""A layered layout of our own: deterministic, with room for every label.

Owns: the way from boxes and links to places (ranks, rows, order, columns, lines, frames). Never: knows machines or paints;
and never uses chance or a clock, so that a drawing is the same to the byte everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from decidable.draw.layout.levels import Kind, Levels, levels
from decidable.draw.layout.order import ordered
from decidable.draw.layout.place import placed
from decidable.draw.layout.ranks import ranks
from decidable.draw.layout.route import FRAME, routed
from decidable.draw.layout.shape import Group, Layout, Link, Point, Rect, Route, Size

__all__ = ["Group", "Layout", "Link", "Point", "Rect", "Route", "Size", "lay_out"]


def lay_out(boxes: Mapping[str, Size], links: Sequence[Link], first: str, groups: Sequence[Group] = ()) -> Layout:
    """Put boxes and links in their places. No link leads to its own box; `first` stands on top. A group comes after the
    one that it is in; a box of its name stands beside its first."""
    beside = {group.name: group.members - {group.name} for group in groups if group.name in group.members}
    rank = ranks(list(boxes), links, first, beside)
    vertices = levels(boxes, links, rank, groups)
    rows = ordered(vertices)
    found = routed(vertices, rows, placed(vertices, rows, [link.weight for link in links]))
    frames = _frames(vertices, groups, found.rects)
    taken = [*found.rects.values(), *frames.values()]
    left, top = -min(rect.x for rect in taken), -min(rect.y for rect in taken)
    rects = {n: rect.moved(left, top) for n, rect in found.rects.items()}
    routes = []
    for link, chain, halves in zip(links, vertices.chains, found.lines, strict=True):
        label = next(n for n in chain if vertices.vertices[n].kind is Kind.LABEL)
        upper, lower = (tuple(Point(point.x + left, point.y + top) for point in half) for half in halves)
        if vertices.vertices[chain[0]].name == link.source:
            routes.append(Route(upper, rects[label], lower))
        else:
            routes.append(Route(lower[::-1], rects[label], upper[::-1]))
    size = Size(left + max(rect.right for rect in taken), top + max(rect.bottom for rect in taken))
    named = {
        kind: {vertex.name: rects[n] for n, vertex in enumerate(vertices.vertices) if vertex.kind is kind}
        for kind in (Kind.BOX, Kind.TITLE)
    }
    moved = {name: frame.moved(left, top) for name, frame in frames.items()}
    return Layout(size, named[Kind.BOX], tuple(routes), moved, named[Kind.TITLE])


def _frames(levels: Levels, groups: Sequence[Group], rects: Mapping[int, Rect]) -> dict[str, Rect]:
    """The frame of each group: round its rows, and round the frames in it."""
    found: dict[str, Rect] = {}
    for group in reversed(groups):
        own = [n for n, vertex in enumerate(levels.vertices) if group.name in vertex.path]
        left = next(rects[n].x for n in own if _is(levels, n, Kind.LEFT, group.name))
        right = next(rects[n].x for n in own if _is(levels, n, Kind.RIGHT, group.name))
        inner = [found[other.name] for other in groups if other.parent == group.name]
        top = min([rects[n].y for n in own if levels.vertices[n].size.height] + [frame.y for frame in inner]) - FRAME
        bottom = max([rects[n].bottom for n in own] + [frame.bottom for frame in inner]) + FRAME
        found[group.name] = Rect(left, top, right - left, bottom - top)
    return {group.name: found[group.name] for group in groups}


def _is(levels: Levels, n: int, kind: Kind, name: str) -> bool:
    return levels.vertices[n].kind is kind and levels.vertices[n].name == name
