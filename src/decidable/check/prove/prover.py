"""How a rule is put to the search, with as few facts kept as it takes.

Owns: the order of searches, and the verdict. Never: compares a path with a run (`along`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from decidable.check.explore.domains import Domains
from decidable.check.explore.escape import looked_at, stranded
from decidable.check.explore.plan import packed, supposed
from decidable.check.explore.search import Hit, Progress, Search
from decidable.check.explore.space import Space
from decidable.check.prove.along import run_along
from decidable.check.prove.beginnings import MOST, beginnings
from decidable.check.prove.loose import loosest
from decidable.check.prove.question import Question, least, question_of
from decidable.check.prove.verdicts import Holds, Options, Refuted, Size, Undecided, Verdict
from decidable.check.rules.seen import Seen
from decidable.check.rules.trace import Trace
from decidable.core.table import Table
from decidable.text import sentences as s

_MOST_CALLS: Final = 64
_NO_CLOCK: Final = (
    "not decided: the way that was found needs deadlines to pass in an order that no clock may give (those of a state and "
    "of the states around it are explored in every order)"
)
"""With every fact kept, a path is a run, but for its times."""


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
        self._monitors = [question_of(table, sentence).monitor for sentence in self._sentences.values()]
        self._spaces: dict[tuple[frozenset[str], bool], Space] = {}
        starts = beginnings(table, self._domains) if options.facts is None else [options.facts]
        self._starts = starts[:MOST]
        self._left_out = len(starts) > MOST

    def verdict(self, rule: str) -> Verdict:
        """The verdict on one rule."""
        sentence = self._sentences[rule]
        if isinstance(sentence, s.ModelCalls):
            return self._cheapest(rule, sentence)
        question = question_of(self._table, sentence)
        loose = self._most_loose()
        while True:
            space = self._space(loose, choosing=isinstance(sentence, s.Visits))
            search = Search(space, question.monitor, question.watch, self._options.limit)
            hit = search.run(self._starts, lambda progress: self._tell(rule, progress))
            size = Size(search.states, search.edges)
            if hit is None:
                if not search.complete:
                    return Undecided(rule, size, f"not decided within {self._options.limit:,} states")
                place = stranded(search, least(sentence)) if isinstance(sentence, s.Visits) else None
                if place is None or not isinstance(sentence, s.Visits):
                    return Holds(rule, size, self._bounds(space))
                used = loose & looked_at(search, place, least(sentence))
                if used:
                    loose = loose - used
                    continue
                hit = Hit(place, None)
            found = self._run(search, hit, question)
            if isinstance(found, Trace):
                return Refuted(rule, size, found, question.why)
            if not loose:
                return Undecided(rule, size, _NO_CLOCK)
            loose = found(loose) - self._asked_with(sentence)

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

    def _run(self, search: Search, hit: Hit, question: Question) -> Trace | Callable[[frozenset[str]], frozenset[str]]:
        return run_along(search, hit, question.monitor, self._domains, self._starts)

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
            said.append(f"the first {MOST} combinations of the facts that only a start can give")
        return tuple(said)

    def _within(self, why: str, space: Space) -> str:
        """That there is no path is only known within the bounds."""
        return ", with ".join((why, *([", ".join(bounds)] if (bounds := self._bounds(space)) else [])))

    def _cheapest(self, rule: str, sentence: s.ModelCalls) -> Verdict:
        """The other way round: a path is wanted, and one with more calls than allowed refutes."""
        loose = self._most_loose()
        most, size = sentence.most, Size(0, 0)
        while most <= max(_MOST_CALLS, sentence.most):
            question = question_of(self._table, s.ModelCalls(most))
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
            found = self._run(search, hit, question)
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
