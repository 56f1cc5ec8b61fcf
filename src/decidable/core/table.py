"""The table: every cell of a machine, decided once, flat.

Owns: the ranks of lines, the cells with their origin, and what makes a machine unfit to run. `step` only looks up.
Never: guesses an undecided cell; it is compiled as one, and the machine is unfit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from decidable.core import definition as d
from decidable.core.conditions import Predicate
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.values import Type, Value


class Rank(IntEnum):
    """Specificity before depth (section 3 of the reference)."""

    NAMED = 0
    ONLY = 1
    INHERITED = 2
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
    """The state it is written in, or `any state`."""
    uses_approval: bool
    """Whether its guard asks for an approval, which deciding by it uses up."""


class Cell(NamedTuple):
    """(state, event) and the lines that decide it, strongest first."""

    state: str
    event: str
    options: tuple[Option, ...]
    origin: Origin
    plain: bool
    """Its strongest line is unguarded and without effects, for an event without fields, into a state that does nothing on entry."""


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
    """A state as a step needs it. `timers`: event name and milliseconds. `may_block`: it has the `blocked` column."""

    state: d.State
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
