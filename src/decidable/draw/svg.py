"""The diagram as SVG: one file without anything from outside, text as text, light and dark.

Owns: the page around a sketch: title, start, the band of interruptions, legend, and what is left out. Never: lays the graph
out (`sketch` has).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from decidable.core import definition as d
from decidable.core.table import Table
from decidable.draw.cards import Card
from decidable.draw.diagram import diagram, in_words, scope_text
from decidable.draw.face import headline
from decidable.draw.layout import Point, Rect, Size
from decidable.draw.measure import text_width, wrapped
from decidable.draw.paint import INKS, ROUND, box, card, dot, framed, hint, line, words
from decidable.draw.palette import KIND_WORDS, KINDS, Theme
from decidable.draw.sketch import Drawn, Entry, Sketch, beyond_reading, sketch
from decidable.draw.svg_grid import as_svg_grid
from decidable.draw.trace import Trace, marks

_PAD = 28
_NARROW = 480
_START = 34
"""The room of the dot and the arrow above the start."""
_BESIDE = 52
"""Between an interruption and what leads in and out."""


def as_svg(table: Table, *, trace: Trace | None = None, theme: Theme = Theme.AUTO, ident: str = "dc") -> str:
    """A machine's states and arrows as one SVG file. `ident` keeps its ids apart where several stand on one page.

    A machine with too much for a diagram is drawn as its grid, and the picture says so.
    """
    drawn = diagram(table)
    if note := beyond_reading(drawn):
        return as_svg_grid(table, note=note, theme=theme, ident=ident)
    found = sketch(drawn, marks(drawn, trace) if trace else None)
    head = headline(table)
    page = _Page(found, head, trace.title if trace else "")
    return framed(page.parts, Size(page.width, page.y + _PAD - 8), head, page.told(), theme, ident)


class _Page:
    """One picture being painted, from the top downwards. `y`: how far it has come."""

    def __init__(self, found: Sketch, head: str, title: str) -> None:
        self.sketch = found
        self.said = in_words(found.diagram)
        band = max(map(_entry_width, found.entries), default=0)
        name = text_width(found.diagram.name, 17, bold=True)
        self.width = max(found.layout.size.width, band, name, text_width(head, 12), _NARROW) + 2 * _PAD
        self.y = _PAD
        self.parts = [*self._head(head, title), *self._graph(), *self._band(), *self._foot()]

    def told(self) -> str:
        """The picture for those who cannot see it."""
        drawn = self.sketch.diagram
        arrows = [
            f"{scope_text(arrow.source) if arrow.source in drawn.scopes else arrow.source} to {arrow.target}: "
            f"{', '.join(label.event for label in arrow.labels)}"
            for arrow in drawn.arrows
        ]
        return f"{'. '.join([self.said.rstrip('.'), *arrows])}."

    def _head(self, head: str, title: str) -> Iterator[str]:
        name, _, counts = head.rpartition(": ")
        yield words(_PAD, self.y + 14, "dc-title", name or "machine")
        yield words(_PAD, self.y + 33, "dc-note", counts)
        self.y += 52
        for part in wrapped(title, (self.width - 2 * _PAD) * 7 // 8) if title else ():  # it is bold
            yield words(_PAD, self.y, "dc-step", part)
            self.y += 16

    def _graph(self) -> Iterator[str]:
        layout = self.sketch.layout
        x, y = (self.width - layout.size.width) // 2, self.y + _START
        for name, frame in layout.frames.items():
            yield box(frame.moved(x, y), "dc-band", ROUND)
            yield from self._title(self.sketch.titles[name], layout.titles[name].moved(x, y))
        start = self.sketch.diagram.node(self.sketch.diagram.start)
        if start and not start.parents:
            rect = layout.boxes[start.name].moved(x, y)
            middle = rect.x + rect.width // 2
            yield dot(middle, rect.y - _START + 10, "dc-name", 5)
            yield from line([Point(middle, rect.y - _START + 15), Point(middle, rect.y)])
        routes = zip(self.sketch.arrows, layout.routes, strict=True)
        for each, route in sorted(routes, key=lambda pair: pair[0].on_trace):  # a trace lies above the others
            tip = "dc-trace-tip" if each.on_trace else "dc-tip"
            yield f"<g>{hint(each.card.title)}"
            yield from line([Point(p.x + x, p.y + y) for p in route.before], self._look(each), "")
            yield from line([Point(p.x + x, p.y + y) for p in route.after], self._look(each), tip)
            yield from card(each.card, route.label.moved(x, y), "dc-chip", 4)
            yield "</g>"
        for name, found in self.sketch.boxes.items():
            yield from self._box(name, found, layout.boxes[name].moved(x, y))
        self.y = y + layout.size.height + _PAD

    def _title(self, found: Card, rect: Rect) -> Iterator[str]:
        y = rect.y
        for each in found.lines:
            y += each.ink.height
            yield words(rect.x, y - 4, INKS[each.ink], each.text)

    def _look(self, each: Drawn) -> str:
        shared = each.arrow.source in self.sketch.diagram.scopes
        return f"{' dc-shared' if shared else ''}{' dc-trace' if each.on_trace else ''}"

    def _box(self, name: str, found: Card, rect: Rect) -> Iterator[str]:
        node = self.sketch.diagram.node(name)
        look = "dc-box"
        if node is None or node.role is d.Role.INTERRUPTION:
            look += " dc-dash"
        if node and (node.undecided or node.conflicts):
            look += " dc-open"
        elif node and node.role is d.Role.START:
            look += " dc-start"
        if self.sketch.marks and name in self.sketch.marks.states:
            look += " dc-seen"
        yield f"<g>{hint(found.title)}"
        yield from card(found, rect, look, ROUND if node else rect.height // 2)
        if node and node.role is d.Role.FINAL:
            yield box(Rect(rect.x + 3, rect.y + 3, rect.width - 6, rect.height - 6), "dc-ring", ROUND - 2)
        yield "</g>"

    def _band(self) -> Iterator[str]:
        """Interruptions apart from the rest: each with what leads in and what leads out, as words."""
        if not self.sketch.entries:
            return
        height = 34 + sum(_entry_height(entry) + 14 for entry in self.sketch.entries)
        yield box(Rect(_PAD - 10, self.y, self.width - 2 * _PAD + 20, height), "dc-band", ROUND)
        yield words(_PAD + 2, self.y + 18, "dc-note", "interruptions: the state that was left keeps its place")
        y = self.y + 30
        for entry in self.sketch.entries:
            yield from self._entry(entry, y)
            y += _entry_height(entry) + 14
        self.y += height + 20

    def _entry(self, entry: Entry, y: int) -> Iterator[str]:
        height = _entry_height(entry)
        x = (self.width - _entry_width(entry)) // 2
        places = []
        for found in (entry.into, entry.card, entry.out):
            places.append(Rect(x, y + (height - found.size.height) // 2, *found.size))
            x += found.size.width + _BESIDE
        for left, right in pairwise(places):
            yield from line([Point(left.right + 4, y + height // 2), Point(right.x, y + height // 2)])
        yield f"<g>{hint(entry.into.title)}"
        yield from card(entry.into, places[0], "dc-chip", 4)
        yield "</g>"
        yield from self._box(entry.node.name, entry.card, places[1])
        yield f"<g>{hint(entry.out.title)}"
        yield from card(entry.out, places[2], "dc-chip", 4)
        yield "</g>"

    def _foot(self) -> Iterator[str]:
        """What the dots mean, those that are there; and what is left out."""
        kinds = {KINDS[label.kind] for arrow in self.sketch.diagram.arrows for label in arrow.labels}
        x = _PAD
        for name in (name for name in KIND_WORDS if name in kinds):
            room = text_width(KIND_WORDS[name], 11) + 34
            if x > _PAD and x + room > self.width - _PAD:
                x, self.y = _PAD, self.y + 18
            yield dot(x + 4, self.y + 4, f"dc-{name}", 3.5)
            yield words(x + 14, self.y + 8, "dc-note", KIND_WORDS[name])
            x += room
        self.y += 20 if kinds else 0
        for sentence in wrapped(self.said, self.width - 2 * _PAD):
            yield words(_PAD, self.y + 8, "dc-note", sentence)
            self.y += 16


def _entry_width(entry: Entry) -> int:
    return entry.into.size.width + entry.card.size.width + entry.out.size.width + 2 * _BESIDE


def _entry_height(entry: Entry) -> int:
    return max(entry.into.size.height, entry.card.size.height, entry.out.size.height)
