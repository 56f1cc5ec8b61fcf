"""Tools and events that do not meet: never called, never coming, never wanted, never allowed to start.

Owns: the findings about tools, about the events they give, and about `blocked`. Never: repeats what compiling refuses
already (an outcome that is no event, evidence that is rejected).
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.lines import is_judged
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Origin, Table
from decidable.core.validate_lines import SYNTHESISED

_OTHER = "other"
"""What could not be placed; to reject it everywhere is a decision like any other."""


def tool_findings(table: Table) -> Iterator[Problem]:
    """Every finding about tools and the events between them and the table."""
    effects = list(_effects(table.definition))
    yield from _calls_of_approved(table, effects)
    yield from _never_called(table, effects)
    yield from _without_look_up(table)
    yield from _never_coming(table, effects)
    yield from _never_accepted(table)
    yield from _blocked_by_default(table)


def _effects(definition: d.Definition) -> Iterator[tuple[int, d.Effect]]:
    """Every effect, with its line; what is done on entry stands in the line of its state."""
    for line in definition.any_state:
        yield from ((line.at, effect) for effect in line.effects)
    for state in definition.states:
        yield from ((state.at, effect) for effect in state.enter)
        for line in state.lines:
            yield from ((line.at, effect) for effect in line.effects)


def _calls_of_approved(table: Table, effects: list[tuple[int, d.Effect]]) -> Iterator[Problem]:
    for at, effect in effects:
        if isinstance(effect, d.Call) and table.tools[effect.tool].tool.approval:
            message = f"'{effect.tool}' needs an approval, so `call {effect.tool}` is always blocked"
            hint = f"write `propose {effect.tool}`, and `perform` where the yes leads"
            yield Problem("approval-by-call", message, hint, at, token=effect.tool)


def _never_called(table: Table, effects: list[tuple[int, d.Effect]]) -> Iterator[Problem]:
    used: set[str] = {info.tool.lookup_with for info in table.tools.values()}
    for _, effect in effects:
        if isinstance(effect, d.Call):
            used.add(effect.tool)
        elif isinstance(effect, d.Propose):
            used.update(item.tool for item in effect.items)
    for name, info in table.tools.items():
        if name not in used:
            message = f"tool '{name}' is never called, proposed or used to look up"
            hint = "remove it, or write the line that starts it"
            yield Problem("tool-never-called", message, hint, info.tool.at, token=name, severity=Severity.WARNING)


def _without_look_up(table: Table) -> Iterator[Problem]:
    for name, info in table.tools.items():
        if info.tool.write and info.tool.lookup is d.Lookup.NONE:
            message = f"when '{name}' gives no answer, nothing can find out whether it acted"
            hint = "write `look up with TOOL` or `look up by repeating the key`; else a person is asked every time"
            yield Problem("no-look-up", message, hint, info.tool.at, token=name, severity=Severity.WARNING)


def _never_coming(table: Table, effects: list[tuple[int, d.Effect]]) -> Iterator[Problem]:
    """Results that nothing gives. A sketch without tools and deliveries says nothing yet of where results come from."""
    given = {name for info in table.tools.values() for name in (*info.tool.gives, info.tool.no_answer)}
    given |= {effect.gives for _, effect in effects if isinstance(effect, d.Say | d.Compose) and effect.gives}
    for event in table.definition.events:
        if given and event.kind is d.Kind.RESULT and event.name not in given:
            message = f"'{event.name}' never comes: no tool and no delivery gives it"
            hint = "write the tool that gives it, or `say WORDS gives EVENT`, or change its kind"
            yield Problem("event-never-comes", message, hint, event.at, token=event.name, severity=Severity.WARNING)


def _never_accepted(table: Table) -> Iterator[Problem]:
    for event in table.definition.events:
        cells = [row[event.name] for row in table.rows.values() if event.name in row]
        verdicts = {option.verdict for cell in cells for option in cell.options if option.reached}
        decided = all(is_judged(cell) and cell.options for cell in cells)
        if event.name != _OTHER and decided and verdicts and verdicts <= {Verdict.REJECT, Verdict.IGNORE}:
            message = f"'{event.name}' is rejected or ignored in every state"
            yield Problem("event-never-accepted", message, "", event.at, token=event.name, severity=Severity.NOTE)


def _blocked_by_default(table: Table) -> Iterator[Problem]:
    for state, row in table.rows.items():
        cell = row.get(SYNTHESISED)
        if cell is not None and cell.origin is Origin.DEFAULT:
            at = table.states[state].state.at
            message = f"a refused tool of '{state}' is decided only by `*`"
            hint = f"write `{SYNTHESISED} -> STATE`, there or in any state"
            yield Problem("blocked-by-default", message, hint, at, token=state, severity=Severity.WARNING)
