"""Faults of cells and of single lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from decidable.core import definition as d
from decidable.core.table import Cell, Rank
from tests.check.mutations.damage import (
    Mutant,
    changed_line,
    declared_in,
    leaves,
    own_lines,
    text_of,
    with_lines_after,
    without,
)
from tests.check.mutations.machines import Machine


def _cells(machine: Machine) -> Iterator[Cell]:
    yield from (
        cell for row in machine.table.rows.values() for cell in row.values() if cell.event in machine.table.events
    )


def undecided(machine: Machine) -> Iterator[Mutant]:
    """The only line of a cell is left out, or says `?`."""
    for cell in _cells(machine):
        if len(cell.options) == 1:
            line = cell.options[0].line
            yield Mutant(without(machine, line.at), cell.state, cell.state, cell.event)
            yield Mutant(changed_line(machine, line, outcome=d.Undecided(), effects=()), "?", cell.state, cell.event)


def partial(machine: Machine) -> Iterator[Mutant]:
    """The `else` of a cell is left out, and nothing weaker stands behind it."""
    for cell in _cells(machine):
        last = cell.options[-1]
        if last.line.otherwise and all(option.rank is last.rank for option in cell.options):
            yield Mutant(without(machine, last.line.at), "when", cell.state, cell.event)


def conflict(machine: Machine) -> Iterator[Mutant]:
    """An `else` becomes a line without a condition, or a cell is written twice."""
    for cell in _cells(machine):
        for option in cell.options:
            if option.reached and isinstance(option.line.selector, d.Named) and option.rank is Rank.NAMED:
                again = with_lines_after(machine, option.line.at, text_of(option.line))
                yield Mutant(again, cell.event, cell.state, cell.event)
                if option.line.otherwise:
                    always = changed_line(machine, option.line, otherwise=False)
                    yield Mutant(always, cell.event, cell.state, cell.event)


def too_wide(machine: Machine) -> Iterator[Mutant]:
    """A guard looks at more facts than anybody can review."""
    names = [f"wide{n}" for n in range(15)]
    widened = declared_in(machine, "facts", f"  {', '.join(names)}: bool") if machine.definition.facts else ""
    for _, line in own_lines(machine) if widened else ():
        if line.guard is None and not line.otherwise and isinstance(line.selector, d.Named):
            shifted = widened.split("\n")
            wide = text_of(line).replace("   ", f" when {' and '.join(names)}   ", 1)
            assert shifted[line.at].strip() == machine.lines[line.at - 1].strip()
            shifted[line.at] = wide
            yield Mutant("\n".join(shifted), "when wide0", "", line.selector.events[0])


def evidence_lost(machine: Machine) -> Iterator[Mutant]:
    """Evidence is rejected or ignored."""
    for line in (*machine.definition.any_state, *(line for _, line in own_lines(machine))):
        if isinstance(line.selector, d.Named) and _kind(machine, line) is d.Kind.EVIDENCE:
            for outcome in (d.Reject(), d.Ignore()):
                yield Mutant(changed_line(machine, line, outcome=outcome, effects=()), line.selector.events[0])


def _kind(machine: Machine, line: d.Line) -> d.Kind | None:
    first = line.selector.events[0] if isinstance(line.selector, d.Named) else ""
    info = machine.table.events.get(first)
    return info.kind if info else None


def defer_result(machine: Machine) -> Iterator[Mutant]:
    """A result that establishes facts is put off."""
    for state, line in own_lines(machine):
        names = line.selector.events if isinstance(line.selector, d.Named) else ()
        if _kind(machine, line) is d.Kind.RESULT and machine.table.events[names[0]].establishes:
            yield Mutant(changed_line(machine, line, outcome=d.Defer(), effects=()), "defer", state.name)


def idle_line(machine: Machine) -> Iterator[Mutant]:
    """A line that nothing is left over for."""
    for state, line in own_lines(machine):
        if line.guard is None and not line.otherwise and isinstance(line.selector, d.Named):
            name = line.selector.events[0]
            put = with_lines_after(machine, line.at, f"  {name} else   stay : never")
            yield Mutant(put, "else   stay : never", state.name, name)


def shadowed(machine: Machine) -> Iterator[Mutant]:
    """A group in a state that decides some events, though any state names another one of it."""
    users = [name for name, info in machine.table.events.items() if info.kind in (d.Kind.USER, d.Kind.ANSWER)]
    for state in leaves(machine):
        row = machine.table.rows[state.name]
        ranks = {event: [option.rank for option in row[event].options] for event in users if event in row}
        named = [event for event, found in ranks.items() if found[0] is Rank.INHERITED and Rank.GROUP not in found]
        if named and any(found[0] > Rank.GROUP for found in ranks.values()):
            put = with_lines_after(machine, state.at, "  @user   stay : heard")
            yield Mutant(put, "@user   stay : heard", state.name, named[0])


def no_reason(machine: Machine) -> Iterator[Mutant]:
    """A line loses its reason."""
    for line in (*machine.definition.any_state, *(line for _, line in own_lines(machine))):
        yield Mutant(changed_line(machine, line, reason=""), text_of(line).split(" : ")[0].split()[0])


def override(machine: Machine) -> Iterator[Mutant]:
    """A state names an event that any state names."""
    for state in leaves(machine):
        for event, cell in machine.table.rows[state.name].items():
            ranks = [option.rank for option in cell.options]
            if ranks[:1] == [Rank.INHERITED] and event in machine.table.events:
                put = with_lines_after(machine, state.at, f"  {event}   stay : here")
                yield Mutant(put, "stay : here", state.name, event)


def accepts_nothing(machine: Machine) -> Iterator[Mutant]:
    """What a file accepted is mended, and the line is still there."""
    for state, _ in own_lines(machine):
        text = f"{machine.text.rstrip()}\n\naccepted findings\n  no-timer in {state.name}   : it was so\n"
        yield Mutant(text, "no-timer in")


def self_move(machine: Machine) -> Iterator[Mutant]:
    """A line leads to its own state without saying whether it is entered again."""
    for state, line in own_lines(machine):
        if isinstance(line.outcome, d.Stay):
            yield Mutant(changed_line(machine, line, outcome=d.Move(state.name)), f"-> {state.name}")


def back(machine: Machine) -> Iterator[Mutant]:
    """`-> back` where nothing was interrupted."""
    for state, line in own_lines(machine):
        if isinstance(line.outcome, d.Stay) and state.role is not d.Role.INTERRUPTION:
            yield Mutant(changed_line(machine, line, outcome=d.Back()), "-> back")


def effect(machine: Machine) -> Iterator[Mutant]:
    """An effect on a line that does nothing more."""
    for line in (*machine.definition.any_state, *(line for _, line in own_lines(machine))):
        if isinstance(line.outcome, d.Reject | d.Defer) and machine.table.tools:
            call = d.Call(next(iter(machine.table.tools)))
            yield Mutant(changed_line(machine, line, effects=(call,)), f"/ call {call.tool}")


def strike(machine: Machine) -> Iterator[Mutant]:
    """A strike that is no user's."""
    for line in (*machine.definition.any_state, *(line for _, line in own_lines(machine))):
        if _kind(machine, line) is d.Kind.RESULT:
            yield Mutant(changed_line(machine, line, outcome=d.Reject(strike=True), effects=()), "reject strike")


def timer(machine: Machine) -> Iterator[Mutant]:
    """A timer that does not wait."""
    for state in leaves(machine):
        if state.role is not d.Role.FINAL:
            put = with_lines_after(machine, state.at, f"  after 0s   -> {machine.table.start} restart : at once")
            yield Mutant(put, "after 0s")


def final(machine: Machine) -> Iterator[Mutant]:
    """An end that decides something."""
    for state in leaves(machine):
        if state.role is d.Role.FINAL:
            at = state.at + (1 if state.enter else 0)
            yield Mutant(with_lines_after(machine, at, "  *   reject : it is over"), "it is over")


def leaving(machine: Machine) -> Iterator[tuple[d.State, d.Line]]:
    """The lines with which a state that performs waits for its outcome."""
    for state, line in own_lines(machine):
        waits = isinstance(line.outcome, d.Stay | d.Defer) and _kind(machine, line) is d.Kind.USER
        if d.Perform() in state.enter and waits and line.guard is None and not line.otherwise:
            yield state, line


def leaves_write(machine: Machine) -> Iterator[Mutant]:
    """A state is left by what a user says, while a write of it may be open."""
    for state, line in leaving(machine):
        left = changed_line(machine, line, outcome=d.Move(machine.table.start), effects=())
        yield Mutant(left, f"-> {machine.table.start}", state.name)


FAULTS: Final[Mapping[str, Callable[[Machine], Iterator[Mutant]]]] = {
    "undecided": undecided,
    "partial": partial,
    "conflict": conflict,
    "too-wide": too_wide,
    "evidence-lost": evidence_lost,
    "defer-result": defer_result,
    "idle-line": idle_line,
    "shadowed": shadowed,
    "no-reason": no_reason,
    "override": override,
    "accepts-nothing": accepts_nothing,
    "self-move": self_move,
    "back": back,
    "effect": effect,
    "strike": strike,
    "timer": timer,
    "final": final,
    "leaves-write": leaves_write,
}
