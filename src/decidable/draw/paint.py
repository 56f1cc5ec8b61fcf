"""SVG elements: cards with text, lines with round corners and heads, and the frame of a file.

Owns: the elements, their classes and the escapes. Never: decides where anything stands, or lets a character of a reason act
as markup.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence

from decidable.draw.cards import DOT, Card, Ink, text_rects
from decidable.draw.layout import Point, Rect, Size
from decidable.draw.palette import FONT, KINDS, Theme, style

ROUND = 8
_HEAD = 9
"""The length of an arrow's head."""
_RULES = f"""\
.dc{{font-family:{FONT}}}
.dc-paper{{fill:$paper;stroke:$edge}}
.dc-band{{fill:$band;stroke:$edge}}
.dc-box{{fill:$box;stroke:$rim;stroke-width:1.2}}
.dc-start{{fill:$start;stroke:$start_rim}}
.dc-open{{fill:$alarm_box;stroke:$alarm}}
.dc-ring{{fill:none;stroke:$rim}}
.dc-dash{{stroke-dasharray:5 3}}
.dc-seen{{stroke:$trace;stroke-width:2}}
.dc-chip{{fill:$paper;stroke:$edge}}
.dc-line{{fill:none;stroke:$line;stroke-width:1.3}}
.dc-tip{{fill:$line}}
.dc-shared{{stroke-dasharray:6 3}}
.dc-trace{{stroke:$trace;stroke-width:2.4}}
.dc-trace-tip{{fill:$trace}}
.dc-title{{fill:$ink;font-size:17px;font-weight:650}}
.dc-name{{fill:$ink;font-size:14px;font-weight:650}}
.dc-event{{fill:$ink;font-size:12px}}
.dc-scope{{fill:$ink;font-size:12px;font-weight:600}}
.dc-note{{fill:$dim;font-size:11px}}
.dc-alarm{{fill:$alarm;font-size:11px;font-weight:700}}
.dc-step{{fill:$trace;font-size:11px;font-weight:700}}
.dc-user{{fill:$user}}
.dc-result{{fill:$result}}
.dc-evidence{{fill:$evidence}}
.dc-system{{fill:$system}}
.dc-timer{{fill:$timer}}
.dc-cell{{fill:$edge}}
.dc-cell-own{{fill:$ink;font-size:11px}}
.dc-small{{fill:$dim;font-size:8px}}"""
INKS = {
    Ink.NAME: "dc-name",
    Ink.NOTE: "dc-note",
    Ink.EVENT: "dc-event",
    Ink.SHARED: "dc-scope",
    Ink.ALARM: "dc-alarm",
    Ink.STEP: "dc-step",
}


def escaped(text: str) -> str:
    """Text that is only text, in XML and in HTML. A character that a document may not hold becomes a replacement sign."""
    return html.escape(
        "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text)
    )


def framed(body: Iterable[str], size: Size, title: str, told: str, theme: Theme, ident: str) -> str:
    """A whole SVG file. `told`: the picture for those who cannot see it; `ident` keeps ids apart on a page with several."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dc" role="img" viewBox="0 0 {size.width} {size.height}" '
        f'width="{size.width}" height="{size.height}" aria-labelledby="{ident}-title {ident}-desc">'
    )
    names = [f'<title id="{ident}-title">{escaped(title)}</title>', f'<desc id="{ident}-desc">{escaped(told)}</desc>']
    sheet = f"<style>\n{style(_RULES, theme)}\n</style>"
    paper = f'<rect class="dc-paper" x="0.5" y="0.5" width="{size.width - 1}" height="{size.height - 1}" rx="10"/>'
    return "\n".join([head, *names, sheet, paper, *body, "</svg>"]) + "\n"


def card(found: Card, rect: Rect, look: str, corner: int) -> Iterator[str]:
    """A card with its lines; a dot stands before an event, the numbers of its steps behind."""
    yield box(rect, look, corner)
    from_left = any(line.kind for line in found.lines)
    for line, place in zip(found.lines, text_rects(found, rect), strict=True):
        base = place.bottom - 4
        steps = f'  <tspan class="dc-step">{escaped(line.steps)}</tspan>' if line.steps else ""
        if line.kind:
            yield f'<circle class="dc-{KINDS[line.kind]}" cx="{place.x + 4}" cy="{base - 4}" r="3"/>'
        at = f'x="{place.x + (DOT if line.kind else 0)}"' if from_left else f'x="{rect.x + rect.width // 2}"'
        anchor = "" if from_left else ' text-anchor="middle"'
        yield (
            f'<text class="{INKS[line.ink]}" {at} y="{base}"{anchor} xml:space="preserve">{escaped(line.text)}{steps}</text>'
        )


def box(rect: Rect, look: str, corner: int) -> str:
    """A rectangle with round corners."""
    return f'<rect class="{look}" x="{rect.x}" y="{rect.y}" width="{rect.width}" height="{rect.height}" rx="{corner}"/>'


def dot(x: int, y: int, look: str, radius: float) -> str:
    """A filled circle."""
    return f'<circle class="{look}" cx="{x}" cy="{y}" r="{radius:g}"/>'


def words(x: int, y: int, look: str, text: str) -> str:
    """One line of text."""
    return f'<text class="{look}" x="{x}" y="{y}">{escaped(text)}</text>'


def hint(text: str) -> str:
    """What a reader who points at an element is told."""
    return f"<title>{escaped(text)}</title>"


def line(points: Sequence[Point], look: str = "", tip: str = "dc-tip") -> Iterator[str]:
    """A line with round corners, and the head of an arrow at its end where `tip` says how it looks."""
    path = [f"M{points[0].x} {points[0].y}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        room = min(ROUND, _length(before, corner) // 2, _length(corner, after) // 2)
        start, end = _towards(corner, before, room), _towards(corner, after, room)
        path.append(f"L{start.x} {start.y}Q{corner.x} {corner.y} {end.x} {end.y}")
    last = points[-1]
    end = _towards(last, points[-2], _HEAD - 3) if tip else last
    yield f'<path class="dc-line{look}" d="{"".join(path)}L{end.x} {end.y}"/>'
    if tip:
        base = _towards(last, points[-2], _HEAD)
        x, y = (4, 0) if abs(last.y - points[-2].y) > abs(last.x - points[-2].x) else (0, 4)
        left, right = f"{base.x - x} {base.y - y}", f"{base.x + x} {base.y + y}"
        yield f'<path class="{tip}" d="M{last.x} {last.y}L{left}L{right}Z"/>'


def _length(one: Point, other: Point) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _towards(one: Point, other: Point, by: int) -> Point:
    """A point on the way from one to the other, so far from the first along each axis."""
    return Point(_step(one.x, other.x, by), _step(one.y, other.y, by))


def _step(here: int, there: int, by: int) -> int:
    return here + min(by, abs(there - here)) * (1 if there > here else -1)
