"""Explore a machine against a hostile world: every order of everything that can happen, through the real `step`.

Owns: the breadth-first search, the shortest trace to what went wrong, and the graph that questions about the future are
asked of. Never: knows a machine; what can happen, what must not, and how much may go wrong is said by a `World`.

    found = explore(table, MyWorld(faults=1))
    assert not found.wrong, "\\n".join(found.trace)
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, Protocol, TypeVar

from decidable.core.definition import Kind
from decidable.core.snapshot import Act, Input, Snapshot
from decidable.core.step import Step, begin, step
from decidable.core.table import Table
from decidable.core.values import Value
from decidable.testing.hostile_shape import Shaper

W = TypeVar("W", bound=Hashable)


class Why(Enum):
    """Why something happens."""

    OWED = "owed"
    """It is still to come, for sure: an answer, a delivery, the end of an outage."""
    FREE = "free"
    """Somebody may do it at any time, or never."""
    FAULT = "fault"
    """It should not happen, and does; the world has a budget of these."""


class Move(NamedTuple, Generic[W]):
    """One thing that can happen now: what reaches the machine, and the world after it."""

    label: str
    why: Why
    world: W
    inputs: tuple[Input, ...] = ()


class World(Protocol[W]):
    """Everything outside the machine. Its states are values; its methods are pure."""

    def start(self) -> W:
        """The world as a run begins."""

    def moves(self, snapshot: Snapshot, world: W) -> Iterable[Move[W]]:
        """Everything that can happen now."""

    def takes(self, world: W, step: Step) -> W:
        """The world after what a step recorded and asked for."""

    def wrong(self, label: str, before: Snapshot, after: Snapshot, world: W) -> str:
        """What must never be, after this happened; empty when all is well."""

    def marks(self, snapshot: Snapshot, world: W) -> frozenset[str]:
        """Names for what holds now, to ask about paths with."""

    def speaks_of(self, world: W) -> Collection[str]:
        """The operations that the world may still say something about."""

    def key(self, world: W, names: Mapping[str, int]) -> Hashable:
        """The world with its operations renamed: equal where it makes no difference any more."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was found. `wrong` is empty when nothing was; `trace` leads to it, as short as can be."""

    states: int
    moves: int
    wrong: str
    trace: tuple[str, ...]
    complete: bool
    """Whether all that can be reached was; otherwise the search stopped at something wrong, or at its limit."""
    _parents: array[int]
    _labels: tuple[str, ...]
    _edges: tuple[array[int], array[int]]
    _marks: tuple[frozenset[str], ...]

    def path(self, state: int) -> tuple[str, ...]:
        """A shortest way to a state, numbered in the order of discovery."""
        return _path(self._parents, self._labels, state)

    def stranded(self, start: str, goal: str) -> tuple[str, ...] | None:
        """A shortest way to a state with mark `start` from which, without a fault, nothing leads to a state with mark
        `goal`; None where there is none."""
        before: list[list[int]] = [[] for _ in range(self.states)]
        for source, target in zip(*self._edges, strict=True):
            before[target].append(source)
        reaching = {state for state, marks in enumerate(self._marks) if goal in marks}
        frontier = list(reaching)
        while frontier:
            frontier = [source for state in frontier for source in before[state] if source not in reaching]
            reaching.update(frontier)
        lost = (s for s, marks in enumerate(self._marks) if start in marks and s not in reaching)
        first = next(lost, None)
        return None if first is None else self.path(first)


class _Search(Generic[W]):
    """The states found so far."""

    def __init__(self, table: Table, world: World[W]) -> None:
        self.table = table
        self.world = world
        kinds = (info for info in table.events.values() if info.kind is Kind.EVIDENCE)
        self.shaper = Shaper({name for info in kinds for name in info.establishes})
        self.known: dict[Hashable, int] = {}
        self.frontier: deque[tuple[int, Snapshot, W]] = deque()
        self.parents = array("q")
        self.labels: list[str] = []
        self.edges = (array("q"), array("q"))
        self.marks: list[frozenset[str]] = []
        self.moves = 0

    def add(self, snapshot: Snapshot, world: W, parent: int, label: str) -> int:
        """The number of a state, queued when it is new."""
        key, names = self.shaper.shape(snapshot, self.world.speaks_of(world))
        whole = (key, self.world.key(world, names))
        number = self.known.setdefault(whole, len(self.known))
        if number == len(self.marks):
            self.parents.append(parent)
            self.labels.append(label)
            self.marks.append(self.world.marks(snapshot, world))
            self.frontier.append((number, snapshot, world))
        return number

    def expand(self, number: int, snapshot: Snapshot, world: W) -> tuple[str, str]:
        """Everything that can happen in a state; the label and description of the first thing that is wrong."""
        owed = False
        for move in self.world.moves(snapshot, world):
            self.moves += 1
            owed = owed or move.why is Why.OWED
            after, outside = snapshot, move.world
            for news in move.inputs:
                done = step(self.table, after, news)
                after, outside = done.snapshot, self.world.takes(outside, done)
            wrong = self.world.wrong(move.label, snapshot, after, outside)
            if wrong:
                return move.label, wrong
            target = self.add(after, outside, number, move.label)
            if move.why is not Why.FAULT:
                self.edges[0].append(number)
                self.edges[1].append(target)
        return ("", "") if owed else ("", _waits_for_nothing(snapshot))

    def result(self, at: int, label: str, wrong: str) -> Exploration:
        """What was found, ending in `wrong` at the state `at` after the move `label`."""
        trace = _path(self.parents, self.labels, at)
        return Exploration(
            states=len(self.marks),
            moves=self.moves,
            wrong=wrong,
            trace=(*trace, label) if label else trace,
            complete=not wrong and not self.frontier,
            _parents=self.parents,
            _labels=tuple(self.labels),
            _edges=self.edges,
            _marks=tuple(self.marks),
        )


def _path(parents: array[int], labels: Sequence[str], state: int) -> tuple[str, ...]:
    found: list[str] = []
    while state:
        found.append(labels[state])
        state = parents[state]
    return tuple(reversed(found))


def _waits_for_nothing(snapshot: Snapshot) -> str:
    """A hang: something is open, and nothing is still to come. No machine waits for what it has sent to another one."""
    waiting = [op.tool for op in snapshot.operations.values() if op.act in (Act.WRITE, Act.SAY)]
    return f"{', '.join(waiting)} open, and nothing is still to come" if waiting else ""


def explore(
    table: Table, world: World[W], facts: Mapping[str, Value] | None = None, *, most_states: int | None = None
) -> Exploration:
    """Search everything that can be reached, breadth first, until something is wrong or nothing is left.

    `most_states` stops a search that is too large; what it returns is then not `complete`.
    """
    search = _Search(table, world)
    first = begin(table, facts or {}, 0)
    outside = world.takes(world.start(), first)
    wrong = world.wrong("begin", first.snapshot, first.snapshot, outside)
    search.add(first.snapshot, outside, 0, "begin")
    if wrong:
        return search.result(0, "", wrong)
    while search.frontier and (most_states is None or len(search.marks) < most_states):
        number, snapshot, outside = search.frontier.popleft()
        label, wrong = search.expand(number, snapshot, outside)
        if wrong:
            return search.result(number, label, wrong)
    return search.result(0, "", "")


__all__ = ["Exploration", "Move", "Why", "World", "explore"]
