"""Rules as monitors: small machines that read what each step shows and say when a rule is broken.

Owns: one monitor for each form of sentence. Never: explores anything, or knows where its names come from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Protocol

from decidable.check.rules.seen import Accepted, Arrived, Composed, Entered, Seen, Started, Undone
from decidable.text.sentences import Before, Twice

BROKEN: Final = -1
KEPT: Final = -2
"""The rule can no longer be broken on this path."""
START: Final = 0


class Monitor(Protocol):
    """Reads steps; its states are small numbers, `START` first."""

    def wants(self, seen: Seen) -> bool:
        """Whether it looks at such a thing at all."""

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
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
    """`never A before B`. Where B is a write, it may turn out not to have happened, and what rested on it breaks the rule."""

    BEGUN, RESTED, MAY_REST = 1, 2, 3
    """B has begun; A has happened since; a write A has begun since, which may turn out not to have happened either."""

    def __init__(self, sentence: Before, *, undoable: bool = False) -> None:
        self._what, self._first = sentence
        self._undoable = undoable

    def wants(self, seen: Seen) -> bool:
        if isinstance(seen, Undone):
            return self._undoable and seen.tool in (self._what, self._first)
        return happens(self._what, seen) or happens(self._first, seen)

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        for seen in steps:
            if happens(self._first, seen):
                if at != START or not self._undoable:
                    return KEPT  # what began before has settled, or it would not have begun again
                at = self.BEGUN
            elif happens(self._what, seen):
                if at == START:
                    return BROKEN
                at = self.MAY_REST if at == self.BEGUN and isinstance(seen, Started) else self.RESTED
            elif isinstance(seen, Undone) and seen.tool == self._first:
                if at in (self.RESTED, self.MAY_REST):
                    return BROKEN
                at = START
            elif isinstance(seen, Undone) and at == self.MAY_REST:
                at = self.BEGUN
        return at


class TwiceMonitor:
    """`never A twice [without B, C between]`: state 1 once A has happened, until B or C, or news that A has not."""

    def __init__(self, sentence: Twice) -> None:
        self._what, self._between = sentence

    def wants(self, seen: Seen) -> bool:
        return any(happens(name, seen) for name in (self._what, *self._between)) or self._undone(seen)

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
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
    """`A only in S`: in one of these states."""

    def __init__(self, what: str, states: Collection[str]) -> None:
        self._what, self._states = what, states

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Accepted | Started) and happens(self._what, seen) and seen.state not in self._states

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        return BROKEN if any(self.wants(seen) for seen in steps) else at


class VisitsMonitor:
    """`every path after E visits S or S2`: state 1 from E until a visit. That none can come is found by the search."""

    def __init__(self, event: str, states: Collection[str]) -> None:
        self._event, self._states = event, states

    def wants(self, seen: Seen) -> bool:
        return happens(self._event, seen) or (isinstance(seen, Entered) and seen.state in self._states)

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        for seen in steps:
            if isinstance(seen, Accepted) and seen.event == self._event:
                at = 1
            elif isinstance(seen, Entered) and seen.state in self._states:
                at = START
        return START if state in self._states else at


class ReachesMonitor:
    """`from any state [but S] E reaches S2 within n events`: state k while k more events may pass.

    E itself is the first event, whatever was decided of it; after it those count that are accepted. `targets`: the states
    that are reached; `but`: those from which it need not be so.
    """

    def __init__(self, event: str, targets: Collection[str], within: int, but: Collection[str] = ()) -> None:
        self._event, self._targets, self._within, self._but = event, targets, within, but

    def wants(self, seen: Seen) -> bool:
        match seen:
            case Arrived(event):
                return event == self._event or (self._within > 1 and seen.accepted)
            case Entered(state):
                return state in self._targets
            case _:
                return False

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        reached = state in self._targets or any(isinstance(s, Entered) and s.state in self._targets for s in steps)
        if reached:
            return START
        for seen in steps:
            if isinstance(seen, Arrived):
                begins = seen.event == self._event and seen.state not in self._but
                if at and seen.accepted:
                    at -= 1
                elif begins and not at:
                    at = self._within - 1
                else:
                    continue
                if not at:
                    return BROKEN
        return at


class AfterEndMonitor:
    """`after an end no tool`."""

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Started) and seen.ended

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        return BROKEN if any(self.wants(seen) for seen in steps) else at


class CountMonitor:
    """`at most n model calls`: how many there were; a path that needs more is of no interest."""

    def __init__(self, most: int, asking: Collection[str]) -> None:
        self._most, self._asking = most, asking

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Composed) or (isinstance(seen, Arrived) and seen.event in self._asking)

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        at += sum(map(self.wants, steps))
        return at if at <= self._most else KEPT


class IdleMonitor:
    """Watches nothing: for what is true of a moment, not of a path."""

    def wants(self, seen: Seen) -> bool:
        return False

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        return at


class AroundMonitor:
    """Another monitor, for a rule that names states with states in them: one of those happens when one comes into it from
    outside. Its states are those of the other one, with a bit for each such state that the run is in."""

    def __init__(self, inner: Monitor, around: Mapping[str, Collection[str]]) -> None:
        self._inner, self._around = inner, around

    def wants(self, seen: Seen) -> bool:
        return isinstance(seen, Entered) or self._inner.wants(seen)

    def advance(self, at: int, steps: Sequence[Seen], state: str) -> int:
        bits = 1 << len(self._around)
        inner, inside = divmod(at, bits)
        told: list[Seen] = []
        for seen in steps:
            if isinstance(seen, Entered):
                told += self._come_into(seen.state, inside)
                inside = self._inside(seen.state)
            told.append(seen)
        after = self._inner.advance(inner, told, state)
        return after if after < 0 else after * bits + inside

    def _come_into(self, state: str, inside: int) -> Iterator[Seen]:
        for number, (name, children) in enumerate(self._around.items()):
            if state in children and not inside >> number & 1:
                yield Entered(name)

    def _inside(self, state: str) -> int:
        return sum(1 << number for number, children in enumerate(self._around.values()) if state in children)
