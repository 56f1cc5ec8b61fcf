"""The few facts that decide whether a tool may start, followed through events and effects.

Owns: which facts those are, and what a line makes of them. Never: follows values; of a fact that is no bool only whether it
is known counts, and what cannot be said for sure may be both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final, NamedTuple, TypeAlias, assert_never

from decidable.check.explore.domains import effects
from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core.table import EventInfo, Table
from decidable.core.values import Bool

KNOWN = "known"
"""The value of a fact that is no bool and known."""
Seen: TypeAlias = "bool | str | None"
"""None: unknown."""
Facts: TypeAlias = "tuple[Seen, ...]"


MOST_FOLLOWED: Final = 5
"""More facts than this are left out, which only allows more orders."""


class Followed(NamedTuple):
    """The facts that are followed, in the order of the file."""

    names: tuple[str, ...]
    bools: frozenset[str]
    evidence: frozenset[str]
    """Those that evidence establishes: only evidence and signals forget them for sure."""
    initial: Mapping[str, Seen]
    given: frozenset[str]
    """Those that nothing but the start of a run establishes."""

    @classmethod
    def of(cls, table: Table) -> Followed:
        """The facts that a tool requires, and those it is called with that no person and no read gives: what they say may
        come and go at any time."""
        required = {
            name
            for info in table.tools.values()
            if info.tool.requires is not None
            for name in g.names(info.tool.requires)
        }
        free: set[str] = set()
        lost: set[str] = set()
        for event in table.events.values():
            if event.kind not in (d.Kind.EVIDENCE, d.Kind.RESULT):
                free.update(event.establishes)
        for info in table.tools.values():
            for name in () if info.tool.write else info.tool.gives:
                lost.update(table.events[name].establishes if table.events[name].kind is not d.Kind.EVIDENCE else ())
        args = {name for info in table.tools.values() for name in info.tool.args}
        names = tuple(name for name in table.facts if name in (required | args - free) - lost)[:MOST_FOLLOWED]
        evidence = {name for info in table.events.values() if info.kind is d.Kind.EVIDENCE for name in info.establishes}
        bools = frozenset(name for name in names if isinstance(table.facts[name].type, Bool))
        initial = {name: _seen(table.initial[name]) for name in names if name in table.initial}
        sources = {name for info in table.events.values() for name in info.establishes} | set(initial)
        return cls(names, bools, frozenset(evidence), initial, frozenset(names) - sources - _set(table))

    @property
    def starts(self) -> Iterator[Facts]:
        """As a run begins, in every way it can: with or without the facts that only its start gives."""
        yield from product(*map(self._at_start, self.names))

    def _at_start(self, name: str) -> tuple[Seen, ...]:
        if name not in self.given:
            return (self.initial.get(name),)
        return (None, True, False) if name in self.bools else (None, KNOWN)

    def learned(self, facts: Facts, info: EventInfo | None) -> Iterator[Facts]:
        """What is known after an event, in every way it can be."""
        if info is None:
            yield facts
            return
        ways: list[tuple[Seen, ...]] = []
        for name, seen in zip(self.names, facts, strict=True):
            given: tuple[Seen, ...] = (True, False) if name in self.bools else (KNOWN,)
            if name not in info.establishes:
                ways.append((seen,))
            else:
                ways.append(tuple(dict.fromkeys(given if name in info.required else (seen, *given))))
        yield from product(*ways)

    def changed(self, facts: Facts, effect: d.Effect, *, forgets_evidence: bool) -> list[Facts]:
        """What is known after an effect, in every way it can be."""
        match effect:
            case d.Set(name, value):
                return [self._with(facts, name, _seen(value))]
            case d.Reset(name) if name in self.initial:
                return [self._with(facts, name, self.initial[name])]
            case d.Reset(name):
                return self._without(facts, (name,), forgets_evidence)
            case d.Count(name):
                return [self._with(facts, name, KNOWN)]
            case d.Forget(names):
                return self._without(facts, names, forgets_evidence)
            case d.ForgetAllBut(kept):
                return self._without(facts, [name for name in self.names if name not in kept], forgets_evidence)
            case _:
                return [facts]

    def _with(self, facts: Facts, name: str, seen: Seen) -> Facts:
        return tuple(seen if known == name else old for known, old in zip(self.names, facts, strict=True))

    def _without(self, facts: Facts, names: Iterable[str], forgets_evidence: bool) -> list[Facts]:
        ways = [facts]
        for name in names:
            kept = not forgets_evidence and name in self.evidence
            ways = [
                after
                for way in ways
                for after in ((way, self._with(way, name, None)) if kept else (self._with(way, name, None),))
            ]
        return ways

    def missing(self, facts: Facts, names: Iterable[str]) -> bool:
        """Whether one of these is surely unknown."""
        seen = dict(zip(self.names, facts, strict=True))
        return any(name in seen and seen[name] is None for name in names)

    def holds(self, facts: Facts, guard: g.Guard, *, shadowed: Iterable[str] = ()) -> bool | None:
        """Whether a guard holds; None where that cannot be said. `shadowed`: names that are fields of the event."""
        seen = {n: s for n, s in zip(self.names, facts, strict=True) if n not in shadowed}
        return _holds(guard, seen)


def _set(table: Table) -> frozenset[str]:
    """The facts that some effect sets."""
    return frozenset(effect.fact for effect in effects(table) if isinstance(effect, d.Set | d.Count))


def _seen(value: object) -> Seen:
    return value if isinstance(value, bool) else KNOWN


def _holds(guard: g.Guard, seen: Mapping[str, Seen]) -> bool | None:
    match guard:
        case g.Not(inner):
            held = _holds(inner, seen)
            return None if held is None else not held
        case g.And(parts):
            held_all = [_holds(part, seen) for part in parts]
            return False if False in held_all else None if None in held_all else True
        case g.Or(parts):
            held_any = [_holds(part, seen) for part in parts]
            return True if True in held_any else None if None in held_any else False
        case g.Approved() | g.Busy():
            return None
        case g.Same(name, other):
            unknown = any(one in seen and seen[one] is None for one in (name, other))
            return False if unknown else None
        case g.Holds(name):
            return seen[name] is True if name in seen else None
        case g.IsKnown(name):
            return seen[name] is not None if name in seen else None
        case g.Is(name, value):
            if name in seen and isinstance(value, bool):
                return seen[name] is value
            return False if name in seen and seen[name] is None else None
        case g.OneOf(name) | g.Compare(name):
            return False if name in seen and seen[name] is None else None
        case _:
            assert_never(guard)
