"""C46: what a checker must find, and must not cry about.

Elsewhere: of two rules for one cell the second is ignored; states are never reached, or only on paper because the parent
always wins; states cannot be left; states of one name are merged without a word; a result nobody produces is waited for.
Here: the booking is damaged hundreds of ways, each found by the right rule at its cell; the whole table has no finding.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from decidable.check import check
from decidable.core import definition as d
from decidable.core.problem import Problem, Severity
from tests.check.mutations.damage import Mutant, changed_line, own_lines, text_of, with_lines_after, without
from tests.check.mutations.machines import Machine, machine, machines
from tests.check.mutations.of_states import unreachable
from tests.check.test_mutations import findings_of

pytestmark = pytest.mark.no_cover  # it goes over the same ground thousands of times

BOOKING, SPELLED_OUT = machines()[:2]
FIRST = Path(__file__).parents[2] / "examples" / "booking" / "first_drawing.states"


def cells(whole: Machine) -> Iterator[tuple[str, str, list[d.Line]]]:
    """Each cell with the lines that are only about it."""
    for state, row in whole.table.rows.items():
        for event, cell in row.items():
            if event in whole.table.events:
                yield state, event, [option.line for option in cell.options]


def dropped(whole: Machine) -> Iterator[tuple[str, Mutant]]:
    """A cell is left out: all its lines, or one of several."""
    for state, event, lines in cells(whole):
        if len(lines) == 1:
            yield "undecided", Mutant(without(whole, lines[0].at), state, state, event)
        elif lines[-1].otherwise:
            yield "partial", Mutant(without(whole, lines[-1].at), "when", state, event)


def doubled(whole: Machine) -> Iterator[tuple[str, Mutant]]:
    """A cell is written twice."""
    for state, event, lines in cells(whole):
        yield "conflict", Mutant(with_lines_after(whole, lines[0].at, text_of(lines[0])), event, state, event)


def renamed(whole: Machine) -> Iterator[tuple[str, Mutant]]:
    """A move leads to a state that is not there."""
    for _, line in own_lines(whole):
        if isinstance(line.outcome, d.Move):
            gone = changed_line(whole, line, outcome=d.Move(f"{line.outcome.target}s", line.outcome.restart))
            yield "unknown-name", Mutant(gone, f"-> {line.outcome.target}s")


def unproduced(whole: Machine) -> Iterator[tuple[str, Mutant]]:
    """The only event that establishes a fact does not any more: then a tool would run without it, or a list cannot be built."""
    for fact in whole.definition.facts:
        sources = [event for event in whole.definition.events if fact.name in {field.name for field in event.fields}]
        needed = any(fact.name in tool.args for tool in whole.definition.tools)
        if len(sources) == 1 and fact.initial is None and needed:
            text = re.sub(rf"({sources[0].name}\([^)]*?)\b{fact.name}\??: [^,)]*(?:, )?", r"\1", whole.text)
            taken = f"({fact.name} from" in whole.text
            place = "propose" if taken else whole.lines[fact.at - 1]
            yield "proposal" if taken else "fact-never-known", Mutant(text.replace("()", "").replace(", )", ")"), place)


def cut(whole: Machine) -> Iterator[tuple[str, Mutant]]:
    """The only way into a state stays instead."""
    yield from (("unreachable", mutant) for mutant in unreachable(whole))


DAMAGED = [
    (whole.name, how.__name__, code, mutant)
    for whole, ways in (
        (SPELLED_OUT, (dropped, doubled, renamed, unproduced, cut)),
        (BOOKING, (renamed, unproduced, cut)),
    )
    for how in ways
    for code, mutant in how(whole)
]


def found(findings: tuple[Problem, ...], code: str, mutant: Mutant) -> bool:
    lines = mutant.text.split("\n")
    return any(
        finding.code == code
        and mutant.place in lines[finding.line - 1]
        and mutant.state in ("", finding.state)
        and mutant.event in ("", finding.event)
        for finding in findings
    )


def test_the_booking_is_damaged_in_hundreds_of_ways_of_every_kind() -> None:
    kinds = Counter(how for _, how, _, _ in DAMAGED)
    assert len(DAMAGED) > 200
    assert set(kinds) == {"dropped", "doubled", "renamed", "unproduced", "cut"}
    assert min(kinds.values()) >= 3, kinds


@pytest.mark.parametrize("how", ["dropped", "doubled", "renamed", "unproduced", "cut"])
def test_every_damage_is_found_by_the_right_rule_at_its_place(how: str) -> None:
    for name, _, code, mutant in (damage for damage in DAMAGED if damage[1] == how):
        findings = findings_of(mutant.text)
        assert found(findings, code, mutant), (name, code, mutant[1:], [f[:4] for f in findings])


@pytest.mark.parametrize("whole", [BOOKING, SPELLED_OUT], ids=lambda whole: whole.name)
def test_the_finished_table_has_no_finding(whole: Machine) -> None:
    report = check(whole.table, whole.text)
    assert report.grid is not None
    assert (report.grid.cells, report.grid.undecided, report.grid.partial, report.grid.conflict) == (119, 0, 0, 0)
    assert report.count(Severity.ERROR) == report.count(Severity.WARNING) == 0


def test_the_first_drawing_leaves_106_of_119_cells_open_and_degraded_is_unreachable() -> None:
    first = machine("first drawing", FIRST.read_text(encoding="utf-8"))
    report = check(first.table, first.text)
    assert report.grid is not None
    assert (report.grid.cells, report.grid.undecided) == (119, 106)
    assert ("unreachable", "degraded") in {(finding.code, finding.state) for finding in report.findings}


def test_a_state_that_is_reached_only_on_paper_is_not_reached() -> None:
    """A line of any state names the event, so the group that would lead on never decides it."""
    text = """\
events
  user go, stop
any state
  go   stay : not yet
  stop -> over : enough
s (start)
  @user   -> t : on
t
  stop  reject : x
over (final: completed)
"""
    assert {(finding.code, finding.state) for finding in findings_of(text)} >= {
        ("idle-line", "s"),
        ("unreachable", "t"),
    }


def test_a_part_of_the_machine_that_hangs_together_only_with_itself_is_not_reached() -> None:
    text = "s (start)\n  a -> e : x\nt\n  a -> u : x\nu\n  a -> t : x\ne (final: completed)\n"
    messages = [finding.message for finding in findings_of(text) if finding.code == "unreachable"]
    assert messages == [
        "'t' is unreachable: it is entered only from u, where no path from the start leads",
        "'u' is unreachable: it is entered only from t, where no path from the start leads",
    ]
