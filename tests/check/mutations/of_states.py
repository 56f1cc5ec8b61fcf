"""Faults of states: how they are reached, left, ended, waited in, interrupted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from decidable.check.graph import moves
from decidable.core import definition as d
from tests.check.mutations.damage import (
    Mutant,
    changed_line,
    ghosts,
    header,
    leaves,
    own_lines,
    with_line,
    with_lines_after,
    with_state,
    without,
)
from tests.check.mutations.machines import Machine

LEFTOVERS: Final = r", leftovers to attention"


def unreachable(machine: Machine) -> Iterator[Mutant]:
    """The only line that leads into a state stays instead."""
    leading: dict[str, set[int]] = {}
    written = [*machine.definition.any_state, *(line for _, line in own_lines(machine))]
    for line in written:
        if isinstance(line.outcome, d.Move | d.Back):
            leading.setdefault(getattr(line.outcome, "target", "") or machine.table.start, set()).add(line.at)
    for line in written:
        if isinstance(line.outcome, d.Move) and leading[line.outcome.target] == {line.at}:
            cut = changed_line(machine, line, outcome=d.Stay(), effects=())
            if line.outcome.target != machine.table.start and line.outcome.target in machine.table.rows:
                place = header(machine, line.outcome.target)
                yield Mutant(cut, place, line.outcome.target)


def inescapable(machine: Machine) -> Iterator[Mutant]:
    """An end is no end any more, and nothing leads out of it."""
    finals = [state for state in machine.definition.states if state.role is d.Role.FINAL]
    if ghosts(machine) and len(finals) == 1:
        plain = re.sub(r" \(final: [^)]*\)", "", header(machine, finals[0].name))
        text = with_line(machine, finals[0].at, plain)
        evidence = [name for name, info in machine.table.events.items() if info.kind is d.Kind.EVIDENCE]
        body = [f"  {', '.join(evidence)}   stay : known"] if evidence else []
        shut = [f"  {', '.join(_leading_out(machine))}   stay : shut", *body]
        lines = text.split("\n")
        yield Mutant("\n".join([*lines[: finals[0].at], *shut, *lines[finals[0].at :]]), plain, finals[0].name)


def _leading_out(machine: Machine) -> list[str]:
    """The events that lines of any state move by."""
    found = [
        name
        for line in machine.definition.any_state
        if isinstance(line.outcome, d.Move) and isinstance(line.selector, d.Named)
        for name in line.selector.events
        if name in machine.table.events and machine.table.events[name].kind is not d.Kind.EVIDENCE
    ]
    return found or [next(n for n, info in machine.table.events.items() if info.kind is not d.Kind.EVIDENCE)]


def start(machine: Machine) -> Iterator[Mutant]:
    """A second state is marked as the start."""
    for state in leaves(machine):
        if state.role is d.Role.PLAIN and not state.parent:
            marked = f"{header(machine, state.name)} (start)"
            yield Mutant(with_line(machine, state.at, marked), marked.strip())


def no_timer(machine: Machine) -> Iterator[Mutant]:
    """A question loses its end."""
    for state, line in own_lines(machine):
        timers = [each for each in state.lines if isinstance(each.selector, d.After)]
        if timers == [line]:
            yield Mutant(without(machine, line.at), header(machine, state.name), state.name)


def no_model_down(machine: Machine) -> Iterator[Mutant]:
    """A model writes where nothing says what happens while there is none."""
    if "model_down" not in machine.table.events:
        for state, line in own_lines(machine):
            if isinstance(line.outcome, d.Stay):
                composing = changed_line(machine, line, effects=(*line.effects, d.Compose("words")))
                yield Mutant(composing, header(machine, state.name), state.name, "model_down")


def interruption_nests(machine: Machine) -> Iterator[Mutant]:
    """A second interruption leads into the first."""
    for state in leaves(machine):
        if state.role is d.Role.INTERRUPTION and ghosts(machine):
            back = next(event for event in machine.table.events if event == "model_back")
            lines = (f"  {back}   -> back else {machine.table.start} : on", f"  model_down   -> {state.name} : again")
            yield Mutant(
                with_state(machine, "storm (interruption)", *lines), f"model_down   -> {state.name} : again", "storm"
            )


def one_state(machine: Machine) -> Iterator[Mutant]:
    """All but one of the working states are gone."""
    for state in leaves(machine):
        if state.role is d.Role.START and state.lines:
            yield Mutant("only (start)\n  go   -> over : on\n\nover (final: completed)\n", "only (start)", "only")


def end_open_write(machine: Machine) -> Iterator[Mutant]:
    """A state that waits for a write is left for an end that does not say what becomes of it."""
    for state, line in own_lines(machine):
        started = [each.tool for each in state.enter if isinstance(each, d.Call)]
        writes = bool(started) and all(machine.table.tools[tool].tool.write for tool in started)
        waits = isinstance(line.outcome, d.Stay | d.Defer) and line.guard is None and not line.otherwise
        if (writes or d.Perform() in state.enter) and waits and _is_user(machine, line):
            left = changed_line(machine, line, outcome=d.Move("gone"), effects=())
            yield Mutant(_with_end(left, machine), "gone (final: cancelled)", "gone")


def _with_end(text: str, machine: Machine) -> str:
    lines = text.split("\n")
    at = machine.definition.states[0].at - 1
    return "\n".join([*lines[:at], "gone (final: cancelled)", "", *lines[at:]])


def _is_user(machine: Machine, line: d.Line) -> bool:
    names = line.selector.events if isinstance(line.selector, d.Named) else ("",)
    return all(name in machine.table.events and machine.table.events[name].kind is d.Kind.USER for name in names)


def end_leftovers(machine: Machine) -> Iterator[Mutant]:
    """An end that may have leftovers does not say so any more; or a state defers before an end that never did."""
    graph = moves(machine.table)
    for state in leaves(machine):
        head = header(machine, state.name)
        before = [name for name, targets in graph.items() if state.name in targets]
        defers = any(isinstance(line.outcome, d.Defer) for at, line in own_lines(machine) if at.name in before)
        if state.leftovers and defers:
            bare = re.sub(LEFTOVERS, "", head)
            yield Mutant(with_line(machine, state.at, bare), bare, state.name)
        elif state.role is d.Role.FINAL and not state.leftovers and ghosts(machine):
            for name in before:
                put = with_lines_after(machine, machine.table.states[name].state.at, *_deferring(machine, name))
                if put != machine.text:
                    yield Mutant(put, head, state.name)


def _deferring(machine: Machine, state: str) -> list[str]:
    """A line that defers what the state leaves to `*`."""
    row = machine.table.rows[state]
    free = [
        event
        for event, info in machine.table.events.items()
        if info.kind is d.Kind.USER and isinstance(row[event].options[0].line.selector, d.Star)
    ]
    return [f"  {free[0]}   defer : later"] if free else []


def no_state(machine: Machine) -> Iterator[Mutant]:
    """Nothing but declarations is left."""
    at = machine.definition.states[0].at
    kept = [line for line in machine.lines[: at - 1] if not line.startswith("any state")]
    table = [line.at for line in machine.definition.any_state]
    yield Mutant("\n".join("" if n in table else line for n, line in enumerate(kept, 1)), "")


def nesting(machine: Machine) -> Iterator[Mutant]:
    """An end stands inside a state."""
    for state in leaves(machine):
        if state.role is d.Role.PLAIN and not state.parent and state.lines:
            put = with_lines_after(machine, state.lines[-1].at, "  state inner (final: completed)")
            yield Mutant(put, "state inner (final")


def not_yet(machine: Machine) -> Iterator[Mutant]:
    """A group of a later version."""
    for state in leaves(machine):
        if state.role is not d.Role.FINAL:
            yield Mutant(with_lines_after(machine, state.at, "  @exit   stay : done"), "@exit   stay : done")


FAULTS: Final[Mapping[str, Callable[[Machine], Iterator[Mutant]]]] = {
    "unreachable": unreachable,
    "inescapable": inescapable,
    "start": start,
    "no-timer": no_timer,
    "no-model-down": no_model_down,
    "interruption-nests": interruption_nests,
    "one-state": one_state,
    "end-open-write": end_open_write,
    "end-leftovers": end_leftovers,
    "no-state": no_state,
    "nesting": nesting,
    "not-yet": not_yet,
}
