"""A layered layout of our own: deterministic, with room for every label.

Owns: the way from boxes and links to places (ranks, rows, order, columns, lines). Never: knows machines or paints; and
never uses chance or a clock, so that a drawing is the same to the byte everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from decidable.draw.layout.levels import Kind, levels
from decidable.draw.layout.order import ordered
from decidable.draw.layout.place import placed
from decidable.draw.layout.ranks import ranks
from decidable.draw.layout.route import routed
from decidable.draw.layout.shape import Layout, Link, Point, Rect, Route, Size

__all__ = ["Layout", "Link", "Point", "Rect", "Route", "Size", "lay_out"]


def lay_out(boxes: Mapping[str, Size], links: Sequence[Link], first: str) -> Layout:
    """Put boxes and links in their places. No link leads to its own box; `first` stands on top."""
    rank = ranks(list(boxes), links, first)
    vertices = levels(boxes, links, rank)
    rows = ordered(vertices)
    found = routed(vertices, rows, placed(vertices, rows, [link.weight for link in links]))
    left = min(rect.x for rect in found.rects.values())
    moved = {n: rect.moved(-left, 0) for n, rect in found.rects.items()}
    routes = []
    for link, chain, halves in zip(links, vertices.chains, found.lines, strict=True):
        label = next(n for n in chain if vertices.vertices[n].kind is Kind.LABEL)
        upper, lower = (tuple(Point(point.x - left, point.y) for point in half) for half in halves)
        if vertices.vertices[chain[0]].name == link.source:
            routes.append(Route(upper, moved[label], lower))
        else:
            routes.append(Route(lower[::-1], moved[label], upper[::-1]))
    width = max(rect.right for rect in moved.values())
    named = {vertex.name: moved[n] for n, vertex in enumerate(vertices.vertices) if vertex.kind is Kind.BOX}
    return Layout(Size(width, found.height), named, tuple(routes))
