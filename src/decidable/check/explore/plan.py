"""Which facts are kept packed, and the values each of them can have.

Owns: the choice. Never: packs a fact whose value a tool is asked with, an answer depends on, or that has no end of values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from decidable.check.explore.domains import Domains, Sight, effects, sample
from decidable.core import definition as d
from decidable.core.snapshot import Known
from decidable.core.table import Table
from decidable.core.values import Bool, Choices, Range, Value

MOST_BITS: Final = 1 << 22
"""Valuations that are kept as one number: half a megabyte for each control."""
_MOST_COUNTED: Final = 64


def packed(table: Table, domains: Domains) -> Mapping[str, tuple[Known | None, ...]]:
    """The packed facts with everything that can be known of each: None where it may be unknown."""
    asked = {argument for info in table.tools.values() for argument in info.tool.args}
    told = {
        name for info in table.events.values() if info.kind is d.Kind.RESULT for name in info.establishes
    }  # a read may have told it, and what depends on a question is lost with it
    evidenced = {name for info in table.events.values() if info.kind is d.Kind.EVIDENCE for name in info.establishes}
    found: dict[str, tuple[Known | None, ...]] = {}
    size = 1
    for name, fact in table.facts.items():
        if name in asked or name in told or domains[name].sight is Sight.NOTHING:
            continue
        values = _values(table, domains, name)
        if not values:
            continue
        knowns: list[Known | None] = [] if _never_unknown(table, fact) else [None]
        for value in values:
            knowns.append(Known(value, 0, "set"))
            if name in evidenced:
                knowns.append(Known(value, 0, d.Kind.EVIDENCE.value))
                if fact.initial is not None:
                    knowns.append(Known(value, 0, "initial"))
        if size * len(knowns) <= MOST_BITS:
            size *= len(knowns)
            found[name] = tuple(knowns)
    return found


class Supposed(NamedTuple):
    """What may be supposed of a fact that is not kept, as closely as it is looked at."""

    presence: tuple[Known | None, ...]
    equality: tuple[Known | None, ...]
    value: tuple[Known | None, ...]

    def at(self, sight: Sight) -> tuple[Known | None, ...]:
        """The cases for a look that close."""
        if sight is Sight.VALUE:
            return self.value
        return self.equality if sight is Sight.EQUALITY else self.presence


def supposed(table: Table, domains: Domains, names: Collection[str]) -> Mapping[str, Supposed]:
    """The facts that are not kept, with everything that may be supposed of them: unknown, and each value that a step
    could tell from what it meets."""
    found: dict[str, Supposed] = {}
    for name, fact in table.facts.items():
        if name in names:
            seen = domains[name]
            unknown: tuple[Known | None, ...] = () if _never_unknown(table, fact) else (None,)
            values = seen.values or (sample(seen.type, seen.group, 0), sample(seen.type, seen.group, 1))
            presence = (*unknown, Known(values[0], 0, "set"))
            depends = [Known(values[0], 0, "set", tuple(asked)) for asked in _told(table, name)]
            equality = (*unknown, *(Known(value, 0, "set") for value in values), *depends)
            found[name] = Supposed(presence, equality, equality)
    return found


def _told(table: Table, name: str) -> Iterator[list[str]]:
    """The arguments of the reads that may tell a fact."""
    for info in table.tools.values():
        if not info.tool.write and any(name in table.events[event].establishes for event in info.tool.gives):
            yield [argument for argument in info.tool.args if argument in table.facts and argument != name]


def _values(table: Table, domains: Domains, name: str) -> tuple[Value, ...]:
    """All values a fact can come to have; none where they cannot be told beforehand."""
    seen = domains[name]
    if seen.sight is Sight.PRESENCE or not seen.values or isinstance(seen.type, Bool | Choices):
        return seen.values
    if any(isinstance(effect, d.Count) and effect.fact == name for effect in effects(table)):
        type_ = seen.type
        assert isinstance(type_, Range)  # validated: nothing else is counted
        return tuple(range(type_.low, type_.high + 1)) if type_.high - type_.low < _MOST_COUNTED else ()
    return seen.values


def _never_unknown(table: Table, fact: d.Fact) -> bool:
    return fact.initial is not None and not _forgotten(effects(table), fact.name)


def _forgotten(asked: Iterable[d.Effect], name: str) -> bool:
    for effect in asked:
        match effect:
            case d.Forget(facts) if name in facts:
                return True
            case d.ForgetAllBut(facts) if name not in facts:
                return True
            case _:
                pass
    return False
