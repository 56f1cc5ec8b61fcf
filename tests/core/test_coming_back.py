"""Section 7 of the reference: from one interruption to another, and what belongs to an entry that comes back or does not."""

from __future__ import annotations

from decidable.core.snapshot import Blocked, NotFound, Status
from tests.core.driver import Driver
from tests.core.machines import table
from tests.core.pauses import MACHINE, MINUTE, away


def test_from_one_interruption_to_another_the_first_entry_is_kept() -> None:
    driver = away("look")
    driver.answer("check", "gone")
    driver.on("deeper")
    assert driver.state == "deep"
    assert driver.held == ["gone"]
    driver.on("up")
    assert (driver.state, driver.causes) == ("here", [("up", "arrived"), ("gone", "held")])


def test_a_restart_of_an_interruption_keeps_it_too() -> None:
    driver = away()
    driver.on("both")
    assert (driver.state, driver.said) == ("away", ["back_soon"])
    driver.on("up")
    assert driver.state == "here"


def test_back_else_where_nothing_was_interrupted() -> None:
    machine = """
        events
          system  up, down, odd
        any state
          odd   -> back else there
        here (start)
          up    stay
          down  -> away
        there
          up, down   stay
        away (interruption)
          up    -> back else other
          down  stay
        other (interruption)
          up    -> back
          down  -> back else away
    """
    driver = Driver(table(machine))
    driver.on("odd")
    assert driver.state == "there"
    entry = driver.snapshot.entry
    driver.on("odd")
    assert (driver.decided, driver.snapshot.entry) == ([("odd", "stay")], entry), (
        "where nothing is interrupted it is a move like any other"
    )


def test_that_there_was_no_answer_waits_once_and_goes_on_being_looked_up() -> None:
    driver = away("buy")
    id = driver.start("pay").id
    driver.answer("pay", "unknown")
    assert (driver.held, driver.kinds) == (["unknown"], ["LookUp"])
    driver.give(NotFound(id, 0))
    assert driver.dispatched == ["pay"], "still wanted: its entry is current"
    driver.start("pay")
    driver.answer("pay", "unknown")
    assert (driver.held, driver.notes) == (["unknown"], ["duplicate"])
    driver.on("up")
    assert driver.decided == [("up", "move"), ("unknown", "stay")]
    assert driver.open("pay").status is Status.UNKNOWN


def test_news_of_no_answer_that_an_outcome_has_overtaken_is_stale() -> None:
    driver = away("buy")
    driver.start("pay")
    driver.answer("pay", "unknown")
    driver.answer("pay", "refused")
    assert driver.held == ["unknown", "refused"]
    driver.on("up")
    assert driver.decided == [("up", "move"), ("refused", "stay")]
    assert driver.notes == ["stale"]


def test_so_is_it_when_the_operation_was_called_off_since() -> None:
    driver = away("buy")
    id = driver.start("pay").id
    driver.answer("pay", "unknown")
    driver.give(NotFound(id, 0))
    driver.on("tell_all")
    assert (driver.decided, driver.notes, driver.snapshot.operations) == ([("tell_all", "move")], ["stale"], {})


def test_what_the_gate_refused_waits_as_well() -> None:
    driver = away("buy")
    driver.give(Blocked(driver.open("pay").id, "budget", 0))
    assert (driver.held, driver.decided) == (["blocked"], [])
    driver.on("up")
    assert driver.causes == [("up", "arrived"), ("blocked", "held")]
    driver = away("buy")
    driver.give(Blocked(driver.open("pay").id, "budget", 0))
    driver.on("tell_all")
    assert (driver.causes, driver.notes) == ([("tell_all", "arrived")], ["stale"])


def test_a_question_stays_open_and_is_answered_on_return() -> None:
    driver = away("gift")
    assert driver.snapshot.proposal is not None
    digest = driver.snapshot.proposal.digest
    driver.approve()
    assert (driver.decided, driver.dispatched) == ([("yes", "stay")], [])
    assert not driver.snapshot.proposal.approved
    driver.on("ask")
    assert driver.kinds == [], "it is not asked where no answer counts"
    driver.on("up")
    driver.on("yes", approval=digest)
    assert driver.dispatched == ["give"]


def test_leaving_it_elsewhere_withdraws_the_question() -> None:
    driver = away("gift")
    driver.on("tell_all")
    assert driver.dropped == ["withdrawn: its state was left"]


def test_an_effect_of_the_way_back_belongs_to_the_state_it_leads_to() -> None:
    driver = away()
    driver.on("buy")
    assert (driver.state, driver.open("pay").entry) == ("here", driver.snapshot.entry)


def test_what_belongs_to_an_entry_interrupted_in_the_same_step_waits() -> None:
    machine = MACHINE.replace("      blocked   stay / say blocked\n", "      blocked   -> away\n")
    driver = Driver(table(machine), order="o")
    driver.on("both")
    assert (driver.state, driver.held) == ("away", ["blocked"])
    driver.on("up")
    assert (driver.state, driver.held) == ("away", []), "and is decided when it ends"
    machine = MACHINE.replace("after 10m   stay / say ten", "after 10m   -> away")
    driver = Driver(table(machine), order="o")
    driver.on("look")
    driver.on("down")
    driver.answer("check", "gone")
    driver.now = 31 * MINUTE
    driver.on("up")
    assert (driver.state, driver.held, driver.notes) == ("away", ["gone"], ["waiting"])
    driver.on("up")
    assert driver.state == "report"


def test_the_end_of_the_run_from_an_interruption() -> None:
    driver = away("look", "buy", "gift", "later")
    driver.answer("check", "gone")
    driver.answer("pay", "refused")
    driver.on("stop")
    assert driver.snapshot.end == "cancelled"
    assert driver.notes == ["stale", "ended"]
    assert driver.raised == ["still waiting when the run ended"]


def test_an_unknown_write_of_the_interrupted_entry_is_news_where_it_is_left() -> None:
    driver = away("buy")
    driver.start("pay")
    driver.answer("pay", "unknown")
    driver.on("tell_all")
    assert driver.decided == [("tell_all", "move"), ("unknown", "stay")]
    assert driver.open("pay").status is Status.UNKNOWN


def test_a_list_is_performed_in_the_entry_its_yes_led_to_and_not_in_an_interruption_of_it() -> None:
    machine = MACHINE.replace("      ask       stay / ask again\n", "      ask       stay / perform\n").replace(
        "yes when approved   stay / perform", "yes when approved   stay"
    )
    driver = Driver(table(machine), order="o")
    driver.on("gift")
    driver.approve()
    driver.on("down")
    driver.on("ask")
    assert (driver.blocked, driver.dispatched) == (["nothing is approved here"], [])


def test_a_yes_in_an_interruption_approves_nothing_even_where_a_line_asks_for_it() -> None:
    machine = MACHINE.replace(
        "      up        -> back else report\n",
        "      up        -> back else report\n      yes when approved   stay / perform\n",
    )
    driver = Driver(table(machine), order="o")
    driver.on("gift")
    driver.on("down")
    driver.approve()
    assert (driver.decided, driver.dispatched) == ([("yes", "stay")], [])
    assert driver.snapshot.proposal is not None
    assert not driver.snapshot.proposal.approved
