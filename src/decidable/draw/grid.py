"""The grid as terminal text: as many columns side by side as fit, the others in blocks below.

Owns: widths, blocks, and the signs for colour. Never: shortens a name; what is too long goes on in the next line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import fill
from typing import NamedTuple

from decidable.core.table import Table
from decidable.draw.face import CONFLICT, UNDECIDED, Face, Look, Page, headline, page
from decidable.draw.wrap import unbroken, wrap

WIDE = 100
"""The width where nobody says another."""
_GAP = 2
_CAPS = range(20, 7, -1)
"""How wide a column may become before its words are broken, from the roomiest to the tightest."""
_WIDEST = 24
"""A column is never wider, and a word is broken in the middle only to keep to this."""
_LABEL = 16
"""A state's name goes on in the next line beyond this."""
_RESET = "\x1b[0m"
_STYLES = {"title": "\x1b[1m", "alarm": "\x1b[1;31m", "dim": "\x1b[2m", "": ""}


class Block(NamedTuple):
    """Columns that stand side by side."""

    events: tuple[str, ...]
    widths: tuple[int, ...]


def as_text(table: Table, *, width: int = WIDE, color: bool = False) -> str:
    """The grid of a machine in lines of at most `width` characters (a single column may need more)."""
    drawn = _Drawing(page(table), width, color)
    title = "\n".join(_styled(line, "title", color) for line in fill(headline(table), max(width, 20)).splitlines())
    parts = [title, *drawn.blocks(), drawn.legend()]
    return "\n\n".join(part for part in parts if part) + "\n"


class _Drawing:
    """One page being laid out."""

    def __init__(self, shown: Page, width: int, color: bool) -> None:
        self._page = shown
        self._width = max(width, 20)
        self._color = color
        labels = [self._row_label(state) for state in shown.states]
        heads = [head for state in shown.states for head in self._heads(state, "")]
        self._label = max((len(line) for label in (*labels, *heads) for line in label), default=0)
        self._said = {event: self._distinct(event) for event in (*shown.events, *shown.synthesised)}

    def blocks(self) -> Iterator[str]:
        """The declared events, then the columns that only some states have."""
        for block in self._fill(self._page.events):
            yield self._block(block, self._page.states)
        for block in self._fill(self._page.synthesised):
            faces = self._page.faces
            yield self._block(block, [s for s in self._page.states if any(e in faces[s] for e in block.events)])

    def _fill(self, events: tuple[str, ...]) -> list[Block]:
        """The fewest blocks, and among as many the roomiest columns, evenly spread where that fits."""
        if not events:
            return []
        room = self._width - self._label
        tries = [self._greedy(events, cap, room) for cap in _CAPS]
        best = min(tries, key=len)
        cap = _CAPS[tries.index(best)]
        each = -(-len(events) // len(best))
        even = [self._columns(events[at : at + each], cap) for at in range(0, len(events), each)]
        return even if all(_size(block) <= room for block in even) else best

    def _greedy(self, events: tuple[str, ...], cap: int, room: int) -> list[Block]:
        blocks = [Block((), ())]
        for event in events:
            column = self._columns((event,), cap)
            joined = Block(blocks[-1].events + column.events, blocks[-1].widths + column.widths)
            if not blocks[-1].events or _size(joined) <= room:
                blocks[-1] = joined
            else:
                blocks.append(column)
        return blocks

    def _columns(self, events: tuple[str, ...], cap: int) -> Block:
        return Block(events, tuple(self._column_width(event, cap) for event in events))

    def _column_width(self, event: str, cap: int) -> int:
        words = self._said[event]
        least = min(_WIDEST, max(map(unbroken, words)))
        return max(len(line) for word in words for line in wrap(word, max(cap, least)))

    def _distinct(self, event: str) -> tuple[str, ...]:
        """Every different word of a column, its head included."""
        faces = [row[event] for row in self._page.faces.values() if event in row]
        return tuple(dict.fromkeys([event, *(word for face in faces for word in self._words(face))]))

    def _words(self, face: Face) -> list[str]:
        if self._color or face.look is not Look.GENERAL:
            return list(face.words)
        return [f"({word})" for word in face.words]

    def _block(self, block: Block, states: Sequence[str]) -> str:
        head = [wrap(event, width) for event, width in zip(block.events, block.widths, strict=True)]
        height = max(map(len, head))
        lines = [
            self._line(
                "",
                [(cell[at - height + len(cell)] if at >= height - len(cell) else "", "title") for cell in head],
                block,
            )
            for at in range(height)
        ]
        lines.append("-" * (self._label + _size(block)))
        for before, state in pairwise(["", *states]):
            lines += [_styled(line, "dim", self._color) for parent in self._heads(state, before) for line in parent]
            lines += self._row(state, block)
        return "\n".join(lines)

    def _heads(self, state: str, before: str) -> list[list[str]]:
        """The parents of a state that do not stand above it yet, each in its lines."""
        return [_indented(wrap(name, _LABEL), depth) for depth, name in self._page.heads(state, before)]

    def _row_label(self, state: str) -> list[str]:
        return _indented(wrap(state, _LABEL), len(self._page.parents.get(state, ())))

    def _row(self, state: str, block: Block) -> Iterator[str]:
        label = self._row_label(state)
        cells: list[list[tuple[str, str]]] = []
        for event, width in zip(block.events, block.widths, strict=True):
            face = self._page.faces[state].get(event, Face((), Look.OWN))
            cells.append([(line, _style(face, word)) for word in self._words(face) for line in wrap(word, width)])
        for at in range(max(len(label), *map(len, cells))):
            words = [cell[at] if at < len(cell) else ("", "") for cell in cells]
            yield self._line(label[at] if at < len(label) else "", words, block)

    def _line(self, label: str, words: Sequence[tuple[str, str]], block: Block) -> str:
        text, at = _styled(label, "title", self._color), len(label)
        end = self._label
        for (word, style), width in zip(words, block.widths, strict=True):
            if word:
                text += " " * (end + _GAP - at) + _styled(word, style, self._color)
                at = end + _GAP + len(word)
            end += _GAP + width
        return text

    def legend(self) -> str:
        """What the signs on this page mean; only those that stand on it."""
        faces = [face for row in self._page.faces.values() for face in row.values()]
        words = {word for face in faces for word in face.words}
        general = "dim" if self._color else "(...)"
        inherited = "a line of a parent, of any state" if self._page.parents else "a line of any state"
        entries = [
            (UNDECIDED in words, f"{UNDECIDED}  undecided, or for some values"),
            (CONFLICT in words, f"{CONFLICT}  two lines decide at once"),
            (any(face.look is Look.GENERAL for face in faces), f"{general}  by {inherited}, a group or `*`"),
            (any(len(face.words) > 1 for face in faces), "several in a cell: guards choose"),
        ]
        lines = [""]
        for entry in (text for present, text in entries if present):
            joined = f"{lines[-1]}    {entry}" if lines[-1] else entry
            if len(joined) <= self._width:
                lines[-1] = joined
            else:
                lines += fill(entry, self._width).splitlines()
        return "\n".join(_styled(line, "dim", self._color) for line in lines if line)


def _indented(lines: list[str], depth: int) -> list[str]:
    return [f"{'  ' * depth}{line}" for line in lines]


def _size(block: Block) -> int:
    return sum(width + _GAP for width in block.widths)


def _style(face: Face, word: str) -> str:
    if word in (UNDECIDED, CONFLICT):
        return "alarm"
    return "dim" if face.look is Look.GENERAL else ""


def _styled(text: str, style: str, color: bool) -> str:
    return f"{_STYLES[style]}{text}{_RESET}" if color and text and style else text
