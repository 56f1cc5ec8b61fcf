"""The lines of a table by which something is decided, and those by which a step did.

Owns: what it is to have reached a line. Never: looks for a way to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NamedTuple

from decidable.check.shown import ignored_on_arrival
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core.decide import choose
from decidable.core.evolve import evolve
from decidable.core.snapshot import Input, Snapshot
from decidable.core.step import Step
from decidable.core.table import Cell, Origin, Table

_NOTHING: Final = Cell("", "", (), Origin.UNDECIDED, False)


class Reached(NamedTuple):
    """A line of a cell, by which something was decided. `recalled`: of an event that had waited."""

    state: str
    column: str
    line: d.Line
    recalled: bool

    @property
    def key(self) -> tuple[str, str, int, bool]:
        """By the identity of the line: two equal lines are two."""
        return self.state, self.column, id(self.line), self.recalled


def reached_by(table: Table, before: Snapshot, input: Input | None, after: Step) -> Iterator[Reached]:
    """The lines by which a step decided, in order. What was ignored on arrival left no record, and is looked up."""
    if ignored_on_arrival(input, after):
        chosen = choose(table, _settled(before, after), input)
        option = None if chosen is None else chosen[2]
        assert option is not None, "something decided to ignore it"
        yield Reached(before.state, input.event, option.line, False)
    for record in after.records:
        if isinstance(record, r.Decided) and record.state in table.rows:
            for option in table.rows[record.state].get(record.occurrence.event, _NOTHING).options:
                line = option.line
                if (line.at, line.reason, option.verdict) == (record.line, record.reason, record.verdict):
                    yield Reached(record.state, record.occurrence.event, line, record.cause is r.Cause.RECALLED)
                    break


def _settled(before: Snapshot, after: Step) -> Snapshot:
    """The moment in which what arrived was looked up: the operation whose outcome it is has settled by then."""
    for record in takewhile(lambda record: not isinstance(record, r.Decided), after.records):
        before = evolve(before, record)
    return before


def deciding_lines(table: Table) -> list[tuple[str, str, d.Line]]:
    """Every line that can decide, with its state and column."""
    return [
        (state, column, option.line)
        for state, row in table.rows.items()
        for column, cell in row.items()
        for option in cell.options
        if option.reached and option.verdict is not None
    ]
