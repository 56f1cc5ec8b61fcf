"""Counts, order, places, and machines that do not compile."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from decidable.check import check, unfit
from decidable.core.compile import compile_table
from decidable.core.problem import Problem, Severity
from decidable.core.table import Origin
from decidable.core.validate import validate
from decidable.text.reader import read
from tests.check.written import CLEAN, changed, report, table

BOOKING = Path(__file__).parents[2] / "examples" / "booking"


def booking(name: str) -> str:
    return (BOOKING / f"{name}.states").read_text(encoding="utf-8")


def test_the_booking_has_119_cells_all_decided_and_nothing_to_warn_of() -> None:
    found = report(booking("booking"))
    assert found.grid is not None
    assert found.synthesised is not None
    assert (found.states, found.final_states, found.events) == (7, 0, 17)
    assert (found.grid.cells, found.grid.undecided, found.grid.partial, found.grid.conflict) == (119, 0, 0, 0)
    assert sum(found.grid.outcomes.values()) == sum(found.grid.origins.values()) == 119
    assert found.synthesised.cells == 6
    assert found.rules == 4
    assert found.count(Severity.ERROR) == found.count(Severity.WARNING) == 0
    assert {finding.code for finding in found.findings} == {"override", "leaves-write"}


def test_the_first_drawing_is_silent_about_106_cells_and_degraded_hangs_in_the_air() -> None:
    found = report(booking("first_drawing"))
    assert found.grid is not None
    assert (found.grid.cells, found.grid.undecided) == (119, 106)
    assert found.grid.outcomes["move"] == 13
    assert found.count(Severity.ERROR) == 106
    assert [(f.code, f.token) for f in found.findings if f.severity is Severity.WARNING] == [
        ("unreachable", "degraded"),
        ("inescapable", "degraded"),
    ]


def test_the_first_drawing_has_the_states_and_events_of_the_booking() -> None:
    first, whole = table(booking("first_drawing")).definition, table(booking("booking")).definition
    assert [state.name for state in first.states] == [state.name for state in whole.states]
    assert {event.name: event.kind for event in first.events} == {event.name: event.kind for event in whole.events}
    assert sum(len(state.lines) for state in first.states) == 13


def test_two_careful_edits_give_exactly_one_cell_two_rules() -> None:
    found = report(booking("two_edits"))
    assert found.grid is not None
    assert (found.grid.undecided, found.grid.partial, found.grid.conflict) == (0, 0, 1)
    (finding,) = (f for f in found.findings if f.severity is not Severity.NOTE)
    lines = booking("two_edits").splitlines()
    both = [
        n
        for n, line in enumerate(lines, 1)
        if "details when declines >= 2" in line or "details when party > 12" in line
    ]
    assert finding.code == "conflict"
    assert finding.message == (
        f"confirm x details has 2 rules when declines = 2, party = 13 (line {both[0]} and line {both[1]})"
    )


@pytest.mark.parametrize("edit", ["details when declines >= 2", "details when party > 12"])
def test_each_of_the_two_edits_alone_is_fine(edit: str) -> None:
    without = "\n".join(line for line in booking("two_edits").splitlines() if edit not in line)
    assert report(without).count(Severity.ERROR) == 0


def test_two_edits_is_the_booking_but_for_the_two_edits() -> None:
    one, other = table(booking("booking")).definition, table(booking("two_edits")).definition
    assert (one.facts, one.events, one.tools, one.any_state, one.rules) == (
        other.facts,
        other.events,
        other.tools,
        other.any_state,
        other.rules,
    )
    assert [s for s in one.states if s.name != "confirm"] == [s for s in other.states if s.name != "confirm"]


def test_cells_are_counted_by_outcome_and_origin() -> None:
    found = report(changed("send                -> ask restart", "send                ?"))
    assert found.grid is not None
    assert found.synthesised is not None
    assert found.grid.cells == 14
    assert found.grid.outcomes == {"move": 5, "stay": 1, "defer": 0, "reject": 6, "ignore": 0, "by guard": 1}
    assert {origin: count for origin, count in found.grid.origins.items() if count} == {
        Origin.NAMED: 5,
        Origin.INHERITED: 2,
        Origin.DEFAULT: 6,
        Origin.UNDECIDED: 1,
    }
    assert (found.synthesised.cells, found.final_states) == (3, 2)


def test_findings_come_in_the_order_of_the_file_with_columns_and_each_once() -> None:
    text = (
        changed("-> ask       : the carrier said no", "-> ask")
        .replace("not asked for here", "")
        .replace("*          reject       :", "*          reject")
    )
    source = dedent(text)
    first = table(text)
    extra = Problem("words", "nothing is written for 'it'", severity=Severity.WARNING)
    found = check(first, source, also=(extra, extra, *first.problems))
    assert [(f.code, f.line, f.column) for f in found.findings] == [
        ("words", 0, 0),
        ("no-reason", 18, 3),
        ("no-reason", 29, 3),
    ]
    assert [f.column for f in check(first).findings] == [0, 0]


def test_a_machine_that_does_not_compile_still_has_a_report() -> None:
    reading = read(dedent(changed("shipped    -> done      :", "shipped    reject       :")))
    assert reading.definition is not None
    found = unfit(validate(reading.definition), "parcel", reading.source)
    assert [(f.code, f.line, f.column) for f in found.findings] == [("evidence-lost", 16, 3)]
    data = found.data()
    assert (data["compiled"], data["cells"], data["undecided"], data["states"]) == (False, None, None, None)
    assert data["errors"] == 1


def test_partial_and_conflicting_cells_are_counted_apart() -> None:
    text = """\
        facts
          f: bool = no
        events
          user a, b
        s (start)
          a when f   stay : some
          b when f   stay : some
          b when f   -> t : others
          b else     stay : rest
        t
          @user      -> s : x
        """
    found = report(text)
    assert found.grid is not None
    assert (found.grid.partial, found.grid.conflict, found.grid.undecided) == (1, 1, 0)
    assert [f.code for f in found.findings] == ["partial", "conflict"]
    assert found.grid.outcomes["by guard"] == 1


def test_the_data_of_a_report_is_json_with_the_promised_keys() -> None:
    data = json.loads(json.dumps(report(CLEAN).data()))
    assert list(data) == [
        *("machine", "compiled", "states", "final_states", "events"),
        *("cells", "undecided", "partial", "conflict", "outcomes", "origins"),
        *("synthesised", "rules", "errors", "warnings", "notes", "findings", "accepted"),
    ]
    assert list(data["outcomes"]) == ["move", "stay", "defer", "reject", "ignore", "by_guard"]
    noted = json.loads(json.dumps(report(booking("booking")).data()))
    shadowing = next(finding for finding in noted["findings"] if finding["code"] == "override")
    assert (shadowing["state"], shadowing["event"], shadowing["token"]) == ("gather", "model_down", "model_down")
    assert set(noted["findings"][0]) == {
        "code",
        "severity",
        "file",
        "message",
        "hint",
        "line",
        "column",
        "token",
        "state",
        "event",
    }


def test_a_compiled_sketch_of_a_single_state_is_reported() -> None:
    reading = read("s\n  a  stay\n")
    assert reading.definition is not None
    found = check(compile_table(reading.definition), reading.source)
    assert found.grid is not None
    assert (found.machine, found.grid.cells) == ("", 1)
    assert [f.code for f in found.findings] == ["one-state", "no-reason"]
