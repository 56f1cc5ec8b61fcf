"""Section 6 of the reference: leaving a state, no answer, look-ups, the gate, and the end of a run."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.snapshot import (
    ATTEMPT_LIMIT,
    Act,
    Blocked,
    Dispatched,
    NotDone,
    NotFound,
    Occurrence,
    Status,
    Unresolved,
)
from tests.core.driver import Driver
from tests.core.machines import table
from tests.core.till import pay, run

# Leaving a state.


def test_leaving_withdraws_what_is_planned_in_the_same_commit() -> None:
    driver = run()
    driver.on("look")
    driver.on("buy")
    driver.on("leave")
    withdrawn = [record for record in driver.last.records if isinstance(record, r.Withdrawn)]
    assert withdrawn == [r.Withdrawn(("2.1", "3.1"), "here was left")]
    assert driver.last.effects == (e.Cancel(("2.1", "3.1")),)
    assert driver.snapshot.operations == {}


@pytest.mark.parametrize("event", ["refused", "paid"])
def test_a_started_write_stays_open_and_settles_through_the_table(event: str) -> None:
    driver = run()
    id = pay(driver)
    driver.on("leave")
    assert driver.open("pay").id == id
    driver.on(event, {"receipt": "r"} if event == "paid" else {}, operation=id)
    assert driver.decided == [(event, "stay")]


def test_words_on_their_way_are_not_called_off_and_their_delivery_is_no_news_any_more() -> None:
    driver = run(sure=True, receipt="r")
    driver.on("both")
    driver.on("leave")
    assert [op.act for op in driver.snapshot.operations.values()] == [Act.SAY]
    driver.answer("shipping", "told")
    assert (driver.notes, driver.snapshot.operations) == (["stale"], {})


def test_what_the_step_itself_withdrew_is_not_carried_out() -> None:
    machine = """
        facts
          order: text
        events
          user    go, wait
          result  free, failed
        tools
          read  check(order)  gives free  fails failed
        here (start)
          wait   defer
          go     -> there
          free, failed   stay
        there
          enter: call check
          wait   -> here
          go, free, failed, blocked   stay
    """
    driver = Driver(table(machine), order="o")
    driver.on("wait")
    driver.on("go")
    assert (driver.state, driver.kinds) == ("here", ["Cancel"])


# No answer, looking up, trying again.


def test_unknown_is_news_and_is_looked_up() -> None:
    driver = run()
    pay(driver)
    driver.answer("pay", "unknown")
    assert driver.decided == [("unknown", "stay")]
    assert driver.open("pay").status is Status.UNKNOWN
    assert driver.last.effects == (e.LookUp(driver.open("pay")),)
    driver.answer("pay", "unknown")
    assert (driver.notes, driver.kinds) == (["duplicate"], [])


def test_found_is_its_outcome() -> None:
    driver = run()
    pay(driver)
    driver.answer("pay", "unknown")
    driver.answer("pay", "paid", receipt="r")
    assert (driver.decided, driver.snapshot.operations) == ([("paid", "stay")], {})


def test_absent_and_still_wanted_the_same_key_again() -> None:
    driver = run()
    id = pay(driver)
    for attempt in range(1, ATTEMPT_LIMIT):
        driver.answer("pay", "unknown")
        driver.give(NotFound(id, 0, attempt))
        assert [type(record) for record in driver.last.records] == [r.Retried]
        assert driver.last.effects == (e.Dispatch(driver.open("pay")),)
        driver.start("pay")
        assert (driver.open("pay").id, driver.open("pay").attempt) == (id, attempt + 1)
    driver.answer("pay", "unknown")
    driver.give(NotFound(id, 0))
    assert driver.decided == [("refused", "stay")], "three attempts are enough"


def test_absent_and_no_longer_wanted_the_tools_no() -> None:
    driver = run()
    id = pay(driver)
    driver.answer("pay", "unknown")
    driver.on("leave")
    driver.give(NotFound(id, 0))
    assert (driver.decided, driver.snapshot.operations) == ([("refused", "stay")], {})


def test_what_was_not_asked_is_not_answered() -> None:
    driver = run()
    id = pay(driver)
    driver.give(NotFound(id, 0))
    assert driver.notes == ["stale"], "it is under way: nobody has looked it up"
    driver.answer("pay", "unknown")
    driver.give(NotFound(id, 0, 1))
    driver.start("pay")
    driver.answer("pay", "unknown")
    driver.give(NotFound(id, 0, 1))
    assert driver.notes == ["stale"], "that was the first attempt"
    assert driver.open("pay").status is Status.UNKNOWN


def test_a_tool_may_say_that_it_certainly_did_nothing() -> None:
    driver = run()
    id = pay(driver)
    driver.give(NotDone(id, "no such account", 0))
    assert (driver.decided, driver.snapshot.operations) == ([("refused", "stay")], {})


def test_a_tool_without_a_no_is_a_matter_for_a_person() -> None:
    driver = run()
    driver.on("gift")
    driver.start("give")
    driver.give(NotDone(driver.open("give").id, "no such account", 0))
    assert driver.raised == ["give was not done, and no event says so: no such account"]
    assert driver.snapshot.operations == {}
    driver.on("sent", operation="2.1")
    assert driver.raised == ["a second outcome; it has settled already: it was not done"]


def test_what_nobody_can_tell_is_a_matter_for_a_person() -> None:
    driver = run()
    id = pay(driver)
    driver.answer("pay", "unknown")
    driver.give(Unresolved(id, "no look-up", 0))
    assert driver.raised == ["nobody can tell whether it happened: no look-up"]
    assert driver.open("pay").status is Status.UNKNOWN


def test_starting_twice_is_not_starting() -> None:
    driver = run()
    id = pay(driver)
    driver.give(Dispatched(id, 0))
    assert (driver.notes, driver.open("pay").attempt) == (["stale"], 1)
    driver.answer("pay", "unknown")
    driver.give(Dispatched(id, 0))
    assert (driver.notes, driver.open("pay").status) == (["stale"], Status.UNKNOWN)


def test_a_tool_that_is_looked_up_by_repeating_its_key_is_started_again() -> None:
    driver = run()
    driver.on("gift")
    driver.start("give")
    driver.give(Dispatched(driver.open("give").id, 0))
    assert driver.notes == ["stale"], "only when nobody answered"
    driver.answer("give", "unknown")
    again = driver.start("give")
    assert (again.status, again.attempt) == (Status.STARTED, 2)


# The gate.


def test_blocked_at_the_gate_the_state_hears_of_it() -> None:
    driver = run()
    id = pay(driver, started=False)
    driver.give(Blocked(id, "budget", 0))
    assert driver.decided == [("blocked", "stay")]
    assert driver.snapshot.operations == {}
    blocked = driver.last.records[-1]
    assert isinstance(blocked, r.Decided)
    assert blocked.occurrence.fields == {"tool": "pay", "why": "budget"}


@pytest.mark.parametrize("status", [Status.STARTED, Status.UNKNOWN])
def test_the_gate_calls_nothing_off_that_may_have_happened(status: Status) -> None:
    driver = run()
    id = pay(driver)
    if status is Status.UNKNOWN:
        driver.answer("pay", "unknown")
    driver.give(Blocked(id, "it is under way already", 0))
    assert (driver.notes, driver.open("pay").status) == (["stale"], status)


@pytest.mark.parametrize(
    "news",
    [Dispatched("9.9", 0), NotFound("9.9", 0), NotDone("9.9", "", 0), Blocked("9.9", "", 0), Unresolved("9.9", "", 0)],
)
def test_a_report_of_what_is_not_open_is_stale(news: Dispatched) -> None:
    driver = run()
    driver.give(news)
    assert driver.notes == ["stale"]


def test_words_are_neither_started_nor_blocked() -> None:
    driver = run(sure=True, receipt="r")
    driver.on("both")
    driver.give(Dispatched(driver.open("shipping").id, 0))
    assert driver.notes == ["stale"]


# Ends.


def test_at_the_end_what_is_open_is_raised_and_evidence_after_it_is_kept_and_raised() -> None:
    driver = run()
    id = pay(driver)
    driver.on("leave")
    driver.on("gift")
    assert (driver.snapshot.end, driver.raised) == ("completed", ["a write is still open at the end"])
    driver.on("paid", operation=id, receipt="r")
    assert (driver.notes, driver.raised) == (["ended"], ["evidence after the end"])
    assert driver.snapshot.operations == {}
    driver.on("sent")
    assert (driver.notes, driver.raised) == (["ended"], ["evidence after the end"])
    driver.on("look")
    assert (driver.notes, driver.raised) == (["ended"], [])


def test_an_unknown_write_is_looked_up_after_the_end_too() -> None:
    driver = run()
    id = pay(driver)
    driver.on("leave")
    driver.on("gift")
    driver.on("unknown", operation=id)
    assert (driver.notes, driver.kinds) == (["ended"], ["LookUp"])
    driver.give(NotFound(id, 0))
    assert (driver.notes, driver.snapshot.operations) == (["ended"], {})


def test_a_read_that_ends_after_the_end_is_stale() -> None:
    driver = run()
    driver.on("look")
    driver.start("check")
    driver.on("leave")
    driver.on("gift")
    driver.answer("check", "gone")
    assert driver.notes == ["stale"]


def test_a_deadline_after_the_end_is_stale() -> None:
    machine = "events\n  user go\nhere (start)\n  after 5m  stay\n  go  -> over\nover (final: failed)\n"
    driver = Driver(table(machine))
    driver.on("go")
    assert (driver.snapshot.end, driver.snapshot.timers) == ("failed", ())
    driver.give(Occurrence("after 5m", {}, 0, entry=1))
    assert driver.notes == ["stale"]


def test_what_was_still_waiting_at_the_end_is_raised() -> None:
    machine = """
        events
          user  wait, go
        here (start)
          wait  defer
          go    -> over
        over (final: cancelled, leftovers to attention)
          enter: say goodbye
    """
    driver = Driver(table(machine))
    driver.on("wait")
    driver.on("go")
    assert (driver.raised, driver.queue, driver.said) == (["still waiting when the run ended"], [], ["goodbye"])
