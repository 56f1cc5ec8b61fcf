"""Everything that can be reached, layer by layer, with a rule's monitor beside it.

Owns: the breadth-first search over sets of valuations, and the shortest way back from what it found. Never: knows what a
rule means; it asks a monitor about paths and a `Watch` about moments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

from decidable.check.explore.moves import Move
from decidable.check.explore.packing import Bits, Shifts, apply, lowest
from decidable.check.explore.space import Space
from decidable.check.explore.world import Owed
from decidable.check.rules.monitors import BROKEN, KEPT, START, Monitor
from decidable.core.made import made
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


class Way(NamedTuple):
    """A move of a node with its end: `shifts` is what it changes."""

    where: Bits
    shifts: Shifts
    times: int
    target: Turn


@dataclass(slots=True)
class Turn:
    """One node in a search: what was met of it, and where its moves lead as far as they were needed."""

    node: Node
    known: Bits = 0
    new: Bits = 0
    """What was met for the first time in this layer."""
    resolved: int = 0
    """How many of its moves are among these."""
    idle: int = 0
    """How many offers change nothing, whatever the valuation."""
    ways: list[Way] = field(default_factory=list)
    ends: list[tuple[Move, int]] = field(default_factory=list)
    """The moves that end the watch, with what the monitor says."""

    def taken(self) -> Bits:
        """What is new, for the next layer."""
        new, self.new = self.new, 0
        return new


class Search:
    """One search of a space with one monitor. `limit`: product states, of which no more are explored. `faults`: whether
    what should not happen, and news that nobody asked for, are explored as well."""

    def __init__(self, space: Space, monitor: Monitor, watch: Watch | None, limit: int, *, faults: bool = True) -> None:
        self.space = space
        self.limit = limit
        self.layers: list[Layer] = []
        self.states = 0
        self.edges = 0
        self.complete = False
        self.pruned = False
        """Whether a path was left because the rule cannot be broken on it any more."""
        self._monitor = monitor
        self._watch = watch
        self._faults = faults
        self._next: dict[tuple[int, int, int], int] = {}
        self._turns: dict[Node, Turn] = {}

    @property
    def known(self) -> Layer:
        """Everything that was met."""
        return {node: turn.known for node, turn in self._turns.items()}

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
        for node, bits in first.items():
            self._turn(node).known = bits
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
        space = self.space
        touched: list[Turn] = []
        edges = 0
        for node, bits in frontier.items():
            turn = self._turn(node)
            if space.controls[node[0]].open & bits or turn.resolved < len(space.controls[node[0]].moves):
                self._resolve(turn, bits)
            edges += bits.bit_count() * turn.idle
            for where, shifts, times, target in turn.ways:
                part = bits & where
                if not part:
                    continue
                edges += part.bit_count() * times
                if shifts:
                    part = apply(part, shifts)
                fresh = part & ~target.known
                if fresh:
                    target.known |= fresh
                    if not target.new:
                        touched.append(target)
                    target.new |= fresh
            for move, after in turn.ends:
                part = bits & move.where
                if part and after == BROKEN:
                    return Hit(Place(node[0], lowest(part), node[1], len(self.layers) - 1), move)
                self.pruned = self.pruned or bool(part)
                edges += part.bit_count() * move.times
        self.edges += edges
        return {turn.node: turn.taken() for turn in touched}

    def _turn(self, node: Node) -> Turn:
        turn = self._turns.get(node)
        if turn is None:
            turn = self._turns[node] = Turn(node)
        return turn

    def _resolve(self, turn: Turn, bits: Bits) -> None:
        """Where the moves of a node lead with this monitor, complete for these valuations."""
        control, at = turn.node
        layout, ahead, turns = self.space.layout, self._next, self._turns
        moves = self.space.completed(control, bits)
        for move in moves[turn.resolved :]:
            where, changes, target, shown, offer, times = move
            if not self._faults and offer.owed is Owed.NEVER:
                continue
            after = ahead.get((at, shown, target))
            if after is None:
                after = self.advance(at, move)
            if after < 0:
                turn.ends.append((move, after))
            elif not changes and target == control and after == at and where == layout.all:
                turn.idle += times
            else:
                shifts = layout.shifts(changes) if changes else ()
                turn.ways.append(
                    made(Way, (where, shifts, times, turns.get((target, after)) or self._turn((target, after))))
                )
        turn.resolved = len(moves)

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
