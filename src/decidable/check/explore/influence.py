"""What a step may look at and write, of the facts that are kept packed and of those that are not kept at all.

Owns: the cells that one input can make a step consult, and from them what guards there read and lines there write. Never:
less than a step does; more only costs time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from decidable.check.explore.depends import NOTHING, Before, closed
from decidable.check.explore.domains import Sight
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.records import Verdict
from decidable.core.scope import SYNTHESISED
from decidable.core.snapshot import Act, Blocked, Input, NotDone, NotFound, Occurrence, Snapshot
from decidable.core.table import Option, Table

_ACCEPTED = (Verdict.MOVE, Verdict.STAY)


class Consulted(NamedTuple):
    """What a step may look at. Packed facts are given by number, loose ones by name."""

    read: tuple[int, ...] = ()
    """The packed facts on which it may depend."""
    written: tuple[int, ...] = ()
    """The other packed facts that it may write."""
    loose: tuple[tuple[str, Sight], ...] = ()
    """The loose facts that it may look at, and how closely."""
    changed: frozenset[str] = frozenset()
    """The loose facts whose change it would notice."""
    released: frozenset[str] = frozenset()
    """Deferred events that it may take from the queue."""
    started: frozenset[str] = frozenset()
    """The tools that it may start."""
    before: Before = NOTHING
    """What a change of facts might be felt by."""


class Influence:
    """Answers for one table, about its packed facts and its loose ones."""

    def __init__(self, table: Table, packed: tuple[str, ...], loose: Collection[str]) -> None:
        self._table = table
        self._packed = packed
        self._number = {name: at for at, name in enumerate(packed)}
        self.loose = [name for name in table.facts if name in loose]
        self._known: dict[object, Consulted] = {}
        self.told_by = _told_by(table)

    def of(self, snapshot: Snapshot, input: Input) -> Consulted:
        """What the step may look at."""
        events = tuple(self._events(snapshot, input))
        kept = snapshot.interrupted
        waiting = tuple(waits.event for waits in snapshot.queue)
        held = () if kept is None else (kept.state, kept.timers, *(each.event for each in kept.held))
        asked = tuple(dict.fromkeys(_asked(snapshot, input)))
        before = Before(asked, frozenset(_built_on(snapshot)), frozenset(_planned_on(snapshot)))
        performed = tuple(_left_to_perform(snapshot))
        key = (snapshot.state, events, waiting, held, before, performed)
        known = self._known.get(key)
        if known is None:
            walk = _Walk(self._table, snapshot, waiting, performed)
            known = self._known[key] = self._consult(walk, snapshot.state, events, before)
        return known

    def _events(self, snapshot: Snapshot, input: Input) -> Iterator[str]:
        """The events that the input can make the table decide, at first."""
        match input:
            case Occurrence(event):
                yield event
            case Blocked():
                yield SYNTHESISED
            case NotFound(id) | NotDone(id):
                info = self._table.tools[snapshot.operations[id].tool]
                yield from filter(None, (info.no if info.tool.write else info.tool.no_answer,))
            case _:
                pass

    def _consult(self, walk: _Walk, state: str, events: tuple[str, ...], before: Before) -> Consulted:
        for event in events:
            walk.look(state, event)
        if not events:  # an operation that changes may release what waits
            walk.release(state)
        walk.run()
        read = {self._number[name] for name in walk.sights if name in self._number}
        written = {self._number[name] for name in walk.written if name in self._number}
        if walk.forgets_all:
            written.update(range(len(self._packed)))
            walk.written.update(self.loose)
        # A change of what is not kept matters to what was built on it, and to nothing else.
        changed = walk.written & closed(self.told_by, before.built | before.planned | walk.proposed)
        for name in (*before.asked, *changed):
            walk.note(name, Sight.EQUALITY)
        return Consulted(
            tuple(sorted(read)),
            tuple(sorted(written - read)),
            tuple((name, walk.sights[name]) for name in self.loose if name in walk.sights),
            frozenset(changed.intersection(self.loose)),
            frozenset(walk.released),
            frozenset(walk.started),
            before,
        )


def _told_by(table: Table) -> Mapping[str, tuple[str, ...]]:
    """The facts that reads may tell, with the arguments of those reads."""
    found: dict[str, dict[str, None]] = {}
    for info in table.tools.values():
        for event in (*info.tool.gives, info.tool.no_answer):
            if not info.tool.write and event in table.events:
                for name in table.events[event].establishes:
                    found.setdefault(name, {}).update(dict.fromkeys(info.tool.args))
    return {name: tuple(arguments) for name, arguments in found.items()}


def _asked(snapshot: Snapshot, input: Input) -> Iterator[str]:
    """What the questions were built on that are answered, by the input or by what waits."""
    kept = snapshot.interrupted
    waiting = snapshot.queue if kept is None else (*snapshot.queue, *kept.held)
    for id in (getattr(input, "operation", ""), *(each.operation for each in waiting)):
        operation = snapshot.operations.get(id)
        if operation is not None and operation.act is Act.READ:
            yield from operation.built_on


def _built_on(snapshot: Snapshot) -> Iterator[str]:
    """The facts on which others depend."""
    for known in snapshot.facts.values():
        yield from known.depends


def _planned_on(snapshot: Snapshot) -> Iterator[str]:
    """The facts on which a question or list was built."""
    if snapshot.proposal is not None:
        for step in snapshot.proposal.steps[snapshot.proposal.next :]:
            yield from step.built_on


def _left_to_perform(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.proposal is not None:
        yield from (step.tool for step in snapshot.proposal.steps[snapshot.proposal.next :])


class _Walk:
    """Follows a step through every cell it may consult."""

    def __init__(self, table: Table, snapshot: Snapshot, waiting: Iterable[str], performed: Iterable[str]) -> None:
        self.sights: dict[str, Sight] = {}
        """What guards and calls look at, and how closely."""
        self.written: set[str] = set()
        self.proposed: set[str] = set()
        """The arguments of what may be proposed."""
        self.released: set[str] = set()
        self.started: set[str] = set()
        self.forgets_all = False
        self._table = table
        self._snapshot = snapshot
        self._waiting = list(waiting)
        self._performed = list(performed)
        self._seen: set[tuple[str, str]] = set()
        self._left: list[tuple[str, str]] = []

    def note(self, name: str, sight: Sight) -> None:
        """Something is looked at."""
        self.sights[name] = max(self.sights.get(name, sight), sight)

    def look(self, state: str, event: str) -> None:
        """A cell may be consulted."""
        if (state, event) not in self._seen:
            self._seen.add((state, event))
            self._left.append((state, event))

    def release(self, state: str) -> None:
        """What waits may be looked up in this state."""
        for event in self._waiting:
            self.look(state, event)

    def run(self) -> None:
        """Until nothing new is consulted."""
        while self._left:
            state, event = self._left.pop()
            cell = self._table.rows[state].get(event)
            if cell is None:
                continue
            info = self._table.events.get(event)
            if info is not None and any(option.verdict in _ACCEPTED for option in cell.options):
                self.written.update(info.establishes)
            if event in self._waiting and any(option.verdict is not Verdict.DEFER for option in cell.options):
                self.released.add(event)
            for option in cell.options:
                self._option(state, option)
            self.release(state)

    def _option(self, state: str, option: Option) -> None:
        if option.line.guard is not None:
            self._guard(option.line.guard)
        outcome = option.line.outcome
        if isinstance(outcome, d.Reject) and outcome.strike:
            strikes = self._table.states[state].strikes
            if strikes is not None:
                self.look(state, strikes[0])
        if option.verdict not in _ACCEPTED:
            return
        targets = [option.target or state]
        kept = self._snapshot.interrupted
        if option.verdict is Verdict.MOVE and kept is not None:  # what was held or has passed comes now
            if isinstance(outcome, d.Back):
                targets.append(kept.state)
            self._waiting += [held.event for held in kept.held if held.event not in self._waiting]
            for target in targets:
                for event in (*(held.event for held in kept.held), *(timer.event for timer in kept.timers)):
                    self.look(target, event)
        for target in targets:
            if option.verdict is Verdict.MOVE:
                self._effects(target, option.entering)
                self.release(target)
            self._effects(target, option.line.effects)

    def _guard(self, guard: g.Guard) -> None:
        for atom in g.atoms(guard):
            match atom:
                case g.Approved() | g.Busy():
                    pass
                case g.IsKnown(name):
                    self.note(name, Sight.PRESENCE)
                case g.Same(name, other):
                    self.note(name, Sight.EQUALITY)
                    self.note(other, Sight.EQUALITY)
                case _:
                    self.note(atom.name, Sight.VALUE)

    def _effects(self, state: str, effects: Iterable[d.Effect]) -> None:
        for effect in effects:
            match effect:
                case d.Call(tool):
                    self._starts(state, [tool])
                    self._asks(tool)
                case d.Perform():
                    self._starts(state, self._performed)
                case d.Propose(items):
                    self.look(state, SYNTHESISED)
                    for item in items:
                        self._performed.append(item.tool)
                        self._asks(item.tool)
                        self.proposed.update(self._table.tools[item.tool].tool.args)
                case d.Set(fact) | d.Count(fact) | d.Reset(fact):
                    self.written.add(fact)
                case d.Forget(facts):
                    self.written.update(facts)
                case d.ForgetAllBut():
                    self.forgets_all = True
                case _:
                    pass

    def _asks(self, tool: str) -> None:
        for argument in self._table.tools[tool].tool.args:
            self.note(argument, Sight.PRESENCE)

    def _starts(self, state: str, tools: Iterable[str]) -> None:
        self.look(state, SYNTHESISED)
        for tool in tools:
            self.started.add(tool)
            requires = self._table.tools[tool].tool.requires
            if requires is not None:
                self._guard(requires)
