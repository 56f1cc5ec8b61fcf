"""Which cells of a table were decided in life or in tests, and how often.

Owns: the count beside the cells that are decided. Never: reads a journal from anywhere; records are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from decidable.check.shown import ignored_on_arrival
from decidable.core import records as r
from decidable.core.snapshot import Input, Snapshot
from decidable.core.step import Step
from decidable.core.table import Origin, Table

CellKey: TypeAlias = "tuple[str, str]"
"""State and event."""


class Times(NamedTuple):
    """How often a cell was decided."""

    state: str
    event: str
    times: int


class Exercised(NamedTuple):
    """The decided cells of a table, the least exercised first, otherwise in the order of the file."""

    machine: str
    cells: tuple[Times, ...]
    others: int
    """Decisions of cells that this table does not have, or does not decide."""

    @property
    def exercised(self) -> int:
        """Cells that were decided at least once."""
        return sum(cell.times > 0 for cell in self.cells)

    @property
    def percent(self) -> float:
        """How many of all; 100 for a table without a decided cell."""
        return 100 * self.exercised / len(self.cells) if self.cells else 100.0


def exercised(machine: str, decided: Iterable[CellKey], times: Mapping[CellKey, int]) -> Exercised:
    """The count of these cells. `decided`: those of the table that are decided, in its order."""
    cells = list(dict.fromkeys(decided))
    rows = [Times(state, event, times.get((state, event), 0)) for state, event in cells]
    return Exercised(
        machine, tuple(sorted(rows, key=lambda row: row.times)), sum(times.values()) - sum(row.times for row in rows)
    )


def decided_cells(table: Table) -> Iterator[CellKey]:
    """The cells that some line decides, timers, strikes and `blocked` included."""
    for state, row in table.rows.items():
        for event, cell in row.items():
            if cell.origin is not Origin.UNDECIDED:
                yield state, event


def cells_of(records: Iterable[r.JournalRecord | None]) -> Iterator[CellKey]:
    """The cells that these records decided. What was ignored on arrival left none; a store counts it by event alone."""
    for record in records:
        if isinstance(record, r.Decided) and record.origin not in (Origin.UNDECIDED, "stale"):
            yield record.state, record.occurrence.event


def cells_of_step(before: Snapshot, input: Input | None, step: Step) -> Iterator[CellKey]:
    """The cells that a step decided, those included that ignored what arrived."""
    if ignored_on_arrival(input, step):
        yield before.state, input.event
    yield from cells_of(step.records)
