"""Findings that the file accepts, each with its reason.

Owns: which finding an accepted one silences. Never: silences an error, or lets a line stand that silences nothing; why it
does not is said by `in_vain`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from decidable.check.in_vain import Why
from decidable.core.definition import Accepted
from decidable.core.problem import Problem, Severity
from decidable.core.table import Table

_Key: TypeAlias = "tuple[str, str, str]"
"""A code, what the finding is about, and the state; the last two may be left out."""


class Silenced(NamedTuple):
    """A finding that the file accepts, and why it does."""

    finding: Problem
    accepted: Accepted


class Sorted(NamedTuple):
    """Findings that count, and those that do not."""

    findings: tuple[Problem, ...]
    accepted: tuple[Silenced, ...]


def without_accepted(findings: Iterable[Problem], table: Table) -> Sorted:
    """Take out what the machine accepts. What accepts nothing is a finding of its own."""
    lines = table.definition.accepted
    by_key: dict[_Key, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        by_key[line.code, line.of, line.state].append(at)
    counting: list[Problem] = []
    silenced: list[Silenced] = []
    used: set[int] = set()
    errors: set[int] = set()
    for finding in findings:
        fits = [at for key in _keys(finding) for at in by_key.get(key, ())]
        if fits and finding.severity is not Severity.ERROR:
            used.update(fits)
            silenced.append(Silenced(finding, lines[min(fits)]))
        else:
            errors.update(fits)
            counting.append(finding)
    unused = [at for at in range(len(lines)) if at not in used]
    why = Why(table, [*counting, *(each.finding for each in silenced)]) if unused else None
    for at in unused:
        assert why is not None
        message, hint = why.an_error(lines[at]) if at in errors else why.nothing(lines[at])
        line = lines[at]
        counting.append(Problem("accepts-nothing", message, hint, line.at, 0, line.code, Severity.WARNING))
    return Sorted(tuple(counting), tuple(silenced))


def _keys(finding: Problem) -> Iterator[_Key]:
    """What a line may say to mean this finding: what it is about, where, or both."""
    for of in dict.fromkeys(("", finding.event, finding.token)):
        for state in dict.fromkeys(("", finding.state)):
            yield finding.code, of, state
