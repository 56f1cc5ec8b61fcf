"""A pytest plugin: which cells of which machines the tests have exercised.

    pytest --decidable-cells --decidable-fail-under 100

Owns: the options, the report and the exit code. Never: imports anything of this project, or does anything at all, in a session
that did not ask for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from decidable.check.exercised import CellKey, Exercised
    from decidable.core.table import Table

_SHOWN = 10
"""Cells not exercised that are named; the JSON file has all of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("decidable", "cells of state machines (decidable)")
    group.addoption(
        "--decidable-cells", action="store_true", help="report which cells of which machines the tests have exercised"
    )
    group.addoption(
        "--decidable-fail-under",
        type=float,
        default=None,
        metavar="PERCENT",
        help="fail when fewer of the decided cells of any machine were exercised",
    )
    group.addoption(
        "--decidable-machine", action="append", default=[], metavar="NAME", help="look at this machine only; repeatable"
    )
    group.addoption("--decidable-json", default="", metavar="FILE", help="write the count of every cell to a file")


def pytest_configure(config: pytest.Config) -> None:
    """Watch, where somebody asked for it."""
    options = config.option
    if options.decidable_cells or options.decidable_fail_under is not None or options.decidable_json:
        if getattr(options, "numprocesses", None):
            raise pytest.UsageError("--decidable-cells counts in one process: run without -n")
        config.pluginmanager.register(_Cells(config), "decidable-cells")


class _Cells:
    """One session that counts."""

    def __init__(self, config: pytest.Config) -> None:
        self._fail_under: float | None = config.option.decidable_fail_under
        self._only: Sequence[str] = config.option.decidable_machine
        self._file: str = config.option.decidable_json
        self._tables: dict[tuple[str, str], Table] = {}
        self._times: dict[tuple[str, str], Counter[CellKey]] = {}
        self._watching = ExitStack()
        self._found: tuple[Exercised, ...] = ()

    def decided(self, table: Table, cells: Iterable[CellKey]) -> None:
        """Count. Two machines of one name are told apart by their behaviour."""
        key = (table.name, table.fingerprint)
        self._tables.setdefault(key, table)
        self._times.setdefault(key, Counter()).update(cells)

    def pytest_sessionstart(self) -> None:
        """From here on."""
        from decidable.testing.watching import watched_by  # noqa: PLC0415 - only where it is used

        self._watching.enter_context(watched_by(self))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """The count, the file, and the exit code."""
        from decidable.check.exercised import decided_cells, exercised  # noqa: PLC0415 - only where it is used

        self._watching.close()
        self._found = tuple(
            exercised(name, decided_cells(table), self._times[name, fingerprint])
            for (name, fingerprint), table in sorted(self._tables.items(), key=lambda item: item[0])
            if not self._only or name in self._only
        )
        if self._file:
            Path(self._file).write_text(json.dumps(_data(self._found), indent=2) + "\n", encoding="utf-8")
        if self._too_few() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The report."""
        terminalreporter.section("cells of state machines")
        for line in _lines(self._found, self._only):
            terminalreporter.write_line(line)
        for wrong in self._too_few():
            terminalreporter.write_line(wrong, red=True)

    def _too_few(self) -> list[str]:
        """What is below the limit."""
        limit = self._fail_under
        if limit is None:
            return []
        wrong = [
            f"FAIL {each.machine}: {each.percent:.1f}% of its cells, and {limit:g}% are required"
            for each in self._found
            if each.percent < limit
        ]
        missing = [name for name in self._only if name not in {each.machine for each in self._found}]
        wrong += [f"FAIL {name}: no test exercised any cell of it" for name in missing]
        return wrong if self._found or wrong or not limit else ["FAIL no test exercised any cell"]


def _lines(found: Iterable[Exercised], only: Sequence[str]) -> Iterator[str]:
    count = 0
    for each in found:
        count += 1
        yield f"{each.machine or 'machine'}: {each.exercised} of {len(each.cells)} decided cells exercised"
        never = [f"{cell.state} x {cell.event}" for cell in each.cells if not cell.times]
        if never:
            more = f" and {len(never) - _SHOWN} more" if len(never) > _SHOWN else ""
            yield f"  never: {', '.join(never[:_SHOWN])}{more}"
    if not count:
        of = f" of {', '.join(only)}" if only else ""
        yield f"no cell{of} was exercised"


def _data(found: Iterable[Exercised]) -> dict[str, object]:
    return {
        "machines": [
            {
                "machine": each.machine,
                "exercised": each.exercised,
                "decided": len(each.cells),
                "cells": [cell._asdict() for cell in each.cells],
            }
            for each in found
        ]
    }
