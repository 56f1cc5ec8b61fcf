"""The moves of a machine in its world, made from the real `step` as they are needed.

Owns: controls (normal snapshots without their packed facts) and the moves between them. Never: says what a step does; it
runs one and remembers what came of it.

What a step does may depend on a few of the packed facts only (`influence`); it is run once for each combination of those,
and the move holds for every valuation that agrees with it. Packed facts are no tool's arguments, so that the others of them
change each by itself: each of their values is tried, all facts at a time. How far an operation is that the step is not about
does not matter to it, once it is started: so the step is run once for a *frame*, in which that is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations, product

from decidable.check.explore.domains import Domains, Sight
from decidable.check.explore.influence import Consulted, Influence
from decidable.check.explore.moves import NO_FILL, Bounds, Control, Effect, Fill, Frame, Move, Part, Pending, Progress
from decidable.check.explore.normal import Normal, Normalizer, frozen, loose_fields
from decidable.check.explore.packing import Bits, Change, Layout
from decidable.check.explore.plan import Supposed
from decidable.check.explore.world import Offer, World
from decidable.check.rules.seen import Seen, seen
from decidable.core.snapshot import Input, Known, Occurrence, Operation, Snapshot, Status
from decidable.core.step import begin, step
from decidable.core.table import Table
from decidable.core.values import Value


class Space:
    """Everything a machine can do in a hostile world, found step by step."""

    def __init__(
        self,
        table: Table,
        domains: Domains,
        packed: Mapping[str, tuple[Known | None, ...]],
        loose: Mapping[str, Supposed],
        wants: Callable[[Seen], bool],
        bounds: Bounds,
        *,
        choosing: bool = False,
    ) -> None:
        self.table = table
        self.bounds = bounds
        self.domains = domains
        self.cut: dict[str, None] = {}
        """The bounds that were met, in the order in which they were."""
        self.packed = tuple(packed)
        self.knowns = tuple(packed.values())
        self.loose = loose
        self.layout = Layout([len(knowns) for knowns in self.knowns])
        self.frames: list[Frame] = []
        self.controls: list[Control] = []
        self.shown: list[tuple[Seen, ...]] = []
        self.normalizer = Normalizer(table, domains, self.packed, frozenset(loose), bounds.deliveries)
        self.world = World(table, domains, bounds.attempts)
        self.steps = 0
        """How often the real step was asked."""
        self._wants = wants
        self._choosing = choosing
        """Whether `choices` will be asked for."""
        self._codes = [{known: code for code, known in enumerate(knowns)} for knowns in self.knowns]
        self._influence = Influence(table, self.packed, loose)
        self._frames: dict[object, int] = {}
        self._controls: dict[tuple[int, tuple[Progress, ...]], int] = {}
        self._shown: dict[tuple[Seen, ...], int] = {}

    # Controls and frames.

    def begin(self, facts: Mapping[str, Value]) -> tuple[int, int, int]:
        """The first control, its valuation and what beginning shows."""
        first = begin(self.table, facts, 0)
        control, valuation = self.place(self.normalizer.normal(first.snapshot))
        return control, valuation, self.shows(seen(None, None, first))

    def place(self, normal: Normal) -> tuple[int, int]:
        """The control and the valuation of a normal snapshot."""
        codes = [codes[known] for codes, known in zip(self._codes, normal.packed, strict=True)]
        progress = tuple(_progress(op) for op in normal.snapshot.operations.values())
        return self._control(self._frame(normal), progress), self.layout.number(codes)

    def is_at(self, normal: Normal, control: int, valuation: int) -> bool:
        """Whether a run is there; when its deadlines were armed it may know better than the path."""
        at, values = self.place(normal)
        if values != valuation or at == control:
            return values == valuation
        one, other = self.controls[at], self.controls[control]
        return one.operations == other.operations and _timeless(self.frame(at)) == _timeless(self.frame(control))

    def state(self, control: int) -> str:
        """The state of a control."""
        return self.frame(control).snapshot.state

    def frame(self, control: int) -> Frame:
        """The frame of a control."""
        return self.frames[self.controls[control].frame]

    def _frame(self, normal: Normal) -> int:
        snapshot = normal.snapshot
        operations = {id: _open(op) for id, op in snapshot.operations.items()}
        snapshot = snapshot._replace(operations=operations)
        number = self._frames.setdefault(frozen(snapshot), len(self.frames))
        if number == len(self.frames):
            present = {group: len(values) for group, values in normal.names.values.items()}
            self.frames.append(Frame(snapshot, present))
        return number

    def _control(self, frame: int, operations: tuple[Progress, ...]) -> int:
        number = self._controls.setdefault((frame, operations), len(self.controls))
        if number == len(self.controls):
            self.controls.append(Control(frame, operations))
        return number

    # Moves.

    def completed(self, number: int, bits: Bits) -> list[Move]:
        """The moves of a control, complete for these valuations."""
        control = self.controls[number]
        if control.complete:
            return control.moves
        parts = self._parts(control)
        control.taken = control.taken or [0] * len(parts)
        control.complete = True
        for at, part in enumerate(parts):
            self._fill(part, bits)
            control.complete = control.complete and not part.pending
            for effect in part.effects[control.taken[at] :]:
                control.moves.append(self._move(control, effect))
            control.taken[at] = len(part.effects)
        return control.moves

    def _move(self, control: Control, effect: Effect) -> Move:
        where, changes, target, sources, shown, offer, times = effect
        operations = tuple(control.operations[of] if isinstance(of, int) else of for of in sources)
        return Move(where, changes, self._control(target, operations), shown, offer, times)

    def choices(self, number: int) -> Iterator[tuple[Offer, list[list[Move]]]]:
        """Each offer to a control with its moves, apart for what is supposed of loose facts; as far as they were tried."""
        control = self.controls[number]
        for part in self._parts(control):
            found: dict[int, list[list[Move]]] = {}
            for (at, _), effects in part.choices.items():
                found.setdefault(at, []).append([self._move(control, effect) for effect in effects])
            yield from ((part.offers[at], moves) for at, moves in found.items())

    def _parts(self, control: Control) -> list[Part]:
        frame = self.frames[control.frame]
        parts = [self._part(control.frame, None, None)]
        for at, (op, progress) in enumerate(zip(frame.snapshot.operations.values(), control.operations, strict=True)):
            parts.append(self._part(control.frame, at, (op.id, progress)))
        return parts

    def _part(self, number: int, at: int | None, about: tuple[str, Progress] | None) -> Part:
        frame = self.frames[number]
        part = frame.parts.get((at, about))
        if part is None:
            snapshot = frame.snapshot
            if about is None:
                offers = self.world.unasked(snapshot, frame.present)
            else:
                id, (status, attempt) = about
                op = snapshot.operations[id]._replace(status=status, attempt=attempt)
                snapshot = snapshot._replace(operations={**snapshot.operations, id: op})
                if status is Status.STARTED and attempt >= self.bounds.attempts:
                    self.cut["attempts"] = None
                offers = self.world.about(op, frame.present)
            tried = tuple(offers)
            part = frame.parts[at, about] = Part(tried, list(self._untried(number, snapshot, tried)))
        return part

    def _untried(self, number: int, snapshot: Snapshot, offers: Sequence[Offer]) -> Iterator[Pending]:
        """Each offer with each combination of what the step may look at."""
        for at, offer in enumerate(offers):
            for moment in self.world.clocks(snapshot, offer.input):
                consulted = self._influence.of(moment, offer.input)
                if self._choosing or not self._is_covered(offer.input, consulted):
                    for where, values, fill in self._cases(moment, consulted):
                        yield Pending(where, number, moment, at, offer, consulted, values, fill)

    def _cases(self, snapshot: Snapshot, consulted: Consulted) -> Iterator[tuple[Bits, tuple[int, ...], Fill]]:
        """Each combination of what a step may look at: of packed facts, with the valuations that have it, and of loose."""
        facts = product(*(self.loose[name].at(sight) for name, sight in consulted.loose))
        queue = product(*(self._payloads(waiting, consulted) for waiting in snapshot.queue))
        fills = [Fill(*each) for each in product(facts, queue)]
        for values in product(*(range(self.layout.sizes[fact]) for fact in consulted.read)):
            where = self.layout.all
            for fact, value in zip(consulted.read, values, strict=True):
                where &= self.layout.has(fact, value)
            for fill in fills:
                yield where, values, fill

    def _is_covered(self, arrives: Input, consulted: Consulted) -> bool:
        """Whether it is the same as without a field: one that bears the name of a loose fact makes it known, which is
        supposed anyway, and that it changes would not be noticed."""
        info = self.table.events.get(arrives.event) if isinstance(arrives, Occurrence) else None
        if info is None or not isinstance(arrives, Occurrence):
            return False
        given = [name for name in loose_fields(info, self.loose) if name in arrives.fields]
        return any(name not in consulted.changed for name in given)

    def _payloads(self, waiting: Occurrence, consulted: Consulted) -> list[tuple[str, ...]]:
        """Which of the fields that are not kept a deferred event may have had, where that makes a difference."""
        info = self.table.events.get(waiting.event)
        if info is None or waiting.event not in consulted.released:
            return [()]
        names = [name for name in loose_fields(info, self.loose) if name in consulted.changed]
        return [given for count in range(len(names) + 1) for given in combinations(names, count)]

    def _fill(self, part: Part, bits: Bits) -> None:
        """Try what has not been tried and concerns these valuations. Offers that do the same become one effect."""
        if not part.pending:
            return
        tried = [pending for pending in part.pending if pending.where & bits]
        part.pending = [pending for pending in part.pending if not pending.where & bits]
        for pending in tried:
            effect = self._try(pending)
            if self._choosing:
                same = part.choices.setdefault((pending.number, pending.fill), [])
                same += [] if effect is None else [effect]
            if effect is None:
                continue
            key = (*effect[:5], effect.offer.owed)
            at = part.places.setdefault(key, len(part.effects))
            if at == len(part.effects):
                part.effects.append(effect)
            elif (at, pending.number) not in part.counted:  # what is supposed beside an offer makes it no other one
                part.effects[at] = part.effects[at]._replace(times=part.effects[at].times + 1)
            part.counted.add((at, pending.number))

    def _try(self, pending: Pending) -> Effect | None:
        """What one offer does to the valuations that agree on what it depends on."""
        where, frame, before, _, offer, (read, written, loose, _, _), known, fill = pending
        sizes = [self.layout.sizes[fact] for fact in written]
        values = [0] * len(self.packed)
        for fact, value in zip(read, known, strict=True):
            values[fact] = value
        results: list[Normal] = []
        shown = 0
        for turn in range(max(sizes, default=1)):
            for fact, size in zip(written, sizes, strict=True):
                values[fact] = turn % size
            snapshot = self.filled(before, values, [name for name, _ in loose], fill)
            self.steps += 1
            done = step(self.table, snapshot, offer.input)
            if not sizes and _unchanged(snapshot, done.snapshot):
                shown = self.shows(seen(snapshot, offer.input, done))
                return Effect(where, (), frame, tuple(_same(before, offer)), shown, offer, 1)
            normal = self.normalizer.normal(done.snapshot)
            if normal.cut:
                self.cut["deliveries"] = None
            results.append(normal)
            if not turn:
                shown = self.shows(seen(snapshot, offer.input, done))
        first = results[0]
        if len(first.snapshot.queue) > max(self.bounds.queue, len(before.queue)):
            self.cut["queue"] = None
            return None
        changes: list[Change] = []
        for fact, value in zip(read, known, strict=True):
            after = self._codes[fact][first.packed[fact]]
            if after != value:
                changes.append(Change(fact, tuple(after if n == value else n for n in range(self.layout.sizes[fact]))))
        for fact, size in zip(written, sizes, strict=True):
            to = tuple(self._codes[fact][results[turn].packed[fact]] for turn in range(size))
            if to != tuple(range(size)):
                changes.append(Change(fact, to))
        sources = tuple(_sources(before, first, offer))
        return Effect(where, tuple(changes), self._frame(first), sources, shown, offer, 1)

    def filled(
        self, snapshot: Snapshot, values: Sequence[int], loose: Sequence[str] = (), fill: Fill = NO_FILL
    ) -> Snapshot:
        """A control's snapshot with packed facts, and with what is supposed of the rest."""
        if fill.queue:
            queue = zip(snapshot.queue, fill.queue, strict=True)
            snapshot = snapshot._replace(queue=tuple(self._given(waiting, fields) for waiting, fields in queue))
        if not self.packed and not loose:
            return snapshot
        facts = dict(snapshot.facts)
        supposed = zip(loose, fill.facts, strict=True)
        told = ((name, knowns[value]) for name, knowns, value in zip(self.packed, self.knowns, values, strict=True))
        facts.update((name, known) for name, known in (*supposed, *told) if known is not None)
        return snapshot._replace(facts=facts)

    def _given(self, waiting: Occurrence, fields: tuple[str, ...]) -> Occurrence:
        if not fields:
            return waiting
        more = {name: self.domains.first(name) for name in fields}
        return waiting._replace(fields={**waiting.fields, **more})

    def shows(self, shown: tuple[Seen, ...]) -> int:
        """The number of what a step shows."""
        wanted = tuple(each for each in shown if self._wants(each))
        number = self._shown.setdefault(wanted, len(self.shown))
        if number == len(self.shown):
            self.shown.append(wanted)
        return number

    # Moments.

    def consulted(self, control: int, move: Move) -> tuple[tuple[str, Sight], ...]:
        """The loose facts that a move was decided by, and how closely it looked at them."""
        return self._influence.of(self.frame(control).snapshot, move.offer.input).loose

    def looked_at(self, control: int) -> set[str]:
        """The loose facts that anything in a control looks at."""
        parts = self._parts(self.controls[control])
        snapshot = self.frame(control).snapshot
        inputs = [offer.input for part in parts for offer in part.offers]
        return {name for input in inputs for name, _ in self._influence.of(snapshot, input).loose}

    def holding(self, control: int, fact: str) -> Bits:
        """The valuations of a control in which a fact is known to be true."""
        if fact in self.packed:
            at = self.packed.index(fact)
            found = 0
            for code, known in enumerate(self.knowns[at]):
                if known is not None and known.value is True:
                    found |= self.layout.has(at, code)
            return found
        known = self.frame(control).snapshot.facts.get(fact)
        return self.layout.all if known is not None and known.value is True else 0


def _timeless(frame: Frame) -> Hashable:
    snapshot, kept = frame.snapshot, frame.snapshot.interrupted
    snapshot = snapshot._replace(timers=tuple(timer._replace(deadline=0) for timer in snapshot.timers))
    if kept is not None:
        timers = tuple(timer._replace(deadline=0) for timer in kept.timers)
        snapshot = snapshot._replace(interrupted=kept._replace(timers=timers))
    return frozen(snapshot)


def _progress(op: Operation) -> Progress:
    return op.status, op.attempt


def _open(op: Operation) -> Operation:
    """An operation of which it is open how far it is, unless it could still be called off."""
    if op.status is Status.PLANNED:
        return op._replace(attempt=0)
    return op._replace(status=Status.STARTED, attempt=1)


def _sources(before: Snapshot, after: Normal, offer: Offer) -> Iterator[int | Progress]:
    """Of each operation after a step: which it was before, or how far it is where the step was about it."""
    numbers = {id: at for at, id in enumerate(before.operations)}
    about = getattr(offer.input, "operation", "")
    was = {new: numbers[old] for old, new in after.names.operations.items() if old in numbers and old != about}
    for id, op in after.snapshot.operations.items():
        yield was[id] if id in was else _progress(op)


def _same(before: Snapshot, offer: Offer) -> Iterator[int | Progress]:
    """The operations where a step changed nothing."""
    about = getattr(offer.input, "operation", "")
    for at, (id, op) in enumerate(before.operations.items()):
        yield _progress(op) if id == about else at


def _unchanged(before: Snapshot, after: Snapshot) -> bool:
    """Whether a step changed nothing but its numbers. (What it left alone is the same object.)"""
    return (
        after.entry == before.entry
        and after.facts is before.facts
        and after.operations is before.operations
        and after.strikes == before.strikes
        and after.timers is before.timers
        and after.proposal is before.proposal
        and after.queue is before.queue
        and after.interrupted is before.interrupted
        and after.end is before.end
    )
