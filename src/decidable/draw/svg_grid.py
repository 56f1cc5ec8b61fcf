"""The grid as SVG: every cell with its outcomes, or, where there are too many to read, as a coloured square.

Owns: the sizes of rows and columns, and the two ways to show a cell. Never: leaves a cell out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from decidable.core.table import Table
from decidable.draw.face import CONFLICT, UNDECIDED, Face, Look, Page, headline, page
from decidable.draw.layout import Rect, Size
from decidable.draw.measure import text_width, wrapped
from decidable.draw.paint import box, escaped, framed, hint, words
from decidable.draw.palette import Theme
from decidable.draw.wrap import unbroken, wrap

_PAD = 28
_BELOW = 10
"""The air below the counts, before the grid."""
_NARROW = 480
_HEAD = 8
"""A head of so many characters is broken where its name lets it: columns are as narrow as their words."""
_LINE = 15
_TEXT = 11
_AROUND = 8
"""The air around the words of a cell."""
_READABLE = 2_500
"""In a grid with more cells than this, words cannot be read: each cell is a square."""
_SQUARE = 9
_SMALL = 8
_LOOKS = {Look.OPEN: "dc-open", Look.OWN: "dc-chip", Look.GENERAL: "dc-band"}
_SQUARES = {Look.OPEN: "dc-alarm", Look.OWN: "dc-event", Look.GENERAL: "dc-cell"}


class _Column(NamedTuple):
    """An event, and how wide it is."""

    event: str
    head: list[str]
    width: int


def as_svg_grid(table: Table, *, note: str = "", theme: Theme = Theme.AUTO, ident: str = "dc") -> str:
    """The grid of a machine as one SVG file. `note`: a sentence below the counts."""
    shown = page(table)
    cells = sum(map(len, shown.faces.values()))
    head = headline(table)
    body, size = _readable(shown) if cells <= _READABLE else _squares(shown)
    width = max(size.width, text_width(table.name, 17, bold=True), text_width(head, 12), _NARROW) + 2 * _PAD
    top = [words(_PAD, _PAD + 14, "dc-title", table.name or "machine")]
    y = _PAD + 33
    said = [head.rpartition(": ")[2], *([note] if note else [])]
    for line in (line for sentence in said for line in wrapped(sentence, width - 2 * _PAD)):
        top.append(words(_PAD, y, "dc-note", line))
        y += _LINE
    y += _BELOW
    placed = [*top, f'<g transform="translate({_PAD} {y})">', *body, "</g>"]
    foot = y + size.height + 22
    for line in wrapped(_legend(shown, cells), width - 2 * _PAD):
        placed.append(words(_PAD, foot, "dc-note", line))
        foot += _LINE
    told = f"{note} {_legend(shown, cells)}".strip()
    return framed(placed, Size(width, foot + _PAD - _LINE), head, told, theme, ident)


def _legend(shown: Page, cells: int) -> str:
    faces = [face for row in shown.faces.values() for face in row.values()]
    said = {word for face in faces for word in face.words}
    parts = [
        (UNDECIDED in said, "? undecided, or for some values"),
        (CONFLICT in said, "2 rules: two lines decide at once"),
        (any(face.look is Look.GENERAL for face in faces), "dimmed: by an inherited line, a group or *"),
    ]
    if cells > _READABLE:
        return (
            "Each square is a cell: red where undecided or contradictory, dark where a line of its own state decides, "
            "light where another does."
        )
    return f"{'; '.join(text for present, text in parts if present) or 'every cell by a line of its own'}."


def _readable(shown: Page) -> tuple[list[str], Size]:
    columns = [_column(shown, event) for event in (*shown.events, *shown.synthesised)]
    left = max((text_width(_path(shown, state), 12, bold=True) for state in shown.states), default=0) + 2 * _AROUND
    top = max((len(column.head) for column in columns), default=0) * _LINE + 2 * _AROUND
    parts: list[str] = []
    alarms: list[str] = []  # last, so that their borders lie above those of their neighbours
    x = left
    for column in columns:
        parts += _lines(column.head, x + _AROUND, top - len(column.head) * _LINE - _AROUND, "dc-scope")
        x += column.width
    y = top
    for state in shown.states:
        height = max([1, *(len(face.words) for face in shown.faces[state].values())]) * _LINE + _AROUND
        parts.append(words(0, y + height // 2 + 4, "dc-scope", _path(shown, state)))
        at = left
        for column in columns:
            face = shown.faces[state].get(column.event)
            if face:
                (alarms if face.look is Look.OPEN else parts).extend(
                    _cell(state, column.event, face, Rect(at, y, column.width, height))
                )
            at += column.width
        y += height
    return [*parts, *alarms], Size(x, y)


def _path(shown: Page, state: str) -> str:
    """A state with the states it is nested in: `shop / payment / card`."""
    return " / ".join((*shown.parents.get(state, ()), state))


def _column(shown: Page, event: str) -> _Column:
    head = wrap(event, max(_HEAD, unbroken(event)))
    said = [word for row in shown.faces.values() if event in row for word in row[event].words]
    width = max(
        [text_width(word, _TEXT, bold=True) for word in said] + [text_width(line, 12, bold=True) for line in head]
    )
    return _Column(event, head, width + 2 * _AROUND)


def _cell(state: str, event: str, face: Face, rect: Rect) -> Iterator[str]:
    yield f"<g>{hint(f'{state} x {event}')}"
    yield box(rect, _LOOKS[face.look], 0)
    y = rect.y + (rect.height - len(face.words) * _LINE) // 2
    for n, word in enumerate(face.words):
        alarm = word in (UNDECIDED, CONFLICT)
        look = "dc-alarm" if alarm else "dc-note" if face.look is Look.GENERAL else "dc-cell-own"
        yield words(rect.x + _AROUND, y + n * _LINE + 11, look, word.replace("->", "\N{RIGHTWARDS ARROW}"))
    yield "</g>"


def _lines(lines: Sequence[str], x: int, y: int, look: str) -> Iterator[str]:
    yield from (words(x, y + n * _LINE + 12, look, line) for n, line in enumerate(lines))


def _squares(shown: Page) -> tuple[list[str], Size]:
    """One square a cell; neighbours that look alike are one rectangle."""
    events = (*shown.events, *shown.synthesised)
    left = max((text_width(_path(shown, state), _SMALL) for state in shown.states), default=0) + _AROUND
    top = max((text_width(event, _SMALL) for event in events), default=0) + _AROUND
    parts = [
        f'<text class="dc-small" transform="translate({left + n * _SQUARE + 7} {top - 4}) rotate(-90)">{escaped(event)}</text>'
        for n, event in enumerate(events)
    ]
    y = top
    for state in shown.states:
        parts.append(words(0, y + 7, "dc-small", _path(shown, state)))
        row = shown.faces[state]
        looks = [row[event].look if event in row else None for event in events]
        at = 0
        for look, alike in groupby(looks):
            count = len(list(alike))
            if look is not None:
                rect = Rect(left + at * _SQUARE, y, count * _SQUARE - 1, _SQUARE - 1)
                parts.append(box(rect, _SQUARES[look], 0))
            at += count
        y += _SQUARE
    return parts, Size(left + len(events) * _SQUARE, y)
