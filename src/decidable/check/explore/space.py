"""The moves of a machine in its world, made from the real `step` as they are needed.

Owns: what is offered to a place, and the moves that come of it. Never: says what a step does; it has one tried (`trial`)
and remembers what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from decidable.check.explore.bystanders import Bystanders
from decidable.check.explore.domains import Domains, Sight
from decidable.check.explore.influence import Influence
from decidable.check.explore.moves import Bounds, Control, Deed, Effect, Move, Part, Progress, Trials, Tried
from decidable.check.explore.normal import Normalizer
from decidable.check.explore.packing import Bits
from decidable.check.explore.places import Places
from decidable.check.explore.plan import Supposed
from decidable.check.explore.trial import Trial
from decidable.check.explore.untried import Untried
from decidable.check.explore.world import Offer, World
from decidable.check.rules.seen import Seen, seen
from decidable.core.made import made
from decidable.core.snapshot import Act, Known, Status
from decidable.core.step import begin
from decidable.core.table import Table
from decidable.core.values import Value


class Space(Places):
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
        super().__init__(Normalizer(table, domains, tuple(packed), frozenset(loose), bounds.deliveries), packed, wants)
        self.table = table
        self.bounds = bounds
        self.loose = loose
        self.cut: dict[str, None] = {}
        """The bounds that were met, in the order in which they were."""
        influence = Influence(table, self.packed, loose)
        self._influence = influence
        self.untried = Untried(table, World(table, domains, bounds.attempts), influence, loose, every=choosing)
        self.trial = Trial(table, self, influence, domains, bounds, self.cut)
        self._bystanders = Bystanders(self, self.trial.fate, self.cut)
        self._choosing = choosing
        """Whether `choices` will be asked for."""

    def begin(self, facts: Mapping[str, Value]) -> tuple[int, int, int]:
        """The first control, its valuation and what beginning shows."""
        first = begin(self.table, facts, 0)
        control, valuation = self.place(self.normalizer.normal(first.snapshot))
        return control, valuation, self.shows(seen(None, None, first))

    def completed(self, number: int, bits: Bits) -> list[Move]:
        """The moves of a control, complete for these valuations."""
        control = self.controls[number]
        if not control.open & bits:
            return control.moves
        control.parts = control.parts or self._parts(control)
        control.taken = control.taken or [0] * len(control.parts)
        control.open = 0
        for at, part in enumerate(control.parts):
            trials = part.trials
            if trials.open & bits:
                self._advance(trials, bits)
            if part.taken < len(trials.tried):
                self._fill(part)
            control.open |= trials.open
            if control.taken[at] < len(part.effects):
                control.moves += [self._move(control, effect) for effect in part.effects[control.taken[at] :]]
                control.taken[at] = len(part.effects)
        return control.moves

    def _move(self, control: Control, effect: Effect) -> Move:
        changes, target, sources, shown, _ = effect.deed
        own = control.operations
        operations = tuple([own[of] if isinstance(of, int) else of for of in sources])
        where, _, offer, times = effect
        return made(Move, (where, changes, self.control(target, operations), shown, offer, times))

    def choices(self, number: int) -> Iterator[tuple[Offer, list[tuple[Bits, Move | None]]]]:
        """Each offer to a control, as far as it was tried: where, and the move; None where it leads beyond the bounds."""
        control = self.controls[number]
        for part in control.parts:
            for (at, _), tried in part.choices.items():
                moves = ((where, effect and self._move(control, effect)) for where, effect in tried)
                yield part.offer(at), list(moves)

    def _parts(self, control: Control) -> list[Part]:
        parts = [self._part(control.frame, None, None)]
        for at, progress in enumerate(control.operations):
            if progress[0] is Status.STARTED and progress[1] >= self.bounds.attempts:
                self.cut["attempts"] = None
            parts.append(self._part(control.frame, at, progress))
        return parts

    def _part(self, number: int, at: int | None, progress: Progress | None) -> Part:
        """What concerns one operation of a frame that far, or none."""
        parts = self.frames[number].parts
        part = parts.get((at, progress))
        if part is None:
            part = parts[at, progress] = self._parted(number, at, progress)
        return part

    def _parted(self, number: int, at: int | None, progress: Progress | None) -> Part:
        starts: frozenset[str] = frozenset()
        without = self._bystanders.without(number, at, starts)
        while without is not None:
            about = None if at is None else without.kept.index(at)
            trials = self._trials(without.frame, about, progress, busy=without.busy)
            if trials.starts.isdisjoint(op.tool for op, _ in without.bystanders.values() if op.act is Act.WRITE):
                return Part(trials, self._name(number, at), without)
            starts |= trials.starts
            without = self._bystanders.without(number, at, starts)
        trials = self._trials(number, at, progress, busy=False)
        return Part(trials, self._name(number, at), None)

    def _name(self, number: int, at: int | None) -> str:
        return "" if at is None else list(self.frames[number].snapshot.operations)[at]

    def _trials(self, number: int, at: int | None, progress: Progress | None, *, busy: bool) -> Trials:
        frame = self.frames[number]
        trials = frame.trials.get((at, progress, busy))
        if trials is None:
            about = None if at is None or progress is None else (list(frame.snapshot.operations)[at], progress)
            trials = self.untried(number, frame, about, where=self.layout.all, busy=busy)
            frame.trials[at, progress, busy] = trials
        return trials

    def _advance(self, trials: Trials, bits: Bits) -> None:
        """Try what has not been tried and concerns these valuations."""
        left = trials.pending[::-1]
        trials.pending, trials.open = [], 0
        while left:
            region = left.pop()
            if region.where & bits:
                done, rest, outcome = self.trial(region, bits)
                left += rest[::-1]
                trials.tried.append(Tried(done.where, done.number, done.clock, outcome))
            else:
                trials.pending.append(region)
                trials.open |= region.where

    def _fill(self, part: Part) -> None:
        """Take in what was tried. Offers that do the same become one effect."""
        found: dict[Deed, dict[int, Bits]] = {}
        for where, number, clock, outcome in part.trials.tried[part.taken :]:
            deed = outcome and (self._bystanders.with_them(part.without, outcome) if part.without else outcome.deed)
            if self._choosing:
                effect = deed and Effect(where, deed, part.offer(number), 1)
                part.choices.setdefault((number, clock), []).append((where, effect))
            if deed is not None:
                numbers = found.setdefault(deed, {})
                numbers[number] = numbers.get(number, 0) | where
        part.taken = len(part.trials.tried)
        for deed, numbers in found.items():
            self._take(part, deed, numbers)

    def _take(self, part: Part, deed: Deed, numbers: Mapping[int, Bits]) -> None:
        """Make moves of what offers were found to do. What is supposed beside an offer makes it no other one."""
        alike: dict[Bits, list[int]] = {}
        for number, where in numbers.items():
            known = part.found.get((deed, number), 0)
            part.found[deed, number] = known | where
            if where & ~known:
                alike.setdefault(where & ~known, []).append(number)
        for where, each in alike.items():
            changes = tuple(change for change in deed.changes if self.layout.changes(where, change))
            trimmed = deed if len(changes) == len(deed.changes) else deed._replace(changes=changes)
            part.effects.append(Effect(where, trimmed, part.offer(each[0]), len(each)))

    def consulted(self, control: int, move: Move) -> tuple[tuple[str, Sight], ...]:
        """The loose facts that a move was decided by, and how closely it looked at them."""
        return self._influence.of(self.frame(control).snapshot, move.offer.input).loose

    def looked_at(self, control: int) -> set[str]:
        """The loose facts that anything in a control looks at."""
        snapshot = self.frame(control).snapshot
        parts = self.controls[control].parts
        inputs = [part.offer(number).input for part in parts for number in range(len(part.trials.offers))]
        return {name for input in inputs for name, _ in self._influence.of(snapshot, input).loose}
