"""Which values a hostile world may give: as few as the machine can tell apart.

Owns: what the machine can tell of each name, and the values that stand for all others. Never: loses a difference that a
step could notice.

A name is a fact, a field or an argument; equal names hold the same kind of value. What the machine can notice of it:
nothing (it is in no guard and no argument), whether it is known, whether two values are equal (a guard compares it with
another name, or a tool was asked about it and it changed), or also which value it is (a guard or a `set` names a value).
Values that are only ever compared with one another are taken fresh, or from those around; which ones does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time, timedelta
from enum import IntEnum
from typing import NamedTuple, TypeAlias, assert_never

from decidable.core import definition as d
from decidable.core import guard as g
from decidable.core import values as v
from decidable.core.conditions import View, predicate
from decidable.core.snapshot import Known
from decidable.core.table import Table
from decidable.core.valuations import cuts

_Valued: TypeAlias = g.Is | g.OneOf | g.Compare
"""The atoms that look for certain values. (A bool has two, whoever looks.)"""


class Sight(IntEnum):
    """How much of a value a machine can notice."""

    NOTHING = 0
    PRESENCE = 1
    EQUALITY = 2
    VALUE = 3


class Name(NamedTuple):
    """What is known of one name. `group`: names whose values meet share one. `values`: those that stand for all, where
    the machine can tell values apart, or where there are only a few."""

    sight: Sight
    group: str
    type: v.Type
    values: tuple[v.Value, ...]
    """Empty where values are fresh or from around."""


class Domains:
    """The values of every name of a table. `watched`: facts that a rule looks at, which count as read by a guard."""

    def __init__(self, table: Table, watched: Iterable[str] = ()) -> None:
        self._guards = list(_guards(table)) + [g.Holds(name) for name in watched]
        self._types = _types(table)
        self._sights = dict.fromkeys(self._types, Sight.NOTHING)
        self._literals: dict[str, list[_Valued]] = {}
        self._written: dict[str, list[v.Value]] = {}
        self._group = {name: name for name in self._types}
        self._look(table)
        self.names: Mapping[str, Name] = {name: self._name(name) for name in self._types}

    def __getitem__(self, name: str) -> Name:
        return self.names[name]

    def first(self, name: str) -> v.Value:
        """One value of a name, where it does not matter which."""
        known = self.names[name]
        return known.values[0] if known.values else sample(known.type, known.group, 0)

    def _raise(self, name: str, sight: Sight) -> None:
        self._sights[name] = max(self._sights[name], sight)

    def _look(self, table: Table) -> None:
        for guard in self._guards:
            for atom in g.atoms(guard):
                match atom:
                    case g.Approved() | g.Busy():
                        pass
                    case g.IsKnown(name):
                        self._raise(name, Sight.PRESENCE)
                    case g.Same(name, other):
                        self._raise(name, Sight.EQUALITY)
                        self._raise(other, Sight.EQUALITY)
                        self._join(name, other)
                    case g.Holds(name):
                        self._raise(name, Sight.VALUE)
                    case g.Is(name) | g.OneOf(name) | g.Compare(name):
                        self._raise(name, Sight.VALUE)
                        self._literals.setdefault(name, []).append(atom)
                    case _:
                        assert_never(atom)
        for name, value in _literals(table):
            self._written.setdefault(name, []).append(value)
        proposed, called = _used(table)
        for name in called | proposed:
            tool = table.tools[name].tool
            for argument in tool.args:
                if argument in self._sights:
                    asked = name in proposed or not tool.write
                    self._raise(argument, Sight.EQUALITY if asked else Sight.PRESENCE)
        for name in self._sights:  # what meets in one group is seen alike
            alike = [other for other in self._sights if self._group[other] == self._group[name]]
            if len(alike) > 1:
                self._sights[name] = max(self._sights[other] for other in alike)

    def _join(self, one: str, other: str) -> None:
        kept, gone = self._group[one], self._group[other]
        for name, group in self._group.items():
            if group == gone:
                self._group[name] = kept

    def _name(self, name: str) -> Name:
        sight, group, type_ = self._sights[name], self._group[name], self._types[name]
        alike = [other for other in self._types if self._group[other] == group]
        atoms = [atom for other in alike for atom in self._literals.get(other, ())]
        written = [value for other in alike for value in self._written.get(other, ())]
        if sight < Sight.EQUALITY:
            return Name(sight, group, type_, (*dict.fromkeys(written), sample(type_, group, 0))[:1])
        return Name(sight, group, type_, _values(type_, group, atoms, written, sight, len(alike)))


def sample(type_: v.Type, name: str, number: int) -> v.Value:
    """The value of that number of a type, as a person would recognise it in a trace."""
    match type_:
        case v.Text():
            return f"{name} {number + 1}"
        case v.Bool():
            return bool(number % 2)
        case v.Range(low, _):
            return low + number
        case v.Choices(choices):
            return choices[number % len(choices)]
        case v.MoneyType():
            return v.Money.of(1000 * (number + 1), "USD")
        case v.Date():
            return date(2030, 1, 1) + timedelta(days=number)
        case v.Time():
            return time(number // 60 % 24, number % 60)
        case v.ListOf(of):
            return (sample(of, name, number),)
        case v.Data():
            return f"{name} {number + 1}"
        case _:
            assert_never(type_)


def _values(
    type_: v.Type, group: str, atoms: list[_Valued], written: list[v.Value], sight: Sight, names: int
) -> tuple[v.Value, ...]:
    """For each set of values that no atom tells apart: one of them, or two where it matters that they differ."""
    if isinstance(type_, v.Bool | v.Choices):
        return tuple(value for value in cuts(type_, (), 1) if not isinstance(value, v.Unknown))
    if isinstance(type_, v.Range) and type_.high - type_.low < 4:
        return tuple(range(type_.low, type_.high + 1))
    if not atoms and not written:
        return ()
    apart = 1 + (sight >= Sight.EQUALITY) + (names > 1)
    mentioned = [literal for atom in atoms for literal in _mentioned(atom)]
    mentioned += [value for value in written if isinstance(value, str | int | v.Money)]
    tests = [predicate(_about(atom, group), ()) for atom in atoms]
    found: dict[tuple[bool, ...], list[v.Value]] = {}
    known = (value for value in cuts(type_, mentioned, apart) if not isinstance(value, v.Unknown))
    for value in (*dict.fromkeys(written), *known):
        view = View({group: Known(value, 0, "")}, {})
        alike = found.setdefault(tuple(test(view) for test in tests), [])
        if value not in alike and (len(alike) < apart or value in written):
            alike.append(value)
    return tuple(value for alike in found.values() for value in alike)


def _mentioned(atom: _Valued) -> tuple[g.Literal, ...]:
    match atom:
        case g.Is(_, value) | g.Compare(_, _, value):
            return (value,)
        case g.OneOf(_, values):
            return values
        case _:
            assert_never(atom)


def _about(atom: _Valued, name: str) -> g.Atom:
    """The same question of another name."""
    match atom:
        case g.Is(_, value):
            return g.Is(name, value)
        case g.OneOf(_, values):
            return g.OneOf(name, values)
        case g.Compare(_, op, value):
            return g.Compare(name, op, value)
        case _:
            assert_never(atom)


def _guards(table: Table) -> Iterator[g.Guard]:
    for row in table.rows.values():
        for cell in row.values():
            yield from (option.line.guard for option in cell.options if option.line.guard is not None)
    yield from (info.tool.requires for info in table.tools.values() if info.tool.requires is not None)


def _types(table: Table) -> dict[str, v.Type]:
    found: dict[str, v.Type] = {name: fact.type for name, fact in table.facts.items()}
    for info in table.events.values():
        for name, type_ in info.types.items():
            found.setdefault(name, type_)
    found.setdefault("tool", v.Text())
    found.setdefault("why", v.Text())
    return found


def effects(table: Table) -> Iterator[d.Effect]:
    """Every effect a machine may ask for."""
    definition = table.definition
    for line in (*definition.any_state, *(line for state in definition.states for line in state.lines)):
        yield from line.effects
    for state in definition.states:
        yield from state.enter


def _used(table: Table) -> tuple[frozenset[str], frozenset[str]]:
    """The tools that are proposed, and those that are called."""
    asked = list(effects(table))
    proposed = (item.tool for effect in asked if isinstance(effect, d.Propose) for item in effect.items)
    return frozenset(proposed), frozenset(effect.tool for effect in asked if isinstance(effect, d.Call))


def _literals(table: Table) -> Iterator[tuple[str, v.Value]]:
    """The values that the table itself gives to facts."""
    yield from table.initial.items()
    for effect in effects(table):
        if isinstance(effect, d.Set):
            yield effect.fact, effect.value
