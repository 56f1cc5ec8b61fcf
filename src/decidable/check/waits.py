"""States that wait for something that nothing brings, or that would not notice what they wait for.

Owns: the findings about timers, outcomes that only `*` decides, and models that go down. Never: accuses a state that a
person can lead on.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.open_work import open_writes
from decidable.check.speech import listed
from decidable.check.survey import Survey
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.table import Origin, Rank, Table

MODEL_DOWN = "model_down"
_FROM_OUTSIDE = {d.Kind.SIGNAL, d.Kind.EVIDENCE, d.Kind.RESULT}


def wait_findings(found: Survey) -> Iterator[Problem]:
    """What a state waits for, and what it does not see coming."""
    yield from _no_timer(found)
    yield from _outcome_by_default(found)
    yield from _no_model_down(found)


def _no_timer(found: Survey) -> Iterator[Problem]:
    """A warning where only the world outside leads on; a note where a question stays open for ever."""
    brought = {state: _outcomes(found.table, tools) for state, tools in _at_work(found).items()}
    delivered = {deed.effect.gives for deed in found.deeds if isinstance(deed.effect, d.Say | d.Compose)}
    for state, info in found.table.states.items():
        if info.timers or info.state.role is d.Role.FINAL:
            continue
        leading_on = list(dict.fromkeys(p.event for p in found.passages[state] if p.target != state))
        waits_for = [e for e in leading_on if _comes_from_outside(found.table, e)]
        at = info.state.at
        if leading_on and waits_for == leading_on and not {*brought[state], *delivered}.intersection(leading_on):
            message = f"'{state}' has no timer, and nothing here brings {listed(waits_for, 4)}: it may wait for ever, unnoticed"
            hint = "write `after 1d -> STATE : why`, or start here what it waits for"
            yield Problem("no-timer", message, hint, at, 0, state, Severity.WARNING, state)
        elif state in found.asked:
            tools = listed([item.tool for item in found.asked[state][0].items])
            message = f"'{state}' has no timer, so its question ({tools}) stays open until somebody answers"
            hint = "write `after 30m -> STATE : the offer expired`, if it can become out of date"
            yield Problem("no-timer", message, hint, at, 0, state, Severity.NOTE, state)


def _at_work(found: Survey) -> dict[str, set[str]]:
    """The tools that can be under way in a state: what it starts, and writes that were started before."""
    return {state: {*found.started.get(state, ()), *writes} for state, writes in open_writes(found).items()}


def _outcomes(table: Table, tools: set[str]) -> set[str]:
    return {event for tool in tools for event in (*table.tools[tool].tool.gives, table.tools[tool].tool.no_answer)}


def _comes_from_outside(table: Table, event: str) -> bool:
    """Whether only the world can bring it. In a sketch without tools nobody knows yet where results come from."""
    info = table.events.get(event)
    if info is None or info.kind not in _FROM_OUTSIDE:
        return False
    return info.kind is d.Kind.SIGNAL or bool(table.tools)


def _outcome_by_default(found: Survey) -> Iterator[Problem]:
    for state, tools in found.started.items():
        row = found.table.rows[state]
        for name in sorted(tools):
            tool = found.table.tools[name].tool
            for event in dict.fromkeys((*tool.gives, tool.no_answer)):
                cell = row.get(event)
                if cell is None or not any(o.reached and o.rank is Rank.DEFAULT for o in cell.options):
                    continue
                message = f"'{state}' starts {name}, and only `*` decides its outcome '{event}' there"
                hint = f"write `{event} -> STATE`, or `{event} stay`, and why"
                at = found.table.states[state].state.at
                yield Problem("outcome-by-default", message, hint, at, 0, state, Severity.WARNING, state, event)


def _no_model_down(found: Survey) -> Iterator[Problem]:
    """States in which a model writes words. Reading messages needs one as well, but no table says with what it is read."""
    composing = {deed.state: deed for deed in found.deeds if isinstance(deed.effect, d.Compose)}
    for state in found.table.states:
        cell = found.table.rows[state].get(MODEL_DOWN)
        if state not in composing or found.table.states[state].state.role is d.Role.FINAL:
            continue
        if cell is None:
            message = f"'{state}' asks a model to write, and the machine has no event `{MODEL_DOWN}`"
            hint = f"declare `system {MODEL_DOWN}, model_back`, and say what happens meanwhile"
        elif cell.origin is Origin.DEFAULT:
            message = f"'{state}' asks a model to write, and only `*` decides `{MODEL_DOWN}` there"
            hint = f"write `{MODEL_DOWN} -> STATE`, or `{MODEL_DOWN} stay` where code's words will do"
        else:
            continue
        at = found.table.states[state].state.at
        yield Problem("no-model-down", message, hint, at, 0, state, Severity.WARNING, state, MODEL_DOWN)
