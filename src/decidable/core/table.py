"""The table: every cell of a machine, decided once, flat.

Owns: the ranks of lines, the cells with their origin, and what makes a machine unfit to run. `step` only looks up.
Never: guesses an undecided cell; it is compiled as one, and the machine is unfit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from decidable.core import definition as d
from decidable.core.conditions import Predicate
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.values import Type, Value

ANY_STATE: Final = "any state"
"""The source of the lines that hold in every state."""


class Rank(IntEnum):
    """Specificity before depth. Within one rank the nearest state wins."""

    NAMED = 0
    ONLY = 1
    INHERITED = 2
    """Named by a parent or any state; and a group of a parent that `only` lifts above what that parent inherits."""
    GROUP = 3
    INHERITED_GROUP = 4
    DEFAULT = 5


class Origin(StrEnum):
    """What decides a cell."""

    NAMED = "named"
    INHERITED = "inherited"
    GROUP = "group"
    DEFAULT = "default"
    PARTIAL = "partial"
    CONFLICT = "conflict"
    UNDECIDED = "undecided"


class Option(NamedTuple):
    """One line, as it applies to one cell. `test` None holds always."""

    line: d.Line
    rank: Rank
    test: Predicate | None
    verdict: Verdict | None
    """None: knowingly undecided."""
    target: str
    reached: bool
    """Whether any combination of values lets it decide."""
    source: str
    """The state it is written in: this one, a parent, or `any state`."""
    depth: int
    """How far away that is: 0 is the state itself."""
    uses_approval: bool
    """Whether its guard asks for an approval, which deciding by it uses up."""
    entering: tuple[d.Effect, ...]
    """What entering the target runs when one comes from here: of each state that is entered, the outermost first."""
    keeps: tuple[str, ...]
    """The deadlines that such a move keeps: those of parents that it does not leave."""
    origin: str
    """What a record of deciding by it says of its origin: that of the cell, and for a line of a parent which one."""

    @property
    def strength(self) -> tuple[Rank, int, bool]:
        """Sorts the lines of a cell, the strongest first; those of equal strength decide together."""
        return self.rank, self.depth, self.rank is Rank.INHERITED and isinstance(self.line.selector, d.Group)


class Cell(NamedTuple):
    """(state, event) and the lines that decide it, strongest first."""

    state: str
    event: str
    options: tuple[Option, ...]
    origin: Origin
    plain: bool
    """Its strongest line is unguarded and without effects, for an event without fields, into a state that does nothing on entry."""

    @property
    def source(self) -> str:
        """Where the strongest line that decides it stands; empty where none does."""
        return next((option.source for option in self.options if option.reached), "")


class EventInfo(NamedTuple):
    """An event as a step needs it. `establishes`: its fields that bear a fact's name."""

    name: str
    kind: d.Kind
    types: Mapping[str, Type]
    required: frozenset[str]
    establishes: tuple[str, ...]
    source: str
    """Its kind, as the provenance of the facts it establishes."""


class StateInfo(NamedTuple):
    """A state without children as a step needs it. `state`: as written, in the role it plays here: a child of an
    interruption is one. `timers`: event name and milliseconds, those of its parents included. `may_block`: it has the
    `blocked` column."""

    state: d.State
    parents: tuple[str, ...]
    """The states it is nested in, the nearest first."""
    enter: tuple[d.Effect, ...]
    """What entering it runs when it is entered with all of its parents; `Option.entering` is what a particular move runs."""
    timers: tuple[tuple[str, int], ...]
    strikes: tuple[str, int] | None
    may_block: bool


class ToolInfo(NamedTuple):
    """A tool as a step needs it. `no`: the event of a definite no, or empty."""

    tool: d.Tool
    requires: Predicate | None
    no: str
    contract: str
    """A digest of its declaration: its identity in a proposal."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A compiled machine. Made by `compile.compile_table`; one object for step, checker, drawing and runtime."""

    definition: d.Definition
    fingerprint: str
    facts: Mapping[str, d.Fact]
    initial: Mapping[str, Value]
    events: Mapping[str, EventInfo]
    tools: Mapping[str, ToolInfo]
    states: Mapping[str, StateInfo]
    """The states without children, which are the rows; a parent is only in the definition."""
    start: str
    rows: Mapping[str, Mapping[str, Cell]]
    problems: tuple[Problem, ...]
    no: str
    """The event by which a person says no to an open question; empty where there is none."""

    @property
    def name(self) -> str:
        """The machine's name."""
        return self.definition.name

    @property
    def fit(self) -> bool:
        """Whether it may start runs outside draft mode."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)
