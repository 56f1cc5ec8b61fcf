"""Everything that can be reached, layer by layer, with a rule's monitor beside it.

Owns: the breadth-first search over sets of valuations, and the shortest way back from what it found. Never: knows what a
rule means; it asks a monitor about paths and a `Watch` about moments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from decidable.check.explore.moves import Move
from decidable.check.explore.packing import Bits, lowest
from decidable.check.explore.space import Space
from decidable.check.explore.world import Owed
from decidable.check.rules.monitors import BROKEN, KEPT, START, Monitor
from decidable.core.values import Value

Node: TypeAlias = "tuple[int, int]"
"""A control and a state of the monitor."""
Layer: TypeAlias = "dict[Node, Bits]"


class Watch(Protocol):
    """What a search looks for in single moments."""

    def __call__(self, space: Space, control: int, at: int) -> Bits:
        """The valuations of a control with the monitor `at` which are what is looked for."""


class Place(NamedTuple):
    """One moment: a control, a valuation by number, the monitor's state, and how many moves lead there."""

    control: int
    valuation: int
    at: int
    depth: int


class Hit(NamedTuple):
    """What a search found: `last` is the move that broke the rule, or None where the moment itself does."""

    place: Place
    last: Move | None


class Progress(NamedTuple):
    """How far a search has come."""

    states: int
    edges: int
    depth: int


class Search:
    """One search of a space with one monitor. `limit`: product states, of which no more are explored. `faults`: whether
    what should not happen, and news that nobody asked for, are explored as well."""

    def __init__(self, space: Space, monitor: Monitor, watch: Watch | None, limit: int, *, faults: bool = True) -> None:
        self.space = space
        self.limit = limit
        self.layers: list[Layer] = []
        self.known: Layer = {}
        self.states = 0
        self.edges = 0
        self.complete = False
        self.pruned = False
        """Whether a path was left because the rule cannot be broken on it any more."""
        self._monitor = monitor
        self._watch = watch
        self._faults = faults
        self._next: dict[tuple[int, int, int], int] = {}

    def advance(self, at: int, move: Move) -> int:
        """The monitor's state after a move."""
        key = (at, move.seen, move.target)
        after = self._next.get(key)
        if after is None:
            state = self.space.state(move.target)
            after = self._next[key] = self._monitor.advance(at, self.space.shown[move.seen], state)
        return after

    def run(self, starts: list[Mapping[str, Value]], tell: Callable[[Progress], None]) -> Hit | None:
        """Search until something is found, all is known, or the limit is met. `tell` hears of every layer."""
        first: Layer = {}
        for facts in starts:
            control, valuation, shown = self.space.begin(facts)
            state = self.space.state(control)
            at = self._monitor.advance(START, self.space.shown[shown], state)
            if at == BROKEN:
                self.states = 1
                return Hit(Place(control, valuation, START, 0), None)
            if at == KEPT:
                self.pruned = True
            else:
                first[control, at] = first.get((control, at), 0) | 1 << valuation
        self.known = dict(first)
        frontier = first
        while frontier:
            self.layers.append(frontier)
            self.states += sum(bits.bit_count() for bits in frontier.values())
            tell(Progress(self.states, self.edges, len(self.layers)))
            hit = self._moment(frontier) or None
            if hit is not None:
                return hit
            if self.states >= self.limit:
                return None
            found = self._expand(frontier)
            if isinstance(found, Hit):
                return found
            frontier = found
        self.complete = True
        return None

    def _moment(self, frontier: Layer) -> Hit | None:
        if self._watch is None:
            return None
        for (control, at), bits in frontier.items():
            found = bits & self._watch(self.space, control, at)
            if found:
                return Hit(Place(control, lowest(found), at, len(self.layers) - 1), None)
        return None

    def _expand(self, frontier: Layer) -> Layer | Hit:
        """The next layer."""
        space, known, ahead = self.space, self.known, self._next
        moved = space.layout.moved
        new: Layer = {}
        edges = 0
        for (control, at), bits in frontier.items():
            for move in space.completed(control, bits):
                part = bits & move.where
                if not part or (not self._faults and move.offer.owed is Owed.NEVER):
                    continue
                edges += part.bit_count() * move.times
                after = ahead.get((at, move.seen, move.target))
                if after is None:
                    after = self.advance(at, move)
                if after < 0:
                    if after == BROKEN:
                        self.edges += edges
                        return Hit(Place(control, lowest(part), at, len(self.layers) - 1), move)
                    self.pruned = True
                    continue
                if move.changes:
                    part = moved(part, move.changes)
                node = (move.target, after)
                before = known.get(node, 0)
                fresh = part & ~before
                if fresh:
                    known[node] = before | fresh
                    new[node] = new.get(node, 0) | fresh
        self.edges += edges
        return new

    def way(self, place: Place) -> list[tuple[Place, Move]]:
        """A shortest way to a place: every place on it with the move that leaves it, from the beginning."""
        found: list[tuple[Place, Move]] = []
        while place.depth:
            before, move = self._step_back(place)
            found.append((before, move))
            place = before
        return found[::-1]

    def _step_back(self, place: Place) -> tuple[Place, Move]:
        """One of the places from which it was come to."""
        wanted, layout = 1 << place.valuation, self.space.layout
        return next(
            (Place(control, lowest(sources), at, place.depth - 1), move)
            for (control, at), bits in self.layers[place.depth - 1].items()
            for move in self.space.controls[control].moves
            if move.target == place.control and bits & move.where and self.advance(at, move) == place.at
            if (sources := layout.before(wanted, move.changes) & bits & move.where)
        )
