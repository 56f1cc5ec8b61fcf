"""Rules as a counter watches them: the monitors of `rules`, fed with calls, events and states.

Owns: which sentences an order of calls can break. Never: reads a sentence or judges a step; `text.sentences` and
`rules.monitors` do. `every path visits` is no matter of counting.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import assert_never

from decidable.check.count_automaton import BROKEN, Called, Entered, Happened, Letter, Monitor
from decidable.check.rules import monitors as m
from decidable.check.rules import seen as s
from decidable.check.rules.meaning import monitor_of
from decidable.check.rules.names import problems
from decidable.core.table import Table
from decidable.errors import RefusedError
from decidable.text.rules import read_rule
from decidable.text.sentences import Before, OnlyIn, Twice, parse
from decidable.text.trouble import Unreadable


@dataclass(frozen=True, slots=True)
class Watching:
    """One rule's monitor, and the state in which a call is made where the rule asks for it. In a free loop there is none."""

    monitor: m.Monitor
    asks_where: bool

    @property
    def start(self) -> Hashable:
        """Before anything has happened."""
        return m.START, ""

    def wants(self, letter: Letter) -> bool:
        """What its monitor looks at, wherever that may be."""
        if isinstance(letter, Entered) and self.asks_where:
            return True
        return self.monitor.wants(_seen(letter, ""))

    def step(self, state: Hashable, letter: Letter) -> Hashable:
        """After one more letter."""
        assert isinstance(state, tuple)
        at, where = state
        if isinstance(letter, Entered) and self.asks_where:
            where = letter.state
        at = self.monitor.advance(at, (_seen(letter, where),), where) if at != m.KEPT else at
        return BROKEN if at == m.BROKEN else (at, where)


def monitor(rule: str, table: Table) -> Monitor | None:
    """A rule as a monitor; None for a sentence that no order of calls breaks. Raises RefusedError for a sentence of no known
    shape, and for a name that the machine does not have."""
    try:
        sentence = parse(read_rule(rule))
    except Unreadable as wrong:
        hint = wrong.hint if isinstance(wrong.hint, str) else wrong.hint()
        raise RefusedError(f"{wrong}; {hint}") from None
    for problem in problems(table, read_rule(rule)):
        raise RefusedError(f"{problem.message}{f'; {problem.hint}' if problem.hint else ''}")
    if isinstance(sentence, Before | Twice | OnlyIn):
        return Watching(monitor_of(table, sentence), asks_where=isinstance(sentence, OnlyIn))
    return None


def _seen(letter: Letter, where: str) -> s.Seen:
    """A letter as a step would show it."""
    match letter:
        case Called(tool):
            return s.Started(tool, where, ended=False)
        case Happened(event):
            return s.Accepted(event, where)
        case Entered(state):
            return s.Entered(state)
        case _:
            assert_never(letter)
