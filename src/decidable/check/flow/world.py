"""Everything about a machine that following its facts looks up again and again, worked out once.

Owns: which event may come in which state and what it teaches there, the domains of the facts, the questions a machine asks.
Never: follows anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from decidable.check.flow.domain import Domain, Origin, Source
from decidable.check.flow.learning import Taught
from decidable.check.flow.space import Box, Space
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.learn import CLAIMS
from decidable.core.records import Verdict
from decidable.core.table import EventInfo, Option, Table

NOWHERE = ""
"""The tool of an event that no operation brings."""


class Variant(NamedTuple):
    """One way in which an event comes: as an outcome of a tool, or of nothing (`tool` empty)."""

    tool: str
    write: bool
    settles: bool
    """Whether the tool's operation is over by it; what says only that no answer came leaves a write open."""
    taught: tuple[Taught, ...]


_SYNTHESISED: Final = (Variant(NOWHERE, False, False, ()),)
"""How a timer comes, strikes, or `blocked`."""


class World:
    """One machine, prepared."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._options = [option for row in table.rows.values() for cell in row.values() for option in cell.options]
        done = [effect for option in self._options for effect in (*option.line.effects, *option.entering)]
        self.effects = tuple(dict.fromkeys([*table.states[table.start].enter, *done]))
        self.entered_at = {id(effect): state.at for state in table.definition.states for effect in state.enter}
        """Where each effect on entry is written: a move may enter parents too."""
        self.proposals = tuple(dict.fromkeys(effect for effect in self.effects if isinstance(effect, d.Propose)))
        started = {item.tool for proposal in self.proposals for item in proposal.items}
        self.offered = [name for name, info in table.tools.items() if info.tool.write and name in started]
        """The writes that some line proposes."""
        started |= {effect.tool for effect in self.effects if isinstance(effect, d.Call)}
        self._started = [name for name in table.tools if name in started]
        self._givers = self._tools_by_event()
        self._deferred = {
            event
            for row in table.rows.values()
            for event, cell in row.items()
            if any(option.verdict is Verdict.DEFER for option in cell.options)
        }
        self._hosts = self._states_with_answers()
        self.space = Space(self._domains(), (name for name, info in table.tools.items() if info.tool.write))
        self._forgettable()
        self._variants = {name: _told_apart(info, self._ways(info)) for name, info in table.events.items()}
        self._answers = {
            name
            for name, found in self._variants.items()
            if table.events[name].kind is not d.Kind.EVIDENCE and any(way.tool and not way.write for way in found)
        }
        """The events that a read may bring, and only in the entry that asked."""
        self.teaching = {
            name for name, found in self._variants.items() if any(way.write or way.taught for way in found)
        }
        """The events that may change what is known, or which writes are open, whatever decides them."""

    def variants(self, state: str, event: str) -> tuple[Variant, ...]:
        """The ways in which an event may come to be decided in a state."""
        found = self._variants.get(event, _SYNTHESISED)
        if event not in self._answers or state in self._hosts[event]:
            return found
        return tuple(way for way in found if way.write or not way.tool)

    def domain(self, fact: str) -> Domain:
        """What can be known of a fact."""
        return self.space.domains[self.space.facts[fact]]

    def is_brought(self, event: str) -> bool:
        """Whether a tool of the machine brings it."""
        return bool(self._givers[event])

    def touched(self, options: Iterable[Option], variants: Iterable[Variant]) -> Box:
        """The slots that deciding a cell may look at or change."""
        names: set[str] = set()
        effects: list[d.Effect] = []
        for option in options:
            if option.line.guard is not None:
                names.update(g.names(option.line.guard))
            if option.verdict in (Verdict.MOVE, Verdict.STAY):
                effects += option.line.effects
                effects += option.entering
        changed = {self.space.domains[fact.at].fact.name for variant in variants for fact in variant.taught}
        for effect in effects:
            looked_at, written = self._reach(effect)
            names.update(looked_at)
            changed.update(written)
        if changed:
            names.update(changed, (domain.fact.name for domain in self.space.domains if domain.dependent))
        slots = self.space.all_writes
        for name in names & self.space.facts.keys():
            slots |= self.space.slot[self.space.facts[name]]
        return slots

    def _reach(self, effect: d.Effect) -> tuple[Iterable[str], Iterable[str]]:
        """The facts an effect looks at, and those it changes."""
        match effect:
            case d.Set(name) | d.Count(name) | d.Reset(name):
                return (), (name,)
            case d.Forget(names):
                return (), names
            case d.ForgetAllBut():
                return (), self.space.facts
            case d.Call(tool):
                return self._needed(tool), ()
            case d.Propose(items):
                return [name for item in items for name in self._needed(item.tool)], ()
            case d.Perform():
                return [name for p in self.proposals for item in p.items for name in self._needed(item.tool)], ()
            case _:
                return (), ()

    def _needed(self, name: str) -> list[str]:
        tool = self.table.tools[name].tool
        return [*tool.args, *(() if tool.requires is None else g.names(tool.requires))]

    def question(self, effect: d.Propose) -> int:
        """The number of a question; two lines that ask the same ask one."""
        return self.proposals.index(effect)

    def built_on(self, question: int, done: int) -> frozenset[str]:
        """The facts that the rest of a list was built on."""
        items = self.proposals[question].items[done:]
        tools = self.table.tools
        return frozenset(name for item in items for name in filled(tools[item.tool].tool, dict(item.taken)))

    def _domains(self) -> dict[str, Domain]:
        origins: dict[str, dict[Origin, None]] = {name: {} for name in self.table.facts}
        for info in self.table.events.values():
            for depends in self._dependences(info):
                for name in info.establishes:
                    origins[name][_source(info.kind), _own(name, depends, info)] = None
        for effect in self.effects:
            if isinstance(effect, d.Set | d.Count):
                origins[effect.fact][Source.SAID, ()] = None
        mentioned = self._literals()
        return {
            name: Domain(fact, mentioned[name], origins[name], given=not origins[name])
            for name, fact in self.table.facts.items()
        }

    def _forgettable(self) -> None:
        """A fact that is only ever forgotten is given at the start, and changes all the same."""
        for effect in self.effects:
            match effect:
                case d.Forget(names):
                    forgotten: Iterable[str] = names
                case d.ForgetAllBut(names):
                    forgotten = [name for name in self.space.facts if name not in names]
                case d.Reset(name):
                    forgotten = (name,)
                case _:
                    continue
            for name in forgotten:
                self.space.domains[self.space.facts[name]].written = True

    def _literals(self) -> dict[str, list[g.Literal]]:
        """What guards and effects say of each fact."""
        found: dict[str, list[g.Literal]] = defaultdict(list)
        for guard in self._guards():
            for atom in g.atoms(guard):
                match atom:
                    case g.Is(name, value):
                        found[name].append(value)
                    case g.OneOf(name, values):
                        found[name] += values
                    case g.Compare(name, _, bound) if isinstance(bound, int):
                        found[name].append(bound)
                    case _:
                        pass
        for effect in self.effects:
            if isinstance(effect, d.Set):
                found[effect.fact].append(effect.value)
        return found

    def _guards(self) -> Iterator[g.Guard]:
        written = {id(option.line): option.line.guard for option in self._options}
        required = [info.tool.requires for info in self.table.tools.values()]
        yield from (guard for guard in (*written.values(), *required) if guard is not None)

    def _tools_by_event(self) -> dict[str, list[d.Tool]]:
        found: dict[str, list[d.Tool]] = defaultdict(list)
        for name in self._started:
            tool = self.table.tools[name].tool
            for event in dict.fromkeys((*tool.gives, tool.no_answer)):
                found[event].append(tool)
        return found

    def _dependences(self, info: EventInfo) -> Iterator[tuple[str, ...]]:
        """What the facts of an event may depend on: what a read was asked."""
        yield ()
        if info.kind is d.Kind.EVIDENCE:
            return
        for tool in self._givers[info.name]:
            if not tool.write:
                yield from self._asked(tool)

    def _asked(self, tool: d.Tool) -> Iterator[tuple[str, ...]]:
        """The facts a read's arguments are filled from: all of them, unless a list takes some from an earlier step."""
        yield tuple(filled(tool, {}))
        for proposal in self.proposals:
            yield from (tuple(filled(tool, dict(i.taken))) for i in proposal.items if i.tool == tool.name and i.taken)

    def _ways(self, info: EventInfo) -> Iterator[Variant]:
        evidence = info.kind is d.Kind.EVIDENCE
        givers = self._givers[info.name]
        if info.kind is not d.Kind.RESULT or info.name in self._deferred or not givers or self._told(info.name):
            yield Variant(NOWHERE, False, False, self._lesson(info, (), None))
        for tool in givers:
            if tool.write:
                settles = info.name in tool.gives and info.name != tool.no_answer
                yield Variant(tool.name, True, settles, self._lesson(info, (), tool))
            else:
                for asked in dict.fromkeys(self._asked(tool)):
                    yield Variant(tool.name, False, True, self._lesson(info, () if evidence else asked, tool))

    def _lesson(self, info: EventInfo, depends: tuple[str, ...], tool: d.Tool | None) -> tuple[Taught, ...]:
        args = () if tool is None else tool.args
        return tuple(
            Taught(
                self.space.facts[name],
                (_source(info.kind), _own(name, depends, info)),
                name not in info.required,
                name in args,
            )
            for name in info.establishes
        )

    def _told(self, event: str) -> bool:
        return any(isinstance(effect, d.Say | d.Compose) and effect.gives == event for effect in self.effects)

    def _states_with_answers(self) -> dict[str, set[str]]:
        """For each event, the states in whose entry a read that gives it may have been started."""
        found: dict[str, set[str]] = defaultdict(set)
        offered = {item.tool for proposal in self.proposals for item in proposal.items}
        for state, effect in _placed(self.table):
            tools = offered if isinstance(effect, d.Perform) else {effect.tool} if isinstance(effect, d.Call) else set()
            for name in tools:
                tool = self.table.tools[name].tool
                for event in (*tool.gives, tool.no_answer):
                    found[event].add(state)
        return found


def filled(tool: d.Tool, taken: dict[str, str]) -> list[str]:
    """The arguments of a tool that are filled from facts."""
    return [name for name in tool.args if name != "key" and name not in taken]


def _own(name: str, depends: tuple[str, ...], info: EventInfo) -> tuple[str, ...]:
    """What one fact of an answer depends on (`core.learn._depends`)."""
    return tuple(arg for arg in depends if arg not in info.establishes) if name in depends else depends


def _source(kind: d.Kind) -> Source:
    if kind.value in CLAIMS:
        return Source.CLAIM
    return Source.EVIDENCE if kind is d.Kind.EVIDENCE else Source.SAID


def _told_apart(info: EventInfo, ways: Iterable[Variant]) -> tuple[Variant, ...]:
    """Evidence comes from anywhere at any time, so that an operation that brings it adds only what it teaches besides."""
    if info.kind is not d.Kind.EVIDENCE:
        return tuple(ways)
    by_lesson: dict[tuple[Taught, ...], Variant] = {}
    for way in ways:
        by_lesson.setdefault(way.taught, way)
    return tuple(by_lesson.values())


def _placed(table: Table) -> Iterator[tuple[str, d.Effect]]:
    """Every effect with the states in whose entry it runs."""
    may_be_interrupted = [name for name, info in table.states.items() if info.state.role is not d.Role.INTERRUPTION]
    yield from ((table.start, effect) for effect in table.states[table.start].enter)
    options = ((state, option) for state, row in table.rows.items() for cell in row.values() for option in cell.options)
    for state, option in options:
        if option.verdict in (Verdict.MOVE, Verdict.STAY) and (option.line.effects or option.entering):
            back = may_be_interrupted if isinstance(option.line.outcome, d.Back) else []
            yield from ((option.target, effect) for effect in option.entering)
            for place in (option.target or state, *back):
                yield from ((place, effect) for effect in option.line.effects)
