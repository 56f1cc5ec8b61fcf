"""The files of generated tests: cells, guards, tour, sneak paths, and runs beside `step`.

Owns: their text, the same for the same table. Never: opens a file, or changes one that a person wrote; the caller looks for
`MARK` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from keyword import iskeyword
from typing import Final, NamedTuple

from decidable.check.generate.cases import Case, Cases, Tell, unheard
from decidable.check.generate.python import Group, Piece, imports, keyword, laid_out, literal, mapping, sequence, text
from decidable.check.generate.situations import cases
from decidable.check.generate.walk import MOST_STEPS, Walk, Way, walk
from decidable.check.generate.ways import Chosen, chosen
from decidable.check.situation import Happens
from decidable.core import definition as d
from decidable.core.table import Table
from decidable.core.values import Value
from decidable.text.phrases import condition_text

MARK: Final = "# Generated, in this folder, by `decidable generate-tests"
"""How the first line of a generated file begins."""
KINDS: Final = ("cells", "guards", "tour", "sneak", "runs")


class Source(NamedTuple):
    """What the tests are about, as they name it: the machine, and its PATH seen from their folder."""

    name: str
    path: str


def generated(table: Table, source: Source, tell: Tell = unheard) -> dict[str, str]:
    """The files by name. A kind without a single case has none. `tell` hears how far it is."""
    found, walked = cases(table, tell), walk(table, tell)
    ways = chosen(walked)
    bodies = {
        "cells": _cells(table, found, source),
        "guards": _guards(table, found, source),
        "tour": _tour(walked, ways, source),
        "sneak": _sneaks(walked, ways, source),
        "runs": _runs(walked, source),
    }
    return {file_name(source.name, kind): body for kind, body in bodies.items() if body}


def file_name(machine: str, kind: str) -> str:
    """`test_booking_cells.py`."""
    return f"test_{machine}_{kind}.py"


def _file(source: Source, about: str, needs: Iterable[str], body: str) -> str:
    head = [
        f"{MARK} {source.path} --out .`.",
        "# Do not edit it: change the table and run that again; with `--check` it says what is out of date.",
        f'"""{about}"""',
        "",
        *imports(body, needs),
        "",
        laid_out(Group("machine = machine_at(", [text(source.path), "beside=__file__"], ")")),
    ]
    return "\n".join([*head, *([""] * (2 if body.startswith("\n\n") else 1)), body.strip("\n"), ""])


# Cells and guards.


def _cells(table: Table, found: Cases, source: Source) -> str:
    body = _by_state(table, found.cells)
    unreached = [(each.state, each.column, each.line) for each in found.unreached]
    body += _remarks("Not tested: nothing that a test can arrange is decided by these lines.", unreached)
    undecided = [case for case in found.cells if case.line is None]
    if undecided:
        mark = 'undecided = pytest.mark.xfail(reason="undecided: write what it does", strict=True)'
        body = f"{mark}\n\n{body}"
    about = f"What each event does in each state of {source.name}: one case for every line that decides a cell."
    return _file(source, about, _imports(body, "Case", "at"), body)


def _guards(table: Table, found: Cases, source: Source) -> str:
    if not found.boundaries:
        return ""
    body = _by_state(table, found.boundaries, guards=True)
    about = f"The guards of {source.name} at their boundaries: each value that a cell tells apart, known and unknown."
    return _file(source, about, _imports(body, "Case", "at"), body)


def _imports(body: str, *names: str) -> list[str]:
    used = sorted({*names, "machine_at", *(["happens"] if "happens(" in body else [])}, key=_import_order)
    return ["import pytest", f"from decidable.testing import {', '.join(used)}"]


def _import_order(name: str) -> tuple[bool, str]:
    return not name[0].isupper(), name


def _by_state(table: Table, found: Sequence[Case], *, guards: bool = False) -> str:
    parts: list[str] = []
    taken: set[str] = set()
    for state in table.rows:
        own = [case for case in found if case.state == state]
        if not own:
            continue
        name = _unused(state.upper(), taken)
        lines = [f"{name} = ["]
        for case in own:
            if case.line is not None:
                lines.append(f"    # {_comment(condition_text(case.line))}")
            lines.append(f"    {laid_out(_case(case, guards=guards), 4, ',')}")
        test = [
            "]",
            "",
            "",
            f'@pytest.mark.parametrize("case", {name}, ids=str)',
            f"def test_{name.lower()}(case: Case) -> None:",
            f"    case.check(at(machine, {text(state)}, **case.facts))",
        ]
        parts.append("\n".join([*lines, *test]))
    return "\n\n\n".join(parts) + "\n"


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _case(case: Case, *, guards: bool) -> Piece:
    direct = case.happens == Happens(case.happens.event)
    items: list[Piece] = [text(case.happens.event) if direct else _happens(case.happens)]
    items.append(keyword("then", text(case.outcome)))
    if case.facts:
        items.append(mapping({name: _known(value) for name, value in case.facts.items()}, "facts="))
    for name, several in (("under_way", case.under_way), ("asked", case.asked)):
        items += [sequence(map(text, several), f"{name}=")] if several else []
    items += [keyword("strikes", str(case.strikes))] if case.strikes else []
    if case.line is not None:
        for name, several in (("follows", case.follows), ("does", case.does)):
            items += [sequence(map(text, several), f"{name}=")] if several else []
        items += [keyword("because", text(case.line.reason))] if case.line.reason else []
    items += [keyword("values", text(case.values))] if case.values and (guards or case.line is None) else []
    items += [keyword("column", text(case.column))] if case.column != case.happens.event else []
    made = Group("Case(", items, ")")
    return made if case.line is not None else Group("pytest.param(", [made, "marks=undecided"], ")")


def _known(value: Value | None) -> Piece:
    return "None" if value is None else literal(value)


def _happens(happens: Happens) -> Piece:
    fields: list[Piece] = [keyword(name, literal(value)) for name, value in happens.fields.items()]
    if any(iskeyword(name) for name in happens.fields):  # a field may be called `class`
        fields = [mapping({name: literal(value) for name, value in happens.fields.items()}, "**")]
    return Group("happens(", [text(happens.event), *fields], ")" if happens.approves else ").unapproved()")


def _comment(words: str) -> str:
    return " ".join(words.split())


def _remarks(title: str, lines: Sequence[tuple[str, str, d.Line]]) -> str:
    if not lines:
        return ""
    rows = [f"#   {state} {column}: {_comment(line.reason or condition_text(line))}" for state, column, line in lines]
    return "\n".join(["", "", f"# {title}", *rows, ""])


# Ways.


def _tour(walked: Walk, ways: Chosen, source: Source) -> str:
    body = f"""{_start(walked)}{_ways("TOUR", ways.tour)}

@pytest.mark.parametrize("way", TOUR, ids=str)
def test_tour(way: Way) -> None:
    way.check(machine{_starting(walked)})
"""
    body += _remarks(f"Not come to{_within(walked)}:", ways.not_toured)
    about = f"A tour of {source.name}: on shortest ways, every line that moves, stays or defers, and what is recalled."
    return _file(source, about, _imports(body, "Way"), body) if ways.tour else ""


def _sneaks(walked: Walk, ways: Chosen, source: Source) -> str:
    body = f"""{_start(walked)}{_ways("SNEAKS", ways.sneaks)}

@pytest.mark.parametrize("way", SNEAKS, ids=str)
def test_nothing_sneaks_in(way: Way) -> None:
    way.check_live(machine{_starting(walked)})
"""
    body += _remarks(f"Not come to{_within(walked)}; a result without its call never arrives at all:", ways.not_sneaked)
    about = f"What {source.name} rejects or ignores, through the real runtime: no state is left and no tool is called."
    return _file(source, about, _imports(body, "Way"), body) if ways.sneaks else ""


def _within(walked: Walk) -> str:
    return "" if walked.ended else f" within {MOST_STEPS:,} steps"


def _start(walked: Walk) -> str:
    if not walked.start:
        return ""
    start = mapping({name: literal(value) for name, value in walked.start.items()}, "START = ")
    return f"{laid_out(start)}\n"


def _starting(walked: Walk) -> str:
    return ", **START" if walked.start else ""


def _ways(name: str, ways: Sequence[Way]) -> str:
    lines = [f"{name} = ["]
    for way in ways:
        paces = [_pace(pace.happens, pace.decisions) for pace in way.paces]
        made = Group("Way(", [text(_way_name(way)), sequence(paces)], ")")
        lines.append(f"    {laid_out(made, 4, ',')}")
    return "\n".join([*lines, "]", ""])


def _way_name(way: Way) -> str:
    """What it is about: the decision by the line it leads to, and why."""
    to = way.to
    decided = next(each for each in way.paces[-1].decisions if each.startswith(f"{to.state} {to.column}: "))
    recalled = " (recalled)" if to.recalled else ""
    return f"{decided}{recalled}, {to.line.reason}" if to.line.reason else f"{decided}{recalled}"


def _pace(happens: Happens, decided: Sequence[str]) -> Piece:
    event = text(happens.event) if happens == Happens(happens.event) else _happens(happens)
    return Group("(", [event, sequence(map(text, decided))], ")")


# Runs.


def _runs(walked: Walk, source: Source) -> str:
    body = f'''{_start(walked)}

class Runs(RuleBasedStateMachine):
    """Whatever can happen, in any order: each commit must be what `step` makes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.run = Rehearsal(machine{_starting(walked)})

    @rule(choice=st.integers(min_value=0, max_value=999))
    def something_happens(self, choice: int) -> None:
        possible = self.run.possible()
        if possible:
            self.run.on(possible[choice % len(possible)])

    @invariant()
    def the_journal_folds_to_where_it_stands(self) -> None:
        self.run.agrees()

    def teardown(self) -> None:
        self.run.close()


TestRuns = Runs.TestCase
TestRuns.settings = settings(
    max_examples=20, stateful_step_count=15, deadline=None, derandomize=True
)
'''
    needs = [
        "from hypothesis import settings",
        "from hypothesis import strategies as st",
        "from hypothesis.stateful import RuleBasedStateMachine, invariant, rule",
        "from decidable.testing import Rehearsal, machine_at",
    ]
    about = f"Runs of {source.name} in the real runtime, beside the pure step."
    return _file(source, about, needs, body)
