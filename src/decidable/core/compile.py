"""From a definition to its table: the rows of the states without children, and the columns each state has.

Owns: which columns a state synthesises, and what a step needs to know of events, tools and states. Never: runs anything, or
says which line decides (that is `rows` and `cells`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from decidable.core import definition as d
from decidable.core.canonical import digest
from decidable.core.conditions import predicate
from decidable.core.fingerprint import behaviour
from decidable.core.owed import owed
from decidable.core.problem import Severity
from decidable.core.records import Verdict
from decidable.core.rows import Rows
from decidable.core.scope import SYNTHESISED, Scope
from decidable.core.table import ANY_STATE, Cell, EventInfo, StateInfo, Table, ToolInfo
from decidable.core.timing import duration_text, strikes_event, timer_event
from decidable.core.validate import validate
from decidable.errors import MachineError

__all__ = ["ANY_STATE", "compile_table", "duration_text", "strikes_event", "timer_event"]


def compile_table(definition: d.Definition) -> Table:
    """Compile a definition. Raises MachineError when it makes no sense (unknown names, wrong types).

    Undecided, partial and conflicting cells do not raise: they are in `problems`, and the table is not `fit`.
    """
    wrong = tuple(p for p in validate(definition) if p.severity is Severity.ERROR)
    if wrong:
        raise MachineError(wrong)
    scope = Scope.of(definition)
    events = {event.name: _event_info(event, scope) for event in definition.events}
    compiler = Rows(definition, scope, events)
    rows: dict[str, dict[str, Cell]] = {}
    states: dict[str, StateInfo] = {}
    for state in compiler.states:
        info = _state_info(state, compiler, scope)
        strikes = [info.strikes[0]] if info.strikes else []
        final = state.role is d.Role.FINAL
        columns = [] if final else [*events, *(name for name, _ in info.timers), *strikes]
        states[state.name] = info
        rows[state.name] = compiler.cells(state, columns)
    _add_blocked(compiler, rows, states)
    compiler.problems += owed(definition.contracts, scope, states, rows)
    return Table(
        definition=definition,
        fingerprint=behaviour(definition),
        facts=scope.facts,
        initial={fact.name: fact.initial for fact in definition.facts if fact.initial is not None},
        events=events,
        tools={tool.name: _tool_info(tool, events) for tool in definition.tools},
        states=states,
        start=scope.nesting.start,
        rows=rows,
        problems=tuple(sorted(compiler.problems, key=lambda problem: problem.line)),
        no=next((event.name for event in reversed(definition.events) if event.kind is d.Kind.ANSWER), ""),
    )


def _state_info(state: d.State, compiler: Rows, scope: Scope) -> StateInfo:
    entered = scope.nesting.entered(state.name)
    return StateInfo(
        state,
        scope.nesting.parents[state.name],
        tuple(effect for each in entered for effect in each.enter),
        compiler.timers(state),
        compiler.strikes(state),
        may_block=False,
    )


def _event_info(event: d.Event, scope: Scope) -> EventInfo:
    return EventInfo(
        event.name,
        event.kind,
        {field.name: scope.field_type(field) for field in event.fields},
        frozenset(field.name for field in event.fields if not field.optional),
        tuple(field.name for field in event.fields if field.name in scope.facts),
        event.kind.value,
    )


def _tool_info(tool: d.Tool, events: Mapping[str, EventInfo]) -> ToolInfo:
    noes = [
        name
        for name in tool.gives
        if tool.write and events[name].kind is not d.Kind.EVIDENCE and not events[name].required
    ]
    requires = None if tool.requires is None else predicate(tool.requires, ())
    return ToolInfo(tool, requires, noes[0] if noes else "", digest(tool))


def _add_blocked(compiler: Rows, rows: dict[str, dict[str, Cell]], states: dict[str, StateInfo]) -> None:
    """Give every state whose tools may be blocked that column; deciding it may itself start tools elsewhere."""
    waiting = True
    while waiting:
        waiting = False
        starting = _starting(rows, states, compiler.start)
        for name in starting - {name for name, row in rows.items() if SYNTHESISED in row}:
            rows[name] |= compiler.cells(states[name].state, [SYNTHESISED])
            states[name] = states[name]._replace(may_block=True)
            waiting = True


def _starting(rows: Mapping[str, Mapping[str, Cell]], states: Mapping[str, StateInfo], start: str) -> set[str]:
    """The states that start tools or propose to: on entry, by a line they stay on, or by a line that moves into them."""
    found = {name for name, info in states.items() if _starts(info.state.enter)}
    found |= {start} if _starts(states[start].enter) else set()
    may_be_interrupted = {name for name, info in states.items() if info.state.role in (d.Role.PLAIN, d.Role.START)}
    for state, row in rows.items():
        for cell in row.values():
            for option in cell.options:
                if option.verdict not in (Verdict.MOVE, Verdict.STAY):
                    continue
                if _starts(option.entering):
                    found.add(option.target)
                if not _starts(option.line.effects):
                    continue
                found.add(option.target or state)
                if isinstance(option.line.outcome, d.Back):
                    found |= may_be_interrupted
    return found


def _starts(effects: Iterable[d.Effect]) -> bool:
    return any(isinstance(effect, d.Call | d.Propose | d.Perform) for effect in effects)
