"""Guards become predicates once, when a table is compiled.

Owns: what a guard means. A comparison with something unknown is false; `not` of it is therefore true.
Never: decides which line wins (that is `table`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias, assert_never

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
Comparison: TypeAlias = Callable[[int, int], bool]

COMPARE: Final[Mapping[g.Op, Comparison]] = {
    g.Op.LESS: operator.lt,
    g.Op.AT_MOST: operator.le,
    g.Op.MORE: operator.gt,
    g.Op.AT_LEAST: operator.ge,
}


def predicate(guard: g.Guard, own_fields: Collection[str]) -> Predicate:
    """Compile a guard. `own_fields`: the names to read from the event's fields; all others are facts."""
    match guard:
        case g.Not(inner):
            negated = predicate(inner, own_fields)
            return lambda view: not negated(view)
        case g.And(guards):
            every = tuple(predicate(part, own_fields) for part in guards)

            def all_hold(view: View) -> bool:
                for part in every:  # noqa: SIM110 - a third faster than `all`, and this is where a step spends its time
                    if not part(view):
                        return False
                return True

            return all_hold
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
        # The commonest questions about a fact, asked without a reader in between: here a step spends its time.
        case g.IsKnown(name) if name not in own_fields:
            return lambda view: name in view.facts
        case g.Holds(name) if name not in own_fields:
            return lambda view: (known := view.facts.get(name)) is not None and known.value is True
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
            holds = COMPARE[op]
            return _money(read, holds, bound) if isinstance(bound, Money) else _number(read, holds, bound)
        case _:
            assert_never(atom)


def _equal(value: Value | Unknown, wanted: g.Literal) -> bool:
    return value == wanted and type(value) is type(wanted)


def _money(read: Reader, holds: Comparison, bound: Money) -> Predicate:
    """Amounts of another currency are neither more nor less."""

    def compare(view: View) -> bool:
        value = read(view)
        return isinstance(value, Money) and value.currency == bound.currency and holds(value.minor, bound.minor)

    return compare


def _number(read: Reader, holds: Comparison, bound: int) -> Predicate:
    """A number, or money with 0."""

    def compare(view: View) -> bool:
        value = read(view)
        if isinstance(value, Money):
            value = value.minor
        return isinstance(value, int) and holds(value, bound)

    return compare
