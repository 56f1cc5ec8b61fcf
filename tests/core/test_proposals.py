"""Section 6 of the reference: proposals, approvals, performing, and what withdraws them."""

from __future__ import annotations

import pytest

from decidable.core import effects as e
from decidable.core import records as r
from decidable.core.values import Money
from tests.core.driver import Driver
from tests.core.machines import table
from tests.core.offers import FACTS, MACHINE, asking, digest, doing


def test_an_ordered_list_is_frozen_with_its_values() -> None:
    driver = asking()
    proposal = driver.snapshot.proposal
    assert proposal is not None
    make, pay = proposal.steps
    assert make == ("make", {"slot": "s1"}, {}, ("slot",))
    assert pay == ("pay", {"price": Money("20.00 USD")}, {"code": "made"}, ("price",))
    assert (proposal.entry, proposal.approved, proposal.next) == (driver.snapshot.entry, False, 0)
    assert driver.last.effects == (e.Ask(proposal),)
    driver.on("late_say", town="x")
    driver.on("news", price=Money("20.00 USD"))
    assert driver.snapshot.proposal == proposal


def test_the_digest_changes_when_anything_changes() -> None:
    digests = {
        "plain": digest(asking()),
        "a value": digest(asking(slot="s2")),
        "an amount": digest(asking(price=Money("21.00 USD"))),
        "a currency": digest(asking(price=Money("20.00 EUR"))),
        "other tools": digest(asking("again")),
    }
    contract = MACHINE.replace(
        "write  make(slot)          gives made, refused    timeout unknown   look up with find",
        "write  make(slot)          gives made, refused    timeout unknown   look up by repeating the key",
    )
    source = MACHINE.replace("pay(code from made)\n", "pay\n", 1)
    for name, machine in {"a contract": contract, "where a value comes from": source}.items():
        driver = Driver(table(machine), FACTS, code="c")
        driver.on("ask")
        digests[name] = digest(driver)
    driver = asking()
    driver.on("twice")
    driver.on("leave")
    driver.on("ask")
    digests["a later entry"] = digest(driver)
    assert len(set(digests.values())) == len(digests), digests
    assert digests["plain"] == digest(asking()), "and only then"


def test_a_yes_counts_when_it_carries_the_approval_of_the_open_question() -> None:
    driver = asking()
    proposal = driver.snapshot.proposal
    assert proposal is not None
    driver.on("yes", approval=proposal.digest, by="ann")
    approved = [record for record in driver.last.records if isinstance(record, r.Approved)]
    assert approved == [r.Approved(proposal.digest, "ann", driver.snapshot.entry)]
    assert driver.state == "doing"
    operation = driver.open("make")
    assert (operation.args, operation.proposal, operation.built_on) == ({"slot": "s1"}, proposal.digest, ("slot",))


@pytest.mark.parametrize("approval", ["", "of something else"])
def test_a_yes_to_nothing_or_to_something_else_approves_nothing(approval: str) -> None:
    driver = asking()
    driver.on("yes", approval=approval)
    assert (driver.state, driver.dispatched) == ("asking", [])
    assert driver.kinds == ["Speak", "Ask"], "what is said comes before the question"
    assert driver.last.effects[1] == e.Ask(driver.snapshot.proposal, again=True)  # type: ignore[arg-type]  # it is open


def test_an_approval_is_used_once() -> None:
    machine = MACHINE.replace("yes when approved   -> doing / perform", "yes when approved   stay / perform")
    driver = Driver(table(machine), FACTS)
    driver.on("ask")
    digest_ = digest(driver)
    driver.on("yes", approval=digest_)
    assert driver.dispatched == ["make"]
    driver.on("yes", approval=digest_)
    assert (driver.dispatched, driver.said) == ([], ["not_that"])
    assert driver.kinds == ["Speak"], "an approved list is no question any more"


def test_an_approval_of_an_earlier_question_is_void() -> None:
    driver = asking()
    earlier = digest(driver)
    driver.on("again")
    assert driver.dropped == ["withdrawn: another question was asked"]
    driver.on("yes", approval=earlier)
    assert driver.dispatched == []


def test_words_come_before_the_question_of_the_same_step() -> None:
    driver = asking()
    driver.on("ask")
    assert driver.kinds == ["Speak", "Ask"]
    driver.on("chat")
    assert driver.kinds == ["Speak", "Ask"]


def test_performing_starts_the_next_operation_with_what_the_outcome_before_gave() -> None:
    driver = doing()
    driver.answer("make", "made", code="c7")
    assert driver.dispatched == ["pay"]
    assert driver.open("pay").args == {"price": Money("20.00 USD"), "code": "c7"}
    driver.answer("pay", "paid", receipt="r")
    driver.on("more")
    assert driver.blocked == ["nothing is left to perform"]


def test_one_after_the_other() -> None:
    driver = doing("again", slot="s1")
    assert driver.dispatched == ["tell"]
    driver.on("more")
    assert driver.blocked == ["the step before it is not settled yet"]
    driver.answer("tell", "sent")
    driver.on("more")
    assert driver.dispatched == ["make"]


def test_an_outcome_that_does_not_give_the_value_blocks() -> None:
    machine = (
        MACHINE.replace("made(code)", "made(code?), unmade")
        .replace("gives made, refused ", "gives made, unmade, refused ")
        .replace("      made         stay\n    idle", "      made, unmade   stay\n    idle")
    )
    driver = Driver(table(machine), FACTS)
    driver.on("ask")
    driver.approve()
    driver.answer("make", "made")
    assert driver.blocked == ["'made' has not given code"]
    driver = Driver(table(machine), FACTS)
    driver.on("ask")
    driver.approve()
    driver.answer("make", "unmade")
    driver.on("more")
    assert driver.blocked == ["'made' has not given code"]


@pytest.mark.parametrize("approve", [True, False])
def test_only_in_the_entry_that_the_yes_led_to(approve: bool) -> None:
    driver = asking()
    if approve:
        driver.approve()
        driver.on("twice")
    driver.on("more")
    assert (driver.blocked, driver.dispatched) == (["nothing is approved here"], [])


def test_a_tool_that_needs_an_approval_is_never_just_called() -> None:
    driver = Driver(table(MACHINE), FACTS)
    driver.on("twice")
    assert driver.blocked == ["it needs an approval"]


def test_requires_is_looked_at_when_it_is_performed() -> None:
    driver = asking("again", open=False)
    driver.approve()
    assert (driver.blocked, driver.state) == (["it requires open"], "doing")


def test_a_proposal_of_what_is_not_known_asks_nothing_and_the_state_hears_of_it() -> None:
    driver = Driver(table(MACHINE), day="fri")
    driver.on("ask")
    assert driver.snapshot.proposal is None
    assert driver.blocked == ["slot not known"]
    machine = MACHINE.replace("yes when approved   -> doing / perform", "yes when approved   -> doing").replace(
        "more                stay / perform\n      twice               ->",
        "more                stay\n      twice               ->",
    )
    driver = Driver(table(machine), day="fri")
    driver.on("ask")
    assert driver.blocked == ["slot not known"], "also where nothing but a question is asked"
    assert driver.raised == []
