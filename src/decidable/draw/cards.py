"""Lines of text with a border, and how large they are.

Owns: the inks of a picture, the width of its lines and the size of a card. Never: what is written on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from decidable.core import definition as d
from decidable.draw.layout import Rect, Size
from decidable.draw.measure import text_width

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


def card_of(lines: Sequence[Words], title: str, across: int, down: int) -> Card:
    """Lines on a card. `across` and `down`: the room left free on each side."""
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
