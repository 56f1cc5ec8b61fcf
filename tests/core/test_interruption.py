"""Section 7 of the reference: an interruption keeps the interrupted entry current."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core.snapshot import Status
from tests.core.driver import Driver
from tests.core.machines import table
from tests.core.pauses import MACHINE, MINUTE, away, run


def test_entering_one_keeps_the_interrupted_entry() -> None:
    driver = run()
    entry = driver.snapshot.entry
    driver.on("down")
    kept = driver.snapshot.interrupted
    assert kept is not None
    assert (kept.state, kept.entry) == ("here", entry)
    assert driver.said == ["back_soon"]


def test_back_does_not_enter_again() -> None:
    driver = run()
    entry = driver.snapshot.entry
    driver.on("down")
    driver.on("up")
    assert (driver.state, driver.snapshot.entry, driver.said) == ("here", entry, [])
    assert driver.snapshot.interrupted is None


def test_operations_go_on_planned_ones_too() -> None:
    driver = away("buy")
    assert driver.open("pay").status is Status.PLANNED
    assert "Cancel" not in driver.kinds
    assert driver.start("pay").status is Status.STARTED


@pytest.mark.parametrize(
    ("tool", "event"),
    [("check", "gone"), ("check", "failed"), ("pay", "refused"), ("pay", "unknown"), ("news", "told")],
)
def test_results_other_than_evidence_wait_and_are_decided_on_return(tool: str, event: str) -> None:
    driver = away("look", "buy", "say_it")
    driver.answer(tool, event)
    assert (driver.held, driver.decided) == ([event], [])
    driver.on("up")
    assert driver.causes == [("up", "arrived"), (event, "held")]
    assert driver.state == "here"


def test_held_results_keep_their_order() -> None:
    driver = away("look", "buy")
    driver.answer("pay", "refused")
    driver.answer("check", "free", slot="s")
    driver.on("up")
    assert [event for event, _ in driver.decided] == ["up", "refused", "free"]
    assert driver.value("slot") == "s"


def test_each_waits_once() -> None:
    driver = away("look")
    driver.answer("check", "free", slot="s")
    driver.answer("check", "gone")
    assert (driver.held, driver.notes) == (["free"], ["duplicate"])


def test_evidence_is_decided_by_the_interruptions_own_cells() -> None:
    driver = away("buy")
    driver.answer("pay", "paid", receipt="r")
    assert (driver.decided, driver.state) == ([("paid", "move")], "report")


def test_evidence_of_a_read_does_not_wait_either() -> None:
    driver = away("look")
    driver.answer("inspect", "sold")
    assert (driver.held, driver.decided) == ([], [("sold", "stay")])


def test_signals_and_messages_are_decided_by_its_own_cells() -> None:
    driver = away()
    driver.on("news")
    assert driver.decided == [("news", "stay")]
    driver.on("gift")
    assert driver.decided == [("gift", "reject")]


def test_the_queue_waits_too() -> None:
    driver = away("later")
    driver.on("later")
    assert driver.queue == ["later", "later"]
    driver.on("up")
    assert driver.queue == ["later", "later"], "here it still waits"
    driver.on("down")
    driver.on("tell_all")
    assert [event for event, _ in driver.decided] == ["tell_all", "later", "later"]


def test_deadlines_stand_and_fire_on_return_before_held_results() -> None:
    driver = away("look")
    kept = driver.snapshot.interrupted
    assert kept is not None
    driver.now = 11 * MINUTE
    driver.fire("after 10m", entry=kept.entry)
    assert (driver.notes, driver.decided) == (["waiting"], [])
    driver.answer("check", "gone")
    driver.on("up")
    assert driver.causes == [("up", "arrived"), ("after 10m", "held"), ("gone", "held")]
    assert [timer.event for timer in driver.snapshot.timers] == ["after 30m"]


def test_of_several_the_earliest_first_and_what_it_leaves_is_stale() -> None:
    driver = away("look")
    driver.answer("check", "gone")
    driver.now = 31 * MINUTE
    driver.on("up")
    assert [event for event, _ in driver.decided] == ["up", "after 10m", "after 30m"]
    assert (driver.state, driver.notes) == ("report", ["stale"])


def test_a_deadline_that_fired_before_does_not_fire_again() -> None:
    machine = MACHINE.replace("after 10m   stay / say ten", "after 10m   -> away")
    driver = Driver(table(machine), order="o")
    driver.now = 10 * MINUTE
    driver.fire("after 10m")
    assert driver.state == "away"
    driver.now = 11 * MINUTE
    driver.on("up")
    assert (driver.state, driver.decided) == ("here", [("up", "move")])


def test_its_own_deadlines_are_its_own() -> None:
    driver = away()
    assert [timer.event for timer in driver.snapshot.timers] == ["after 1h"]
    driver.fire("after 1h")
    assert driver.decided == [("after 1h", "stay")]
    driver.on("up")
    assert [timer.event for timer in driver.snapshot.timers] == ["after 10m", "after 30m"]


def test_leaving_it_elsewhere_ends_the_interrupted_entry() -> None:
    driver = away("look", "buy")
    driver.answer("check", "free", slot="s")
    driver.answer("pay", "refused")
    driver.on("tell_all")
    assert driver.causes == [("tell_all", "arrived"), ("refused", "held")], (
        "held outcomes of writes go to the table there"
    )
    assert driver.notes == ["stale"], "held reads are stale"
    assert not driver.knows("slot")
    assert [op.tool for op in driver.snapshot.operations.values()] == []


def test_leaving_it_withdraws_what_the_interrupted_entry_had_planned() -> None:
    driver = away("buy")
    driver.on("tell_all")
    assert driver.kinds == ["Cancel"]
    assert driver.snapshot.operations == {}


def test_its_own_planned_operations_end_with_it() -> None:
    driver = away("look")
    driver.on("look")
    driver.on("up")
    assert [op.id for op in driver.snapshot.operations.values()] == ["2.1", "2.2"]
    assert driver.last.effects == (e.Cancel(("4.1",)),)
