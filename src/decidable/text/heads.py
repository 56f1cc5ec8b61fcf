"""From rows to states: which lines stand under which header.

Owns: that one walk, for machines and contracts alike. Never: judges what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from decidable.core.definition import Effect, Line, State
from decidable.text.rows import Enter, Row, Section, Use


class Heads:
    """States whose lines are being collected: those of a parent go on after its children."""

    def __init__(self) -> None:
        self._all: list[_Head] = []
        self._open: list[_Head] = []
        self.places: dict[tuple[str, str], int] = {}
        """Where a state includes a fragment, by both names."""

    def take(self, row: Row) -> bool:
        """Take a row that belongs to a state or heads one. Of others only a section is looked at: it ends a state."""
        match row.node:
            case State() as state:
                del self._open[row.depth :]
                parent = self._open[-1].state.name if self._open else ""
                self._open.append(_Head(replace(state, at=row.at, parent=parent)))
                self._all.append(self._open[-1])
            case Section():
                self._open.clear()
                return False
            case _ if not self._open or not row.depth:
                return False
            case Enter(effects):
                self._open[row.depth - 1].enter = effects
            case Line() as line:
                self._open[row.depth - 1].lines.append(line)
            case Use(name):
                head = self._open[row.depth - 1]
                head.uses.append(name)
                self.places[head.state.name, name] = row.at
            case _:
                return False
        return True

    def states(self) -> list[State]:
        """The states, each with its own."""
        return [
            replace(head.state, enter=head.enter, lines=tuple(head.lines), uses=tuple(head.uses)) for head in self._all
        ]


class _Head:
    """One state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.enter: tuple[Effect, ...] = ()
        self.lines: list[Line] = []
        self.uses: list[str] = []


def collected(rows: Iterable[Row]) -> list[State]:
    """The states of some rows."""
    heads = Heads()
    for row in rows:
        heads.take(row)
    return heads.states()
