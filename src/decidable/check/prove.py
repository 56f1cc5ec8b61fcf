"""Whether a rule holds whatever the world does: proved, refuted by a run, or not decided within a limit.

Owns: the verdicts, and how a rule is put to the search. Never: says *holds* of what was not explored whole, or *refuted*
without a run that the real `step` has taken.

Most rules do not depend on most facts. So a rule is first put to a machine in which the facts that tools are asked with are
*loose*: whatever can be known of them is supposed anew with every step. Such a machine does all that the real one can, and
more. What holds there holds; a path found there is confirmed with real values, and where there are none, the facts that it
played with are kept from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final, NamedTuple, TypeAlias

from decidable.check.explore.confirm import Confirmer, Leg
from decidable.check.explore.domains import Domains, Sight, effects
from decidable.check.explore.escape import stranded
from decidable.check.explore.moves import Bounds, Move
from decidable.check.explore.packing import Bits
from decidable.check.explore.plan import packed, supposed
from decidable.check.explore.search import Hit, Place, Progress, Search, Watch
from decidable.check.explore.space import Space
from decidable.check.explore.world import Owed
from decidable.check.loose import loosest
from decidable.check.rules import monitors as m
from decidable.check.rules.meaning import meaning
from decidable.check.rules.seen import Seen
from decidable.check.rules.trace import Trace
from decidable.core import definition as d
from decidable.core.snapshot import Snapshot, Status
from decidable.core.table import Table
from decidable.core.values import Value
from decidable.text import sentences as s

LIMIT: Final = 2_000_000
"""Product states of one rule, where nobody says otherwise."""
_MOST_CALLS: Final = 64
_MOST_STARTS: Final = 64
_NO_CLOCK: Final = (
    "not decided: the way that was found needs deadlines to pass in an order that no clock may give (those of a state and "
    "of the states around it are explored in every order)"
)
"""With every fact kept, a path is a run, but for its times."""


class Size(NamedTuple):
    """How much was explored."""

    states: int
    edges: int


class Holds(NamedTuple):
    """It holds in everything that can be reached. `bounds`: what the world was held to, and would have gone beyond."""

    rule: str
    size: Size
    bounds: tuple[str, ...]
    trace: Trace | None = None
    """For a rule that says that something is possible: how."""


class Refuted(NamedTuple):
    """It does not: `trace` is a shortest run that breaks it; None where what should be possible is not."""

    rule: str
    size: Size
    trace: Trace | None
    why: str


class Undecided(NamedTuple):
    """The limit was met first."""

    rule: str
    size: Size
    why: str


Verdict: TypeAlias = Holds | Refuted | Undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How far to go. `facts`: given at the start; None tries what only a start could give."""

    limit: int = LIMIT
    bounds: Bounds = field(default_factory=Bounds)
    facts: Mapping[str, Value] | None = None
    loosely: bool = True
    """Whether to begin with loose facts; without, every fact that matters is kept from the first."""


def prove(
    table: Table,
    rules: Sequence[str],
    options: Options | None = None,
    tell: Callable[[str, Progress], None] | None = None,
) -> Iterator[Verdict]:
    """A verdict for each rule, in order. The rules must be without findings (`rule_findings`) and the table fit.

    `tell` hears the rule and how far its search has come, after every layer.
    """
    prover = _Prover(table, rules, options or Options(), tell or (lambda _rule, _progress: None))
    for rule in rules:
        yield _from_its_beginning(table, prover.verdict(rule))


def _from_its_beginning(table: Table, verdict: Verdict) -> Verdict:
    """The verdict, with what the beginning of its run decides."""
    if isinstance(verdict, Undecided) or verdict.trace is None:
        return verdict
    trace = verdict.trace.from_its_beginning(table)
    if isinstance(verdict, Refuted) and not trace.steps:
        return verdict._replace(trace=trace, why=f"{verdict.why}: the beginning itself breaks it")
    return verdict._replace(trace=trace)


class _Question(NamedTuple):
    """A sentence as the search takes it."""

    monitor: m.Monitor
    watch: Watch | None
    why: str
    """What a run that is found shows."""


class _Prover:
    """Proves the rules of one table, sharing what was found of the machine."""

    def __init__(
        self, table: Table, rules: Sequence[str], options: Options, tell: Callable[[str, Progress], None]
    ) -> None:
        self._table, self._options, self._tell = table, options, tell
        sentences = {rule: s.parse(rule) for rule in rules}
        assert None not in sentences.values(), "the rules have been read"
        self._sentences = {rule: sentence for rule, sentence in sentences.items() if sentence is not None}
        watched = [each.fact for each in self._sentences.values() if isinstance(each, s.HoldsWhenever)]
        self._domains = Domains(table, watched)
        self._packed = packed(table, self._domains)
        self._watched = [name for name in watched if name not in self._packed]
        self._monitors = [_question(table, sentence).monitor for sentence in self._sentences.values()]
        self._spaces: dict[tuple[frozenset[str], bool], Space] = {}
        starts = _starts(table, self._domains) if options.facts is None else [options.facts]
        self._starts = starts[:_MOST_STARTS]
        self._left_out = len(starts) > _MOST_STARTS

    def verdict(self, rule: str) -> Verdict:
        """The verdict on one rule."""
        sentence = self._sentences[rule]
        if isinstance(sentence, s.ModelCalls):
            return self._cheapest(rule, sentence)
        question = _question(self._table, sentence)
        loose = self._most_loose()
        while True:
            space = self._space(loose, choosing=isinstance(sentence, s.Visits))
            search = Search(space, question.monitor, question.watch, self._options.limit)
            hit = search.run(self._starts, lambda progress: self._tell(rule, progress))
            size = Size(search.states, search.edges)
            if hit is not None:
                found = self._confirm(search, hit, question)
                if isinstance(found, Trace):
                    return Refuted(rule, size, found, question.why)
                if not loose:
                    return Undecided(rule, size, _NO_CLOCK)
                loose = found(loose) - self._asked_with(sentence)
                continue
            if not search.complete:
                return Undecided(rule, size, f"not decided within {self._options.limit:,} states")
            place = stranded(search, _least(sentence)) if isinstance(sentence, s.Visits) else None
            if place is not None:
                used = loose.intersection(space.looked_at(place.control))
                if loose:
                    loose = loose - used if used else frozenset()
                    continue
                found = self._confirm(search, Hit(place, None), question)
                if not isinstance(found, Trace):
                    return Undecided(rule, size, _NO_CLOCK)
                return Refuted(rule, size, found, question.why)
            return Holds(rule, size, self._bounds(space))

    def _most_loose(self) -> frozenset[str]:
        if not self._options.loosely:
            return frozenset()
        return loosest(self._table, self._domains, (*self._packed, *self._watched))

    def _asked_with(self, sentence: s.Sentence) -> frozenset[str]:
        """The facts with which the tool is asked that a rule is about: where the rule needs one of them, it needs all."""
        named = sentence.what if isinstance(sentence, s.Before | s.Twice | s.OnlyIn) else ""
        info = self._table.tools.get(named)
        return frozenset() if info is None or not info.tool.write else frozenset(info.tool.args)

    def _space(self, loose: frozenset[str], *, choosing: bool = False) -> Space:
        space = self._spaces.get((loose, choosing))
        if space is None:
            supposals = supposed(self._table, self._domains, loose)
            bounds = self._options.bounds
            space = Space(self._table, self._domains, self._packed, supposals, self._wants, bounds, choosing=choosing)
            self._spaces[loose, choosing] = space
        return space

    def _wants(self, seen: Seen) -> bool:
        return any(monitor.wants(seen) for monitor in self._monitors)

    # Runs.

    def _confirm(
        self, search: Search, hit: Hit, question: _Question
    ) -> Trace | Callable[[frozenset[str]], frozenset[str]]:
        """A run for what was found, or what to keep because there is none."""
        way = search.way(hit.place)
        last = [] if hit.last is None else [hit.last]
        return self._run_along(search, way, hit.place, last, question)

    def _run_along(
        self, search: Search, way: list[tuple[Place, Move]], place: Place, last: Sequence[Move], question: _Question
    ) -> Trace | Callable[[frozenset[str]], frozenset[str]]:
        space = search.space
        places = [*(before for before, _ in way), place][1:]
        legs = [Leg(move, _arrives(space, move, to)) for (_, move), to in zip(way, places, strict=True)]
        legs += [Leg(move, _breaks(question.monitor, place.at)) for move in last]
        first = way[0][0] if way else place
        confirmer = Confirmer(space, self._domains)
        found = confirmer.confirm(self._starts, lambda snapshot: _is_at(space, snapshot, first), legs)
        if isinstance(found, Trace):
            return found
        moves = [*(move for _, move in way), *last]
        origins = [*(before for before, _ in way), place]
        return lambda loose: _tighter(space, origins[: found.leg + 1], moves[: found.leg + 1], loose)

    def _bounds(self, space: Space) -> tuple[str, ...]:
        """What the world was held to, where it would have gone beyond."""
        bounds, said = space.bounds, []
        if "queue" in space.cut:
            said.append(f"up to {bounds.queue} deferred event{'' if bounds.queue == 1 else 's'} at a time")
        if "deliveries" in space.cut:
            said.append(
                f"answers to {bounds.deliveries} of alike deliveries and {bounds.deliveries + 1} of alike reads at a time"
            )
        if "attempts" in space.cut:
            said.append(f"up to {bounds.attempts} attempts of a write")
        if self._left_out:
            said.append(f"the first {_MOST_STARTS} combinations of the facts that only a start can give")
        return tuple(said)

    def _within(self, why: str, space: Space) -> str:
        """That there is no path is only known within the bounds."""
        return ", with ".join((why, *([", ".join(bounds)] if (bounds := self._bounds(space)) else [])))

    def _cheapest(self, rule: str, sentence: s.ModelCalls) -> Verdict:
        """The other way round: a path is wanted, and one with more calls than allowed refutes."""
        loose = self._most_loose()
        most, size = sentence.most, Size(0, 0)
        while most <= max(_MOST_CALLS, sentence.most):
            question = _question(self._table, s.ModelCalls(most))
            search = Search(self._space(loose), question.monitor, question.watch, self._options.limit, faults=False)
            hit = search.run(self._starts, lambda progress: self._tell(rule, progress))
            size = Size(size.states + search.states, size.edges + search.edges)
            if hit is None:
                if not search.complete:
                    return Undecided(rule, size, f"not decided within {self._options.limit:,} states")
                if not search.pruned:
                    return Refuted(
                        rule, size, None, self._within("no path at all leads to a completed end", search.space)
                    )
                most += 1
                continue
            found = self._confirm(search, hit, question)
            if isinstance(found, Trace):
                if most > sentence.most:
                    calls = f"the cheapest path to a completed end needs {_calls(most)}, and {sentence.most} would be allowed"
                    return Refuted(rule, size, found, self._within(calls, search.space))
                return Holds(rule, size, (), found)
            if not loose:
                return Undecided(rule, size, _NO_CLOCK)
            loose = found(loose)
        why = f"no path with at most {_calls(most - 1)} leads to a completed end"
        return Refuted(rule, size, None, self._within(why, self._space(loose)))


def _calls(number: int) -> str:
    return f"{number} model call{'' if number == 1 else 's'}"


# How a path and a run are compared.


def _is_at(space: Space, snapshot: Snapshot, place: Place) -> bool:
    return space.is_at(space.normalizer.normal(snapshot), place.control, place.valuation)


def _arrives(space: Space, move: Move, place: Place) -> Callable[[Snapshot, tuple[Seen, ...]], bool]:
    def arrives(snapshot: Snapshot, shown: tuple[Seen, ...]) -> bool:
        return space.shows(shown) == move.seen and _is_at(space, snapshot, place)

    return arrives


def _breaks(monitor: m.Monitor, at: int) -> Callable[[Snapshot, tuple[Seen, ...]], bool]:
    def breaks(snapshot: Snapshot, shown: tuple[Seen, ...]) -> bool:
        return monitor.advance(at, shown, snapshot.state) == m.BROKEN

    return breaks


def _tighter(space: Space, origins: Sequence[Place], moves: Sequence[Move], loose: frozenset[str]) -> frozenset[str]:
    """Fewer loose facts: those are kept that the leg which no run takes looked at most closely, or else one before it;
    all of them where none did."""
    used: dict[str, Sight] = {}
    for place, move in zip(origins, moves, strict=True):
        used = {name: sight for name, sight in space.consulted(place.control, move) if name in loose} or used
    closest = max(used.values(), default=Sight.NOTHING)
    kept = {name for name, sight in used.items() if sight is closest} or loose
    return loose - kept


# Questions.


def _question(table: Table, sentence: s.Sentence) -> _Question:
    monitor, shows = meaning(table, sentence)
    return _Question(monitor, _watch(sentence), shows)


def _watch(sentence: s.Sentence) -> Watch | None:
    """What a moment shows, where the rule is about moments."""
    match sentence:
        case s.HoldsWhenever(fact, tool):
            return _possible_without(fact, tool)
        case s.ModelCalls():
            return _completed
        case _:
            return None


def _least(sentence: s.Visits) -> Owed:
    return Owed.ANSWER if sentence.answered else Owed.HOST


def _possible_without(fact: str, tool: str) -> Watch:
    """An operation of the tool may start, and the fact does not hold."""

    def watch(space: Space, control: int, at: int) -> Bits:
        operations = space.frame(control).snapshot.operations.values()
        if any(op.tool == tool and op.status is Status.PLANNED for op in operations):
            return space.layout.all & ~space.holding(control, fact)
        return 0

    return watch


def _completed(space: Space, control: int, at: int) -> Bits:
    return space.layout.all if space.frame(control).snapshot.end is d.End.COMPLETED else 0


def _starts(table: Table, domains: Domains) -> list[Mapping[str, Value]]:
    """A run begins with None, and with every combination of the facts that only a start can give."""
    given = {name for info in table.events.values() for name in info.establishes}
    given |= {effect.fact for effect in effects(table) if isinstance(effect, d.Set | d.Count)}
    options: list[list[tuple[str, Value] | None]] = []
    for name, fact in table.facts.items():
        if name not in given and fact.initial is None and domains[name].sight is not Sight.NOTHING:
            values = domains[name].values or (domains.first(name),)
            options.append([None, *((name, value) for value in values)])
    combinations = product(*options)
    return [dict(filter(None, each)) for each in islice(combinations, _MOST_STARTS + 1)]


__all__ = ["Holds", "Options", "Refuted", "Size", "Undecided", "Verdict", "prove"]
