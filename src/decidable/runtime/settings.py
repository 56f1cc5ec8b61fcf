"""What an operator may set, with the defaults a small installation wants.

Owns: limits and delays, each in one place. Never: changes while a runtime is open.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import tzinfo
from math import isfinite


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits and delays of a runtime. Times in seconds. Raises ValueError for one that makes no sense."""

    read_backoff_s: tuple[float, ...] = (0.1, 0.4, 1.0)
    """Pauses between the attempts of a read; the last repeats."""
    lookup_timeout_s: float = 10.0
    lookup_backoff_s: tuple[float, ...] = (0.1, 0.5, 2.0, 5.0)
    """Pauses between look-ups that could not tell; after the last, a person is asked."""
    translate_timeout_s: float = 30.0
    """How long a translator may take; one that takes longer is away."""
    probe_backoff_s: tuple[float, ...] = (1.0, 2.0, 5.0, 15.0, 60.0)
    """Pauses between probes of a translator that is away; the last repeats."""
    deliver_timeout_s: float = 10.0
    """How long a channel, or a stream that is open and not read, may take to take words."""
    deliver_backoff_s: tuple[float, ...] = (0.1, 1.0, 5.0, 30.0, 60.0)
    """Pauses between attempts to deliver words through a channel; the last repeats."""
    revive_backoff_s: tuple[float, ...] = (1.0, 5.0, 30.0, 60.0)
    """Pauses before a run that the store has failed is read again; the last repeats."""
    closing_s: float = 5.0
    """How long closing waits for writes that are under way."""
    longest_message: int = 20_000
    """Characters; a longer message is refused to its sender."""
    longest_event: int = 100_000
    """Characters of an event as it is kept; a longer one is refused to its sender."""
    longest_id: int = 200
    """Characters of an id, a principal or a conversation's name."""
    longest_inbox: int = 1_000
    """Arrivals that may wait at one run; one more is refused to its sender."""
    store_threads: int = 16
    """Threads that use the store. Several let commits of different runs reach the disk together."""
    zone: tzinfo | None = None
    """The zone of "tomorrow at seven"; the machine's own where None."""
    draft: bool = False
    """Start runs of a machine that is not fit; its undecided cells are loud rejections."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name.endswith("_backoff_s"):
                if not value or not all(isfinite(pause) and pause >= 0 for pause in value):
                    raise ValueError(f"{field.name} is {value!r}: give at least one pause, none of them negative")
            elif field.name.endswith("_s"):
                low = 0 if field.name == "closing_s" else 1e-3
                if not (isfinite(value) and value >= low):
                    raise ValueError(f"{field.name} is {value!r}: give a number of seconds, at least {low:g}")
            elif (field.name.startswith("longest_") or field.name == "store_threads") and value < 1:
                raise ValueError(f"{field.name} is {value!r}: at least 1")
