"""A trace as a script, with what the table made of each line as a remark behind it.

Owns: the lines and the remarks. Never: writes what `played` could not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from decidable.check.rules.trace import Decision, Trace, TraceStep, headline
from decidable.check.script.values import value_text
from decidable.check.situation import BLOCKED
from decidable.core.compile import duration_text
from decidable.core.records import Cause
from decidable.core.snapshot import Blocked

_HERE: Final = "   <- here"
_CAUSES: Final[Mapping[Cause, str]] = {
    Cause.ARRIVED: "",
    Cause.RECALLED: " recalled",
    Cause.HELD: " held",
    Cause.FOLLOWED: "",
}


def script_lines(trace: Trace) -> Iterator[str]:
    """A trace as a script, with what the table made of each line as a remark."""
    lines = list(_lines(trace))
    width = min(60, max((len(text) for text, _ in lines), default=0))
    for text, remark in lines:
        yield f"{text:<{width}}  # {remark}" if remark else text


def _lines(trace: Trace) -> Iterator[tuple[str, str]]:
    for name, value in trace.facts.items():
        yield f"fact {name} = {value_text(value)}", ""
    if trace.begun or not trace.steps:
        yield f"# begins: {_told(trace.state, trace.begun)}{'' if trace.steps else _HERE}", ""
    now = 0
    for number, each in enumerate(trace.steps):
        if each.input.at > now:
            if not each.event.startswith("after "):
                yield f"wait {duration_text(each.input.at - now)}", ""
            now = each.input.at
        remark = _remark(each)
        if number + 1 == len(trace.steps):
            remark += _HERE
        yield step_text(each), remark


def step_text(each: TraceStep) -> str:
    """One line: what reaches the run."""
    fields = ", ".join(f"{name} = {value_text(value)}" for name, value in each.fields.items())
    return f"{headline(each)}({fields})" if fields else headline(each)


def _remark(each: TraceStep) -> str:
    """What the table made of a line: the decision of it, whatever was decided after it in the same step, and what follows."""
    first = next(iter(each.decisions), None)
    if first is not None and _is_of(first, each):
        said = [_told(_decided(first), each.decisions[1:])]
    else:
        said = [_told(each.state, each.decisions)]
    said += [f"starts {tool}" for tool in each.started]
    if each.asked:
        said.append(f"asks for {' then '.join(each.asked)}")
    return ", ".join(said)


def _is_of(decision: Decision, each: TraceStep) -> bool:
    """Whether it is about what the line says, and not about what follows from it."""
    return decision.cause is Cause.ARRIVED or (isinstance(each.input, Blocked) and decision.event == BLOCKED)


def _told(first: str, then: Iterable[Decision]) -> str:
    return "; then ".join([first, *(f"{each.event}{_CAUSES[each.cause]}: {_decided(each)}" for each in then)])


def _decided(decision: Decision) -> str:
    state, target, outcome = decision.state, decision.target, decision.outcome
    change = f"{state}: {outcome}" if state == target else f"{state} -> {target}"
    return f"{change}, line {decision.line}" if decision.line else change
