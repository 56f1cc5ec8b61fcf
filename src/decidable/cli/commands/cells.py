"""`cells`: how often the runs of a database have decided each cell.

Owns: what it prints. Never: changes a database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from decidable.check.exercised import CellKey, Exercised, cells_of, decided_cells, exercised
from decidable.cli.commands.static import path_argument, table_of
from decidable.cli.database import db_option, reading
from decidable.cli.exits import Code
from decidable.cli.how_far import HowFar, how_far
from decidable.cli.load import load
from decidable.cli.screen import Screen, color_option, format_option, print_json, printable
from decidable.core.table import Table
from decidable.stores import SQLite
from decidable.stores.port import RunSummary

_MOST_RUNS = 1_000_000
_AT_ONCE = 1_000
"""Journal rows read together."""


class _Read(NamedTuple):
    """What the journals say."""

    runs: int
    decisions: int
    ignored: Mapping[str, int]
    """Arrivals that were dropped as irrelevant: they leave no record, and are counted by event alone."""
    found: Exercised


@click.command()
@path_argument
@click.option(
    "--limit", type=click.IntRange(0), default=20, show_default=True, help="Cells to show, the least exercised."
)
@db_option
@format_option()
@color_option
def cells(path: str, limit: int, db: str, form: str, color: str) -> int:
    """How often the runs of a database have decided each cell, least first.

    A cell that production never comes to may be dead, or the one that has never been tried.

    \b
    Examples:
      decidable cells booking.states --db runs.db
      decidable cells refund.py:refund --limit 200
      decidable cells booking.states --format json
    """
    table = table_of(load(path), color)
    store = reading(db)
    try:
        with how_far() as line:
            read = _read(store, table, line)
    finally:
        store.close()
    if form == "json":
        print_json(
            {
                "machine": table.name,
                "runs": read.runs,
                "decisions": read.decisions,
                "exercised": read.found.exercised,
                "decided": len(read.found.cells),
                "others": read.found.others,
                "ignored": dict(sorted(read.ignored.items())),
                "cells": [cell._asdict() for cell in read.found.cells],
            }
        )
    else:
        _print(Screen(color), table, read, limit)
    return Code.CLEAN


def _read(store: SQLite, table: Table, line: HowFar) -> _Read:
    times: Counter[CellKey] = Counter()
    runs = [run for run in store.runs(limit=_MOST_RUNS) if run.machine == table.name]
    ignored: Counter[str] = Counter()
    for number, run in enumerate(runs):
        line.say(f"{number:,} of {len(runs):,} runs are read")
        times.update(_cells(store, run))
        ignored.update(store.ignored(run.key))
    return _Read(len(runs), times.total(), ignored, exercised(table.name, decided_cells(table), times))


def _cells(store: SQLite, run: RunSummary) -> Iterator[CellKey]:
    after = 0
    while rows := store.history(run.key, after=after, limit=_AT_ONCE):
        yield from cells_of(row.record for row in rows)
        after = rows[-1].seq


def _print(screen: Screen, table: Table, read: _Read, limit: int) -> None:
    found = read.found
    runs = f"{read.runs:,} run{'' if read.runs == 1 else 's'}"
    screen.print(
        screen.paint(
            f"{table.name}: {found.exercised} of {len(found.cells)} decided cells exercised,"
            f" by {read.decisions:,} decisions in {runs}",
            "strong",
        )
    )
    for cell in found.cells[:limit]:
        line = f"{cell.times:>8,}  {printable(f'{cell.state} x {cell.event}')}"
        screen.print(line if cell.times else screen.paint(line, "warning"))
    if len(found.cells) > limit:
        screen.print(f"  and {len(found.cells) - limit} that were exercised as often or more (--limit shows them)")
    if found.others:
        screen.print(f"  {found.others:,} decisions were of cells that this table does not have, or does not decide")
    if read.ignored:
        several = ", ".join(f"{printable(event)} {times:,} times" for event, times in sorted(read.ignored.items()))
        screen.print(f"  ignored on arrival, which leaves no record of the state: {several}")
