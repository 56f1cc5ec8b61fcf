"""The names a definition declares, and which events a line speaks of.

Owns: `Scope`, the groups of events, the types a guard may read. Never: judges anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from decidable.core import definition as d
from decidable.core.nesting import Nesting
from decidable.core.values import Text, Type

GROUPS: Mapping[str, frozenset[d.Kind]] = {
    "user": frozenset({d.Kind.USER, d.Kind.ANSWER}),
    "answer": frozenset({d.Kind.ANSWER}),
    "choice": frozenset({d.Kind.CHOICE}),
    "result": frozenset({d.Kind.RESULT}),
    "evidence": frozenset({d.Kind.EVIDENCE}),
    "signal": frozenset({d.Kind.SIGNAL}),
    "system": frozenset({d.Kind.SYSTEM}),
}
SYNTHESISED = "blocked"


_Declared = TypeVar("_Declared", d.Fact, d.Event, d.Tool, d.State)


def _by_name(declared: Iterable[_Declared]) -> dict[str, _Declared]:
    """In the order written; of two equal names the first counts."""
    found: dict[str, _Declared] = {}
    for one in declared:
        found.setdefault(one.name, one)
    return found


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a definition, its own among them."""

    machine: str
    facts: Mapping[str, d.Fact]
    events: Mapping[str, d.Event]
    tools: Mapping[str, d.Tool]
    states: Mapping[str, d.State]
    nesting: Nesting
    groups: Mapping[str, frozenset[str]]
    """The groups of events that contracts name."""
    expected: frozenset[str]
    """The events that contracts expect: one that is not there is owed, and no mistake of the contract's lines."""
    unread: bool
    """Whether a contract could not be read, which may name more."""
    looks_declared: bool

    @classmethod
    def of(cls, definition: d.Definition) -> Scope:
        """The scope of a definition; of two equal names the first counts."""
        reads = any(not tool.write for tool in definition.tools)
        states = _by_name(definition.states)
        return cls(
            definition.name,
            _by_name(definition.facts),
            _by_name(definition.events),
            _by_name(definition.tools),
            states,
            Nesting.of(states),
            {group.name: frozenset(group.events) for each in definition.contracts for group in each.groups},
            frozenset(event.name for each in definition.contracts for event in each.events),
            any(each.unread for each in definition.contracts),
            reads,
        )

    def established_by(self, kind: d.Kind) -> frozenset[str]:
        """The facts that events of a kind establish."""
        of_kind = (event for event in self.events.values() if event.kind is kind)
        return frozenset(field.name for event in of_kind for field in event.fields if field.name in self.facts)

    def field_type(self, field: d.Field) -> Type:
        """A field's type: its own, or that of the fact of its name, or text."""
        fact = self.facts.get(field.name)
        return field.type or (fact.type if fact else Text())


def selected(selector: d.Selector, scope: Scope) -> tuple[d.Event, ...]:
    """The declared events a selector speaks of."""
    match selector:
        case d.Named(names):
            return tuple(scope.events[name] for name in names if name in scope.events)
        case d.Group(name):
            return tuple(event for event in scope.events.values() if in_group(event.name, event.kind, name, scope))
        case d.Star():
            return tuple(e for e in scope.events.values() if e.kind not in (d.Kind.EVIDENCE, d.Kind.SIGNAL))
        case _:
            return ()


def in_group(event: str, kind: d.Kind, group: str, scope: Scope) -> bool:
    """Whether a group holds an event: by its kind, or because a contract says so."""
    return kind in GROUPS.get(group, ()) or event in scope.groups.get(group, ())


def resolve(events: tuple[d.Event, ...], scope: Scope) -> dict[str, Type]:
    """The names a guard of these events may read: all facts, and the fields that all of the events have."""
    types: dict[str, Type] = {name: fact.type for name, fact in scope.facts.items()}
    if events:
        shared = set.intersection(*({field.name for field in event.fields} for event in events))
        for field in events[0].fields:
            if field.name in shared and field.name not in types:
                types[field.name] = scope.field_type(field)
    return types
