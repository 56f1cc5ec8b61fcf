"""What following a machine finds: where a run may stand, which lines decide, and what is known there.

Owns: `Flow` and the names of its places and decisions. Never: works anything of it out; `follow` does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from decidable.check.flow.conditions import Circumstances, split
from decidable.check.flow.effects import Fate, Question, Site
from decidable.check.flow.space import Box
from decidable.check.flow.world import World
from decidable.core import guard as g

ENTRY: Final = "enter"
"""In place of an event, where entering a state is what happens."""


class Spot(NamedTuple):
    """Where a run stands: its state, the state an interruption keeps, and the question that is open."""

    state: str
    kept: str = ""
    question: Question | None = None


class Decision(NamedTuple):
    """One line deciding one cell. `option`: its number among those of the cell."""

    state: str
    event: str
    option: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Flow:
    """What may be known where."""

    world: World
    boxes: Mapping[str, tuple[Box, ...]]
    """By state; a state that is missing is never entered."""
    decided: frozenset[Decision]
    """What can happen at all."""
    steps: Mapping[str, Mapping[str, str]]
    """From each state to the others it leads to, with the event that does."""
    sites: Mapping[Site, Fate]
    all_of: Mapping[str, Box]
    """By state, everything that may be known of each fact by itself."""
    whole: bool
    """Whether the connections between facts were kept; where there are too many, only each fact by itself is followed."""

    def may_hold(self, state: str, guard: g.Guard, fields: Collection[str]) -> bool:
        """Whether a condition can hold with what is known in a state; of the event's own fields nothing is known."""
        seen = Circumstances(fields, approved=True, busy=True)
        return any(split(self.world.space, box, guard, seen)[0] for box in self.boxes[state])

    def distances(self, goals: Iterable[str], passing: Callable[[str], bool] = lambda _: True) -> Mapping[str, int]:
        """How many moves each state is away from the nearest of these, at least; over states that may be passed."""
        back: dict[str, list[str]] = {}
        for state, targets in self.steps.items():
            for target in targets if passing(state) else ():
                back.setdefault(target, []).append(state)
        far = dict.fromkeys(goals, 0)
        waiting = list(far)
        for state in waiting:
            for other in back.get(state, ()):
                if other not in far:
                    far[other] = far[state] + 1
                    waiting.append(other)
        return far
