"""Rules as monitors: small machines that read what each step shows and say when a rule is broken.

Owns: one monitor for each form of sentence. Never: explores anything, or knows where its names come from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, Protocol

from decidable.check.rules.seen import Accepted, Arrived, Composed, Entered, Seen, Started, Undone
from decidable.text.sentences import Before, OnlyIn, Reaches, Twice, Visits

BROKEN: Final = -1
KEPT: Final = -2
"""The rule can no longer be broken on this path."""
START: Final = 0


class Monitor(Protocol):
    """Reads steps; its states are small numbers, `START` first."""

    def wants(self, seen: Seen) -> bool:
        """Whether it looks at such a thing at all."""

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        """Its state after a step that showed this and ended in `state`; `BROKEN` or `KEPT` for good."""


def happens(name: str, seen: Seen) -> bool:
    """Whether what is seen is that this tool, event or state happens."""
    match seen:
        case Accepted(event):
            return event == name
        case Started(tool):
            return tool == name
        case Entered(state):
            return state == name
        case _:
            return False


class BeforeMonitor:
    """`never A before B`."""

    def __init__(self, sentence: Before) -> None:
        self._what, self._first = sentence

    def wants(self, seen: Seen) -> bool:
        return happens(self._what, seen) or happens(self._first, seen)

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        for seen in steps:
            if happens(self._first, seen):
                return KEPT
            if happens(self._what, seen):
                return BROKEN
        return at


class TwiceMonitor:
    """`never A twice [without B, C between]`: state 1 once A has happened, until B or C, or news that A has not."""

    def __init__(self, sentence: Twice) -> None:
        self._what, self._between = sentence

    def wants(self, seen: Seen) -> bool:
        return any(happens(name, seen) for name in (self._what, *self._between)) or self._undone(seen)

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        for seen in steps:
            if happens(self._what, seen):
                if at:
                    return BROKEN
                at = 1
            elif any(happens(name, seen) for name in self._between) or self._undone(seen):
                at = START
        return at

    def _undone(self, seen: Seen) -> bool:
        return isinstance(seen, Undone) and seen.tool == self._what


class OnlyInMonitor:
    """`A only in S`."""

    def __init__(self, sentence: OnlyIn) -> None:
        self._what, self._state = sentence

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Accepted | Started) and happens(self._what, seen) and seen.state != self._state

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        return BROKEN if any(self.wants(seen) for seen in steps) else at


class VisitsMonitor:
    """`every path after E visits S or S2`: state 1 from E until a visit. That none can come is found by the search."""

    def __init__(self, sentence: Visits) -> None:
        self._event, self._states, _ = sentence

    def wants(self, seen: Seen) -> bool:
        return happens(self._event, seen) or (isinstance(seen, Entered) and seen.state in self._states)

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        for seen in steps:
            if isinstance(seen, Accepted) and seen.event == self._event:
                at = 1
            elif isinstance(seen, Entered) and seen.state in self._states:
                at = START
        return START if state in self._states else at


class ReachesMonitor:
    """`from any state [but S] E reaches S2 within n events`: state k while k more events may pass.

    E itself is the first event, whatever was decided of it; after it those count that are accepted.
    """

    def __init__(self, sentence: Reaches) -> None:
        self._event, self._target, self._within, self._but = sentence

    def wants(self, seen: Seen) -> bool:
        match seen:
            case Arrived(event):
                return event == self._event or (self._within > 1 and seen.accepted)
            case Entered(state):
                return state == self._target
            case _:
                return False

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        reached = False
        for seen in steps:
            match seen:
                case Arrived(event, where, accepted):
                    begins = event == self._event and where != self._but
                    if at and (accepted or begins):
                        at -= 1
                    elif begins:
                        at = self._within - 1
                    else:
                        continue
                    if not at and not self._stands(steps, state):
                        return BROKEN
                case Entered(entered) if entered == self._target:
                    reached = True
                case _:
                    pass
        return START if reached or state == self._target else at

    def _stands(self, steps: Iterable[Seen], state: str) -> bool:
        return state == self._target or any(isinstance(s, Entered) and s.state == self._target for s in steps)


class AfterEndMonitor:
    """`after an end no tool`."""

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Started) and seen.ended

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        return BROKEN if any(self.wants(seen) for seen in steps) else at


class CountMonitor:
    """`at most n model calls`: how many there were; a path that needs more is of no interest."""

    def __init__(self, most: int, asking: Collection[str]) -> None:
        self._most, self._asking = most, asking

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Composed) or (isinstance(seen, Arrived) and seen.event in self._asking)

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        at += sum(map(self.wants, steps))
        return at if at <= self._most else KEPT


class IdleMonitor:
    """Watches nothing: for what is true of a moment, not of a path."""

    def wants(self, seen: Seen) -> bool:
        return False

    def advance(self, at: int, steps: Iterable[Seen], state: str) -> int:
        return at
