"""What effects make of what is known, and whether the tools they start are sure of what they need: the shadow of
`core.enact`.

Owns: `Knowledge`, `Site`, and every effect. Never: moves to another state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple, assert_never

from decidable.check.flow.conditions import Circumstances, split
from decidable.check.flow.domain import UNKNOWN, Source
from decidable.check.flow.givers import filled
from decidable.check.flow.learning import lose
from decidable.check.flow.space import OPEN, Box
from decidable.check.flow.world import World
from decidable.core import definition as d
from decidable.core import guard as g


class Question(NamedTuple):
    """A proposal: which, how much of it has been started, whether it is approved, and whether it belongs to the current
    entry (`here`) or to the one an interruption keeps."""

    number: int
    done: int = 0
    approved: bool = False
    here: bool = True


class Knowledge(NamedTuple):
    """What may be known at one moment, and the question that is open then."""

    box: Box
    question: Question | None


class Need(StrEnum):
    """What the start of a tool rests on."""

    ARGUMENT = "argument"
    """A fact to fill it from."""
    REQUIREMENT = "requirement"
    """What it `requires`."""
    CLAIM = "claim"
    """That a fact is more than a claim."""


class Site(NamedTuple):
    """One thing that one start of a tool rests on. `state`: where the run stands by then, and hears of `blocked`."""

    need: Need
    tool: str
    fact: str
    state: str
    at: int
    """The line that starts it; the state's, where it is done on entry."""
    line: str


class Fate(NamedTuple):
    """Whether what a site rests on may be missing, and may be there."""

    misses: bool = False
    holds: bool = False


class Place(NamedTuple):
    """Where effects run."""

    state: str
    at: int
    line: str
    forgets_evidence: bool


class Enactor:
    """Runs effects on knowledge and keeps what it learns of the tools they start."""

    def __init__(self, world: World, *, asks: bool) -> None:
        self.world = world
        self.asks = asks
        """Whether open questions are followed. Where they are not, anything that is offered somewhere may be performed."""
        self.space = world.space
        self.sites: dict[Site, Fate] = {}

    def enact(self, effects: Iterable[d.Effect], known: Knowledge, place: Place) -> list[Knowledge]:
        """What may be known after effects, left to right."""
        now = [known]
        for effect in effects:
            now = [after for each in now for after in self._effect(effect, each, place)]
        return now

    def _effect(self, effect: d.Effect, known: Knowledge, place: Place) -> Iterable[Knowledge]:
        match effect:
            case d.Set(name, value):
                domain = self.space.domains[self.space.facts[name]]
                return self._changed(known, name, domain.equal_to(value, (Source.SAID, ())))
            case d.Count(name):
                at = self.space.facts[name]
                counted = self.space.domains[at].counted(self.space.get(known.box, at), (Source.SAID, ()))
                return self._changed(known, name, counted)
            case d.Reset(name):
                initial = self.world.table.facts[name].initial
                if initial is None:
                    return self._forgotten(known, (name,), place)
                domain = self.space.domains[self.space.facts[name]]
                return self._changed(known, name, domain.equal_to(initial, (Source.INITIAL, ())))
            case d.Forget(names):
                return self._forgotten(known, names, place)
            case d.ForgetAllBut(names):
                return self._forgotten(known, [name for name in self.space.facts if name not in names], place)
            case d.Call(tool):
                return self._call(known, tool, place)
            case d.Propose():
                return self._propose(known, effect, place)
            case d.Perform():
                return self._perform(known, place)
            case d.Say() | d.Compose() | d.Send() | d.AskAgain() | d.HandOff() | d.Record():
                return (known,)
            case _:
                assert_never(effect)

    def _changed(self, known: Knowledge, name: str, mask: int) -> Iterator[Knowledge]:
        """A fact is written: where it had that value, it only stands on other ground now; where not, what rests on it
        falls."""
        at = self.space.facts[name]
        domain = self.space.domains[at]
        before = self.space.get(known.box, at)
        written = {atom.at: bit for atom, bit in domain.known(mask)}
        equal, other = 0, before & UNKNOWN
        for atom, bit in domain.known(before):
            if atom.at in written:
                equal |= written[atom.at] if atom.source is Source.CLAIM or atom.depends else bit
            if atom.at not in written or not domain.is_single(atom.at):
                other |= bit
        if equal:
            yield known._replace(box=self.space.put(known.box, at, equal))
        if other:
            box = self.space.put(known.box, at, mask)
            yield from self.revised(known, lose(self.space, box, (name,), (at,), sure=True), (name,))

    def _forgotten(self, known: Knowledge, names: Iterable[str], place: Place) -> Iterator[Knowledge]:
        """What evidence says is forgotten by evidence or a signal alone."""
        box, gone = known.box, list[str]()
        for name in names:
            at = self.space.facts[name]
            mask = self.space.get(box, at)
            kept = 0 if place.forgets_evidence else self.space.domains[at].evidence & mask
            if mask & ~kept & ~UNKNOWN:
                gone.append(name)
                box = self.space.put(box, at, kept | UNKNOWN)
        if not gone:
            return (yield known)
        after = lose(self.space, box, gone, [self.space.facts[name] for name in gone], sure=False)
        if any(self.space.get(box, self.space.facts[name]) != UNKNOWN for name in gone):
            yield Knowledge(box, known.question)  # perhaps none of them was there to be forgotten
        yield from self.revised(known, after, gone)

    def revised(self, before: Knowledge, box: Box, changed: Iterable[str]) -> Iterator[Knowledge]:
        """Knowledge after facts have changed: a question that was built on one of them is withdrawn."""
        question = before.question
        yield Knowledge(box, question)
        if question is not None:
            lost = {name for name, at in self.space.facts.items() if self.space.differs(box, before.box, at)}
            if not self.world.built_on(question.number, question.done).isdisjoint({*changed, *lost}):
                yield Knowledge(box, None)

    # Tools.

    def _call(self, known: Knowledge, name: str, place: Place) -> Iterator[Knowledge]:
        tool = self.world.table.tools[name].tool
        if tool.approval:
            return (yield known)
        box, sure = self._filled(known.box, tool, {}, place)
        if tool.write and box is not None:
            for fact in filled(tool, {}):
                self._looks_for_claims(box, tool, fact, place)
        yield from self._started(known, box, sure, tool, known.question, place)

    def _filled(self, box: Box, tool: d.Tool, taken: dict[str, str], place: Place) -> tuple[Box | None, bool]:
        """The box in which all arguments are known (None: there is none), and whether they always are."""
        left: Box | None = box
        sure = True
        for fact in filled(tool, taken):
            at = self.space.facts[fact]
            mask = self.space.get(box, at)
            self._mark(Need.ARGUMENT, tool, fact, place, Fate(bool(mask & UNKNOWN), mask != UNKNOWN))
            sure = sure and not mask & UNKNOWN
            if left is not None:
                left = self.space.put(left, at, mask & ~UNKNOWN) if mask != UNKNOWN else None
        return left, sure

    def _started(
        self, known: Knowledge, box: Box | None, sure: bool, tool: d.Tool, after: Question | None, place: Place
    ) -> Iterator[Knowledge]:
        """What may be known after an attempt to start a tool: where it starts, and where it may not."""
        able = [] if box is None else [box]
        if tool.requires is not None and box is not None:
            able, unable = self._required(box, tool.requires)
            self._mark(Need.REQUIREMENT, tool, "", place, Fate(bool(unable), bool(able)))
            sure = sure and not unable
            for fact in dict.fromkeys(g.names(tool.requires)) if tool.write else ():
                for each in able:
                    self._looks_for_claims(each, tool, fact, place)
        busy = False
        for each in able:
            if tool.write:
                shift = self.space.writes[tool.name]
                busy = busy or bool(each >> shift & OPEN)
                yield Knowledge(each | OPEN << shift, after)
            else:
                yield Knowledge(each, after)
        if not sure or busy:
            yield known

    def _required(self, box: Box, guard: g.Guard) -> tuple[list[Box], list[Box]]:
        able: list[Box] = []
        unable: list[Box] = []
        for busy in (False, True) if box & self.space.all_open else (False,):
            seen = Circumstances((), False, busy)
            holds, fails = split(self.space, box, guard, seen)
            able += holds
            unable += fails
        return able, unable

    def _propose(self, known: Knowledge, effect: d.Propose, place: Place) -> Iterator[Knowledge]:
        box: Box | None = known.box
        certain = True
        for item in effect.items:
            if box is not None:
                box, sure = self._filled(box, self.world.table.tools[item.tool].tool, dict(item.taken), place)
                certain = certain and sure
        if box is not None:
            yield Knowledge(box, Question(self.world.question(effect)) if self.asks else None)
        if not certain:
            yield known

    def _perform(self, known: Knowledge, place: Place) -> Iterator[Knowledge]:
        if not self.asks:
            for name in self.world.offered:
                known = known._replace(box=known.box | OPEN << self.space.writes[name])
            return (yield known)
        question = known.question
        if question is None or not question.approved or not question.here:
            return (yield known)
        items = self.world.proposals[question.number].items
        if question.done >= len(items):
            return (yield known)
        tool = self.world.table.tools[items[question.done].tool].tool
        after = question._replace(done=question.done + 1)
        free, shut = self._after_steps(known.box, items[: question.done])
        sure = free and not items[question.done].taken
        if not free:
            yield known
        yield from self._started(known, shut, sure, tool, after, place)

    def _after_steps(self, box: Box, items: Iterable[d.Item]) -> tuple[bool, Box]:
        """Whether no step before is open for certain, and the box in which none of them is. Only the list itself can have
        started those that need an approval."""
        free = True
        shut = box
        for item in items:
            tool = self.world.table.tools[item.tool].tool
            if tool.write and box >> self.space.writes[item.tool] & OPEN:
                free = False
                shut = shut & ~(OPEN << self.space.writes[item.tool]) if tool.approval else shut
        return free, shut

    # What a start rests on.

    def _looks_for_claims(self, box: Box, tool: d.Tool, fact: str, place: Place) -> None:
        at = self.space.facts[fact]
        claims = self.space.domains[at].claims
        mask = self.space.get(box, at) & ~UNKNOWN
        self._mark(Need.CLAIM, tool, fact, place, Fate(bool(mask & claims), bool(mask & ~claims)))

    def _mark(self, need: Need, tool: d.Tool, fact: str, place: Place, now: Fate) -> None:
        site = Site(need, tool.name, fact, place.state, place.at, place.line)
        before = self.sites.get(site, Fate())
        self.sites[site] = Fate(before.misses or now.misses, before.holds or now.holds)
