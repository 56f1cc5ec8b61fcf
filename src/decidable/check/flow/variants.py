"""The ways in which an event comes, and what it teaches then.

Owns: which outcomes may arrive in which state. Never: follows anything; an event may come in more ways here than any run has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from decidable.check.flow.givers import Givers, origin
from decidable.check.flow.learning import Taught
from decidable.check.flow.space import Space
from decidable.core import definition as d
from decidable.core.records import Verdict
from decidable.core.table import EventInfo, Table

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


class Variants:
    """Of one machine."""

    def __init__(self, givers: Givers, effects: Sequence[d.Effect], space: Space) -> None:
        self.table = givers.table
        self.givers = givers
        self.space = space
        self._told = {effect.gives for effect in effects if isinstance(effect, d.Say | d.Compose)}
        self._deferred = {
            event
            for row in self.table.rows.values()
            for event, cell in row.items()
            if any(option.verdict is Verdict.DEFER for option in cell.options)
        }
        self._hosts = self._states_with_answers()
        self._of = {name: _told_apart(info, self._ways(info)) for name, info in self.table.events.items()}
        self._answers = {
            name
            for name, found in self._of.items()
            if self.table.events[name].kind is not d.Kind.EVIDENCE and any(way.tool and not way.write for way in found)
        }
        """The events that a read may bring, and only in the entry that asked."""
        self.teaching = {name for name, found in self._of.items() if any(way.write or way.taught for way in found)}
        """The events that may change what is known, or which writes are open, whatever decides them."""

    def of(self, state: str, event: str) -> tuple[Variant, ...]:
        """The ways in which an event may come to be decided in a state."""
        found = self._of.get(event, _SYNTHESISED)
        if event not in self._answers or state in self._hosts[event]:
            return found
        return tuple(way for way in found if way.write or not way.tool)

    def _ways(self, info: EventInfo) -> Iterator[Variant]:
        evidence = info.kind is d.Kind.EVIDENCE
        givers = self.givers.of(info.name)
        if info.kind is not d.Kind.RESULT or info.name in self._deferred or not givers or info.name in self._told:
            yield Variant(NOWHERE, False, False, self._lesson(info, (), None))
        for tool in givers:
            if tool.write:
                settles = info.name in tool.gives and info.name != tool.no_answer
                yield Variant(tool.name, True, settles, self._lesson(info, (), tool))
            else:
                for asked in dict.fromkeys(self.givers.asked(tool)):
                    yield Variant(tool.name, False, True, self._lesson(info, () if evidence else asked, tool))

    def _lesson(self, info: EventInfo, depends: tuple[str, ...], tool: d.Tool | None) -> tuple[Taught, ...]:
        args = () if tool is None else tool.args
        return tuple(
            Taught(
                self.space.facts[name],
                origin(name, info, depends),
                name not in info.required,
                name in args,
            )
            for name in info.establishes
        )

    def _states_with_answers(self) -> dict[str, set[str]]:
        """For each event, the states in whose entry a read that gives it may have been started."""
        found: dict[str, set[str]] = defaultdict(set)
        offered = {item.tool for proposal in self.givers.proposals for item in proposal.items}
        for state, effect in _placed(self.table):
            tools = offered if isinstance(effect, d.Perform) else {effect.tool} if isinstance(effect, d.Call) else set()
            for name in tools:
                tool = self.table.tools[name].tool
                for event in (*tool.gives, tool.no_answer):
                    found[event].add(state)
        return found


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
