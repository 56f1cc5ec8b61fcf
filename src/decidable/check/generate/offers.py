"""Everything that can happen next in a test: in each moment of a run, the events that can arrive and what they may carry.

Owns: a world that answers only what it was asked, and a person who says anything. Never: takes a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Final

from decidable.check.samples import told_apart
from decidable.check.situation import BLOCKED, Happens, answering, arriving, dispatched, yes_of
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import records as r
from decidable.core.snapshot import Act, Input, Snapshot, Status
from decidable.core.table import Cell, Table
from decidable.core.values import Value

MOST_OF_AN_EVENT: Final = 24
"""Combinations of an event's fields that are tried in one moment."""


def defers(table: Table, state: str, column: str) -> bool:
    """Whether an event may be put off in a state."""
    return any(option.verdict is r.Verdict.DEFER and option.reached for option in table.rows[state][column].options)


class Offers:
    """Of one machine. `open_cells`: in how many lines of a cell something is still looked for."""

    def __init__(self, table: Table, open_cells: Mapping[tuple[str, str], int]) -> None:
        self.table = table
        self.open_cells = open_cells
        self.yes = yes_of(table)

    def of(self, planned: Snapshot, now: int) -> Iterator[tuple[Happens, Snapshot, Input]]:
        """Everything that can happen after a step, each with the moment in which it arrives. `planned`: as the step left it."""
        if planned.end is not None:
            return
        begun = dispatched(self.table, planned, now)
        for event, cell in self.table.rows[planned.state].items():
            if event == BLOCKED:
                fresh = [
                    op for op in planned.operations.values() if op.act in (Act.READ, Act.WRITE) and op.attempt == 0
                ]
                new = [op for op in fresh if op.id.startswith(f"{planned.version}.")]
                if len(fresh) == len(new) == 1:
                    yield (Happens(BLOCKED), *arriving(self.table, planned, Happens(BLOCKED), now + 1))
            elif event not in self.table.events:
                if any(timer.event == event for timer in begun.timers):
                    yield (Happens(event), *arriving(self.table, begun, Happens(event), now + 1))
            elif self._can_come(begun, event):
                for happens in self._events(begun, event, cell):
                    yield (happens, *arriving(self.table, begun, happens, now + 1))

    def _can_come(self, snapshot: Snapshot, event: str) -> bool:
        """A result comes only of something that is under way. Evidence may come from elsewhere as well: that is tried where
        a line is still missing, and the usual way everywhere. What waits already does not come again."""
        queue = snapshot.queue
        if any(waiting.event == event for waiting in queue) or (
            len(queue) > 1 and defers(self.table, snapshot.state, event)
        ):
            return False
        operation = answering(self.table, snapshot, event)
        if operation is not None:
            return operation.status is not Status.UNKNOWN or event in self.table.tools[operation.tool].tool.gives
        match self.table.events[event].kind:
            case d.Kind.RESULT:
                return False
            case d.Kind.EVIDENCE:
                return self.open_cells.get((snapshot.state, event), 0) > 0
            case _:
                return True

    def _events(self, snapshot: Snapshot, event: str, cell: Cell) -> Iterator[Happens]:
        info = self.table.events[event]
        guards = [option.line.guard for option in cell.options if option.line.guard is not None]
        asked = snapshot.proposal is not None and not snapshot.proposal.approved
        choices: list[list[Value | None]] = []
        for name, type_ in info.types.items():
            values: list[Value | None] = [*told_apart(name, type_, guards)]
            values += [known.value for other in _same(name, guards) if (known := snapshot.facts.get(other)) is not None]
            values += [] if name in info.required else [None]
            choices.append(list(dict.fromkeys(values)))
        for combination in islice(product(*choices), MOST_OF_AN_EVENT):
            named = zip(info.types, combination, strict=True)
            fields = {name: value for name, value in named if value is not None}
            yield Happens(event, fields)
            if event == self.yes and asked:
                yield Happens(event, fields, approves=False)


def _same(name: str, guards: list[g.Guard]) -> Iterator[str]:
    """The names that a guard compares this one with."""
    for guard in guards:
        for atom in g.atoms(guard):
            if isinstance(atom, g.Same) and name in (atom.name, atom.other):
                yield atom.other if name == atom.name else atom.name
