"""What each tool needs before it may run, and what it brings.

Owns: reading that off the declarations. Never: looks at states or lines; there may be none yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.values import Bool

_FROM_OUTSIDE = (d.Kind.USER, d.Kind.SIGNAL, d.Kind.CHOICE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One tool that is started by the table. The sequences are facts, in the order of the declaration.

    `needs`: have to be known. `true`: of these, the ones that have to be yes. `bars`: must not be known.
    `brings`: for each outcome, the facts that it establishes.
    """

    tool: d.Tool
    needs: tuple[str, ...]
    true: tuple[str, ...]
    bars: tuple[str, ...]
    brings: dict[str, tuple[str, ...]]
    evidence: tuple[str, ...]

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.tool.name

    @property
    def good(self) -> tuple[str, ...]:
        """The outcomes that lead on: the evidence of a write; else those that bring facts, or all where none does."""
        bringing = tuple(event for event, facts in self.brings.items() if facts)
        return self.evidence or bringing or tuple(self.brings)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where facts come from: `events`, for each fact, the events from people and outside with it as a field; `start`: known
    at the start. `said`: those of `events`; of tools without any such event, all that nothing else brings.
    """

    events: dict[str, tuple[str, ...]]
    start: frozenset[str]
    said: frozenset[str]
    named: frozenset[str]
    """Bools that no field brings and that bear the name of a tool's outcome: the line of that outcome sets them."""


def tasks_of(definition: d.Definition, sources: Sources) -> tuple[Task, ...]:
    """The tools, without look-ups and those that are only shown to a model."""
    looks = {tool.lookup_with for tool in definition.tools if tool.lookup is d.Lookup.TOOL}
    facts = {fact.name: fact for fact in definition.facts}
    events = {event.name: event for event in definition.events}
    found = []
    for tool in definition.tools:
        if tool.name in looks or tool.shown:
            continue
        required, true, bars = _asked(tool)
        needs = dict.fromkeys((*(arg for arg in tool.args if arg in facts), *required))
        brings = {
            name: (
                *(field.name for field in events[name].fields if field.name in facts),
                *([name] if name in sources.named else []),
            )
            for name in tool.gives
        }
        evidence = tuple(name for name in brings if events[name].kind is d.Kind.EVIDENCE)
        found.append(Task(tool=tool, needs=tuple(needs), true=true, bars=bars, brings=brings, evidence=evidence))
    return tuple(found)


def sources_of(definition: d.Definition) -> Sources:
    """Where the facts come from that no tool brings."""
    events: dict[str, tuple[str, ...]] = {}
    for event in definition.events:
        if event.kind in _FROM_OUTSIDE:
            for field in event.fields:
                events[field.name] = (*events.get(field.name, ()), event.name)
    start = frozenset(f.name for f in definition.facts if f.authority or f.initial is not None)
    brought = {field.name for event in definition.events for field in event.fields}
    outcomes = {name for tool in definition.tools for name in tool.gives}
    bools = {fact.name for fact in definition.facts if isinstance(fact.type, Bool)}
    named = frozenset(bools & outcomes - brought)
    said = frozenset(events)
    if not any(event.kind in _FROM_OUTSIDE for event in definition.events):
        said = frozenset(fact.name for fact in definition.facts) - brought - start - named
    return Sources(events, start, said, named)


def _asked(tool: d.Tool) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What `requires` asks to be known, to be yes, and not to be known."""
    known, true, bars = list[str](), list[str](), list[str]()
    if tool.requires is not None:
        for atom, wanted in _atoms(tool.requires, wanted=True):
            names = tuple(g.names(atom))
            if not wanted:
                bars += names if isinstance(atom, g.IsKnown) else ()
                continue
            known += names
            true += names if isinstance(atom, g.Holds) else ()
    return tuple(dict.fromkeys(known)), tuple(true), tuple(bars)


def _atoms(guard: g.Guard, *, wanted: bool) -> Iterator[tuple[g.Atom, bool]]:
    """The parts that have to hold, or not to hold, whatever else does: of an `or` none has to."""
    match guard:
        case g.Not(inner):
            yield from _atoms(inner, wanted=not wanted)
        case g.And(guards) | g.Or(guards):
            if isinstance(guard, g.And) is wanted:
                for part in guards:
                    yield from _atoms(part, wanted=wanted)
        case _:
            yield guard, wanted
