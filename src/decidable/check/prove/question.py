"""A sentence as a search takes it: a monitor of paths, and what it looks for in single moments.

Owns: what a moment shows. Never: judges paths (`rules.meaning`).
"""

from __future__ import annotations

from typing import NamedTuple

from decidable.check.explore.packing import Bits
from decidable.check.explore.search import Watch
from decidable.check.explore.space import Space
from decidable.check.explore.world import Owed
from decidable.check.rules.meaning import meaning
from decidable.check.rules.monitors import Monitor
from decidable.core import definition as d
from decidable.core.snapshot import Status
from decidable.core.table import Table
from decidable.text import sentences as s


class Question(NamedTuple):
    """A sentence as the search takes it."""

    monitor: Monitor
    watch: Watch | None
    why: str
    """What a run that is found shows."""


def question_of(table: Table, sentence: s.Sentence) -> Question:
    """What is asked of a search."""
    monitor, shows = meaning(table, sentence)
    return Question(monitor, _watch(sentence), shows)


def _watch(sentence: s.Sentence) -> Watch | None:
    """What a moment shows, where the rule is about moments."""
    match sentence:
        case s.HoldsWhenever(fact, tool):
            return _possible_without(fact, tool)
        case s.ModelCalls():
            return _completed
        case _:
            return None


def least(sentence: s.Visits) -> Owed:
    """What may be counted on, on a way to a visit."""
    return Owed.ANSWER if sentence.answered else Owed.HOST


def _possible_without(fact: str, tool: str) -> Watch:
    """An operation of the tool may start, and the fact does not hold."""

    def watch(space: Space, control: int, at: int) -> Bits:
        operations = space.frame(control).snapshot.operations.values()
        if any(op.tool == tool and op.status is Status.PLANNED for op in operations):
            return space.layout.all & ~space.holding(control, fact)
        return 0

    return watch


def _completed(space: Space, control: int, at: int) -> Bits:
    return space.layout.all if space.frame(control).snapshot.end is d.End.COMPLETED else 0
