"""A diagram laid out: what is written in each box and on each arrow, and where all of it stands.

Owns: the words of a picture, their sizes and places. Interruptions stand in a band of their own below, with their arrows as
words. Never: colours; `svg` paints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.table import ANY_STATE
from decidable.draw.diagram import BACK, Arrow, Diagram, Label, Node, Parent, label_text, scope_text
from decidable.draw.layout import Group, Layout, Link, Rect, Size, lay_out
from decidable.draw.measure import text_width, wrapped
from decidable.draw.trace import Marks

_MOST_STATES = 120
_MOST_ARROWS = 300
"""With more of either a diagram is beyond reading; the grid is there for them."""
_ENTRY = 3
"""So many effects of an entry are shown; a note counts the rest."""
_WIDE = 240
"""Notes in a box are broken at this width."""
_LISTED = 420
"""Lists of states are broken at this width."""
_NAMES = 8
"""So many lines of one arrow are shown; a note counts the rest."""
_SPINE = 4
"""An arrow to the state that follows in the file weighs so much more: the author's order is the spine."""
DOT = 12
"""The room of the dot before an event, and before the numbers of its steps."""


class Ink(Enum):
    """How a line of text looks: font size, height of the line, bold."""

    NAME = (14, 20, True)
    NOTE = (11, 15, False)
    EVENT = (12, 16, False)
    SHARED = (12, 16, True)
    ALARM = (11, 17, True)
    STEP = (11, 15, True)

    @property
    def size(self) -> int:
        """The font size."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The height of a line."""
        return self.value[1]

    @property
    def bold(self) -> bool:
        """Whether it is bold."""
        return self.value[2]


class Words(NamedTuple):
    """One line of text. `kind`: where its event comes from; None where it is no event. `steps`: of the trace."""

    text: str
    ink: Ink
    kind: d.Kind | None = None
    steps: str = ""

    @property
    def width(self) -> int:
        """The room it takes."""
        steps = text_width(self.steps, Ink.STEP.size, bold=True) + DOT if self.steps else 0
        dot = DOT if self.kind else 0
        return text_width(self.text, self.ink.size, bold=self.ink.bold) + steps + dot


class Card(NamedTuple):
    """Lines of text with a border, or none."""

    lines: tuple[Words, ...]
    title: str
    """What a reader who points at it, or cannot see it, is told."""
    size: Size


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
    pills = {scope: _pill(scope) for scope in drawn.scopes if scope in sources}
    boxes = {name: pill for name, pill in pills.items() if name == ANY_STATE}  # what holds everywhere comes first
    boxes |= {node.name: _box(node, drawn, marks) for node in inside} | pills
    groups = [_group(parent, drawn, boxes) for parent in drawn.parents]
    arrows = tuple(Drawn(arrow, _label(n, arrow, drawn, marks), _on(n, arrow, marks)) for n, arrow in shown)
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
    titles = {parent.name: _title(parent) for parent in drawn.parents if parent.name in layout.titles}
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
    return Group(parent.name, _title(parent).size, frozenset(members & set(boxes)), parent.parent)


def _above(parent: Parent, drawn: Diagram) -> tuple[str, ...]:
    """The parents that a parent is nested in."""
    node = next(node for node in drawn.nodes if parent.name in node.parents)
    return node.parents[: node.parents.index(parent.name)]


def _title(parent: Parent) -> Card:
    """The name of a parent, in the corner of its frame."""
    lines = [Words(parent.name, Ink.NAME), *(Words(effect, Ink.NOTE) for effect in parent.enter[:_ENTRY])]
    return _card(lines, "\n".join([parent.name, *parent.enter]), 2, 0)


def _box(node: Node, drawn: Diagram, marks: Marks | None) -> Card:
    lines = [Words(node.name, Ink.NAME)]
    if node.parents and node.name == drawn.start:  # the dot of a start stands above its box, where a frame has its name
        lines.append(Words("start", Ink.NOTE))
    if node.parents and node.role is d.Role.INTERRUPTION:  # these have no frame
        lines.append(Words(f"in {' / '.join(node.parents)}", Ink.NOTE))
    if node.end:
        lines.append(Words(f"final: {node.end.value}", Ink.NOTE))
    lines += [Words(part, Ink.NOTE) for effect in node.enter[:_ENTRY] for part in wrapped(effect, _WIDE)]
    if len(node.enter) > _ENTRY:
        lines.append(Words(f"+ {len(node.enter) - _ENTRY} more on entry", Ink.NOTE))
    for n, arrow in enumerate(drawn.arrows):
        if arrow.source == arrow.target == node.name:
            events = ", ".join(label_text(label) for label in arrow.labels)
            steps = ", ".join(_steps(n, label, marks) for label in arrow.labels if _steps(n, label, marks))
            first, *more = wrapped(f"restart: {events}", _WIDE)
            lines += [Words(first, Ink.NOTE, steps=steps), *(Words(part, Ink.NOTE) for part in more)]
    counts = [f"{verdict.value} {len(events)}" for verdict, events in node.answers.items() if events]
    if counts:
        lines.append(Words(" \N{MIDDLE DOT} ".join(counts), Ink.NOTE))
    if node.conflicts:
        lines.append(Words(f"2 rules: {len(node.conflicts)}", Ink.ALARM))
    if node.undecided:
        lines.append(Words(f"? {len(node.undecided)} undecided", Ink.ALARM))
    if marks:
        lines += [Words(event, Ink.NOTE, steps=str(n)) for n, event in marks.boxes.get(node.name, ())]
    return _card(lines, _told(node), 16, 9)


def _told(node: Node) -> str:
    """A box in words: all its events, and all it does on entry."""
    parts = [node.name]
    parts += [f"enter: {', '.join(node.enter)}"] if node.enter else []
    parts += [f"{verdict.value}: {', '.join(events)}" for verdict, events in node.answers.items() if events]
    parts += [f"2 rules: {', '.join(node.conflicts)}"] if node.conflicts else []
    parts += [f"undecided: {', '.join(node.undecided)}"] if node.undecided else []
    return "\n".join(parts)


def _pill(scope: str) -> Card:
    lines = [Words(scope_text(scope), Ink.SHARED), Words("where it has no line of its own", Ink.NOTE)]
    return _card(lines, f"lines of {scope} hold where a state has none of its own", 18, 7)


def _label(n: int, arrow: Arrow, drawn: Diagram, marks: Marks | None) -> Card:
    shown, rest = arrow.labels[:_NAMES], arrow.labels[_NAMES:]
    if len(rest) == 1:
        shown, rest = arrow.labels, ()
    rest_steps = ", ".join(filter(None, (_steps(n, label, marks) for label in rest)))
    lines = [Words(label_text(label), Ink.EVENT, label.kind, _steps(n, label, marks)) for label in shown]
    if rest:
        lines.append(Words(f"+ {len(rest)} more", Ink.NOTE, steps=rest_steps))
    return _card(lines, "\n".join([f"{_source(arrow, drawn)} -> {arrow.target}", *_decisions(arrow)]), 8, 5)


def _source(arrow: Arrow, drawn: Diagram) -> str:
    return scope_text(arrow.source) if arrow.source in drawn.scopes else arrow.source


def _decisions(arrow: Arrow) -> Iterator[str]:
    for label in arrow.labels:
        for line in label.lines:
            when = f" when {line.guard}" if line.guard is not None else " else" if line.otherwise else ""
            yield f"{label.event}{when}{f': {line.reason}' if line.reason else ''}"


def _steps(n: int, label: Label, marks: Marks | None) -> str:
    return ", ".join(map(str, marks.arrows.get((n, label.event), ()))) if marks else ""


def _on(n: int, arrow: Arrow, marks: Marks | None) -> bool:
    return any(_steps(n, label, marks) for label in arrow.labels)


def _entry(node: Node, drawn: Diagram, marks: Marks | None) -> Entry:
    numbered = [(n, arrow) for n, arrow in enumerate(drawn.arrows) if not arrow.restarts]
    into = [(n, arrow, _source(arrow, drawn)) for n, arrow in numbered if arrow.target == node.name]
    out = [
        (n, arrow, "back to where it was" if arrow.target == BACK else arrow.target)
        for n, arrow in numbered
        if arrow.source in (node.name, *node.parents)
    ]
    return Entry(
        node,
        _card(list(_in_words(into, marks)) or [Words("nothing leads in", Ink.NOTE)], "what leads in", 8, 5),
        _box(node, drawn, marks),
        _card(list(_in_words(out, marks)) or [Words("nothing leads out", Ink.NOTE)], "what leads out", 8, 5),
    )


def _in_words(arrows: Iterable[tuple[int, Arrow, str]], marks: Marks | None) -> Iterator[Words]:
    """Each event with the other ends of its arrows."""
    ends: dict[tuple[str, d.Kind], list[str]] = {}
    steps: dict[tuple[str, d.Kind], list[str]] = {}
    for n, arrow, other in arrows:
        for label in arrow.labels:
            event = (label_text(label), label.kind)
            ends.setdefault(event, []).append(other)
            steps.setdefault(event, []).extend(filter(None, [_steps(n, label, marks)]))
    for (text, kind), others in ends.items():
        first, *more = wrapped(f"{text} \N{MIDDLE DOT} {', '.join(others)}", _LISTED, Ink.EVENT.size)
        yield Words(first, Ink.EVENT, kind, ", ".join(steps[text, kind]))
        yield from (Words(part, Ink.EVENT) for part in more)


def _card(lines: Sequence[Words], title: str, across: int, down: int) -> Card:
    from_left = any(line.kind for line in lines)
    width = max(line.width + (DOT if from_left and not line.kind else 0) for line in lines) + 2 * across
    height = sum(line.ink.height for line in lines) + 2 * down
    return Card(tuple(lines), title, Size(width + width % 2, height))


def text_rects(card: Card, rect: Rect) -> Iterable[Rect]:
    """Where the lines of a card stand, as painted: from the top; a list of events from the left, else in the middle."""
    y = rect.y + (rect.height - sum(line.ink.height for line in card.lines)) // 2
    from_left = any(line.kind for line in card.lines)
    for line in card.lines:
        x = rect.x + (rect.width - line.width) // 2
        if from_left:
            x = rect.x + 8 if line.kind else rect.x + 8 + DOT
        yield Rect(x, y, line.width, line.ink.height)
        y += line.ink.height
