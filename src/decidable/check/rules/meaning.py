"""What a rule means in one machine: the monitor that watches it, and what a run that breaks it shows.

Owns: the one place where a sentence becomes a monitor. Never: judges its names (`names`), or explores anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from decidable.check.rules import monitors as m
from decidable.check.rules.doubt import DoubtfulTwiceMonitor
from decidable.check.rules.places import meant
from decidable.core import definition as d
from decidable.core.table import Table
from decidable.text import sentences as s


class Meaning(NamedTuple):
    """`shows`: what a run shows that breaks the rule."""

    monitor: m.Monitor
    shows: str


def monitor_of(table: Table, sentence: s.Sentence) -> m.Monitor:
    """The monitor of a sentence."""
    return meaning(table, sentence).monitor


def meaning(table: Table, sentence: s.Sentence) -> Meaning:
    """What a sentence means, whose names the machine has."""
    match sentence:
        case s.Before(what, first):
            before = m.BeforeMonitor(sentence, undoable=_is_write(table, first))
            return Meaning(_around(table, before, what, first), f"{what} happens before {first}")
        case s.Twice(what, between):
            without = f" without {', '.join(between)} between" if between else ""
            writes = [name for name in between if _is_write(table, name)]
            twice = DoubtfulTwiceMonitor(sentence, writes) if writes else m.TwiceMonitor(sentence)
            return Meaning(_around(table, twice, what, *between), f"{what} happens twice{without}")
        case s.OnlyIn(what, state):
            return Meaning(m.OnlyInMonitor(what, meant(table, state)), f"{what} happens outside {state}")
        case s.Visits(event, states):
            shows = f"after {event}, no way that may be counted on leads to {' or '.join(states)} any more"
            return Meaning(m.VisitsMonitor(event, _all(table, states)), shows)
        case s.Reaches(event, state, within, but):
            shows = f"{event} does not reach {state} within {within} event{'' if within == 1 else 's'}"
            return Meaning(m.ReachesMonitor(event, meant(table, state), within, meant(table, but)), shows)
        case s.HoldsWhenever(fact, tool):
            return Meaning(m.IdleMonitor(), f"{tool} may start and {fact} does not hold")
        case s.NothingAfterEnd():
            return Meaning(m.AfterEndMonitor(), "a tool starts after the end")
        case s.ModelCalls(most):
            kinds = (d.Kind.USER, d.Kind.CHOICE)
            asking = frozenset(name for name, info in table.events.items() if info.kind in kinds)
            return Meaning(m.CountMonitor(most, asking), "a cheapest path to a completed end")
        case _:
            assert_never(sentence)


def _is_write(table: Table, name: str) -> bool:
    return name in table.tools and table.tools[name].tool.write


def _all(table: Table, states: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(leaf for state in states for leaf in meant(table, state)))


def _around(table: Table, monitor: m.Monitor, *names: str) -> m.Monitor:
    """The monitor, told as well when one comes into a state with states in it that the rule names. (The outer one first.)"""
    parents = [state.name for state in table.definition.states if state.name in names]
    around = {name: meant(table, name) for name in parents if name not in table.states}
    return m.AroundMonitor(monitor, around) if around else monitor
