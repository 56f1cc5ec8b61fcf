"""What SPIN prints of a machine, moment by moment.

Owns: the values, and how they are read from its output. Never: knows what the checker found.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.check.prove.made import FACTS, TIMERS, Machine


class Moment(NamedTuple):
    """What a run is in: facts by their values (2 is unknown), what waits, deadlines, the reads (1 more than `a` was), and
    how far the write is."""

    state: str
    facts: tuple[int, ...]
    waiting: str
    armed: tuple[str, ...]
    reads: tuple[int, ...]
    write: int
    attempt: int


class Found(NamedTuple):
    """What a search has seen: after how many arrivals each moment is there at the earliest, and the rule broken."""

    moments: dict[Moment, int]
    broken: int | None


def found(made: Machine, printed: str) -> Found:
    """What SPIN has printed of a machine."""
    moments: dict[Moment, int] = {}
    broken: int | None = None
    events = ["", *made.events, *TIMERS]
    for line in dict.fromkeys(each for each in printed.splitlines() if each.startswith("= ")):
        depth, breaks, state, *rest = map(int, line.split()[1:])
        facts, (waiting, *armed, read, other, write, attempt) = rest[: len(FACTS)], rest[len(FACTS) :]
        timers = tuple(timer for timer, on in zip(TIMERS, armed, strict=True) if on)
        reads = tuple(sorted(filter(None, (read, other))))
        moment = Moment(made.leaves[state], tuple(facts), events[waiting], timers, reads, write, attempt)
        moments[moment] = min(depth // 2, moments.get(moment, depth))
        if breaks:
            broken = min(depth // 2, depth if broken is None else broken)
    return Found(moments, broken)
