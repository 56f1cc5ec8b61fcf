"""The cases of single cells: one for every line that decides one, and one for every value its guards can tell apart.

Owns: the model of a case, and which of them are worth a test. Never: says that a line is right; a case states what the table
does, so that a change of it is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from decidable.check.situation import Happens
from decidable.core import definition as d
from decidable.core.values import Value

Tell: TypeAlias = Callable[[str], None]
"""Hears how far it is, in words; it is called often."""
MOST_OF_A_CELL: Final = 40
"""Boundary cases of one cell; more would be read by nobody."""


def unheard(_: str) -> None:
    """For whoever need not know how far it is."""


class Case(NamedTuple):
    """One event in one situation, and what the table does with it."""

    state: str
    column: str
    """The event of the cell; `after 3 strikes` is reached by the event that strikes."""
    happens: Happens
    facts: Mapping[str, Value | None]
    under_way: tuple[str, ...]
    asked: tuple[str, ...]
    strikes: int
    outcome: str
    """`?` where no line decides."""
    follows: tuple[str, ...]
    does: tuple[str, ...]
    line: d.Line | None
    values: str = ""
    """The values by which its line is chosen: `misses = 2, reservation unknown`."""


class Unreached(NamedTuple):
    """A line that no situation of a test makes decide a cell."""

    state: str
    column: str
    line: d.Line


class Cases(NamedTuple):
    """The cases of a machine: each line of each cell once, the values its guards tell apart, and what was not reached."""

    cells: tuple[Case, ...]
    boundaries: tuple[Case, ...]
    unreached: tuple[Unreached, ...]


def covering(found: Sequence[Case]) -> list[Case]:
    """As few cases of one cell as show every value beside every line that it leads to."""
    parts = [{(part, id(case.line)) for part in case.values.split(", ")} for case in found]
    missing = set().union(*parts)
    kept: list[int] = []
    while missing and len(kept) < MOST_OF_A_CELL:
        best = max(range(len(found)), key=lambda n: (len(parts[n] & missing), -n))
        kept.append(best)
        missing -= parts[best]
    return [found[n] for n in sorted(kept)]
