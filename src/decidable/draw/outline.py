"""The diagram as terminal text: every state with its arrows below it.

Owns: the lines of that text. Never: shortens a name; what is too long goes on in the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill, wrap

from decidable.core import definition as d
from decidable.core.table import ANY_STATE, Table
from decidable.draw.diagram import BACK, Arrow, Diagram, Label, Node, Parent, diagram, in_words, label_text
from decidable.draw.face import headline
from decidable.draw.grid import WIDE

_RESET = "\x1b[0m"
_STYLES = {"title": "\x1b[1m", "alarm": "\x1b[1;31m", "dim": "\x1b[2m", "": ""}
_HARD = "\N{NO-BREAK SPACE}"
_LEAST = 40
"""A narrower terminal breaks lines itself."""


def as_outline(table: Table, *, width: int = WIDE, color: bool = False) -> str:
    """The states of a machine with the arrows that leave them, in lines of at most `width` characters."""
    drawn = diagram(table)
    outline = _Outline(drawn, max(width, _LEAST), color)
    parts = ["\n".join(outline.title(headline(table)))]
    parts += ["\n".join(outline.item(depth, item)) for depth, item in drawn.walk() if item]
    parts += ["\n".join(outline.scope(scope)) for scope in drawn.scopes if scope == ANY_STATE]
    parts.append(
        "\n".join(
            outline.styled(line, "dim")
            for line in wrap(in_words(drawn, answers="are listed with their state"), max(width, _LEAST))
        )
    )
    return "\n\n".join(parts) + "\n"


class _Outline:
    """One drawing being written."""

    def __init__(self, drawn: Diagram, width: int, color: bool, depth: int = 0) -> None:
        self._drawn = drawn
        self._whole = width
        self._width = width - 2 * depth
        self._color = color
        targets = [_target(arrow) for arrow in drawn.arrows]
        self._column = min(max(map(len, targets), default=0), width // 3)

    def title(self, text: str) -> Iterator[str]:
        """The headline."""
        yield from (self.styled(line, "title") for line in fill(text, self._width).splitlines())

    def item(self, depth: int, item: Node | Parent) -> Iterator[str]:
        """A state, or a parent before the states in it, moved to the right by its depth."""
        inner = _Outline(self._drawn, self._whole, self._color, depth)
        lines = inner.state(item) if isinstance(item, Node) else inner.parent(item)
        yield from (f"{'  ' * depth}{line}" for line in lines)

    def parent(self, parent: Parent) -> Iterator[str]:
        """A parent: what it does on entry, and the arrows of its lines."""
        yield self.styled(parent.name, "title") + self.styled(" (its lines hold in the states below)", "dim")
        if parent.enter:
            yield from self._entry("enter", ", ".join(parent.enter), "dim")
        yield from self._arrows(parent.name)

    def state(self, node: Node) -> Iterator[str]:
        """A state: its name and role, what it does on entry, its arrows, and what it answers without leaving."""
        role = _role(node)
        yield self.styled(node.name, "title") + (self.styled(f" ({role})", "dim") if role else "")
        if node.enter:
            yield from self._entry("enter", ", ".join(node.enter), "dim")
        yield from self._arrows(node.name)
        for verdict, events in node.answers.items():
            if events:
                yield from self._entry(verdict.value, ", ".join(events), "dim")
        if node.conflicts:
            yield from self._entry("2 rules", ", ".join(node.conflicts), "alarm")
        if node.undecided:
            yield from self._entry("?", ", ".join(node.undecided), "alarm")

    def scope(self, scope: str) -> Iterator[str]:
        """The arrows of the lines of any state."""
        yield self.styled(scope, "title") + self.styled(" (where the state has no line of its own)", "dim")
        yield from self._arrows(scope)

    def _arrows(self, source: str) -> Iterator[str]:
        for arrow in self._drawn.arrows:
            if arrow.source == source:
                yield from self._entry(_target(arrow), ", ".join(map(_label, arrow.labels)))

    def _entry(self, left: str, right: str, style: str = "") -> Iterator[str]:
        room = self._width - self._column - 4
        whole = re.sub(r"(?<!,) ", _HARD, right)
        pieces = [
            piece.replace(_HARD, " ") for piece in wrap(whole, room, break_long_words=False, break_on_hyphens=False)
        ]
        first = f"  {left.ljust(self._column)}  {pieces[0]}"
        if len(left) > self._column:
            yield self.styled(f"  {left}", style)
            first = f"  {' ' * self._column}  {pieces[0]}"
        yield self.styled(first, style)
        yield from (self.styled(f"  {' ' * self._column}  {piece}", style) for piece in pieces[1:])

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where there is colour."""
        return f"{_STYLES[style]}{text}{_RESET}" if self._color and style else text


def _label(label: Label) -> str:
    return label_text(label, longest=80)


def _target(arrow: Arrow) -> str:
    if arrow.restarts:
        return f"-> {arrow.target} restart"
    return "-> back to where it was" if arrow.target == BACK else f"-> {arrow.target}"


def _role(node: Node) -> str:
    match node.role:
        case d.Role.PLAIN:
            return ""
        case d.Role.FINAL:
            return f"final: {node.end.value}" if node.end else "final"
        case _:
            return node.role.value
