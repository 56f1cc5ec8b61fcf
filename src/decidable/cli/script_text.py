"""Traces and scripts as the commands print them.

Owns: the JSON of a trace. Never: the format of a script; `check.script` has it.
"""

from __future__ import annotations

from typing import Any

from decidable.check.rules.trace import TraceStep
from decidable.check.script import script_lines, step_text
from decidable.core.canonical import plain


def step_data(step: TraceStep) -> dict[str, Any]:
    """One line of a trace as JSON. Any: JSON."""
    return {
        "text": step_text(step),
        "event": step.event,
        "fields": plain(step.fields),
        "state": step.state,
        "target": step.target,
        "verdict": step.verdict,
        "line": step.line,
        "starts": list(step.started),
        "asks": list(step.asked),
    }


__all__ = ["script_lines", "step_data"]
