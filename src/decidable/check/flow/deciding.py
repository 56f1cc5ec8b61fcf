"""One event in one place, decided in every way it can be, and what comes of it.

Owns: the shadow of `core.decide` over what may be known: the lines of a cell one after another, the move, the effects, the
question that is open. It may hold more than any run does, and never less. Never: goes on from what it reached; `follow` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from decidable.check.flow.columns import Column
from decidable.check.flow.conditions import Circumstances, split
from decidable.check.flow.effects import Enactor, Knowledge, Place, Question
from decidable.check.flow.found import ENTRY, Decision, Spot
from decidable.check.flow.learning import learn
from decidable.check.flow.space import HELD, OPEN, Box
from decidable.check.flow.variants import Variant
from decidable.check.flow.world import World
from decidable.core import definition as d
from decidable.core.records import Verdict
from decidable.core.table import Option

_NEWS: Final = (d.Kind.EVIDENCE, d.Kind.SIGNAL)


class Decider:
    """Notes which lines decide, and where they lead."""

    def __init__(self, world: World, *, asks: bool) -> None:
        self.world, self.space, self.table = world, world.space, world.table
        self.enactor = Enactor(world, asks=asks)
        self.decided: set[Decision] = set()
        self.steps: dict[str, dict[str, str]] = {}
        """From each state to the others it leads to, with the event that does."""
        self._reached: dict[tuple[Spot, Box], None] = {}
        """Where what is being worked out leads to."""

    def begin(self) -> tuple[tuple[Spot, Box], ...]:
        """Where a run stands when it has begun."""
        self._reached = {}
        start = self.table.start
        self._arrive(Spot(start), [Knowledge(self.space.start, None)], self.table.states[start].enter)
        return tuple(self._reached)

    def decide(self, spot: Spot, box: Box, column: Column, variant: Variant) -> tuple[tuple[Spot, Box], ...]:
        """Where an event leads to, whatever it carries."""
        self._reached = {}
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
        return tuple(self._reached)

    def _choose(self, spot: Spot, box: Box, taught: Box, column: Column, variant: Variant, seen: Circumstances) -> None:
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

    def _accept(
        self, spot: Spot, before: Box, box: Box, column: Column, option: Option, variant: Variant, approved: bool
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

    def _arrive(self, spot: Spot, known: list[Knowledge], entering: Iterable[d.Effect]) -> None:
        """Enter a state, and the parents that are entered with it: do what they do on entry, then stand there."""
        here = self.table.states[spot.state].state
        for effect in entering:
            place = Place(spot.state, self.world.entered_at.get(id(effect), here.at), ENTRY, forgets_evidence=False)
            known = [after for each in known for after in self.enactor.enact((effect,), each, place)]
        for each in known:
            self._stand(spot, each)

    def _stand(self, spot: Spot, known: Knowledge) -> None:
        self._reached[Spot(spot.state, spot.kept, known.question), known.box] = None

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
