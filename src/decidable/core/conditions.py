"""Guards become predicates once, when a table is compiled.

Owns: what a guard means. A comparison with something unknown is false; `not` of it is therefore true.
Never: decides which line wins (that is `table`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, TypeAlias, assert_never

from decidable.core import guard as g
from decidable.core.snapshot import Fields, Known
from decidable.core.values import UNKNOWN, Money, Unknown, Value


class View(NamedTuple):
    """What a guard may look at: the facts overlaid with the event's own, the event's other fields, and two bits."""

    facts: Mapping[str, Known]
    fields: Fields
    approved: bool = False
    busy: bool = False


Predicate: TypeAlias = Callable[[View], bool]
Reader: TypeAlias = "Callable[[View], Value | Unknown]"


def predicate(guard: g.Guard, own_fields: Collection[str]) -> Predicate:
    """Compile a guard. `own_fields`: the names to read from the event's fields; all others are facts."""
    match guard:
        case g.Not(inner):
            negated = predicate(inner, own_fields)
            return lambda view: not negated(view)
        case g.And(guards):
            every = tuple(predicate(part, own_fields) for part in guards)
            return lambda view: all(part(view) for part in every)
        case g.Or(guards):
            some = tuple(predicate(part, own_fields) for part in guards)
            return lambda view: any(part(view) for part in some)
        case g.Approved():
            return lambda view: view.approved
        case g.Busy():
            return lambda view: view.busy
        case g.Same(name, other):
            left, right = _reader(name, own_fields), _reader(other, own_fields)
            return lambda view: (value := left(view)) is not UNKNOWN and value == right(view)
        case _:
            return _test(guard, _reader(guard.name, own_fields))


def _reader(name: str, own_fields: Collection[str]) -> Reader:
    if name in own_fields:
        return lambda view: view.fields.get(name, UNKNOWN)

    def fact(view: View) -> Value | Unknown:
        known = view.facts.get(name)
        return UNKNOWN if known is None else known.value

    return fact


def _test(atom: g.Holds | g.IsKnown | g.Is | g.OneOf | g.Compare, read: Reader) -> Predicate:
    match atom:
        case g.Holds():
            return lambda view: read(view) is True
        case g.IsKnown():
            return lambda view: read(view) is not UNKNOWN
        case g.Is(_, wanted):
            return lambda view: _equal(read(view), wanted)
        case g.OneOf(_, values):
            return lambda view: any(_equal(read(view), value) for value in values)
        case g.Compare(_, op, bound):
            return lambda view: _compare(read(view), op, bound)
        case _:
            assert_never(atom)


def _equal(value: Value | Unknown, wanted: g.Literal) -> bool:
    return value == wanted and type(value) is type(wanted)


def _compare(value: Value | Unknown, op: g.Op, bound: int | Money) -> bool:
    if isinstance(value, Money):
        if isinstance(bound, Money):
            if value.currency != bound.currency:
                return False
            bound = bound.minor
        value = value.minor
    if not isinstance(value, int) or isinstance(bound, Money):
        return False
    match op:
        case g.Op.LESS:
            return value < bound
        case g.Op.AT_MOST:
            return value <= bound
        case g.Op.MORE:
            return value > bound
        case g.Op.AT_LEAST:
            return value >= bound
        case _:
            assert_never(op)
