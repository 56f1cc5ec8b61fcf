"""`never A twice without B between` where B is a write: it may turn out afterwards not to have happened.

Owns: the monitor that remembers what rested on it. Never: is needed where B is an event, a state or a read, which stay
happened (`monitors`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from decidable.check.rules.monitors import BROKEN, happens
from decidable.check.rules.seen import Seen, Started, Undone
from decidable.text.sentences import Twice


class Gap(NamedTuple):
    """What has happened since A: something for good, or only writes of which that is not certain."""

    sure: bool
    writes: frozenset[str]


EMPTY: Final = Gap(sure=False, writes=frozenset())


class Past(NamedTuple):
    """`gap`: since the latest A; `before`: that between it and the A before, if any; `resting`: gaps between earlier ones
    that rest on writes alone."""

    gap: Gap
    before: Gap | None
    resting: frozenset[frozenset[str]]


class DoubtfulTwiceMonitor:
    """Its states are numbers of pasts, in the order in which they are met."""

    def __init__(self, sentence: Twice, writes: Collection[str]) -> None:
        self._what, self._between = sentence
        self._writes = writes
        self._pasts: list[Past | None] = [None]

    def wants(self, seen: Seen) -> bool:
        if isinstance(seen, Undone):
            return seen.tool == self._what or seen.tool in self._writes
        return any(happens(name, seen) for name in (self._what, *self._between))

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        past = self._pasts[at]
        for seen in filter(self.wants, steps):
            if happens(self._what, seen):
                if past is not None and past.gap == EMPTY:
                    return BROKEN
                past = _again(past)
            elif past is not None:
                past = self._since(past, seen)
                if past is not None and frozenset() in past.resting:
                    return BROKEN
        if past not in self._pasts:
            self._pasts.append(past)
        return self._pasts.index(past)

    def _since(self, past: Past, seen: Seen) -> Past | None:
        match seen:
            case Undone(tool) if tool == self._what:
                return _taken_back(past)
            case Undone(tool):
                return Past(
                    _without(past.gap, tool),
                    past.before and _without(past.before, tool),
                    frozenset(writes - {tool} for writes in past.resting),
                )
            case Started(tool) if tool in self._writes:
                settled = Past(
                    _settled(past.gap, tool),
                    past.before and _settled(past.before, tool),
                    frozenset(writes for writes in past.resting if tool not in writes),
                )
                gap = settled.gap
                return settled if gap.sure else settled._replace(gap=gap._replace(writes=gap.writes | {tool}))
            case _:
                return past._replace(gap=Gap(sure=True, writes=frozenset()))


def _again(past: Past | None) -> Past:
    """A has happened, and what was since the one before has to stand."""
    if past is None:
        return Past(EMPTY, None, frozenset())
    rests = past.resting if past.gap.sure else past.resting | {past.gap.writes}
    return Past(EMPTY, past.gap, rests)


def _taken_back(past: Past) -> Past | None:
    """The latest A has not happened after all: the gaps on both sides of it are one."""
    before = past.before
    if before is None:
        return None
    sure = before.sure or past.gap.sure
    gap = Gap(sure, frozenset() if sure else before.writes | past.gap.writes)
    return Past(gap, None, past.resting - {before.writes})


def _without(gap: Gap, tool: str) -> Gap:
    return gap._replace(writes=gap.writes - {tool})


def _settled(gap: Gap, tool: str) -> Gap:
    """A write begins again only once it has settled: what is in the gap has happened for good."""
    return Gap(sure=True, writes=frozenset()) if tool in gap.writes else gap
