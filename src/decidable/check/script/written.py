"""A trace as a script, with what the table made of each line as a remark behind it.

Owns: the lines and the remarks. Never: writes what `played` could not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.check.rules.trace import Trace, TraceStep, headline
from decidable.check.script.values import value_text
from decidable.core.compile import duration_text


def script_lines(trace: Trace) -> Iterator[str]:
    """A trace as a script, with what the table made of each line as a remark."""
    lines = list(_lines(trace))
    width = min(60, max((len(text) for text, _ in lines), default=0))
    for text, remark in lines:
        yield f"{text:<{width}}  # {remark}" if remark else text


def _lines(trace: Trace) -> Iterator[tuple[str, str]]:
    for name, value in trace.facts.items():
        yield f"fact {name} = {value_text(value)}", ""
    now = 0
    for number, each in enumerate(trace.steps):
        if each.input.at > now:
            if not each.event.startswith("after "):
                yield f"wait {duration_text(each.input.at - now)}", ""
            now = each.input.at
        remark = _remark(each)
        if number + 1 == len(trace.steps):
            remark += "   <- here"
        yield step_text(each), remark


def step_text(each: TraceStep) -> str:
    """One line: what reaches the run."""
    fields = ", ".join(f"{name} = {value_text(value)}" for name, value in each.fields.items())
    return f"{headline(each)}({fields})" if fields else headline(each)


def _remark(each: TraceStep) -> str:
    state = each.state if each.state == each.target else f"{each.state} -> {each.target}"
    said = [f"{state}{f': {each.verdict}' if each.verdict and each.verdict != 'move' else ''}"]
    if each.line:
        said.append(f"line {each.line}")
    said += [f"starts {tool}" for tool in each.started]
    if each.asked:
        said.append(f"asks for {' then '.join(each.asked)}")
    return ", ".join(said)
