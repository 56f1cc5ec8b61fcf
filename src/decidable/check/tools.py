"""Tools, events and facts that do not meet: never called, never coming, never wanted, never known.

Owns: the findings about tools, the events they give, the facts they need, and `blocked`. Never: repeats what compiling
refuses already (an outcome that is no event, evidence that is rejected).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from decidable.check.lines import is_judged, lines
from decidable.check.speech import line_name, listed
from decidable.check.survey import Survey
from decidable.core import definition as d
from decidable.core.compile import ANY_STATE
from decidable.core.guard import names
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.core.records import Verdict
from decidable.core.table import Origin, Table
from decidable.core.validate_lines import SYNTHESISED

Placed: TypeAlias = "list[tuple[int, str, d.Effect]]"
_SYSTEM: Final = ("model_down", "model_back")
_OTHER: Final = "other"
"""What could not be placed; to reject it everywhere is a decision like any other."""


def tool_findings(found: Survey) -> Iterator[Problem]:
    """Every finding about tools and the events between them and the table."""
    table = found.table
    effects = list(placed_effects(table.definition))
    yield from _calls_of_approved(table, effects)
    yield from _never_called(found, effects)
    yield from _without_look_up(table)
    yield from _no_answer_alike(table)
    yield from _never_coming(table, effects)
    yield from _never_accepted(table)
    yield from _never_known(table, effects)
    yield from _blocked_by_default(table)


def placed_effects(definition: d.Definition) -> Iterator[tuple[int, str, d.Effect]]:
    """Every effect, with its line and where that is written; what is done on entry stands in the line of its state."""
    for line in definition.any_state:
        yield from ((line.at, ANY_STATE, effect) for effect in line.effects)
    for state in definition.states:
        yield from ((state.at, state.name, effect) for effect in state.enter)
        for line in state.lines:
            yield from ((line.at, state.name, effect) for effect in line.effects)


def _calls_of_approved(table: Table, effects: Placed) -> Iterator[Problem]:
    for at, source, effect in effects:
        if isinstance(effect, d.Call) and table.tools[effect.tool].tool.approval:
            message = f"'{effect.tool}' needs an approval, so `call {effect.tool}` is always blocked"
            hint = f"write `propose {effect.tool}`, and `perform` where the yes leads"
            yield Problem("approval-by-call", message, hint, at, token=effect.tool, state=source)


def _never_called(found: Survey, effects: Placed) -> Iterator[Problem]:
    looking = {info.tool.lookup_with for info in found.table.tools.values()}
    written = {tool for _, _, effect in effects for tool in _starting(effect)}
    able = {tool for deed in found.deeds if deed.state in found.entered for tool in _starting(deed.effect)}
    for name, info in found.table.tools.items():
        if name in looking or name in able or (info.tool.approval and name not in written):
            continue  # what is never asked for is a finding about questions
        if name not in written:
            message = f"tool '{name}' is never called, proposed or used to look up"
            hint = "remove it, or write the line that starts it"
            yield Problem("tool-never-called", message, hint, info.tool.at, token=name, severity=Severity.WARNING)
        else:
            message = (
                f"tool '{name}' can never start: the lines that would start it decide nothing, or no path leads to them"
            )
            hint = "`decidable why` explains such a line; mend what is reported about it"
            yield Problem("tool-never-allowed", message, hint, info.tool.at, token=name, severity=Severity.WARNING)


def _starting(effect: d.Effect) -> tuple[str, ...]:
    match effect:
        case d.Call(tool):
            return (tool,)
        case d.Propose(items):
            return tuple(item.tool for item in items)
        case _:
            return ()


def _without_look_up(table: Table) -> Iterator[Problem]:
    for name, info in table.tools.items():
        if info.tool.write and info.tool.lookup is d.Lookup.NONE:
            message = f"when '{name}' gives no answer, nothing can find out whether it acted"
            hint = "write `look up with TOOL` or `look up by repeating the key`; else a person is asked every time"
            yield Problem("no-look-up", message, hint, info.tool.at, token=name, severity=Severity.WARNING)


def _no_answer_alike(table: Table) -> Iterator[Problem]:
    """A write whose no and whose silence are one event: it is taken for silence, and what is silent stays open."""
    for name, info in table.tools.items():
        if info.tool.write and info.tool.no_answer in info.tool.gives:
            event = info.tool.no_answer
            message = f"'{event}' says both how '{name}' ended and that it gave no answer, so it would never settle"
            hint = "give the silence an event of its own: `timeout unknown`"
            yield Problem("no-answer-alike", message, hint, info.tool.at, 0, event, Severity.WARNING, event=event)


def _never_coming(table: Table, effects: Placed) -> Iterator[Problem]:
    """Results that nothing gives. A sketch without tools and deliveries says nothing yet of where results come from."""
    given = {name for info in table.tools.values() for name in (*info.tool.gives, info.tool.no_answer)}
    given |= {effect.gives for _, _, effect in effects if isinstance(effect, d.Say | d.Compose) and effect.gives}
    for event in table.definition.events:
        severity, hint = (
            Severity.WARNING,
            "write the tool that gives it, or `say WORDS gives EVENT`, or change its kind",
        )
        if event.kind is d.Kind.RESULT and given and event.name not in given:
            message = f"'{event.name}' never comes: no tool and no delivery gives it"
        elif event.kind is d.Kind.SYSTEM and event.name not in _SYSTEM:
            message = f"'{event.name}' never comes: the system events are {listed(_SYSTEM)}"
            hint = did_you_mean(event.name, _SYSTEM) or "make it a signal, if something outside sends it"
        elif event.kind is d.Kind.EVIDENCE and table.tools and event.name not in given:
            message = f"'{event.name}' comes only if something outside sends it: no tool gives it"
            severity, hint = Severity.NOTE, ""
        else:
            continue
        yield Problem("event-never-comes", message, hint, event.at, 0, event.name, severity, event=event.name)


def _never_accepted(table: Table) -> Iterator[Problem]:
    for event in table.definition.events:
        cells = [row[event.name] for row in table.rows.values() if event.name in row]
        verdicts = {option.verdict for cell in cells for option in cell.options if option.reached}
        decided = all(is_judged(cell) and cell.options for cell in cells)
        if event.name != _OTHER and decided and verdicts and verdicts <= {Verdict.REJECT, Verdict.IGNORE}:
            message = f"'{event.name}' is rejected or ignored in every state"
            yield Problem("event-never-accepted", message, "", event.at, 0, event.name, Severity.NOTE, event=event.name)


def _never_known(table: Table, effects: Placed) -> Iterator[Problem]:
    """Facts that something needs and nothing in the machine establishes. A run may be started with any of them; one that
    is marked as authority says so itself."""
    known = {name for info in table.events.values() for name in info.establishes} | set(table.initial)
    known |= {effect.fact for _, _, effect in effects if isinstance(effect, d.Set | d.Count)}
    needed: dict[str, str] = {}
    for name, info in table.tools.items():
        for fact in (*info.tool.args, *(names(info.tool.requires) if info.tool.requires is not None else ())):
            needed.setdefault(fact, f"{name} needs it")
    for source, line in lines(table.definition):
        for fact in names(line.guard) if line.guard is not None else ():
            needed.setdefault(fact, f"{line_name(line, source)} looks at it")
    for name, fact_ in table.facts.items():
        if name in needed and name not in known and not fact_.authority:
            message = f"nothing in the machine establishes '{name}', and {needed[name]}"
            hint = "give it to the run when it is started, or to an event a field of that name"
            yield Problem("fact-never-known", message, hint, fact_.at, token=name, severity=Severity.NOTE)


def _blocked_by_default(table: Table) -> Iterator[Problem]:
    for state, row in table.rows.items():
        cell = row.get(SYNTHESISED)
        if cell is not None and cell.origin is Origin.DEFAULT:
            at = table.states[state].state.at
            message = f"a refused tool of '{state}' is decided only by `*`"
            hint = f"write `{SYNTHESISED} -> STATE`, there or in any state"
            yield Problem("blocked-by-default", message, hint, at, 0, state, Severity.WARNING, state, SYNTHESISED)
