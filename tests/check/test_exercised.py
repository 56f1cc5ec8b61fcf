"""Which cells were decided: counted beside those that are decided, the least first."""

from __future__ import annotations

from decidable.check.exercised import cells_of, cells_of_step, decided_cells, exercised
from decidable.check.situation import NOW, Happens, arriving, entered, under_way
from decidable.core import records as r
from decidable.core.snapshot import Occurrence
from decidable.core.step import step
from tests.check.test_situation import TALKING
from tests.check.written import CLEAN, table

PARCEL = table(CLEAN)


def test_the_least_exercised_come_first_and_others_in_the_order_of_the_file() -> None:
    found = exercised(
        "m", [("s", "a"), ("s", "b"), ("t", "a"), ("s", "a")], {("s", "a"): 2, ("s", "b"): 1, ("x", "y"): 5}
    )
    assert [tuple(cell) for cell in found.cells] == [("t", "a", 0), ("s", "b", 1), ("s", "a", 2)]
    assert (found.exercised, found.others) == (2, 5)
    assert round(found.percent, 1) == 66.7
    assert exercised("m", [], {}).percent == 100


def test_a_cell_that_no_line_decides_is_not_among_them() -> None:
    assert ("here", "failed") not in set(decided_cells(TALKING))
    assert {("here", "after 5m"), ("here", "blocked"), ("here", "told")} <= set(decided_cells(TALKING))


def test_a_step_is_told_by_its_decisions_and_by_what_it_ignored() -> None:
    snapshot = under_way(TALKING, entered(TALKING, "here", {}).step.snapshot, "told")
    for event, cells in (("told", [("here", "told")]), ("hi", [("here", "hi"), ("here", "blocked")])):
        before, input = arriving(TALKING, snapshot, Happens(event), NOW + 1)
        assert list(cells_of_step(before, input, step(TALKING, before, input))) == cells
    undecided = under_way(TALKING, snapshot, "look")
    before, input = arriving(TALKING, undecided, Happens("failed"), NOW + 1)
    assert list(cells_of_step(before, input, step(TALKING, before, input))) == []


def test_records_that_decide_nothing_are_passed_over() -> None:
    stale = r.Decided(1, "s", Occurrence("after 1h"), r.Verdict.IGNORE, "left", 0, "stale")
    records = [None, r.Struck(1), stale, stale._replace(origin="named from parent")]
    assert list(cells_of(records)) == [("s", "after 1h")]
