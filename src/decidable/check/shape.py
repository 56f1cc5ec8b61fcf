"""The shape of a machine: interruptions, and whether there is anything to decide at all.

Owns: the findings about the roles of states. Never: judges taste; one working state is a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.survey import Survey
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity


def shape_findings(found: Survey) -> Iterator[Problem]:
    """Interruptions that nest, and a machine of one working state."""
    yield from _nests(found)
    yield from _one_state(found)


def _nests(found: Survey) -> Iterator[Problem]:
    states = found.table.states
    for name, info in states.items():
        if info.state.role is not d.Role.INTERRUPTION:
            continue
        for passage in found.passages[name]:
            nested = _whole(found, passage.target) != _whole(found, name)
            if nested and states[passage.target].state.role is d.Role.INTERRUPTION:
                message = f"{passage.event} in the interruption '{name}' leads into the interruption '{passage.target}'; interruptions do not nest"
                hint = f"write what {passage.event} does in {name}: stay, defer, or lead out of it"
                at = passage.option.line.at
                yield Problem(
                    "interruption-nests", message, hint, at, 0, passage.target, Severity.WARNING, name, passage.event
                )


def _whole(found: Survey, state: str) -> str:
    """The state at the top that a state is a part of: moving among its children is no nesting."""
    return (state, *found.table.states[state].parents)[-1]


def _one_state(found: Survey) -> Iterator[Problem]:
    """A single state decides nothing that a function could not. Every event of it is looked at the same way, always."""
    working = [info.state for info in found.table.states.values() if info.state.role in (d.Role.PLAIN, d.Role.START)]
    if len(working) == 1:
        state = working[0]
        message = f"'{state.name}' is the only working state: is a machine the right tool?"
        hint = "name what has to be true before each tool may run; each such point is a state"
        yield Problem("one-state", message, hint, state.at, 0, state.name, Severity.NOTE, state.name)
