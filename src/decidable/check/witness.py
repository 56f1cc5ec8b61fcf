"""A shortest way to a fault, walked with the real `step`: what cannot be shown is not reported.

Owns: the search over runs, with a few values for each field and a world that only answers what it was asked. Never: takes
more than its number of steps; a fault it does not reach by then stays a possibility that `--facts` shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from decidable.check.flow.effects import Need, Site
from decidable.check.flow.found import ENTRY, Flow
from decidable.check.flow.world import World
from decidable.check.samples import Samples
from decidable.core import definition as d
from decidable.core import records as r
from decidable.core.evolve import evolve, replay
from decidable.core.learn import CLAIMS
from decidable.core.scope import SYNTHESISED
from decidable.core.snapshot import Act, Occurrence, Operation, Snapshot
from decidable.core.step import Step, begin, step
from decidable.core.table import Option, Table
from decidable.core.values import Value

NOT_KNOWN: Final = " not known"
REQUIRES: Final = "it requires "
"""How the core says why a start was blocked."""
STEPS: Final = 5_000
"""So many steps are taken altogether in search of all faults."""
Path: TypeAlias = "tuple[str, ...]"
"""What happens, from the start to the fault."""


class _Walk(NamedTuple):
    """A run as far as it has been walked. `cost` orders the walks: steps taken, and at least so many to go."""

    cost: int
    number: int
    snapshot: Snapshot
    path: Path


def witnesses(flow: Flow, faults: Iterable[Site]) -> Mapping[Site, Path]:
    """For each fault that a run meets, a shortest path to it."""
    return _Search(flow, faults).run()


class _Search:
    """Walks the nearest run first."""

    def __init__(self, flow: Flow, faults: Iterable[Site]) -> None:
        self.flow = flow
        self.table: Table = flow.world.table
        self.samples = Samples(self.table)
        self.left = dict.fromkeys(faults)
        self.found: dict[Site, Path] = {}
        self.far = self._distances()
        self.seen: set[object] = set()
        self.waiting: list[_Walk] = []
        self.steps = 0

    def run(self) -> Mapping[Site, Path]:
        if self.left:
            self._take(begin(self.table, self._start(), 0, draft=True), None, ())
        while self.left and self.waiting and self.steps < STEPS:
            walk = heappop(self.waiting)
            for name, occurrence in self._inputs(walk.snapshot):
                self.steps += 1
                self._take(step(self.table, walk.snapshot, occurrence), walk.snapshot, (*walk.path, name))
        return self.found

    def _take(self, after: Step, before: Snapshot | None, path: Path) -> None:
        """Look at what a step did, and wait for its turn to go on from there."""
        for site in list(self.left) if any(map(_starts_or_blocks, after.records)) else ():
            if _shows(site, after, before):
                self.found[site] = path
                del self.left[site]
        self._push(after.snapshot, path)

    def _push(self, snapshot: Snapshot, path: Path) -> None:
        key = _sketch(self.flow.world, snapshot)
        to_go = min((self.far[site].get(snapshot.state, -1) for site in self.left), default=-1)
        if key not in self.seen and to_go >= 0 and snapshot.end is None:
            self.seen.add(key)
            heappush(self.waiting, _Walk(len(path) + to_go, len(self.seen), snapshot, path))

    def _distances(self) -> dict[Site, dict[str, int]]:
        """How many moves each state is away from the place of each fault, at least."""
        back: dict[str, list[str]] = {}
        for state, targets in self.flow.steps.items():
            for target in targets:
                back.setdefault(target, []).append(state)
        return {site: _reached(back, site.state) for site in self.left}

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
        if kind is d.Kind.RESULT or self.flow.world.is_brought(occurrence.event):
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


def _reached(edges: Mapping[str, Collection[str]], start: str) -> dict[str, int]:
    """How far each state is from one."""
    far = {start: 0}
    waiting = [start]
    for state in waiting:
        for other in edges.get(state, ()):
            if other not in far:
                far[other] = far[state] + 1
                waiting.append(other)
    return far


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


# What a step shows.


def _shows(site: Site, after: Step, before: Snapshot | None) -> bool:
    """Whether a step met a fault: a start that was blocked for it, or a write that took a claim."""
    place: r.Decided | None = None
    snapshot = before
    for record in after.records:
        occurrence = record.occurrence if isinstance(record, r.Decided | r.Raised) else None
        if occurrence is not None and occurrence.event == SYNTHESISED:  # raised, where the state has no such column
            if _is_there(site, place) and _is_blocked(site, occurrence):
                return True
        elif isinstance(record, r.Decided):
            place = record
        elif isinstance(record, r.Planned) and snapshot is not None and site.need is Need.CLAIM:
            known = snapshot.facts.get(site.fact)
            if record.operation.tool == site.tool and known is not None and known.source in CLAIMS:
                return _is_there(site, place)
        snapshot = replay([record]) if snapshot is None else evolve(snapshot, record)
    return False


def _starts_or_blocks(record: r.JournalRecord) -> bool:
    """Whether a record is about the start of a tool at all; most are not, and there may be many faults to compare with."""
    match record:
        case r.Planned():
            return True
        case r.Decided(occurrence=occurrence) | r.Raised(occurrence=occurrence):
            return occurrence is not None and occurrence.event == SYNTHESISED
        case _:
            return False


def _is_there(site: Site, place: r.Decided | None) -> bool:
    """Whether the last decision is the one that starts the tool; None: the run has just begun."""
    if place is None:
        return site.line == ENTRY
    moved = place.verdict is r.Verdict.MOVE
    state = place.target if moved else place.state
    if state != site.state:
        return False
    return moved if site.line == ENTRY else (place.line, place.occurrence.event) == (site.at, site.line)


def _is_blocked(site: Site, blocked: Occurrence) -> bool:
    """Whether `blocked` says that exactly this was missing."""
    fields = blocked.fields
    why = str(fields["why"])
    if fields["tool"] != site.tool:
        return False
    if site.need is Need.ARGUMENT:
        return why.endswith(NOT_KNOWN) and site.fact in why.removesuffix(NOT_KNOWN).split(", ")
    return site.need is Need.REQUIREMENT and why.startswith(REQUIRES)
