"""How many tool sequences of a length can be, and how many of them break a rule: by dynamic programming.

Owns: the counting, over the reduced product of two small automata: the orders in which tools can be called, and the rules.
Never: writes a sequence down; twelve calls of eight tools are 68,719,476,736.

A sequence counts as breaking a rule when some run that makes exactly these calls breaks it: a free loop, where nobody need
ever have said yes, or the machine on some path of its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from decidable.check.count_automaton import Automaton, Letter, Monitor, Orders, TooManyOrders, calls_of

MOST_SETS: Final = 20_000
"""More sets of moments than this are not counted."""


class Counted(NamedTuple):
    """How many sequences there are, and how many of them break each rule, and any of them."""

    total: int
    breaking: tuple[int, ...]
    any: int


def count(orders: Orders, rules: Sequence[Monitor], length: int) -> Counted:
    """Count the sequences of `length` calls. Raises TooManyOrders."""
    automaton = calls_of(orders, rules)
    layer = {frozenset([automaton.start]): 1}
    known: dict[frozenset[int], tuple[frozenset[int], ...]] = {}
    for _ in range(length):
        after: dict[frozenset[int], int] = {}
        for places, ways in layer.items():
            following = known.get(places)
            if following is None:
                if len(known) >= MOST_SETS:
                    raise TooManyOrders
                following = known[places] = _after(automaton, places)
            for each in following:
                after[each] = after.get(each, 0) + ways
        layer = after
    ended = [(frozenset[int]().union(*(automaton.broken[p] for p in places)), ways) for places, ways in layer.items()]
    return Counted(
        total=sum(layer.values()),
        breaking=tuple(sum(ways for broken, ways in ended if n in broken) for n in range(len(rules))),
        any=sum(ways for broken, ways in ended if broken),
    )


def _after(automaton: Automaton, places: frozenset[int]) -> tuple[frozenset[int], ...]:
    """Where one more call can lead: a set for every tool that can be called in some place."""
    calls: dict[Letter, set[int]] = {}
    for place in places:
        for call, targets in automaton.told[place].items():
            calls.setdefault(call, set()).update(targets)
    return tuple(frozenset(targets) for targets in calls.values())
