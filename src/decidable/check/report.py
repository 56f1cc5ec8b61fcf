"""The report of a machine: how its cells are decided, and every finding with its place.

Owns: `check`, the counts, and the order of findings. Never: prints, or leaves a machine that does not compile without a
report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from decidable.check.accepted import Silenced, without_accepted
from decidable.check.dead import dead_findings
from decidable.check.deferral import deferral_findings
from decidable.check.flow.follow import follow
from decidable.check.flow.found import Flow
from decidable.check.graph import graph_findings
from decidable.check.knowledge import Knowledge, knowledge
from decidable.check.lines import line_findings
from decidable.check.needs import need_findings
from decidable.check.open_work import open_work_findings
from decidable.check.questions import question_findings
from decidable.check.rules.names import rule_findings
from decidable.check.shape import shape_findings
from decidable.check.survey import survey
from decidable.check.tools import tool_findings
from decidable.check.waits import wait_findings
from decidable.core.definition import Contract, Role
from decidable.core.problem import Problem, Severity
from decidable.core.records import Verdict
from decidable.core.table import Cell, Origin, Table
from decidable.text.reader import in_order

BY_GUARD = "by guard"
"""The outcome of a cell whose lines decide differently, each under its guard."""
OUTCOMES = (*(verdict.value for verdict in Verdict), BY_GUARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Cells counted by what they do and by what decides them.

    `outcomes` sums up to the cells that decide anything, `origins` to all cells.
    """

    cells: int
    outcomes: Mapping[str, int]
    origins: Mapping[Origin, int]

    @property
    def undecided(self) -> int:
        """Cells that no line decides."""
        return self.origins[Origin.UNDECIDED]

    @property
    def partial(self) -> int:
        """Cells that some combination of values falls through."""
        return self.origins[Origin.PARTIAL]

    @property
    def conflict(self) -> int:
        """Cells with two lines that can hold together."""
        return self.origins[Origin.CONFLICT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is known of a machine without running it. `grid` and `synthesised` are None where it does not compile."""

    machine: str
    states: int = 0
    """States with a row: all but the final ones."""
    final_states: int = 0
    events: int = 0
    """Declared events."""
    grid: Tally | None = None
    """The states x declared events."""
    synthesised: Tally | None = None
    """Timers, strikes and `blocked`: columns that only some states have."""
    rules: int = 0
    knowledge: Knowledge | None = None
    """Which facts are known where; None while a cell is still open."""
    findings: tuple[Problem, ...] = ()
    accepted: tuple[Silenced, ...] = ()
    """Findings that the file accepts; they do not count."""

    def count(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def data(self) -> dict[str, object]:
        """The report as JSON holds it; `docs/reference/cli.md` describes it, and its keys only ever grow."""
        grid = self.grid
        return {
            "machine": self.machine,
            "compiled": grid is not None,
            "states": self.states if grid else None,
            "final_states": self.final_states if grid else None,
            "events": self.events if grid else None,
            **_tally_data(grid),
            "synthesised": _tally_data(self.synthesised),
            "rules": self.rules,
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "notes": self.count(Severity.NOTE),
            "findings": [_finding_data(finding) for finding in self.findings],
            "accepted": [
                {**_finding_data(finding), "reason": accepted.reason, "accepted_in_line": accepted.at}
                for finding, accepted in self.accepted
            ],
        }


def check(table: Table, source: str = "", also: Iterable[Problem] = ()) -> Report:
    """Every finding of a compiled machine. `source` gives findings their columns; `also`: what reading or binding found."""
    cells = [(event in table.events, cell) for row in table.rows.values() for event, cell in row.items()]
    rows = sum(info.state.role is not Role.FINAL for info in table.states.values())
    flow = follow(table) if table.fit else None
    contracts = table.definition.contracts
    found_in_all = [*also, *table.problems, *_findings(table, flow), *rule_findings(table, source)]
    everything = _in_order(found_in_all, source, contracts)
    found = without_accepted(everything, table)
    return Report(
        machine=table.name,
        states=rows,
        final_states=len(table.states) - rows,
        events=len(table.events),
        grid=_tally(cell for declared, cell in cells if declared),
        synthesised=_tally(cell for declared, cell in cells if not declared),
        rules=len(table.definition.rules),
        knowledge=None if flow is None else knowledge(flow),
        findings=_in_order(found.findings, source, contracts),
        accepted=found.accepted,
    )


def _findings(table: Table, flow: Flow | None) -> Iterator[Problem]:
    found = survey(table)
    yield from graph_findings(table, found.ways_in, found.graph)
    yield from line_findings(table)
    yield from tool_findings(found)
    yield from question_findings(found)
    yield from open_work_findings(found)
    yield from wait_findings(found)
    yield from shape_findings(found)
    if flow is not None:
        yield from need_findings(table, flow)
        yield from dead_findings(table, flow, found.graph)
        yield from deferral_findings(table, flow)


def unfit(
    problems: Iterable[Problem], machine: str = "", source: str = "", contracts: Iterable[Contract] = ()
) -> Report:
    """The report of a machine that could not be read or does not compile: its problems, and nothing counted."""
    return Report(machine=machine, findings=_in_order(problems, source, contracts))


def outcome_of(cell: Cell) -> str:
    """What a cell does: an outcome, `by guard` where its lines differ, or nothing."""
    verdicts = {option.verdict.value for option in cell.options if option.reached and option.verdict is not None}
    if len(verdicts) > 1:
        return BY_GUARD
    return verdicts.pop() if verdicts else ""


def _tally(cells: Iterable[Cell]) -> Tally:
    counted = list(cells)
    outcomes = Counter(outcome_of(cell) for cell in counted)
    origins = Counter(cell.origin for cell in counted)
    return Tally(
        cells=len(counted),
        outcomes={outcome: outcomes[outcome] for outcome in OUTCOMES},
        origins={origin: origins[origin] for origin in Origin},
    )


def _tally_data(tally: Tally | None) -> dict[str, object]:
    if tally is None:
        return dict.fromkeys(("cells", "undecided", "partial", "conflict", "outcomes", "origins"))
    return {
        "cells": tally.cells,
        "undecided": tally.undecided,
        "partial": tally.partial,
        "conflict": tally.conflict,
        "outcomes": {outcome.replace(" ", "_"): count for outcome, count in tally.outcomes.items()},
        "origins": {origin.value: count for origin, count in tally.origins.items()},
    }


def _finding_data(finding: Problem) -> dict[str, object]:
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "hint": finding.hint,
        "line": finding.line,
        "column": finding.column,
        "file": finding.file or None,
        "token": finding.token,
        "state": finding.state or None,
        "event": finding.event or None,
    }


def _in_order(findings: Iterable[Problem], source: str, contracts: Iterable[Contract] = ()) -> tuple[Problem, ...]:
    """Each once, in the order of the file; what has no place comes first."""
    return in_order(dict.fromkeys(findings), source, contracts)
