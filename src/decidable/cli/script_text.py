"""Traces and scripts as the commands print them.

Owns: the JSON of a trace. Never: the format of a script; `check.script` has it.
"""

from __future__ import annotations

from typing import Any

from decidable.check.rules.trace import Decision, TraceStep
from decidable.check.script import script_lines, step_text
from decidable.core.canonical import plain


def step_data(step: TraceStep) -> dict[str, Any]:
    """One line of a trace as JSON. Any: JSON."""
    first = next(iter(step.decisions), None)
    return {
        "text": step_text(step),
        "event": step.event,
        "fields": plain(step.fields),
        "state": step.state,
        "target": step.target,
        "verdict": "" if first is None else first.outcome,
        "line": 0 if first is None else first.line,
        "decisions": [decision_data(each) for each in step.decisions],
        "starts": list(step.started),
        "asks": list(step.asked),
    }


def decision_data(decision: Decision) -> dict[str, Any]:
    """One decision of a step as JSON. Any: JSON."""
    return {
        "state": decision.state,
        "event": decision.event,
        "target": decision.target,
        "verdict": decision.outcome,
        "line": decision.line,
        "cause": decision.cause.value,
    }


__all__ = ["decision_data", "script_lines", "step_data"]
