"""Section 6 of the reference: what withdraws a question, or the rest of an approved list."""

from __future__ import annotations

import pytest

from decidable.core import records as r
from decidable.core.snapshot import Blocked, NotDone, NotFound
from decidable.core.values import Money, Value
from tests.core.driver import Driver
from tests.core.machines import table
from tests.core.offers import FACTS, MACHINE, asking, digest, doing

# What withdraws it.


def test_a_definite_no_withdraws_the_rest() -> None:
    driver = doing()
    driver.answer("make", "refused")
    assert driver.dropped == ["withdrawn: make ended in refused"]
    driver.on("more")
    assert driver.blocked == ["nothing is approved here"]


def test_the_no_of_the_last_step_leaves_nothing_to_withdraw() -> None:
    driver = doing()
    driver.answer("make", "made", code="c")
    driver.answer("pay", "refused")
    assert driver.dropped == []


@pytest.mark.parametrize("how", ["the gate", "the tool", "a look-up"])
def test_so_does_whatever_says_that_a_step_was_not_done(how: str) -> None:
    driver = doing("again")
    if how == "the gate":
        driver.give(Blocked(driver.open("tell").id, "budget", 0))
        assert driver.dropped == ["withdrawn: the gate refused tell"]
    elif how == "the tool":
        driver.give(NotDone(driver.start("tell").id, "nobody there", 0))
        assert driver.dropped == ["withdrawn: tell was not done"]
    else:
        driver = doing()
        driver.start("make")
        driver.answer("make", "unknown")
        driver.on("change", price=Money("1.00 USD"))
        assert driver.dropped == ["withdrawn: price changed"]
        driver.give(NotFound("3.1", 0))
        assert driver.decided == [("refused", "stay")], "without its approval it is not wanted any more"


def test_what_is_still_approved_is_tried_again() -> None:
    driver = doing()
    driver.start("make")
    driver.answer("make", "unknown")
    driver.give(NotFound("3.1", 0))
    assert driver.dispatched == ["make"]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("leave", "withdrawn: its state was left"),
        ("twice", "withdrawn: its state was left"),
        ("no", "denied: no"),
        ("after 30m", "expired: after 30m"),
    ],
)
def test_the_question_lives_as_long_as_the_asking_entry(event: str, why: str) -> None:
    driver = asking()
    earlier = digest(driver)
    if event.startswith("after"):
        driver.fire(event)
    else:
        driver.on(event)
    assert (driver.dropped, driver.snapshot.proposal) == ([why], None)
    driver.on("yes", approval=earlier)
    assert driver.dispatched == []


def test_leaving_withdraws_the_approved_list_and_says_when_it_was_finished() -> None:
    driver = doing()
    driver.start("make")
    driver.on("leave")
    assert driver.dropped == ["withdrawn: its state was left"]
    driver = doing()
    driver.answer("make", "made", code="c")
    driver.answer("pay", "paid", receipt="r")
    driver.on("leave")
    assert driver.dropped == ["finished"]


@pytest.mark.parametrize("fields", [{"slot": "s2"}, {"price": Money("20.01 USD")}])
def test_a_change_of_a_fact_it_was_built_on_withdraws_it(fields: dict[str, Value]) -> None:
    driver = asking()
    driver.on("change", fields)
    (name,) = fields
    assert driver.dropped == [f"withdrawn: {name} changed"]


@pytest.mark.parametrize("event", ["change", "count_it"])
def test_an_equal_value_or_another_fact_withdraws_nothing(event: str) -> None:
    driver = asking()
    driver.on(event, {"slot": "s1", "note": "n"} if event == "change" else {})
    assert driver.dropped == []


def test_only_what_is_left_of_it_counts() -> None:
    driver = doing()
    driver.on("change", slot="s2")
    assert driver.dropped == [], "make is under way with s1, as approved; pay does not look at the slot"
    driver.on("change", price=Money("1.00 USD"))
    assert driver.dropped == ["withdrawn: price changed"]


def test_a_fact_lost_by_dependence_or_set_by_the_table_counts_too() -> None:
    driver = doing("again")
    driver.on("shut")
    assert driver.dropped == [], "`open` is required, not built on"
    machine = MACHINE.replace("tell(day) ", "tell(town) ").replace(
        "more         stay / perform\n      twice        stay", "more         stay / call find\n      twice        stay"
    )
    machine = machine.replace("change(slot?, price?, note?)", "change(slot?, price?, note?, day?)")
    driver = Driver(table(machine), FACTS)
    driver.on("more")
    driver.answer("find", "found", town="x")
    driver.on("again")
    driver.on("change", day="sat")
    assert driver.dropped == ["withdrawn: town changed"]


def test_facts_that_its_own_operations_establish_are_no_change() -> None:
    machine = """
        facts
          seat, slot: text
        events
          user      ask
          answer    yes, no
          result    refused, unknown
          evidence  held(seat), sent
          signal    moved(seat)
        tools
          write  hold(seat, slot)  gives held, refused  timeout unknown  look up by repeating the key  needs approval
          write  tell(seat)  gives sent, refused  timeout unknown  look up by repeating the key  needs approval
        here (start)
          ask   stay / propose hold then tell
          yes when approved   stay / perform
          yes else   reject
          no, held, moved, sent, refused, unknown, blocked   stay
    """
    driver = Driver(table(machine), seat="1", slot="s")
    driver.on("ask")
    driver.approve()
    driver.answer("hold", "held", seat="2")
    assert driver.value("seat") == "2", "its own argument: the other side gave another"
    assert driver.dropped == []
    assert driver.snapshot.proposal is not None
    assert driver.snapshot.proposal.steps[1].args == {"seat": "1"}, "what was approved is frozen"
    driver.on("moved", seat="3")
    assert driver.dropped == ["withdrawn: seat changed"]


def test_asking_again_only_where_the_answer_counts() -> None:
    driver = doing()
    driver.on("chat")
    assert driver.kinds == []


def test_a_question_that_the_same_step_withdrew_is_not_asked() -> None:
    machine = MACHINE.replace("idle (start)\n", "idle (start)\n      chat         defer\n").replace(
        "chat                stay / ask again, say chatting", "chat                -> idle"
    )
    driver = Driver(table(machine), FACTS)
    driver.on("chat")
    driver.on("ask")
    assert (driver.state, driver.kinds) == ("idle", [])
    assert [type(record) for record in driver.last.records if isinstance(record, r.Proposed | r.Dropped)] == [
        r.Proposed,
        r.Dropped,
    ]


def test_performing_outside_the_list_is_refused() -> None:
    driver = doing()
    driver.on("ask")
    assert driver.state == "idle"
    assert driver.blocked == ["nothing is approved here"], "a call on a move belongs to the entered state"
