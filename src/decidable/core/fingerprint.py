"""Two fingerprints of a machine: what it does, and what it says.

Owns: which parts of a definition count as behaviour. Never: versions, migrations (that is the runtime's).
"""

from __future__ import annotations

from dataclasses import replace

from decidable.core.canonical import digest, text
from decidable.core.definition import Contract, Definition, Line


def behaviour(definition: Definition) -> str:
    """Over states, events, cells, guards, fact types and tool contracts; not over reasons, nor the order of lines."""
    return digest(
        replace(
            definition,
            rules=(),
            accepted=(),
            contracts=tuple(Contract(name="", groups=contract.groups) for contract in definition.contracts),
            any_state=_without_reasons(definition.any_state),
            states=tuple(replace(state, lines=_without_reasons(state.lines)) for state in definition.states),
        )
    )


def wording(definition: Definition, words: str = "") -> str:
    """Over reasons and rules, and over the words bound to the machine (`words`: a digest of them)."""
    reasons = [line.reason for line in definition.any_state]
    reasons += [line.reason for state in definition.states for line in state.lines]
    return digest((tuple(reasons), definition.rules, words))


def _without_reasons(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(sorted((replace(line, reason="") for line in lines), key=text))
