"""What a layout takes and gives: boxes, links with the room their labels need, rectangles and lines.

Owns: these shapes. Whole numbers everywhere, widths even, so that the same machine is drawn to the same byte on every
computer. Never: knows what a box stands for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Size(NamedTuple):
    """The room something needs."""

    width: int
    height: int


class Link(NamedTuple):
    """An arrow to be laid, with the room of its label. `weight`: how much it matters that it is short and straight."""

    source: str
    target: str
    label: Size
    weight: int = 1


class Group(NamedTuple):
    """Boxes that stand in a frame of their own. `title`: the room of its name; `parent`: the group it is in, if any."""

    name: str
    title: Size
    members: frozenset[str]
    """Its boxes, those of the groups in it included."""
    parent: str = ""


class Point(NamedTuple):
    """A place; x to the right, y downwards."""

    x: int
    y: int


class Rect(NamedTuple):
    """A place that is taken."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first x beyond it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first y beyond it."""
        return self.y + self.height

    def meets(self, other: Rect) -> bool:
        """Whether the two share any room."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def moved(self, x: int, y: int) -> Rect:
        """The same room elsewhere."""
        return Rect(self.x + x, self.y + y, self.width, self.height)


class Route(NamedTuple):
    """An arrow as laid: the line from its source to its label, the label, and the line on to its target."""

    before: tuple[Point, ...]
    label: Rect
    after: tuple[Point, ...]


class Layout(NamedTuple):
    """Everything in its place. `routes` are in the order of the links; `titles` are the places of the names of `frames`."""

    size: Size
    boxes: Mapping[str, Rect]
    routes: tuple[Route, ...]
    frames: Mapping[str, Rect]
    titles: Mapping[str, Rect]
