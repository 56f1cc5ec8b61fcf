"""What a bound file declares by hand and Python does not have: nothing gives it a value, a class or a function.

Owns: the comparison of names. Never: looks at generated sections; what differs there is stale (`text.reader`).
"""

from __future__ import annotations

from collections.abc import Iterator

from decidable.core import definition as d
from decidable.core.problem import Problem, Severity, did_you_mean
from decidable.text.reader import Declared


def undeclared(definition: d.Definition, declared: Declared, facts: type) -> Iterator[Problem]:
    """A warning for each name, at its declaration in the file. Events of the system come from the runtime itself."""
    known = [fact.name for fact in declared.facts]
    for fact in definition.facts:
        if fact.name not in known:
            hint = did_you_mean(fact.name, known) or f"write it in {facts.__name__}, or take it away here"
            yield _not_in_python("fact", fact.name, f"{facts.__name__} has no such fact", hint, fact.at)
    known = [event.name for event in declared.events]
    for event in definition.events:
        if event.name not in known and event.kind is not d.Kind.SYSTEM:
            hint = did_you_mean(event.name, known) or "write its class and pass it on, or take it away here"
            yield _not_in_python("event", event.name, "no class in Python is called so", hint, event.at)
    known = [tool.name for tool in declared.tools]
    for tool in definition.tools:
        if tool.name not in known:
            hint = did_you_mean(tool.name, known) or "pass its function in tools=, or take it away here"
            yield _not_in_python("tool", tool.name, "no function carries it out", hint, tool.at)


def _not_in_python(what: str, name: str, why: str, hint: str, at: int) -> Problem:
    message = f"{what} '{name}' is declared here and not in Python: {why}"
    return Problem("not-in-python", message, hint, at, token=name, severity=Severity.WARNING)
