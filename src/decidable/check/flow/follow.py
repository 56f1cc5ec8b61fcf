"""Follow what may be known through a machine, from the start to where nothing new is found.

Owns: `follow` and `Flow`: per state the boxes of knowledge a run may have there, the lines that can ever decide, the steps
from state to state, and what each start of a tool rests on. A shadow of `core.decide`: it may hold more than any run does, and
never less; a property test runs both. Never: judges what it finds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import Final, NamedTuple

from decidable.check.flow.conditions import Circumstances, split
from decidable.check.flow.effects import Enactor, Fate, Knowledge, Place, Question, Site
from decidable.check.flow.learning import learn
from decidable.check.flow.space import HELD, MOST, OPEN, Box, Boxes
from decidable.check.flow.world import Variant, World
from decidable.check.lines import is_judged
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.records import Verdict
from decidable.core.table import Cell, EventInfo, Option, Table

ENTRY: Final = "enter"
_NEWS: Final = (d.Kind.EVIDENCE, d.Kind.SIGNAL)
PATIENCE: Final = 5_000
"""So many boxes are looked at with what connects their facts; then one box a place has to do."""


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


def follow(table: Table, *, patience: int = PATIENCE) -> Flow:
    """The facts of a machine, followed to the end."""
    world = World(table)
    found = _Follower(world, MOST).run(patience)
    if found is None:
        found = _Follower(world, 1).run(None)
        assert found is not None  # without a limit it comes to an end: each place has one box, and a box only grows
    return found


class _Column(NamedTuple):
    """One cell, prepared. `fields`: the event's own, which are no facts."""

    cell: Cell
    info: EventInfo | None
    options: tuple[tuple[int, Option], ...]
    variants: tuple[Variant, ...]
    fields: frozenset[str]
    asks_approval: bool
    asks_busy: bool
    touches: Box
    """The slots it looks at or changes. Two boxes that are equal there lead to the same, and the rest of each goes along."""
    known: dict[tuple[Spot, int, Box], tuple[tuple[Spot, Box], ...]]
    """What such a part leads to, as far as it has been worked out."""


class _Follower:
    """One pass to the fixed point."""

    def __init__(self, world: World, most: int) -> None:
        self.world, self.space, self.table = world, world.space, world.table
        self.most = most
        self.enactor = Enactor(world, asks=most > 1)
        self.places: dict[Spot, Boxes] = {}
        self.waiting: list[tuple[int, int, Spot, Box]] = []
        self.count = 0
        self.decided: set[Decision] = set()
        self.steps: dict[str, dict[str, str]] = {}
        self.columns: dict[str, list[_Column]] = {}
        self.reached: dict[tuple[Spot, Box], None] = {}
        """Where the decision that is being worked out leads to."""

    def run(self, patience: int | None) -> Flow | None:
        """To the end; None where that takes more than `patience` boxes."""
        start = self.table.start
        self._arrive(Spot(start), [Knowledge(self.space.start, None)], self.table.states[start].enter)
        for spot, box in self.reached:
            self._add(spot, box)
        looked = 0
        while self.waiting:
            _, _, spot, box = heappop(self.waiting)
            if box not in self.places[spot].found:
                continue  # it has been joined to another, which waits as well
            looked += 1
            if patience is not None and looked > patience:
                return None
            self._from(spot, box)
        boxes: dict[str, dict[Box, None]] = {}
        for spot, found in self.places.items():
            boxes.setdefault(spot.state, {}).update(dict.fromkeys(found.found))
        by_state = {state: tuple(boxes[state]) for state in self.table.states if state in boxes}
        return Flow(
            world=self.world,
            boxes=by_state,
            decided=frozenset(self.decided),
            steps=self.steps,
            sites=self.enactor.sites,
            all_of={state: reduce(or_, several) for state, several in by_state.items()},
            whole=self.most > 1,
        )

    def _arrive(self, spot: Spot, known: list[Knowledge], entering: Iterable[d.Effect]) -> None:
        """Enter a state, and the parents that are entered with it: do what they do on entry, then stand there."""
        here = self.table.states[spot.state].state
        for effect in entering:
            place = Place(spot.state, self.world.entered_at.get(id(effect), here.at), ENTRY, forgets_evidence=False)
            known = [after for each in known for after in self.enactor.enact((effect,), each, place)]
        for each in known:
            self._stand(spot, each)

    def _stand(self, spot: Spot, known: Knowledge) -> None:
        self.reached[Spot(spot.state, spot.kept, known.question), known.box] = None

    def _add(self, spot: Spot, box: Box) -> None:
        if spot not in self.places:
            self.places[spot] = Boxes(self.space, self.most)
        new = self.places[spot].add(box)
        if new is not None:
            self.count += 1
            heappush(self.waiting, (-new.bit_count(), self.count, spot, new))

    # What may come.

    def _from(self, spot: Spot, box: Box) -> None:
        if spot.state not in self.columns:
            self.columns[spot.state] = list(self._prepared(spot.state))
        for column in self.columns[spot.state]:
            part, rest = box & column.touches, box & ~column.touches
            for number, variant in enumerate(column.variants):
                if variant.write and not box >> self.space.writes[variant.tool] & (OPEN | HELD):
                    continue
                key = spot, number, part
                if key not in column.known:
                    self.reached = {}
                    self._decide(spot, part, column, variant)
                    column.known[key] = tuple(self.reached)
                for reached, changed in column.known[key]:
                    self._add(reached, rest | changed)

    def _prepared(self, state: str) -> Iterator[_Column]:
        """The columns of a state that may change something; of those that only lead to another state, one for each. What
        the others decide is noted here, once."""
        led: set[tuple[str, tuple[d.Effect, ...]]] = set()
        for event, cell in self.table.rows[state].items():
            variants = self.world.variants(state, event)
            judged = is_judged(cell)
            options = tuple((n, option) for n, option in enumerate(cell.options) if option.reached or not judged)
            if not variants or not options:
                continue
            first = options[0][1]
            plain = first.line.guard is None and not first.line.effects and event not in self.world.teaching
            if not (plain and self._noted(state, event, options, led)):
                yield self._column(cell, options, variants)

    def _noted(
        self,
        state: str,
        event: str,
        options: tuple[tuple[int, Option], ...],
        led: set[tuple[str, tuple[d.Effect, ...]]],
    ) -> bool:
        """Note what a plain cell decides; whether there is nothing to follow, because it stays or others lead there."""
        number, first = options[0]
        self.decided.add(Decision(state, event, number))
        if first.verdict is not Verdict.MOVE:
            return True
        way = first.target, first.entering
        new = way not in led or not isinstance(first.line.outcome, d.Move)
        led.add(way)
        return not new

    def _column(self, cell: Cell, options: tuple[tuple[int, Option], ...], variants: tuple[Variant, ...]) -> _Column:
        info = self.table.events.get(cell.event)
        atoms = [atom for _, o in options if o.line.guard is not None for atom in g.atoms(o.line.guard)]
        fields = frozenset(info.types if info else ("tool", "why")) - self.table.facts.keys()
        touches = self.world.touched([option for _, option in options], variants)
        return _Column(cell, info, options, variants, fields, g.Approved() in atoms, g.Busy() in atoms, touches, {})

    def _decide(self, spot: Spot, box: Box, column: _Column, variant: Variant) -> None:
        """Every way in which an event can be decided, whatever it carries."""
        if variant.settles and variant.write and not spot.kept:
            box = self._settled(box, variant.tool)
        question = spot.question
        asked = not self.enactor.asks or (question is not None and question.here and not question.approved)
        for busy in (False, True) if column.asks_busy and box & self.space.all_open else (False,):
            at_rest = column.asks_busy and not busy and not spot.kept
            seen_box = box & ~self.space.all_open if at_rest else box
            for approved in (False, True) if column.asks_approval and asked else (False,):
                seen = Circumstances(column.fields, approved, busy)
                for taught in learn(self.space, seen_box, variant.taught):
                    self._choose(spot, seen_box, taught, column, variant, seen)

    def _choose(
        self, spot: Spot, box: Box, taught: Box, column: _Column, variant: Variant, seen: Circumstances
    ) -> None:
        """One line after another, each for what the lines before it leave over (`core.decide.choose`)."""
        left = [taught]
        for number, option in column.options:
            guard = option.line.guard
            if guard is None:
                here, left = left, []
            else:
                here, rest = list[Box](), list[Box]()
                for each in left:
                    holds, fails = split(self.space, each, guard, seen)
                    here += holds
                    rest += fails
                left = rest
            if here:
                self.decided.add(Decision(spot.state, column.cell.event, number))
                if option.verdict in (Verdict.MOVE, Verdict.STAY):
                    for each in here:
                        self._accept(spot, box, each, column, option, variant, seen.approved)
            if not left:
                return

    def _settled(self, box: Box, tool: str) -> Box:
        """An operation has its outcome; where another one of that tool may be waiting, nothing is certain."""
        shift = self.space.writes[tool]
        both = OPEN | HELD
        return box if box >> shift & both == both else box & ~(both << shift)

    # What it does.

    def _accept(
        self, spot: Spot, before: Box, box: Box, column: _Column, option: Option, variant: Variant, approved: bool
    ) -> None:
        info = column.info
        stays = option.verdict is Verdict.STAY
        back = not stays and bool(spot.kept) and isinstance(option.line.outcome, d.Back)
        target = self._target(spot, option, back=back)
        if target.state != spot.state:
            self.steps.setdefault(spot.state, {}).setdefault(target.state, column.cell.event)
        if not (spot.question or spot.kept or variant.taught or option.line.effects or option.entering):
            self._stand(target, Knowledge(box, None))
            return
        if spot.kept and not target.kept:
            box, before = self._let_go(box), self._let_go(before)
        changed = [self.space.domains[fact.at].fact.name for fact in variant.taught]
        place = Place(target.state, option.line.at, column.cell.event, info is not None and info.kind in _NEWS)
        for question in self._questions(spot, target, option, variant, approved=approved, back=back):
            for known in self.enactor.revised(Knowledge(before, question), box, changed):
                after = list(self.enactor.enact(option.line.effects, known, place))
                if stays or back:
                    for each in after:
                        self._stand(target, each)
                else:
                    self._arrive(target, after, option.entering)

    def _target(self, spot: Spot, option: Option, *, back: bool) -> Spot:
        if option.verdict is Verdict.STAY:
            return Spot(spot.state, spot.kept)
        if back:
            return Spot(spot.kept)
        interrupts = self.table.states[option.target].state.role is d.Role.INTERRUPTION
        return Spot(option.target, (spot.kept or spot.state) if interrupts else "")

    def _let_go(self, box: Box) -> Box:
        """Leaving an interruption: what has settled meanwhile is decided now, though its operation is open no more."""
        for shift in self.space.writes.values():
            if box >> shift & OPEN:
                box |= HELD << shift
        return box

    def _questions(
        self, spot: Spot, target: Spot, option: Option, variant: Variant, *, approved: bool, back: bool
    ) -> list[Question | None]:
        """The question after a decision: answered, carried along, asked of an entry that waits, or over."""
        question = spot.question
        if question is None:
            return [None]
        if approved and option.uses_approval:
            question = question._replace(approved=True)
        elif option.verdict is Verdict.MOVE:
            if target.kept and not spot.kept:
                question = question._replace(here=False)
            elif question.here or not (target.kept or back):
                return [None]
            elif back:
                question = question._replace(here=True)
        items = self.world.proposals[question.number].items
        mine = variant.settles and any(item.tool == variant.tool for item in items[: question.done])
        return [question, None] if mine and question.done < len(items) else [question]
