"""A watched store tells of what a run decided, also of the outcome of a call that the table ignores."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from decidable import Event, Runtime
from decidable.check.exercised import CellKey
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.stores import Memory
from decidable.testing import watched
from decidable.testing.machines import StandIn, of_table, stand_in
from decidable.testing.watching import watched_by
from decidable.text.reader import read

TEXT = """\
machine m
events
  user      go
  result    fine, refused, unknown
tools
  write   book()   gives fine, refused   timeout unknown
here (start)
  go        stay / call book  : try it
  blocked   stay              : no matter
  refused   ignore            : no matter
  *         stay              : any other
"""


class Cells:
    """Whoever is told."""

    def __init__(self) -> None:
        self.seen: list[CellKey] = []

    def decided(self, table: Table, cells: Iterable[CellKey]) -> None:
        """These cells were decided."""
        self.seen += cells


def test_an_outcome_that_is_ignored_counts_for_its_state() -> None:
    definition = read(TEXT.encode()).definition
    assert definition is not None
    table = compile_table(definition)
    seen = Cells()

    async def refused(tool: str, *_: object) -> Event:
        return machine.events["refused"]()

    tools: dict[str, Any] = {"book": StandIn(table.tools["book"].tool, refused, refused)}
    machine = stand_in(of_table(table), tools)

    async def whole() -> None:
        async with Runtime(machine, store=watched(Memory()), deps=object()) as runtime:
            run = await runtime.conversation("c")
            async for _ in run.send(machine.events["go"](), id="1"):
                pass

    with watched_by(seen):
        asyncio.run(whole())
    assert seen.seen == [("here", "go"), ("here", "refused")]
