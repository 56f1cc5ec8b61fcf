"""A table whose guards tell what they are asked, so that one knows after a step which facts it has looked at.

Owns: the noting. Never: answers otherwise than the guard of the table itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from decidable.core.conditions import Predicate, View
from decidable.core.snapshot import Known
from decidable.core.table import Cell, Table, ToolInfo


class Look(IntEnum):
    """How a guard looks at a fact."""

    PRESENCE = 0
    """Whether it was known before the step, and still is."""
    CLOSELY = 1
    """Everything that was known of it."""
    CHANGED = 2
    """What the step itself has told of it, or made of it, by then."""


class Looked(NamedTuple):
    """A guard has looked at a fact."""

    fact: str
    look: Look


class Tried(NamedTuple):
    """A guarded line of this event was tried, and its guard held or did not."""

    event: str
    held: bool


Note: TypeAlias = "Looked | Tried"


class Log:
    """What the guards of one step were asked."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.facts: Mapping[str, Known] = {}
        """What was known before the step."""
        self.busy = False
        """Whether guards are told that a write is open, whatever the snapshot has."""

    def begin(self, facts: Mapping[str, Known], *, busy: bool) -> None:
        """A step begins."""
        self.notes.clear()
        self.facts = facts
        self.busy = busy


def traced(table: Table, log: Log) -> Table:
    """The same table, which notes in `log` what its guards look at."""
    looks = _Looks(table, log)
    rows = {
        state: {event: looks.cell(cell) if _is_guarded(cell) else cell for event, cell in row.items()}
        for state, row in table.rows.items()
    }
    return replace(table, rows=rows, tools={name: looks.tool(info) for name, info in table.tools.items()})


def _is_guarded(cell: Cell) -> bool:
    return any(option.test is not None for option in cell.options)


class _Looks:
    """Makes guards tell."""

    def __init__(self, table: Table, log: Log) -> None:
        self._log = log
        self._looked = {name: tuple(Looked(name, look) for look in Look) for name in table.facts}

    def cell(self, cell: Cell) -> Cell:
        """A cell whose guards tell."""
        tried = Tried(cell.event, False), Tried(cell.event, True)
        options = (
            option if option.test is None else option._replace(test=self._telling(option.test, tried))
            for option in cell.options
        )
        return cell._replace(options=tuple(options))

    def tool(self, info: ToolInfo) -> ToolInfo:
        """A tool whose requirement tells."""
        return info if info.requires is None else info._replace(requires=self._telling(info.requires, None))

    def _telling(self, test: Predicate, tried: tuple[Tried, Tried] | None) -> Predicate:
        log, looked = self._log, self._looked

        def tells(view: View) -> bool:
            facts = _Facts(view.facts, log, looked)
            held = test(View(facts, view.fields, view.approved, view.busy or log.busy))
            if tried is not None:
                log.notes.append(tried[held])
            return held

        return tells


class _Facts(Mapping[str, Known]):
    """Facts that note who looks at them."""

    __slots__ = ("_facts", "_log", "_looked")

    def __init__(self, facts: Mapping[str, Known], log: Log, looked: Mapping[str, tuple[Looked, ...]]) -> None:
        self._facts, self._log, self._looked = facts, log, looked

    def _note(self, name: str, look: Look) -> Known | None:
        known = self._facts.get(name)
        if known is not None and known is not self._log.facts.get(name):
            look = Look.CHANGED
        self._log.notes.append(self._looked[name][look])
        return known

    def __getitem__(self, name: str) -> Known:
        self._note(name, Look.CLOSELY)
        return self._facts[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._note(name, Look.PRESENCE) is not None

    def get(self, name: str, default: object = None) -> Known | None:  # type: ignore[override]  # guards give no default
        return self._note(name, Look.CLOSELY)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._looked if self._note(name, Look.CLOSELY) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
