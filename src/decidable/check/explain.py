"""Why a cell decides as it does: every line that could speak there, and what keeps the others silent.

Owns: `why` and the words for ranks. Never: evaluates a guard for a particular run; it speaks of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from decidable.check.lines import instead_of, is_judged
from decidable.check.speech import listed
from decidable.core.definition import Back, Group, Line, Move
from decidable.core.definition import Role as Purpose
from decidable.core.problem import Problem, did_you_mean
from decidable.core.records import Verdict
from decidable.core.table import Cell, Option, Origin, Rank, Table
from decidable.errors import RefusedError

_STAR = "`*`, for what nothing else decides"


class Role(StrEnum):
    """What a line has to say in a cell."""

    DECIDES = "decides"
    OPEN = "open"
    """`?`: knowingly undecided."""
    SILENT = "silent"
    """It never decides this cell."""
    UNKNOWN = "unknown"
    """The cell has too many combinations to judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """One line that could speak in a cell. `why_not`: what keeps a silent one from it."""

    line: Line
    source: str
    """The state it is written in, or `any state`."""
    rank: str
    role: Role
    why_not: str = ""
    stays: bool = False
    """An inherited move to the state itself, which counts as stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One cell, the lines that could speak in it from the strongest to the weakest, and what is wrong with it."""

    state: str
    event: str
    origin: Origin
    source: str
    """Where the strongest line that decides stands, if that is not the state itself; else empty."""
    speakers: tuple[Speaker, ...]
    problems: tuple[Problem, ...]


def why(table: Table, state: str, event: str) -> Explanation:
    """Explain one cell. Raises RefusedError for a name the machine does not have, saying which is near."""
    cell = _cell(table, state, event)
    problems = tuple(problem for problem in table.problems if _is_about(problem, cell))
    return Explanation(
        state=state,
        event=event,
        origin=cell.origin,
        source="" if cell.source == state else cell.source,
        speakers=tuple(_speaker(cell, option) for option in cell.options),
        problems=problems,
    )


def _cell(table: Table, state: str, event: str) -> Cell:
    row = table.rows.get(state)
    children = [name for name, info in table.states.items() if state in info.parents]
    if children:
        raise RefusedError(f"'{state}' is decided in its children; ask for {listed(children, 20)}")
    if row is None:
        raise RefusedError(_unknown("a state", state, table.states, table.name))
    if table.states[state].state.role is Purpose.FINAL:
        raise RefusedError(f"'{state}' is final, so nothing is decided in it")
    if event not in row:
        if any(event in other for other in table.rows.values()):
            raise RefusedError(f"'{event}' does not come to '{state}'; its columns are {listed(list(row), 20)}")
        raise RefusedError(_unknown("an event", event, row, table.name))
    return row[event]


def _unknown(what: str, word: str, known: Iterable[str], machine: str) -> str:
    names = list(known)
    of = f" of {machine}" if machine else ""
    near = did_you_mean(word, names)
    return f"'{word}' is not {what}{of}; {near or 'there are ' + (listed(names, 20) or 'none')}"


def _is_about(problem: Problem, cell: Cell) -> bool:
    return f"{cell.state} x {cell.event} " in f"{problem.message} "


def _speaker(cell: Cell, option: Option) -> Speaker:
    role = _role(cell, option)
    return Speaker(
        line=option.line,
        source=option.source,
        rank=_rank(option),
        role=role,
        why_not=instead_of(cell, option) if role is Role.SILENT else "",
        stays=option.verdict is Verdict.STAY and isinstance(option.line.outcome, Move | Back),
    )


def _rank(option: Option) -> str:
    where = option.source if option.depth else "here"
    if option.rank is Rank.DEFAULT:
        return _STAR
    if isinstance(option.line.selector, Group):
        place = f"group {where}" if where == "here" else f"group in {where}"
        return f"{place}, lifted by `only`" if option.rank in (Rank.ONLY, Rank.INHERITED) else place
    return f"names the event {where}" if where == "here" else f"names the event in {where}"


def _role(cell: Cell, option: Option) -> Role:
    if not is_judged(cell):
        return Role.UNKNOWN
    if not option.reached:
        return Role.SILENT
    if option.verdict is None:
        return Role.OPEN
    return Role.DECIDES
