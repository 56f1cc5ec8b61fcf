"""What is the same for a machine that was read and one that was built, once all of it is known.

Owns: the last step to a definition: guards in normal form, the start made explicit. Never: reports problems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from decidable.core.definition import Definition, Line, Role, State, Tool
from decidable.text.guards import settle


def settled(definition: Definition) -> Definition:
    """The definition with its guards settled by the names it declares, in whatever order, and its start marked."""
    known = {fact.name for fact in definition.facts}
    known |= {field.name for event in definition.events for field in event.fields}
    return replace(
        definition,
        tools=tuple(_tool(tool, known) for tool in definition.tools),
        any_state=_lines(definition.any_state, known),
        states=_with_start(tuple(replace(state, lines=_lines(state.lines, known)) for state in definition.states)),
    )


def _tool(tool: Tool, known: Collection[str]) -> Tool:
    return tool if tool.requires is None else replace(tool, requires=settle(tool.requires, known))


def _lines(lines: Iterable[Line], known: Collection[str]) -> tuple[Line, ...]:
    return tuple(line if line.guard is None else replace(line, guard=settle(line.guard, known)) for line in lines)


def _with_start(states: tuple[State, ...]) -> tuple[State, ...]:
    """Where no start is marked at the left edge, it is the first state there that is nothing else."""
    top = [state for state in states if not state.parent]
    if any(state.role is Role.START for state in top):
        return states
    first = next((state for state in top if state.role is Role.PLAIN), None)
    return tuple(replace(state, role=Role.START) if state is first else state for state in states)
