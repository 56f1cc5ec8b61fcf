"""Writes and deferred events that a move leaves behind: still open where the task goes, or at its end.

Owns: the findings about leaving a started write and about ends. Never: says that leaving one is wrong; every outcome
of a write reaches the table, so that it is enough if the table is ready for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from decidable.check.speech import line_name, listed
from decidable.check.survey import Passage, Survey
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.scope import SYNTHESISED
from decidable.core.table import Option, Rank, Table


class Leaving(NamedTuple):
    """A move that may leave a started write open."""

    passage: Passage
    tool: str


def open_work_findings(found: Survey) -> Iterator[Problem]:
    """What is left behind on the way, and what at the end."""
    open_in = open_writes(found)
    yield from _leaving(found, open_in)
    yield from _ends_with_writes(found, open_in)
    yield from _ends_with_events(found)


def open_writes(found: Survey) -> dict[str, dict[str, Passage | None]]:
    """The writes that may be open in a state, each with the move that brought it; None where it is started."""
    writes = {name: info.tool for name, info in found.table.tools.items() if info.tool.write}
    open_in: dict[str, dict[str, Passage | None]] = {state: {} for state in found.table.states}
    for tool, write in writes.items():
        waiting = [state for state, tools in found.started.items() if tool in tools and state in found.entered]
        for state in waiting:
            open_in[state][tool] = None
        while waiting:
            state = waiting.pop()
            for passage in found.passages[state]:
                if tool not in open_in[passage.target] and _leaves(found, passage, write):
                    open_in[passage.target][tool] = passage
                    waiting.append(passage.target)
            for target in _returns(found, state) if open_in[state][tool] is None else ():
                if tool not in open_in[target]:
                    open_in[target][tool] = None
                    waiting.append(target)
    return open_in


def _returns(found: Survey, state: str) -> Iterable[str]:
    """The states that an interruption goes back to: with what it began itself, for all else it goes back to where that
    was already."""
    if found.table.states[state].state.role is not d.Role.INTERRUPTION:
        return ()
    interrupted = {other for other, targets in found.graph.items() if state in targets}
    moved = {passage.target for passage in found.passages[state]}
    return sorted((found.graph[state] & interrupted) - moved)


def _leaves(found: Survey, passage: Passage, tool: d.Tool) -> bool:
    """Whether a write can still be open after a move: it is not by its own outcome, nor by that of a step of its list,
    which are started one at a time."""
    if not passage.busy:
        return False
    steps = {item.tool for asked in found.approved.get(passage.state, ()) for item in asked.items}
    alone = steps if tool.name in steps else {tool.name}
    if passage.event == SYNTHESISED:  # refused was this one, or one beside it
        started = found.started.get(passage.state, frozenset())
        return tool.name not in started or bool(started - alone)
    return not any(passage.event in found.table.tools[name].tool.gives for name in alone)


def _leaving(found: Survey, open_in: Mapping[str, Mapping[str, Passage | None]]) -> Iterator[Problem]:
    """One finding for each line: a warning where an outcome would meet nothing but a `*`."""
    by_line: dict[tuple[str, int], list[Leaving]] = defaultdict(list)
    for state, passages in found.passages.items():
        for tool, brought in open_in[state].items():
            if brought is not None and found.table.states[brought.target].state.role is not d.Role.INTERRUPTION:
                continue  # it was left before, where it was started
            for passage in passages:
                interrupts = found.table.states[passage.target].state.role is d.Role.INTERRUPTION
                if not interrupts and _leaves(found, passage, found.table.tools[tool].tool):
                    by_line[passage.option.source, id(passage.option.line)].append(Leaving(passage, tool))
    for leavings in by_line.values():
        first = leavings[0].passage
        cells = list(dict.fromkeys(f"{each.passage.event} in {each.passage.state}" for each in leavings))
        tools = list(dict.fromkeys(each.tool for each in leavings))
        message = f"this line may leave a started {listed(tools)} open: {listed(cells, 4)}"
        lost = [text for each in leavings for text in _lost(found.table, each)]
        severity = Severity.WARNING if lost else Severity.NOTE
        hint = "its outcome is decided where the task is by then"
        if lost:
            message += f"; {lost[0]}"
            hint = "decide the outcome there by its name, or stay until it is known"
        option = first.option
        yield Problem(
            "leaves-write", message, hint, option.line.at, 0, first.event, severity, option.source, first.event
        )


def _lost(table: Table, leaving: Leaving) -> Iterator[str]:
    target = leaving.passage.target
    for event in table.tools[leaving.tool].tool.gives:
        cell = table.rows[target].get(event)
        if cell is not None and any(option.reached and option.rank is Rank.DEFAULT for option in cell.options):
            yield f"'{event}' would meet only `*` in {target}"


def _ends_with_writes(found: Survey, open_in: Mapping[str, Mapping[str, Passage | None]]) -> Iterator[Problem]:
    for state, tools in open_in.items():
        if not tools or not _must_be_empty(found.table, state):
            continue
        (tool, brought) = next(iter(tools.items()))
        assert brought is not None  # nothing is started in a final state
        others = f" (and {listed(list(tools)[1:])})" if len(tools) > 1 else ""
        message = f"'{state}' may be reached while a started {tool}{others} is open: by {_by(brought)}"
        hint = "wait for its outcome, or write `leftovers to attention` in the header"
        at = found.table.states[state].state.at
        yield Problem("end-open-write", message, hint, at, 0, state, Severity.WARNING, state, brought.event)


def _ends_with_events(found: Survey) -> Iterator[Problem]:
    ends = [state for state in found.table.states if _must_be_empty(found.table, state)]
    left: dict[str, dict[str, str]] = {state: {} for state in ends}
    for event in found.table.events if ends else ():
        for end, last in _ends_reached_with(found, event).items():
            if end in left:
                left[end][event] = last
    for end, events in left.items():
        if events:
            event, last = next(iter(events.items()))
            message = f"'{end}' may be reached with {listed(list(events), 4)} deferred: from {last}, say"
            hint = "take it before the end, or write `leftovers to attention` in the header"
            at = found.table.states[end].state.at
            yield Problem("end-leftovers", message, hint, at, 0, end, Severity.WARNING, end, event)


def _ends_reached_with(found: Survey, event: str) -> dict[str, str]:
    """The final states that can be reached with this event in the queue, each with the state before it."""
    states, rows = found.table.states, found.table.rows
    deferring = (
        state for state in rows if event in rows[state] and _may_wait(rows[state][event].options, default=False)
    )
    waiting = [state for state in deferring if state in found.entered]
    seen, deferred_in = set(waiting), set(waiting)
    ends: dict[str, str] = {}
    while waiting:
        state = waiting.pop()
        moved = (passage.target for passage in found.passages[state])
        for target in dict.fromkeys([*moved, *(_returns(found, state) if state in deferred_in else ())]):
            if states[target].state.role is d.Role.FINAL:
                ends.setdefault(target, state)
            elif target not in seen and (
                states[target].state.role is d.Role.INTERRUPTION or _may_wait(rows[target][event].options, default=True)
            ):
                seen.add(target)
                waiting.append(target)
    return ends


def _may_wait(options: Iterable[Option], *, default: bool) -> bool:
    """Whether an event in the queue may stay there: where it is deferred, and where only a `*` would take it."""
    return any(
        option.reached and (option.verdict is Verdict.DEFER or (default and option.rank is Rank.DEFAULT))
        for option in options
    )


def _must_be_empty(table: Table, state: str) -> bool:
    head = table.states[state].state
    return head.role is d.Role.FINAL and not head.leftovers


def _by(passage: Passage) -> str:
    return f"{passage.event} in {passage.state} ({line_name(passage.option.line, passage.option.source)})"
