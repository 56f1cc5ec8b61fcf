"""How the events of deadlines and strikes are called.

Owns: the spelling of `after 30m` and `after 3 strikes`, in core and text alike. Never: reads one, or waits.
"""

from __future__ import annotations

from typing import Final

_UNITS: Final = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms"))


def duration_text(ms: int) -> str:
    """Milliseconds as the text writes them: `30m`, `2h`, `1500ms`."""
    size, unit = next((size, unit) for size, unit in _UNITS if ms % size == 0 and (ms or size == 1))
    return f"{ms // size}{unit}"


def timer_event(ms: int) -> str:
    """The name of a timer's event: `after 30m`."""
    return f"after {duration_text(ms)}"


def strikes_event(count: int) -> str:
    """The name of the event of so many strikes in a row: `after 3 strikes`."""
    return f"after {count} strike{'s' if count > 1 else ''}"
