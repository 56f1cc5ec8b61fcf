"""Where a run is, by the names that a rule may use for it.

Owns: which states a name means. Never: says that there is no such state (`names`).
"""

from __future__ import annotations

from decidable.core.table import Table


def meant(table: Table, name: str) -> tuple[str, ...]:
    """The states without children that a state's name means: itself, or all that are in it. None where it names no state."""
    return tuple(state for state, info in table.states.items() if name in (state, *info.parents))


def is_inside(table: Table, name: str, other: str) -> bool:
    """Whether the one state stands within the other."""
    around = {state.name: state.parent for state in table.definition.states}
    while name := around.get(name, ""):
        if name == other:
            return True
    return False
