"""Section 7 of the reference: deadlines and strikes."""

from __future__ import annotations

import pytest

from decidable.core.snapshot import Occurrence, Timer
from tests.core.driver import Driver
from tests.core.machines import table

MINUTE = 60_000

TIMERS = """
    events
      user  go, linger, around
    any state
      after 2h   -> late : too long altogether
    here (start)
      after 30m  -> there
      after 5m   stay
      after 1m   ignore
      after 10s  reject
      go         -> there
      linger     stay
      around     -> here restart
    there
      go         -> here
      linger, around   stay
    late
      *          stay
"""


def test_armed_on_entry_with_absolute_deadlines() -> None:
    driver = Driver(table(TIMERS))
    assert driver.snapshot.timers == (
        Timer("after 10s", 10_000),
        Timer("after 1m", MINUTE),
        Timer("after 5m", 5 * MINUTE),
        Timer("after 30m", 30 * MINUTE),
        Timer("after 2h", 120 * MINUTE),
    )


def test_cancelled_on_exit_and_armed_anew() -> None:
    driver = Driver(table(TIMERS))
    driver.now = MINUTE
    driver.on("go")
    assert driver.snapshot.timers == (Timer("after 2h", 121 * MINUTE),)


def test_kept_by_stay() -> None:
    driver = Driver(table(TIMERS))
    before = driver.snapshot.timers
    driver.now = MINUTE
    driver.on("linger")
    assert driver.snapshot.timers == before


def test_a_restart_arms_them_again() -> None:
    driver = Driver(table(TIMERS))
    driver.now = MINUTE
    driver.on("around")
    assert Timer("after 30m", 31 * MINUTE) in driver.snapshot.timers


@pytest.mark.parametrize(("event", "verdict"), [("after 5m", "stay"), ("after 1m", "ignore"), ("after 10s", "reject")])
def test_each_fires_once_whatever_the_cell_says(event: str, verdict: str) -> None:
    driver = Driver(table(TIMERS))
    driver.fire(event)
    assert driver.decided == [(event, verdict)]
    assert event not in [timer.event for timer in driver.snapshot.timers]
    driver.fire(event)
    assert driver.notes == ["stale"]


def test_a_deadline_moves() -> None:
    driver = Driver(table(TIMERS))
    driver.fire("after 30m")
    assert driver.state == "there"
    driver.fire("after 2h")
    assert driver.state == "late"


def test_the_firing_of_an_older_entry_is_stale() -> None:
    driver = Driver(table(TIMERS))
    older = driver.snapshot.entry
    driver.on("around")
    driver.fire("after 30m", entry=older)
    assert (driver.notes, driver.state) == (["stale"], "here")


def test_nobody_else_may_send_what_a_state_synthesises() -> None:
    driver = Driver(table(TIMERS))
    for event in ("blocked", "after 3 strikes", "after 7m"):
        driver.fire(event)
        assert driver.notes == ["invalid"]


STRIKES = """
    events
      user      ask, odd, help
      answer    yes, no
      system    model_down
    any state
      @user     reject strike / say not_now
      model_down   stay
      after 3 strikes   -> human : three misses in a row
    here (start)
      ask       stay
      yes       stay
      help      -> strict
    strict
      after 2 strikes   stay / say careful
      help      -> lenient
    lenient
      after 5 strikes   -> human
      ask       stay
    human
      *         stay
"""


def strike(driver: Driver, times: int) -> None:
    for _ in range(times):
        driver.on("odd")


def test_three_strikes_in_a_row() -> None:
    driver = Driver(table(STRIKES))
    strike(driver, 2)
    assert (driver.snapshot.strikes, driver.state, driver.said) == (2, "here", ["not_now"])
    driver.on("odd")
    assert driver.causes == [("odd", "arrived"), ("after 3 strikes", "followed")]
    assert (driver.state, driver.snapshot.strikes) == ("human", 0)


@pytest.mark.parametrize("accepted", ["ask", "yes"])
def test_any_accepted_user_event_resets(accepted: str) -> None:
    driver = Driver(table(STRIKES))
    strike(driver, 2)
    driver.on(accepted)
    assert driver.snapshot.strikes == 0
    strike(driver, 2)
    assert driver.state == "here"


def test_no_other_event_resets() -> None:
    driver = Driver(table(STRIKES))
    strike(driver, 2)
    driver.on("model_down")
    driver.on("odd")
    assert driver.state == "human"


def test_a_states_own_number_counts_before_that_of_any_state() -> None:
    driver = Driver(table(STRIKES))
    driver.on("help")
    strike(driver, 2)
    assert (driver.state, driver.said, driver.snapshot.strikes) == ("strict", ["not_now", "careful"], 0)
    driver.on("help")
    strike(driver, 4)
    assert driver.state == "lenient"
    driver.on("odd")
    assert driver.state == "human"


def test_strikes_without_a_limit_are_only_counted() -> None:
    driver = Driver(table("events\n  user a\nhere (start)\n  a  reject strike"))
    for _ in range(5):
        driver.on("a")
    assert driver.snapshot.strikes == 5


def test_a_timer_of_the_wrong_entry_does_not_disarm_the_current_one() -> None:
    driver = Driver(table(TIMERS))
    driver.on("around")
    before = driver.snapshot.timers
    driver.give(Occurrence("after 5m", {}, 0, entry=1))
    assert driver.snapshot.timers == before
