"""Lines and states that no run comes to, because of what is known by then.

Owns: the findings that the cells alone do not show: a guard may hold for some values, and no run ever has them there.
Never: speaks of a line of any state, which is meant for states its author need not think of one by one; nor warns of a
line that is merely careful.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from decidable.check.flow.found import Decision, Flow
from decidable.check.graph import Graph, reachable
from decidable.check.speech import listed
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.problem import Problem, Severity
from decidable.core.table import Cell, Option, Table


def dead_findings(table: Table, flow: Flow, graph: Graph) -> Iterator[Problem]:
    """States that are never entered though lines lead there, and lines that never decide though their cells are asked."""
    entered = reachable(graph, [table.start])
    for state in table.states:
        if state in flow.boxes or state not in entered:
            continue
        before = [other for other, targets in graph.items() if state in targets and other in flow.boxes]
        where = f"the lines of {listed(before)} that lead there" if before else "the lines that lead there"
        message = f"'{state}' is unreachable: {where} never decide, for what they ask is never known by then"
        hint = "write the line that leads there, or establish before it what its guard asks for"
        at = table.states[state].state.at
        yield Problem("unreachable", message, hint, at, 0, state, Severity.WARNING, state)
    yield from _dead_lines(table, flow)


def _dead_lines(table: Table, flow: Flow) -> Iterator[Problem]:
    appearances: dict[int, list[tuple[Cell, int, Option]]] = defaultdict(list)
    for state, row in table.rows.items():
        for cell in row.values():
            for number, option in enumerate(cell.options):
                if (
                    option.source == state
                    and option.reached
                    and (option.line.guard is not None or option.line.otherwise)
                ):
                    appearances[id(option.line)].append((cell, number, option))
    for found in appearances.values():
        asked = [each for each in found if _is_asked(each[0], flow)]
        if asked and not any(Decision(cell.state, cell.event, number) in flow.decided for cell, number, _ in asked):
            cell, _, option = asked[0]
            message = f"this line never decides {cell.event} in {cell.state}: {_why(flow, cell, option.line)}"
            hint = "remove it, or establish before it what its guard asks for"
            yield Problem(
                "never-decides", message, hint, option.line.at, 0, cell.event, Severity.NOTE, cell.state, cell.event
            )


def _is_asked(cell: Cell, flow: Flow) -> bool:
    """Whether an event comes to this cell at all."""
    return any(Decision(cell.state, cell.event, number) in flow.decided for number in range(len(cell.options)))


def _why(flow: Flow, cell: Cell, line: d.Line) -> str:
    """The first condition that nothing known there can meet, or all of them together."""
    if line.guard is None:
        return "the lines beside it decide everything that can be known there"
    info = flow.world.table.events.get(cell.event)
    fields = info.types if info else ("tool", "why")
    parts = line.guard.guards if isinstance(line.guard, g.And) else (line.guard,)
    for part in parts:
        if not flow.may_hold(cell.state, part, fields):
            return f"`{part}` never holds there"
    return "its conditions never hold there together"
