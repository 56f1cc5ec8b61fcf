"""What one cell shows: its outcomes as short words, and how surely it is decided.

Owns: the words and the order of rows and columns. Never: knows of widths, colours or pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.records import Verdict
from decidable.core.table import Cell, Option, Origin, Table


class Look(Enum):
    """How surely a cell is decided, and by what."""

    OPEN = auto()
    """Undecided, partial or contradictory: a machine with one starts no run."""
    OWN = auto()
    """By a line of its own state that names the event."""
    GENERAL = auto()
    """By a group, by `*`, or by a line of any state."""


class Part(StrEnum):
    """Which half of a drawing, where it is to be only one."""

    DIAGRAM = "diagram"
    GRID = "grid"


class Face(NamedTuple):
    """What stands in one cell, one word below the other."""

    words: tuple[str, ...]
    look: Look


class Page(NamedTuple):
    """The cells of a machine in reading order. `faces`: by state, then event; a missing one has no column there.

    `parents`: of each state that is nested, the states it is nested in, the outermost first.
    """

    states: tuple[str, ...]
    events: tuple[str, ...]
    synthesised: tuple[str, ...]
    faces: Mapping[str, Mapping[str, Face]]
    parents: Mapping[str, tuple[str, ...]]

    def heads(self, state: str, before: str = "") -> tuple[tuple[int, str], ...]:
        """The parents, each with its depth, that head a state in a list where another state stands before it."""
        above, shown = self.parents.get(state, ()), self.parents.get(before, ())
        common = next((n for n, pair in enumerate(zip(above, shown, strict=False)) if pair[0] != pair[1]), None)
        first = min(len(above), len(shown)) if common is None else common
        return tuple(enumerate(above))[first:]


UNDECIDED = "?"
CONFLICT = "2 rules"
_OPEN = {Origin.UNDECIDED, Origin.PARTIAL, Origin.CONFLICT}


def face(cell: Cell) -> Face:
    """What a cell shows: `?` or `2 rules` first, then each different outcome of its lines."""
    words = list(dict.fromkeys(_word(option) for option in cell.options if option.reached and option.verdict))
    if cell.origin is Origin.UNDECIDED:
        return Face((UNDECIDED,), Look.OPEN)
    if cell.origin is Origin.PARTIAL:
        return Face((UNDECIDED, *words), Look.OPEN)
    if cell.origin is Origin.CONFLICT:
        return Face((CONFLICT, *words), Look.OPEN)
    return Face(tuple(words), Look.OWN if cell.origin is Origin.NAMED else Look.GENERAL)


def _word(option: Option) -> str:
    if option.verdict is Verdict.MOVE:
        return "-> back" if isinstance(option.line.outcome, d.Back) else f"-> {option.target}"
    return "" if option.verdict is None else option.verdict.value


def page(table: Table) -> Page:
    """The grid in reading order: states and events with the most open cells first, else as they were written."""
    rows = _rows(table)
    declared = list(table.events)
    extra = list(dict.fromkeys(event for row in rows.values() for event in row if event not in table.events))
    return Page(
        states=_in_order(table, rows),
        events=_most_open_first(declared, lambda event: [row[event] for row in rows.values()]),
        synthesised=_most_open_first(extra, lambda event: [row[event] for row in rows.values() if event in row]),
        faces={state: {event: face(cell) for event, cell in row.items()} for state, row in rows.items()},
        parents={name: info.parents[::-1] for name, info in table.states.items() if info.parents},
    )


def _rows(table: Table) -> Mapping[str, Mapping[str, Cell]]:
    """The cells of all states but the final ones, which have no row."""
    return {state: row for state, row in table.rows.items() if table.states[state].state.role is not d.Role.FINAL}


def _in_order(table: Table, rows: Mapping[str, Mapping[str, Cell]]) -> tuple[str, ...]:
    """The states with the most open cells first, and the children of one parent together."""
    paths = {name: (*table.states[name].parents[::-1], name) for name in rows}
    written = {state.name: at for at, state in enumerate(table.definition.states)}
    most: dict[str, int] = {}
    for name, path in paths.items():
        count = sum(cell.origin in _OPEN for cell in rows[name].values())
        most.update((each, max(count, most.get(each, 0))) for each in path)
    return tuple(sorted(rows, key=lambda name: [(-most[each], written[each]) for each in paths[name]]))


def _most_open_first(names: Iterable[str], cells: Callable[[str], Iterable[Cell]]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: -sum(cell.origin in _OPEN for cell in cells(name))))


def headline(table: Table) -> str:
    """`booking: 7 states x 17 events = 119 cells, 0 undecided`."""
    rows = _rows(table)
    cells = [row[event] for row in rows.values() for event in table.events]
    counts = [
        f"{sum(cell.origin is origin for cell in cells)} {name}"
        for origin, name in (
            (Origin.UNDECIDED, "undecided"),
            (Origin.PARTIAL, "partial"),
            (Origin.CONFLICT, "with 2 rules"),
        )
        if origin is Origin.UNDECIDED or any(cell.origin is origin for cell in cells)
    ]
    name = f"{table.name}: " if table.name else ""
    return f"{name}{_number(rows, 'state')} x {_number(table.events, 'event')} = {_number(cells, 'cell')}, " + (
        ", ".join(counts)
    )


def _number(things: Sequence[object] | Mapping[str, object], word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"
