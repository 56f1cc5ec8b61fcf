"""A diagram laid out: what there is to paint, and where all of it stands.

Owns: which boxes and arrows are in the picture, and their places; `captions` says what is written on them. Interruptions stand in
a band of their own below, with their arrows as words. Never: colours; `svg` paints.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.table import ANY_STATE
from decidable.draw.captions import arrow_card, led_in, led_out, name_card, on_trace, scope_card, state_card
from decidable.draw.cards import Card
from decidable.draw.diagram import Arrow, Diagram, Node, Parent
from decidable.draw.layout import Group, Layout, Link, lay_out
from decidable.draw.trace import Marks

_MOST_STATES = 120
_MOST_ARROWS = 300
"""With more of either a diagram is beyond reading; the grid is there for them."""
_SPINE = 4
"""An arrow to the state that follows in the file weighs so much more: the author's order is the spine."""


class Drawn(NamedTuple):
    """An arrow in its place, with its label."""

    arrow: Arrow
    card: Card
    on_trace: bool


class Entry(NamedTuple):
    """An interruption as its band shows it: what leads in, itself, what leads out."""

    node: Node
    into: Card
    card: Card
    out: Card


class Sketch(NamedTuple):
    """Everything there is to paint. `boxes`: by state or scope."""

    diagram: Diagram
    marks: Marks | None
    boxes: Mapping[str, Card]
    arrows: tuple[Drawn, ...]
    layout: Layout
    titles: Mapping[str, Card]
    """The names of parents, for `layout.frames`."""
    entries: tuple[Entry, ...]


def beyond_reading(drawn: Diagram) -> str:
    """Why there is no diagram, where a machine has too many states or arrows for one; else nothing."""
    if len(drawn.nodes) > _MOST_STATES:
        what = f"{len(drawn.nodes)} states are beyond what a diagram can show readably (at most {_MOST_STATES})"
    elif len(drawn.arrows) > _MOST_ARROWS:
        what = f"{len(drawn.arrows)} arrows are beyond what a diagram can show readably (at most {_MOST_ARROWS})"
    else:
        return ""
    return f"{what}; the grid shows every cell, and `decidable why` explains one."


def sketch(drawn: Diagram, marks: Marks | None = None) -> Sketch:
    """Lay a diagram out. Interruptions and their arrows are in `entries`, all others in `layout`."""
    apart = _apart(drawn)
    shown = [
        (n, arrow)
        for n, arrow in enumerate(drawn.arrows)
        if not arrow.restarts and arrow.source not in apart and arrow.target not in apart
    ]
    inside = [node for node in drawn.nodes if node.name not in apart]
    sources = {arrow.source for _, arrow in shown}
    pills = {scope: scope_card(scope) for scope in drawn.scopes if scope in sources}
    boxes = {name: pill for name, pill in pills.items() if name == ANY_STATE}  # what holds everywhere comes first
    boxes |= {node.name: state_card(node, drawn, marks) for node in inside} | pills
    groups = [_group(parent, drawn, boxes) for parent in drawn.parents]
    arrows = tuple(Drawn(arrow, arrow_card(n, arrow, drawn, marks), on_trace(n, arrow, marks)) for n, arrow in shown)
    follows = {one.name: other.name for one, other in pairwise(inside)}
    links = [
        Link(
            each.arrow.source,
            each.arrow.target,
            each.card.size,
            _SPINE if follows.get(each.arrow.source) == each.arrow.target else 1,
        )
        for each in arrows
    ]
    sizes = {name: card.size for name, card in boxes.items()}
    layout = lay_out(sizes, links, drawn.start, [group for group in groups if group.members])
    entries = tuple(_entry(node, drawn, marks) for node in drawn.nodes if node.name in apart)
    titles = {parent.name: name_card(parent) for parent in drawn.parents if parent.name in layout.titles}
    return Sketch(drawn, marks, boxes, arrows, layout, titles, entries)


def _apart(drawn: Diagram) -> set[str]:
    """The interruptions, and the parents that hold nothing else."""
    apart = {node.name for node in drawn.nodes if node.role is d.Role.INTERRUPTION}
    for parent in drawn.parents:
        if all(node.name in apart for node in drawn.nodes if parent.name in node.parents):
            apart.add(parent.name)
    return apart


def _group(parent: Parent, drawn: Diagram, boxes: Mapping[str, Card]) -> Group:
    """What stands in the frame of a parent: its states, and where its lines leave from."""
    within = {parent.name} | {each.name for each in drawn.parents if parent.name in _above(each, drawn)}
    members = {node.name for node in drawn.nodes if parent.name in node.parents} | within
    return Group(parent.name, name_card(parent).size, frozenset(members & set(boxes)), parent.parent)


def _above(parent: Parent, drawn: Diagram) -> tuple[str, ...]:
    """The parents that a parent is nested in."""
    node = next(node for node in drawn.nodes if parent.name in node.parents)
    return node.parents[: node.parents.index(parent.name)]


def _entry(node: Node, drawn: Diagram, marks: Marks | None) -> Entry:
    return Entry(node, led_in(node, drawn, marks), state_card(node, drawn, marks), led_out(node, drawn, marks))
