"""Rules in a test: a run that once broke one, and the proof of all of them.

    assert_kept("booking.states", "never pay_deposit twice", SCRIPT)
    assert_holds("booking.states")

Owns: the two assertions. Never: judges a rule; the checker does.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from decidable.bind.machine import Machine
from decidable.check.prove import Holds, Options, Refuted, prove
from decidable.check.regression import broken_by
from decidable.check.rules.names import problems
from decidable.check.script import script_lines
from decidable.core.table import Table
from decidable.errors import MachineError
from decidable.testing.machines import machine_at
from decidable.text import sentences


def assert_kept(machine: Machine[Any, Any] | str | Path, rule: str, script: str) -> None:
    """A script does not break a rule (any more). `machine`: a bound one, or its PATH.

    Raises ValueError for a rule that says nothing of this machine, or that one run cannot break; MachineError for a machine
    that cannot be read.
    """
    __tracebackhide__ = True
    table = _table(machine)
    _refuse_unknown(table, [rule])
    broken = broken_by(table, rule, script)
    if broken:
        raise AssertionError(broken)


def assert_holds(machine: Machine[Any, Any] | str | Path, *rules: str, options: Options | None = None) -> None:
    """These rules hold, or all of the machine's own; a refutation is shown as a script.

    Raises ValueError for a rule that says nothing of this machine; MachineError for a machine with undecided cells.
    """
    __tracebackhide__ = True
    table = _table(machine)
    if not table.fit:
        raise MachineError(table.problems)
    wanted = rules or table.definition.rules
    _refuse_unknown(table, wanted)
    for verdict in prove(table, wanted, options):
        if isinstance(verdict, Holds):
            continue
        lines = script_lines(verdict.trace) if isinstance(verdict, Refuted) and verdict.trace is not None else ()
        raise AssertionError("\n".join([f"{verdict.rule}: {verdict.why}", *lines]))


def _table(machine: Machine[Any, Any] | str | Path) -> Table:
    return (machine if isinstance(machine, Machine) else machine_at(str(machine))).table


def _refuse_unknown(table: Table, rules: Iterable[str]) -> None:
    """A rule about nothing would hold of everything."""
    for rule in rules:
        if sentences.parse(rule) is None:
            raise ValueError(f"'{rule}' is not a rule of a known shape")
        for problem in problems(table, rule):
            raise ValueError(f"'{rule}': {problem.message}{f'; {problem.hint}' if problem.hint else ''}")


__all__ = ["assert_holds", "assert_kept"]
