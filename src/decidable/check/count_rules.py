"""Rules as a counter watches them: what must never be called before, twice, or elsewhere.

Owns: the monitors of the sentences whose breach shows in an order of calls, events and states. Never: judges a path that may
still end well; `every path visits` is no matter of counting.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Final

from decidable.check.count_automaton import BROKEN, Called, Entered, Happened, Letter, Monitor
from decidable.check.speech import listed
from decidable.core.problem import did_you_mean
from decidable.core.table import Table
from decidable.errors import RefusedError
from decidable.text.rules import read_rule
from decidable.text.trouble import Unreadable

_BEFORE: Final = re.compile(r"never (\w+) before (\w+)")
_TWICE: Final = re.compile(r"never (\w+) twice(?: without (.+) between)?")
_ONLY: Final = re.compile(r"(\w+) only in (\w+)")


@dataclass(frozen=True, slots=True)
class NeverBefore:
    """`never A before B`."""

    what: Letter
    before: Letter

    @property
    def start(self) -> Hashable:
        """B has not been."""
        return False

    def wants(self, letter: Letter) -> bool:
        """A and B."""
        return letter in (self.what, self.before)

    def step(self, state: Hashable, letter: Letter) -> Hashable:
        """Once B has been, A may be."""
        if letter == self.what and not state:
            return BROKEN
        return state or letter == self.before


@dataclass(frozen=True, slots=True)
class NeverTwice:
    """`never A twice [without B, C between]`."""

    what: Letter
    between: Collection[Letter]

    @property
    def start(self) -> Hashable:
        """A may be, once."""
        return False

    def wants(self, letter: Letter) -> bool:
        """A, and what may come between."""
        return letter == self.what or letter in self.between

    def step(self, state: Hashable, letter: Letter) -> Hashable:
        """After A, it may not be again before one of the others has been."""
        if letter == self.what:
            return BROKEN if state else True
        return state and letter not in self.between


@dataclass(frozen=True, slots=True)
class OnlyIn:
    """`A only in S`. Where there are no states, nothing is ever in S."""

    what: Letter
    state: Entered

    @property
    def start(self) -> Hashable:
        """Nowhere yet."""
        return False

    def wants(self, letter: Letter) -> bool:
        """A, and every state."""
        return letter == self.what or isinstance(letter, Entered)

    def step(self, state: Hashable, letter: Letter) -> Hashable:
        """Where the run is, and what it calls there."""
        if isinstance(letter, Entered):
            return letter == self.state
        return BROKEN if letter == self.what and not state else state


def monitor(rule: str, table: Table) -> Monitor | None:
    """A rule as a monitor; None for a sentence whose breach no order of calls shows. Raises RefusedError for a sentence of
    no known shape, and for a name that the machine does not have."""
    try:
        rule = read_rule(rule)
    except Unreadable as wrong:
        hint = wrong.hint if isinstance(wrong.hint, str) else wrong.hint()
        raise RefusedError(f"{wrong}; {hint}") from None
    if found := _BEFORE.fullmatch(rule):
        return NeverBefore(_letter(found[1], table), _letter(found[2], table))
    if found := _TWICE.fullmatch(rule):
        between = [name.strip() for name in (found[2] or "").split(",")]
        return NeverTwice(_letter(found[1], table), tuple(_letter(name, table) for name in between if name))
    if found := _ONLY.fullmatch(rule):
        return OnlyIn(_letter(found[1], table), Entered(_known(found[2], "state", tuple(table.states), table)))
    return None


def _letter(name: str, table: Table) -> Letter:
    """A tool, or else an event."""
    if name in table.tools:
        return Called(name)
    return Happened(_known(name, "tool or event", (*table.tools, *table.events), table))


def _known(name: str, what: str, names: Collection[str], table: Table) -> str:
    if name not in names:
        hint = did_you_mean(name, names) or f"there are {listed(list(names), 20)}"
        raise RefusedError(f"'{name}' is no {what} of {table.name}; {hint}")
    return name
