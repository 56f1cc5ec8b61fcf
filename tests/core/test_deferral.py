"""Section 5 of the reference: the queue of deferred events, and when it lets one go."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from decidable.core.snapshot import QUEUE_LIMIT, Dispatched
from tests.core.driver import Driver
from tests.core.machines import table

MACHINE = """
    facts
      n, m: 0..9
      name: text
    events
      user      a(n?), b, c, odd, go, back_again, set_m(m), strike_me, free
      answer    yes, no
      result    done, refused, unknown
      evidence  paid, seen
      signal    news, told
    tools
      write  act(name)   gives paid, refused   timeout unknown   look up by repeating the key
    any state
      paid, told    stay
      seen, news    stay
      set_m         stay
      @result       stay
      blocked       stay
      yes, no       stay
      @user         reject strike
      after 3 strikes   -> there
      *             reject
    here (start)
      a when m > 5   stay / say late
      a else         defer
      b, seen, news  defer
      c when busy    defer
      c else         stay
      odd            defer
      free           stay / call act
      yes            defer
      go             -> there
    there
      a              stay
      b              -> third
      odd            ignore
      seen, news     stay
      back_again     -> here
    third
      a              stay
      b              -> there
"""


def run(**facts: str | int) -> Driver:
    return Driver(table(MACHINE), facts)


def test_first_in_first_out_each_its_own_macrostep_with_its_cause() -> None:
    driver = run()
    for event in ("a", "seen", "news"):
        driver.on(event)
    assert driver.queue == ["a", "seen", "news"]
    version = driver.snapshot.version
    driver.on("go")
    assert driver.causes == [("go", "arrived"), ("a", "recalled"), ("seen", "recalled"), ("news", "recalled")]
    assert driver.snapshot.version == version + 4
    assert driver.queue == []


def test_after_each_recalled_event_it_is_scanned_again() -> None:
    driver = run()
    for event in ("b", "a", "b"):
        driver.on(event)
    driver.on("go")
    assert [d.state for d in driver.last.records if isinstance(d, r.Decided)] == ["here", "there", "third", "third"]
    assert driver.state == "there"


def test_the_oldest_whose_cell_no_longer_defers_not_the_oldest() -> None:
    driver = run(name="x")
    driver.on("free")
    driver.on("a")
    driver.on("c")
    driver.answer("act", "refused")
    assert driver.causes == [("refused", "arrived"), ("c", "recalled")], "an operation settled"
    assert driver.queue == ["a"]


def test_a_fact_that_its_cell_reads_lets_it_go() -> None:
    driver = run()
    driver.on("a", n=3)
    assert not driver.knows("n"), "a deferred event establishes nothing"
    driver.on("set_m", m=6)
    assert driver.causes == [("set_m", "arrived"), ("a", "recalled")]
    assert driver.value("n") == 3
    assert driver.said == ["late"]


def test_it_stays_where_nothing_has_changed_for_it() -> None:
    driver = run()
    driver.on("a")
    driver.on("set_m", m=2)
    assert driver.queue == ["a"]


def test_a_star_never_recalls() -> None:
    machine = """
        events
          user  a, go, home
        any state
          home   -> here
        here (start)
          a      defer
          go     -> there
        there
          *      stay
    """
    driver = Driver(table(machine))
    driver.on("a")
    driver.on("go")
    assert (driver.state, driver.queue) == ("there", ["a"])
    driver.on("a")
    assert driver.decided == [("a", "stay")], "one that comes now is decided by it"
    driver.on("home")
    assert driver.queue == ["a"]


def test_a_recalled_event_may_be_ignored_and_leaves_a_record_all_the_same() -> None:
    driver = run()
    driver.on("odd")
    driver.on("go")
    assert ("odd", "ignore") in driver.decided
    assert driver.queue == []
    assert driver.kinds == ["Ignored"]


def test_one_that_a_named_line_or_a_group_rejects_is_a_recorded_rejection() -> None:
    machine = MACHINE.replace("      odd            ignore\n", "")
    driver = Driver(table(machine))
    driver.on("odd")
    driver.on("go")
    assert driver.decided == [("go", "move"), ("odd", "reject")]
    assert driver.queue == []


def test_a_recalled_event_resets_no_strikes() -> None:
    machine = MACHINE.replace("signal    news, told", "signal    news, told, wake(m)")
    driver = Driver(table(machine.replace("      yes, no       stay\n", "      yes, no, wake   stay\n")))
    driver.on("a")
    driver.on("strike_me")
    driver.on("wake", m=7)
    assert driver.causes == [("wake", "arrived"), ("a", "recalled")]
    assert driver.snapshot.strikes == 1
    driver.on("a")
    assert driver.snapshot.strikes == 0, "one that comes now does"


def test_a_recalled_event_carries_the_approval_it_came_with_and_no_other() -> None:
    machine = """
        facts
          name: text
          ready: bool = no
        events
          user      ask
          answer    yes, no
          result    refused, unknown
          evidence  paid
          signal    opened(ready)
        tools
          write  act(name)   gives paid, refused   timeout unknown   look up by repeating the key   needs approval
        here (start)
          ask      stay / propose act
          yes when not ready                defer
          yes when ready and approved       stay / perform
          yes when ready and not approved   reject
          opened, paid, no, refused, unknown, blocked     stay
    """
    for asked, expected in ((True, "stay"), (False, "reject")):
        driver = Driver(table(machine), name="x")
        driver.on("ask")
        assert driver.snapshot.proposal is not None
        driver.on("yes", approval=driver.snapshot.proposal.digest if asked else "")
        driver.on("opened", ready=True)
        assert driver.decided == [("opened", "stay"), ("yes", expected)]
        assert driver.dispatched == (["act"] if asked else [])


def test_the_seventeenth_is_rejected_to_its_sender() -> None:
    driver = run()
    for _ in range(QUEUE_LIMIT):
        driver.on("a")
    driver.on("a")
    (decided,) = driver.last.records
    assert isinstance(decided, r.Decided)
    assert (decided.verdict, decided.reason) == ("reject", "16 events are waiting already")
    assert len(driver.queue) == QUEUE_LIMIT


@pytest.mark.parametrize("event", ["seen", "news"])
def test_evidence_or_a_signal_that_finds_the_queue_full_is_raised(event: str) -> None:
    driver = run()
    for _ in range(QUEUE_LIMIT):
        driver.on("a")
    driver.on(event)
    assert driver.raised == ["16 events are waiting already"]


def test_equal_events_wait_each_for_itself() -> None:
    driver = run()
    driver.on("a")
    driver.on("a")
    driver.on("go")
    assert driver.decided == [("go", "move"), ("a", "stay"), ("a", "stay")]


def test_a_deferred_outcome_has_settled_its_operation() -> None:
    machine = MACHINE.replace(
        "      go             -> there\n", "      go             -> there\n      refused    defer\n"
    ).replace("    there\n", "    there\n      refused   stay / say late\n", 1)
    driver = Driver(table(machine), name="x")
    driver.on("free")
    driver.answer("act", "refused")
    assert (driver.queue, driver.snapshot.operations) == (["refused"], {})
    driver.on("go")
    assert driver.decided == [("go", "move"), ("refused", "stay")]
    assert driver.said == ["late"]


TIMED = """
    facts
      name: text
    events
      user      free, go, home
      result    refused, unknown
      evidence  paid
    tools
      write  act(name)   gives paid, refused   timeout unknown   look up by repeating the key
    any state
      home      -> here
      paid, refused, unknown   stay
      free      stay / call act
    here (start)
      after 5m when busy   defer
      after 5m else        -> late
      go        -> there
      blocked   defer
    there
      go        stay
      blocked   stay
      after 5m  stay
    late
      go        stay
      blocked   stay
"""


def test_a_deferred_deadline_is_decided_in_the_entry_it_arose_in() -> None:
    driver = Driver(table(TIMED), name="x")
    driver.on("free")
    driver.fire("after 5m")
    assert driver.queue == ["after 5m"]
    driver.fire("after 5m")
    assert driver.notes == ["stale"], "it has fired"
    driver.answer("act", "refused")
    assert driver.decided == [("refused", "stay"), ("after 5m", "move")]
    assert driver.state == "late"


@pytest.mark.parametrize("also_blocked", [True, False])
def test_what_a_state_synthesised_and_deferred_is_over_with_its_entry(also_blocked: bool) -> None:
    driver = Driver(table(TIMED), name="x")
    driver.on("free")
    driver.fire("after 5m")
    if also_blocked:
        driver.on("free")
        assert driver.queue == ["after 5m", "blocked"]
    driver.on("go")
    assert driver.queue == []
    assert driver.decided[0] == ("go", "move")
    assert {verdict for _, verdict in driver.decided[1:]} == {"ignore"}
    assert driver.state == "there"


def test_the_queue_may_hold_what_the_current_state_does_not_know() -> None:
    driver = Driver(table(TIMED), name="x")
    driver.on("free")
    driver.give(Dispatched(driver.open("act").id, 0))
    driver.fire("after 5m")
    driver.on("home")
    assert driver.queue == ["after 5m"], "home is where it arose; nothing was left"
