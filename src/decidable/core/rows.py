"""Which lines speak in the cells of a row, and how strongly: the ranks, and the nearer state before the farther one.

Owns: the order of the lines of a cell, moves that count as stay, the deadlines and strikes of a state. Never: says which
line decides under which values (that is `cells`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias, assert_never

from decidable.core import definition as d
from decidable.core.cells import decide_cell
from decidable.core.conditions import predicate
from decidable.core.guard import Approved, atoms
from decidable.core.problem import Problem
from decidable.core.records import Verdict
from decidable.core.scope import SYNTHESISED, Scope, in_group
from decidable.core.table import ANY_STATE, Cell, EventInfo, Option, Origin, Rank
from decidable.core.timing import strikes_event, timer_event

_STAR = frozenset(d.Kind) - {d.Kind.EVIDENCE, d.Kind.SIGNAL}
"""What a `*` may decide."""

_ALIKE = d.Stay | d.Defer | d.Reject | d.Ignore
"""Outcomes that do not depend on the state: a move may lead to the state itself, or keep a deadline of it."""

ByEvent: TypeAlias = "Mapping[str, list[tuple[d.Line, Rank]]]"


_CONTRACT = "contract"
"""What is inherited from contracts stands behind the lines of any state."""


class _Source(NamedTuple):
    """Lines a state has from elsewhere: from a parent, or from any state."""

    name: str
    lines: tuple[d.Line, ...]
    by_event: ByEvent


class Rows:
    """Builds cells, collecting what makes the machine unfit."""

    def __init__(self, definition: d.Definition, scope: Scope, events: Mapping[str, EventInfo]) -> None:
        self.definition = definition
        self.scope = scope
        self.events = events
        self.problems: list[Problem] = []
        nesting = scope.nesting
        self.start = nesting.start
        leaves = (state for state in definition.states if state.name not in nesting.children)
        self.states = tuple(_in_role(state, nesting.role(state.name)) for state in leaves)
        """The states without children, each in the role it plays."""
        self._always = always_known(definition, scope)
        self._parents = {name: self._sources_of(scope.states[name]) for name in nesting.children}
        """Of each parent its own lines, then those of the fragments it includes."""
        own, shared = _apart(definition.any_state)
        self._any_state = [self._source(ANY_STATE, own), self._source(_CONTRACT, shared)]
        self._alike: dict[str, Cell] = {}
        """The cells that only lines of any state or of contracts decide, and in every state alike: most of a large table."""
        self._moves: dict[tuple[tuple[str, ...], str, bool], tuple[tuple[d.Effect, ...], tuple[str, ...]]] = {}

    def _source(self, name: str, lines: tuple[d.Line, ...]) -> _Source:
        of_state = name not in (ANY_STATE, _CONTRACT)
        return _Source(name, lines, self._by_event(lines, of_state=of_state, inherited=True))

    def _sources_of(self, state: d.State) -> list[_Source]:
        return [self._source(state.name, lines) for lines in _apart(state.lines)]

    def _sources(self, state: d.State) -> list[_Source]:
        """What a state inherits from, the nearest first: its fragments, its parents with theirs, any state, contracts."""
        _, included = _apart(state.lines)
        parents = [each for parent in self.scope.nesting.parents[state.name] for each in self._parents[parent]]
        found = [self._source(state.name, included), *parents, *self._any_state]
        return [source for source in found if source.lines]

    def timers(self, state: d.State) -> tuple[tuple[str, int], ...]:
        """The deadlines a state has: its own and those of any state, armed on entering it, and those of its parents."""
        if state.role is d.Role.FINAL:
            return ()
        waits = {ms for lines in (state.lines, *(each.lines for each in self._sources(state))) for ms in _waits(lines)}
        return tuple((timer_event(ms), ms) for ms in sorted(waits))

    def strikes(self, state: d.State) -> tuple[str, int] | None:
        """The strikes after which a state has a say: the nearest number, of several in one place the smallest."""
        if state.role is d.Role.FINAL:
            return None
        for lines in (state.lines, *(each.lines for each in self._sources(state))):
            counts = [line.selector.count for line in lines if isinstance(line.selector, d.AfterStrikes)]
            if counts:
                return strikes_event(min(counts)), min(counts)
        return None

    def cells(self, state: d.State, events: Iterable[str]) -> dict[str, Cell]:
        """Decide the cells of a state for some events."""
        own = self._by_event(_apart(state.lines)[0], of_state=True, inherited=False)
        sources = self._sources(state)
        return {event: self._cell(state, event, own.get(event, ()), sources) for event in events}

    def _cell(self, state: d.State, event: str, own: Sequence[tuple[d.Line, Rank]], sources: Sequence[_Source]) -> Cell:
        everywhere = not own and all(source.name in (ANY_STATE, _CONTRACT) for source in sources)
        if everywhere and event in self._alike:
            return self._alike[event]._replace(state=state.name)
        info = self.events.get(event)
        own_fields: Iterable[str] = info.types if info else ("tool", "why")
        fields = frozenset(name for name in own_fields if name not in self.scope.facts)
        options = [self._option(line, rank, state, (state.name, 0), fields) for line, rank in own]
        for depth, source in enumerate(sources, start=1):
            for line, rank in source.by_event.get(event, ()):
                options.append(self._option(line, rank, state, (source.name, depth), fields))
        if len(options) > 1:
            options.sort(key=lambda option: (option.strength, option.line.otherwise))
        cell, problems = decide_cell(state, event, tuple(options), info, self.scope, self._always)
        self.problems += problems
        cell = cell._replace(plain=self._is_plain(cell, info))
        if everywhere and not problems and all(isinstance(option.line.outcome, _ALIKE) for option in options):
            self._alike[event] = cell
        return cell

    def _by_event(self, lines: Iterable[d.Line], *, of_state: bool, inherited: bool) -> ByEvent:
        """Which lines speak of an event, and how specifically."""
        found: dict[str, list[tuple[d.Line, Rank]]] = {}
        named = Rank.INHERITED if inherited else Rank.NAMED
        for line in lines:
            rank = named
            match line.selector:
                case d.Named(names):
                    events: Iterable[str] = dict.fromkeys(names)
                case d.After(ms):
                    events = (timer_event(ms),)
                case d.AfterStrikes(count):
                    events = (strikes_event(count),)
                case d.Group(name, only):
                    events = [each for each, info in self.events.items() if in_group(each, info.kind, name, self.scope)]
                    if not (only and of_state):
                        rank = Rank.INHERITED_GROUP if inherited else Rank.GROUP
                    elif not inherited:
                        rank = Rank.ONLY
                case d.Star():
                    events = (*self._of_kinds(_STAR), SYNTHESISED)
                    rank = Rank.DEFAULT
                case _:
                    assert_never(line.selector)
            for event in events:
                found.setdefault(event, []).append((line, rank))
        return found

    def _of_kinds(self, kinds: Collection[d.Kind]) -> list[str]:
        return [name for name, info in self.events.items() if info.kind in kinds]

    def _option(
        self, line: d.Line, rank: Rank, state: d.State, source: tuple[str, int], fields: frozenset[str]
    ) -> Option:
        verdict, target = _verdict(line.outcome)
        restarts = isinstance(line.outcome, d.Move) and line.outcome.restart
        entering: tuple[d.Effect, ...] = ()
        keeps: tuple[str, ...] = ()
        if isinstance(line.outcome, d.Back):
            restarts = state.role is d.Role.INTERRUPTION
            target = target or self.start  # where nothing was interrupted
        if target:
            first = self.scope.nesting.first(target)
            if first == state.name and not restarts:
                verdict, target = Verdict.STAY, ""
            else:
                entering, keeps = self._move(state, target, restarts)
                target = first
        return Option(
            line=line,
            rank=rank,
            test=None if line.guard is None else predicate(line.guard, fields),
            verdict=verdict,
            target=target,
            reached=False,
            source=str(line.shared) if line.shared is not None else source[0],
            depth=source[1],
            uses_approval=line.guard is not None and Approved() in atoms(line.guard),
            entering=entering,
            keeps=keeps,
            origin="",
        )

    def _move(self, state: d.State, target: str, restart: bool) -> tuple[tuple[d.Effect, ...], tuple[str, ...]]:
        """What a move runs on entering, and which deadlines it keeps."""
        nesting = self.scope.nesting
        key = nesting.parents[state.name], target, restart
        if key not in self._moves:
            entered = nesting.entered(target, state.name, restart=restart)
            parents = nesting.parents[entered[-1].name]
            stays = [self.scope.states[parent] for parent in parents if self.scope.states[parent] not in entered]
            kept = [ms for each in stays for ms in _waits(each.lines)]
            effects = tuple(effect for each in entered for effect in each.enter)
            self._moves[key] = effects, tuple(map(timer_event, kept))
        return self._moves[key]

    def _is_plain(self, cell: Cell, info: EventInfo | None) -> bool:
        if not cell.options or info is None or info.types or cell.origin is Origin.CONFLICT:
            return False
        only = cell.options[0]
        if only.test is not None or only.line.effects or only.verdict not in (Verdict.MOVE, Verdict.STAY):
            return False
        if only.verdict is Verdict.STAY:
            return True
        target = self.scope.states[only.target]
        return (
            isinstance(only.line.outcome, d.Move)
            and self.scope.nesting.role(only.target) in (d.Role.PLAIN, d.Role.START)
            and not only.entering
            and all(event in only.keeps for event, _ in self.timers(target))
        )


def _in_role(state: d.State, role: d.Role) -> d.State:
    return state if state.role is role else replace(state, role=role)


def _apart(lines: tuple[d.Line, ...]) -> tuple[tuple[d.Line, ...], tuple[d.Line, ...]]:
    """What stands in the machine itself, and what is included from contracts."""
    if all(line.shared is None for line in lines):
        return lines, ()
    return tuple(line for line in lines if line.shared is None), tuple(
        line for line in lines if line.shared is not None
    )


def _waits(lines: Iterable[d.Line]) -> list[int]:
    return [line.selector.ms for line in lines if isinstance(line.selector, d.After)]


def _verdict(outcome: d.Outcome) -> tuple[Verdict | None, str]:
    match outcome:
        case d.Move(target):
            return Verdict.MOVE, target
        case d.Back(otherwise):
            return Verdict.MOVE, otherwise
        case d.Stay():
            return Verdict.STAY, ""
        case d.Defer():
            return Verdict.DEFER, ""
        case d.Reject():
            return Verdict.REJECT, ""
        case d.Ignore():
            return Verdict.IGNORE, ""
        case d.Undecided():
            return None, ""
        case _:
            assert_never(outcome)


def always_known(definition: d.Definition, scope: Scope) -> frozenset[str]:
    """The facts that can never be unknown: they start known, and nothing forgets or invalidates them."""
    lost: set[str] = set()
    lines = [*definition.any_state, *(line for state in definition.states for line in state.lines)]
    effects = [effect for line in lines for effect in line.effects]
    effects += [effect for state in definition.states for effect in state.enter]
    for effect in effects:
        if isinstance(effect, d.Forget):
            lost.update(effect.facts)
        elif isinstance(effect, d.ForgetAllBut):
            lost.update(name for name in scope.facts if name not in effect.facts)
    for tool in definition.tools:
        if not tool.write and tool.args:
            lost.update(field.name for name in tool.gives for field in scope.events[name].fields)
    return frozenset(fact.name for fact in definition.facts if fact.initial is not None and fact.name not in lost)
