"""Rules in a test: a run that once broke one, and the proof of all of them.

    assert_kept("booking.states", "never pay_deposit twice", SCRIPT)
    assert_holds("booking.states")

Owns: the two assertions. Never: judges a rule; the checker does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from decidable.bind.beside import beside
from decidable.bind.machine import Machine
from decidable.check.prove import Holds, Options, Refuted, prove
from decidable.check.regression import broken_by
from decidable.check.script import script_lines
from decidable.core.compile import compile_table
from decidable.core.table import Table
from decidable.text.reader import read


def assert_kept(machine: Machine[Any, Any] | str | Path, rule: str, script: str) -> None:
    """A script does not break a rule (any more). `machine`: a bound one, or the path of a `.states` file."""
    __tracebackhide__ = True
    broken = broken_by(_table(machine), rule, script)
    if broken:
        raise AssertionError(broken)


def assert_holds(machine: Machine[Any, Any] | str | Path, *rules: str, options: Options | None = None) -> None:
    """These rules hold, or all of the machine's own; a refutation is shown as a script."""
    __tracebackhide__ = True
    table = _table(machine)
    for verdict in prove(table, rules or table.definition.rules, options):
        if isinstance(verdict, Holds):
            continue
        lines = script_lines(verdict.trace) if isinstance(verdict, Refuted) and verdict.trace is not None else ()
        raise AssertionError("\n".join([f"{verdict.rule}: {verdict.why}", *lines]))


def _table(machine: Machine[Any, Any] | str | Path) -> Table:
    if isinstance(machine, Machine):
        return machine.table
    reading = read(Path(machine).read_bytes(), find=beside(Path(machine)))
    if reading.definition is None:
        raise ValueError(f"{machine} says nothing")
    return compile_table(reading.definition)


__all__ = ["assert_holds", "assert_kept"]
