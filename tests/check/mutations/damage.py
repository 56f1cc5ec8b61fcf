"""How a machine is damaged: one line left out, changed or put in, and where the checker has to find it.

Owns: `Mutant` and the ways to make one. Never: knows a code; the modules of faults do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from decidable.core import definition as d
from decidable.text.phrases import condition_text, decision_text
from tests.check.mutations.machines import Machine


class Mutant(NamedTuple):
    """A damaged text. `place`: what stands in the line where it has to be found; `state` and `event`: the cell, if it is one."""

    text: str
    place: str
    state: str = ""
    event: str = ""


def text_of(line: d.Line) -> str:
    """A line of the table as a file has it."""
    reason = f" : {line.reason}" if line.reason else ""
    return f"  {condition_text(line)}   {decision_text(line)}{reason}"


def leaves(machine: Machine) -> Iterator[d.State]:
    """The states without children."""
    yield from (state for state in machine.definition.states if state.name in machine.table.rows)


def own_lines(machine: Machine) -> Iterator[tuple[d.State, d.Line]]:
    """The lines of the states, in the order of the file."""
    yield from ((state, line) for state in machine.definition.states for line in state.lines)


def without(machine: Machine, at: int) -> str:
    """The text with a line left empty, so that the others keep their numbers."""
    return with_line(machine, at, "")


def with_line(machine: Machine, at: int, new: str) -> str:
    """The text with another line in the place of one, as far in as that was."""
    lines = machine.lines
    old = lines[at - 1]
    lines[at - 1] = f"{old[: len(old) - len(old.lstrip())]}{new.strip()}"
    return "\n".join(lines)


def with_lines_after(machine: Machine, at: int, *new: str) -> str:
    """The text with lines put in behind one; those that stand two spaces in go under the same header as that one."""
    lines = machine.lines
    before = lines[at - 1]
    nested = len(before) - len(before.lstrip())
    deeper = nested if before.strip().startswith("state ") else max(0, nested - 2)
    put = [f"{' ' * deeper}{line}" if line.startswith(" ") else line for line in new]
    return "\n".join([*lines[:at], *put, *lines[at:]])


def with_state(machine: Machine, *new: str) -> str:
    """The text with another state at the end of the states."""
    last = machine.definition.states[-1]
    end = max([last.at, *(line.at for line in last.lines), *([_entering(machine, last)] if last.enter else [])])
    return with_lines_after(machine, end, "", *new)


def _entering(machine: Machine, state: d.State) -> int:
    return next(n for n, line in enumerate(machine.lines, 1) if n > state.at and line.strip().startswith("enter"))


def changed_line(machine: Machine, line: d.Line, **parts: object) -> str:
    """The text with some parts of one line of the table changed."""
    return with_line(machine, line.at, text_of(replace(line, **parts)))  # type: ignore[arg-type]  # the parts of a line


def declared_in(machine: Machine, title: str, *new: str) -> str:
    """The text with declarations put in under the header of a section."""
    at = next(n for n, line in enumerate(machine.lines, 1) if line.split("#")[0].strip() == title)
    return with_lines_after(machine, at, *new)


def replaced(machine: Machine, pattern: str, new: str) -> Iterator[tuple[str, int]]:
    """The text with one match of a pattern replaced, for each of them, with the number of its line."""
    for found in re.finditer(pattern, machine.text, re.MULTILINE):
        text = f"{machine.text[: found.start()]}{found.expand(new)}{machine.text[found.end() :]}"
        yield text, machine.text.count("\n", 0, found.start()) + 1


def header(machine: Machine, state: str) -> str:
    """The line that heads a state."""
    return machine.lines[machine.table.states[state].state.at - 1]


def ghosts(machine: Machine) -> bool:
    """Whether a `*` of any state decides an event that nothing else speaks of."""
    return any(isinstance(line.selector, d.Star) for line in machine.definition.any_state)
