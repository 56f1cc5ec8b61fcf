"""The shortest runs to what is looked for, walked with the real `step`: what cannot be shown is not reported.

Owns: the search over runs, with a few values for each field and a world that only answers what it was asked. Never: takes
more than its number of steps; what it does not come to by then stays a possibility.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from decidable.check.flow.found import Flow
from decidable.check.flow.world import World
from decidable.check.samples import Samples
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core.snapshot import Act, Occurrence, Operation, Snapshot
from decidable.core.step import Step, begin, step
from decidable.core.table import Option, Table
from decidable.core.values import Value

STEPS: Final = 5_000
"""So many steps are taken in search of faults of one kind."""
Path: TypeAlias = "tuple[str, ...]"
"""What happens, from the start to what was looked for."""


class Aim(Hashable, Protocol):
    """What a search looks for."""

    def is_met(self, before: Snapshot | None, after: Step) -> bool:
        """Whether a step comes to it; `before` is None where the run has just begun."""

    def to_go(self, after: Step) -> int | None:
        """At least so many steps from here, None where no run goes on to it."""


A = TypeVar("A", bound=Aim)


class _Walk(NamedTuple):
    """A run as far as it has been walked. `cost` orders the walks: steps taken, and at least so many to go."""

    cost: int
    number: int
    snapshot: Snapshot
    path: Path


class Found(NamedTuple, Generic[A]):
    """For each aim that a run was seen to meet, a shortest path to it; and how many steps were taken."""

    paths: Mapping[A, Path]
    steps: int


def shortest(flow: Flow, aims: Iterable[A], steps: int | None = None) -> Found[A]:
    """Search for all aims at once, for at most so many steps."""
    return _Search(flow, aims, STEPS if steps is None else steps).run()


class _Search(Generic[A]):
    """Walks the nearest run first."""

    def __init__(self, flow: Flow, aims: Iterable[A], most: int) -> None:
        self.flow = flow
        self.most = most
        self.table: Table = flow.world.table
        self.samples = Samples(self.table)
        self.left = dict.fromkeys(aims)
        self.found: dict[A, Path] = {}
        self.seen: set[object] = set()
        self.waiting: list[_Walk] = []
        self.steps = 0

    def run(self) -> Found[A]:
        if self.left:
            self._take(begin(self.table, self._start(), 0, draft=True), None, ())
        while self.left and self.waiting and self.steps < self.most:
            walk = heappop(self.waiting)
            for name, occurrence in self._inputs(walk.snapshot):
                self.steps += 1
                self._take(step(self.table, walk.snapshot, occurrence), walk.snapshot, (*walk.path, name))
        return Found(self.found, self.steps)

    def _take(self, after: Step, before: Snapshot | None, path: Path) -> None:
        """Look at what a step did, and wait for its turn to go on from there."""
        for aim in list(self.left):
            if aim.is_met(before, after):
                self.found[aim] = path
                del self.left[aim]
        key = _sketch(self.flow.world, after.snapshot)
        if key in self.seen or after.snapshot.end is not None:
            return
        to_go = [far for aim in self.left if (far := aim.to_go(after)) is not None]
        if to_go:
            self.seen.add(key)
            heappush(self.waiting, _Walk(len(path) + min(to_go), len(self.seen), after.snapshot, path))

    def _start(self) -> dict[str, Value]:
        """A run is given what it can get from nowhere else."""
        given = [
            domain.fact for domain in self.flow.world.space.domains if domain.given and domain.fact.initial is None
        ]
        return {fact.name: self.samples.of(fact.name, fact.type)[0] for fact in given}

    # What may come next.

    def _inputs(self, snapshot: Snapshot) -> Iterator[tuple[str, Occurrence]]:
        for event, cell in self.table.rows[snapshot.state].items():
            info = self.table.events.get(event)
            if info is not None and any(option.verdict in _MATTERS or _strikes(option) for option in cell.options):
                for fields in self.samples.fields(info):
                    yield from self._ways(snapshot, Occurrence(event, fields, entry=snapshot.entry), info.kind)
        for timer in snapshot.timers:
            yield timer.event, Occurrence(timer.event, {}, entry=snapshot.entry)

    def _ways(self, snapshot: Snapshot, occurrence: Occurrence, kind: d.Kind) -> Iterator[tuple[str, Occurrence]]:
        """How an event can come now: about an operation that is open, with an approval, or by itself."""
        name = _shown(occurrence, self.table)
        operations = [op for op in snapshot.operations.values() if self._gives(op, occurrence.event)]
        for operation in operations:
            yield name, occurrence._replace(operation=operation.id)
        if kind is d.Kind.RESULT or self.flow.world.givers.of(occurrence.event):
            return
        if kind is d.Kind.ANSWER and snapshot.proposal is not None:
            yield name, occurrence._replace(approval=snapshot.proposal.digest)
        yield name, occurrence

    def _gives(self, operation: Operation, event: str) -> bool:
        if operation.act is Act.SAY:
            return operation.args["gives"] == event
        info = self.table.tools.get(operation.tool)  # what was sent to another machine has none
        return info is not None and event in (*info.tool.gives, info.tool.no_answer)


_MATTERS: Final = frozenset({r.Verdict.MOVE, r.Verdict.STAY, r.Verdict.DEFER})


def _strikes(option: Option) -> bool:
    return isinstance(option.line.outcome, d.Reject) and option.line.outcome.strike


def _shown(occurrence: Occurrence, table: Table) -> str:
    """`details(day, time)`: with fields where the event may lack some."""
    info = table.events[occurrence.event]
    if info.required == info.types.keys():
        return occurrence.event
    return f"{occurrence.event}({', '.join(occurrence.fields)})"


def _sketch(world: World, snapshot: Snapshot) -> object:
    """What makes two runs the same as far as a path is concerned: of each value, what guards can tell of it."""
    now, kept, asked = snapshot.entry, snapshot.interrupted, snapshot.proposal
    return (
        snapshot.state,
        kept and (kept.state, tuple(held.event for held in kept.held)),
        frozenset(
            (name, world.domain(name).class_of(known.value), known.source, known.depends)
            for name, known in snapshot.facts.items()
        ),
        frozenset((op.tool, op.status, op.entry == now) for op in snapshot.operations.values()),
        asked and (tuple(call.tool for call in asked.steps), asked.next, asked.approved, asked.entry == now),
        tuple(waiting.event for waiting in snapshot.queue),
        snapshot.strikes,
    )
