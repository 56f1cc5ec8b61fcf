"""What one step that was taken depended on, of the facts that it might have looked at.

Owns: the answer, from what its guards asked (`traced`) and the lines by which it decided (`deeds`). Never: less than the
step looked at; a step from a snapshot that agrees on all this does the same.

Beside guards only these look at facts: a call or a question at whether its arguments are known; what an event tells, and
what a line sets, counts or forgets, at what is known already; a change, at what was built on the fact. The last two are
felt only by what depends on the fact in turn: by a guard, an answer, a question, a list that is left to perform.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from decidable.check.explore.deeds import Decision, Deeds, News, decisions
from decidable.check.explore.traced import Look, Looked, Note
from decidable.core import records as r
from decidable.core.table import Table


class Depends(NamedTuple):
    """What a step depended on. Packed facts are given by number, loose ones by name."""

    presence: tuple[int, ...]
    """The packed facts of which it mattered whether they are known."""
    closely: tuple[int, ...]
    """Those of which everything mattered."""
    written: tuple[int, ...]
    """Others that it may have written."""
    changing: frozenset[int]
    """The packed facts that it may have written at all."""
    told: frozenset[int]
    """The packed facts that an event may have told."""
    loose: Mapping[str, bool]
    """The loose facts that mattered, and whether closely."""
    changed: frozenset[str]
    """The facts that mattered as the step had left them."""
    events: frozenset[str]
    """The events whose lines were tried."""
    asks: tuple[tuple[str, ...], ...]
    """Of each call and question the arguments: that all are known mattered, or that one is not."""
    given: frozenset[str]
    """The facts that were told or set."""
    after: dict[tuple[int, int], int]
    """What becomes of a written fact, by number and code, as far as it was found: of those that no event tells. Whatever
    is decided by the same lines changes them alike."""


class Before(NamedTuple):
    """What there was before a step that a change of facts might be felt by."""

    asked: tuple[str, ...]
    """What the questions were built on that may be answered."""
    built: frozenset[str]
    """The facts on which others depend."""
    planned: frozenset[str]
    """Those on which a question or list was built."""


NOTHING: Final = Before((), frozenset(), frozenset())


class Moment(NamedTuple):
    """What there was at hand in a step."""

    asks: bool
    """Whether a question or list was open before."""
    news: tuple[News, ...]
    """What arrived, or waited."""
    idle: bool
    """Whether deferred events were not looked at again, because nothing had changed."""


class Dependence:
    """Answers for one table. `told_by`: the facts that reads may tell, with the arguments of those reads; `looks_why`:
    whether a guard looks at why a call was blocked."""

    def __init__(
        self,
        table: Table,
        packed: Mapping[str, int],
        loose: Collection[str],
        told_by: Mapping[str, Collection[str]],
        *,
        looks_why: bool,
    ) -> None:
        self._table = table
        self._packed = packed
        self._loose = loose
        self._told_by = told_by
        self._looks_why = looks_why
        self._known: dict[object, Depends] = {}

    def of(self, notes: Iterable[Note], records: Iterable[r.JournalRecord], before: Before, moment: Moment) -> Depends:
        """What a step depended on."""
        key = (tuple(notes), tuple(decisions(records, open=moment.asks)), before, moment)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found(*key)
        return known

    def _found(self, notes: Iterable[Note], decided: Iterable[Decision], before: Before, moment: Moment) -> Depends:
        done = Deeds(self._table, notes, decided, moment.news)
        presence, closely = _looked(notes, Look.PRESENCE), _looked(notes, Look.CLOSELY) | {*before.asked}
        changed = _looked(notes, Look.CHANGED)
        written = done.written | done.forgotten
        # A value that is counted on, that evidence contradicts, or that only evidence keeps from being forgotten; and one
        # that would have been changed, where what waits would have been looked at then.
        closely |= (done.counted | done.evidenced) & changed
        closely |= done.forgotten & (changed | presence)
        closely |= written if moment.idle else set()
        closely |= done.felt & closed(self._told_by, before.planned | done.proposed)
        closely |= written & closed(self._told_by, before.built)
        self._mind(presence | closely | changed, written | done.told, closely)
        for args, by_then in done.asks:
            self._mind(args, by_then, closely)
            if self._looks_why or not done.forgotten.isdisjoint(args) or not closely.isdisjoint(args):
                presence.update(args)
        presence -= closely
        number = self._packed
        return Depends(
            tuple(sorted(number[name] for name in presence if name in number)),
            tuple(sorted(number[name] for name in closely if name in number)),
            tuple(sorted(number[name] for name in written - closely if name in number)),
            frozenset(number[name] for name in written if name in number),
            frozenset(number[name] for name in done.told if name in number),
            {name: name in closely for name in self._loose if name in closely or name in presence},
            frozenset(changed),
            frozenset(done.events),
            tuple(dict.fromkeys(ask.args for ask in done.asks)),
            frozenset(done.written),
            {},
        )

    def _mind(self, names: Iterable[str], changed: Collection[str], closely: set[str]) -> None:
        """Note of these facts those that are lost with one that may have changed, and what they are lost with."""
        for name in names:
            lost_with = self._lost_with(name).intersection(changed)
            if lost_with:
                closely.add(name)
                closely |= lost_with

    def _lost_with(self, name: str) -> set[str]:
        """The facts that a fact may depend on: it is lost when one of them changes."""
        return closed(self._told_by, self._told_by.get(name, ()))


def _looked(notes: Iterable[Note], look: Look) -> set[str]:
    return {note.fact for note in notes if isinstance(note, Looked) and note.look is look}


def closed(told_by: Mapping[str, Collection[str]], names: Collection[str]) -> set[str]:
    """With what these may depend on: when that changes, they are lost."""
    found = set(names)
    left = list(names)
    while left:
        for argument in told_by.get(left.pop(), ()):
            if argument not in found:
                found.add(argument)
                left.append(argument)
    return found
