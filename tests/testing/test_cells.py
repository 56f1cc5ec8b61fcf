"""`at(...)`: every expectation, met and not met, and what a failure says."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, time
from pathlib import Path

import pytest

from booking import Committed, SlotFree, SlotGone, UserYes, booking, change_reservation, pay_deposit, reserve_table
from booking import UserCancels as Cancels
from decidable import Money, RefusedError
from decidable.testing import At, at, ctx, given_by
from refund import (
    AskHuman,
    Declined,
    Eligible,
    GiveOrder,
    No,
    NotEligible,
    Refunded,
    WantRefund,
    Yes,
    check_eligible,
    issue_refund,
    refund,
)
from tests.bind.kiosk import Leave, Till, Want, load
from tests.runtime.machines.trade import Charged, OrderIt, billing, orders

TWENTY = Money("20.00 USD")
KNOWN = {"customer_id": "C1", "order_id": "A-1"}


def refuses(expectation: Callable[[], object]) -> str:
    """What a failing expectation says; the lines of the example's table are left open."""
    with pytest.raises(AssertionError) as raised:
        expectation()
    return re.sub(r"line \d+", "line N", str(raised.value))


def test_a_move() -> None:
    s = at(refund, "begin").on(WantRefund())
    assert s.moves("need_order") is s
    assert refuses(lambda: s.moves("checking")) == (
        "expected a move to checking; begin decided want_refund: move -> need_order (which order, line N); now in need_order"
    )
    assert refuses(s.stays).startswith("expected stay; begin decided want_refund: move -> need_order")
    assert refuses(s.defers).startswith("expected defer; ")
    assert refuses(s.rejects).startswith("expected reject; ")
    assert refuses(s.ignores).startswith("expected ignore; ")


def test_a_stay() -> None:
    s = at(refund, "refunding", **KNOWN, amount=TWENTY).on(AskHuman())
    assert refuses(s.stays) == (
        "expected stay; refunding decided ask_human: defer (a refund is under way; its outcome first, line N); now in refunding"
    )
    stays = at(refund, "confirming", **KNOWN, amount=TWENTY).on(Yes()).on("unknown")
    assert stays.stays() is stays


def test_a_deferral() -> None:
    s = at(refund, "checking", **KNOWN).on(AskHuman())
    assert s.defers() is s
    assert [waiting.event for waiting in s.snapshot.queue] == ["ask_human"]
    assert refuses(lambda: s.moves("human")).startswith("expected a move to human; checking decided ask_human: defer")


def test_a_rejection_and_its_strikes() -> None:
    s = at(refund, "need_order").on(Yes())
    assert s.rejects(strikes=1).rejects() is s
    assert refuses(lambda: s.rejects(strikes=2)) == (
        "expected strikes: 2 (there are 1); need_order decided yes: reject"
        " (no line here is a strike, never a refund, line N); now in need_order"
    )


IGNORING = """\
machine kiosk
any state
  sold -> gone : on
  * reject : no
begin (start)
  leave ignore : nobody minds
  want ? : not yet thought of
gone (final: cancelled)
"""


def test_an_ignored_event(tmp_path: Path) -> None:
    s = at(load(tmp_path, IGNORING, words=None), "begin").on("failed")
    assert refuses(s.ignores).startswith("expected ignore; in begin nothing was decided: 'failed' is a result")
    leaves = at(load(tmp_path, IGNORING, words=None), "begin").on(Leave())
    assert leaves.ignores() is leaves
    assert refuses(leaves.stays) == "expected stay; in begin nothing was decided"


def test_an_undecided_cell_is_no_outcome(tmp_path: Path) -> None:
    s = at(load(tmp_path, IGNORING, words=None), "begin").on(Want(seats=2))
    assert refuses(s.rejects) == "expected reject; begin does not decide want: the cell is undecided"


def test_words() -> None:
    s = at(refund, "begin").on(GiveOrder(order_ids=["A-1", "A-2"]))
    assert s.says("one_at_a_time") is s
    assert refuses(lambda: s.says("which_order")).startswith(
        "expected the words 'which_order' (said: one_at_a_time); begin decided give_order: reject"
    )
    assert "(said: nothing)" in refuses(lambda: at(refund, "begin").says("which_order"))


def test_what_entering_a_state_does_has_happened() -> None:
    at(refund, "need_order").says("which_order").calls_nothing()
    at(refund, "checking", **KNOWN).calls(check_eligible, order_id="A-1", customer_id="C1")
    at(refund, "confirming", **KNOWN, amount=TWENTY).proposes(issue_refund, order_id="A-1", amount=TWENTY)
    at(booking, "report").says("what_stands").on("told").moves("gather")
    assert at(refund, "confirming", **KNOWN, amount=TWENTY).snapshot.proposal is not None


def test_a_call() -> None:
    s = at(refund, "begin", customer_id="C1").on(GiveOrder(order_ids=["A-1"]))
    assert s.calls(check_eligible, "A-1", customer_id="C1") is s
    assert refuses(lambda: s.calls(check_eligible, "A-2", "C1")).startswith(
        'expected a call of check_eligible {"customer_id":"C1","order_id":"A-2"} '
        '(there was: check_eligible {"customer_id":"C1","order_id":"A-1"}); begin decided give_order: move -> checking'
    )
    assert "(there was: check_eligible" in refuses(lambda: s.calls(issue_refund, "A-1", TWENTY))
    assert refuses(s.calls_nothing).startswith("expected no call (started: check_eligible); ")
    assert at(refund, "begin").on(WantRefund()).calls_nothing().snapshot.state == "need_order"


def test_a_proposal() -> None:
    s = at(refund, "checking", **KNOWN).on(Eligible(order_id="A-1", amount=TWENTY)).moves("confirming")
    assert s.proposes(issue_refund, order_id="A-1", amount=TWENTY) is s
    assert '(there was: issue_refund {"amount":{"$money":"20.00 USD"},"order_id":"A-1"})' in refuses(
        lambda: s.proposes(issue_refund, order_id="A-1", amount=Money("30.00 USD"))
    )
    assert "(there was: nothing)" in refuses(
        lambda: at(refund, "begin").on(WantRefund()).proposes(issue_refund, "A-1", TWENTY)
    )


FREE = SlotFree(slot="2026-12-04 19:00", deposit=Money("20.00 EUR"))
WISH = {"day": date(2026, 12, 4), "time": time(19), "party": 4}


def test_a_proposal_of_several_steps_names_what_an_outcome_will_give() -> None:
    s = at(booking, "search", **WISH).on(FREE).moves("confirm")
    s.proposes(reserve_table, slot=FREE.slot, party=4)
    s.proposes(pay_deposit, reservation=given_by(Committed), deposit=FREE.deposit)
    assert s.proposes(pay_deposit, reservation=given_by("committed"), deposit=FREE.deposit) is s
    failed = refuses(lambda: s.proposes(pay_deposit, reservation="R-1", deposit=FREE.deposit))
    assert '"reservation":"from committed"' in failed
    assert repr(given_by(Committed)) == "given_by('committed')"


def test_an_approved_step_is_called_and_a_late_yes_is_not_an_approval() -> None:
    s = at(booking, "search", **WISH).on(FREE).on(UserYes()).moves("book")
    s.calls(reserve_table, slot=FREE.slot, party=4)
    again = at(booking, "search", **WISH, reservation="R-1", held="2026-12-03 19:00 for 4").on(FREE).moves("confirm")
    assert again.proposes(change_reservation, "R-1", "2026-12-03 19:00 for 4", FREE.slot, 4) is again
    at(refund, "need_order").on(Yes()).rejects()


def test_results_are_those_of_what_is_under_way() -> None:
    searching = at(booking, "search", **WISH)
    searching.on(SlotGone()).moves("gather").forgets("time").knows(party=4)
    searching.on("unknown").moves("gather")
    confirmed = at(refund, "confirming", **KNOWN, amount=TWENTY).on(Yes())
    confirmed.on(Declined()).moves("human")
    confirmed.on(Refunded(receipt="F-1")).moves("done").knows(receipt="F-1")
    confirmed.on("unknown").stays().on(Refunded(receipt="F-1")).moves("done")


def test_a_result_that_nothing_waits_for_says_what_has_not_started() -> None:
    s = at(refund, "checking", order_id="A-1").on(NotEligible())
    assert refuses(lambda: s.moves("human")) == (
        "expected a move to human; in checking nothing was decided: 'not_eligible' is a result and names no operation;"
        " entering checking did not start check_eligible: customer_id not known"
    )
    assert "entering refunding did not start what an approval starts: nothing is approved here" in refuses(
        lambda: at(refund, "refunding").on(Declined()).moves("human")
    )


def test_deadlines() -> None:
    asked = at(refund, "confirming", **KNOWN, amount=TWENTY)
    s = asked.on("after 30m")
    assert s.moves("closed").says("nothing_was_refunded") is s
    assert asked.on(AskHuman()).moves("human").snapshot.timers == ()
    assert asked.on(GiveOrder(order_ids=["A-2"])).moves("checking").snapshot.facts["order_id"].value == "A-2"


def test_a_refused_tool() -> None:
    s = at(refund, "checking", **KNOWN).on("blocked")
    assert s.snapshot.state == "human"
    with pytest.raises(ValueError, match="nothing is under way in need_order that could be refused"):
        at(refund, "need_order").on("blocked")


def test_events_without_a_class_are_given_by_name() -> None:
    at(refund, "need_order").on("model_down").moves("degraded").on("model_back").moves("need_order")
    at(refund, "checking", **KNOWN).on("failed").moves("human")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("modl_down", "'modl_down' cannot arrive in begin of refund; did you mean 'model_down'?"),
        ("after 30m", "'after 30m' cannot arrive in begin of refund; events by name are other, failed, unknown"),
        ("yes", "'yes' has a class: give on() an instance, Yes(...)"),
    ],
)
def test_a_name_that_cannot_arrive(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        at(refund, "begin").on(name)


def test_an_event_of_another_machine() -> None:
    with pytest.raises(RefusedError, match="UserCancels is not an event of refund"):
        at(refund, "begin").on(Cancels())


def test_facts_known_and_unknown() -> None:
    s = at(refund, "checking", **KNOWN, amount=TWENTY).on(GiveOrder(order_ids=["A-2"]))
    assert s.knows(order_id="A-1", customer_id="C1").forgets("receipt") is s
    assert refuses(lambda: s.knows(order_id="A-2")).startswith("expected order_id = 'A-2' (it is 'A-1'); ")
    assert refuses(lambda: s.knows(receipt="F-1")).startswith("expected receipt = 'F-1' (it is not known); ")
    assert refuses(lambda: s.forgets("order_id")).startswith("expected 'order_id' unknown (it is 'A-1'); ")


def test_what_evidence_establishes_stands_as_evidence() -> None:
    s = at(booking, "gather", reservation="R-1", held="2026-12-04 19:00 for 4", **WISH)
    assert [s.snapshot.facts[name].source for name in ("reservation", "party")] == ["evidence", "result"]
    s.on(Committed(reservation="R-2", held="2026-12-04 20:00 for 4")).knows(reservation="R-1")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda: at(refund, "chekking"), "'chekking' is not a state of refund; did you mean 'checking'?"),
        (lambda: at(refund, "xyzzy"), "'xyzzy' is not a state of refund; its states are begin, need_order, checking"),
        (lambda: at(refund, "begin", ordr_id="A"), "'ordr_id' is not a fact of refund; did you mean 'order_id'?"),
        (lambda: at(refund, "begin", xyzzy=1), "'xyzzy' is not a fact of refund; its facts are customer_id, order_id"),
        (lambda: at(refund, "begin", order_id=3), "order_id=3: the fact is text"),
        (lambda: at(refund, "begin", amount=0.5), "amount=0.5: 0.5 (float) cannot be kept exactly"),
        (lambda: at(refund, "begin").moves("chekking"), "'chekking' is not a state of refund; did you mean"),
        (lambda: at(refund, "begin").knows(xyzzy=1), "'xyzzy' is not a fact of refund"),
        (lambda: at(refund, "begin").forgets("xyzzy"), "'xyzzy' is not a fact of refund"),
    ],
)
def test_names_and_values_a_machine_does_not_have(act: Callable[[], At], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        act()


def test_a_final_state_decides_nothing() -> None:
    s = at(refund, "done").on(WantRefund())
    assert refuses(s.stays).startswith("expected stay; in done nothing was decided: ")


def test_on_leaves_the_run_it_was_called_on() -> None:
    s = at(refund, "confirming", **KNOWN, amount=TWENTY)
    before = s.snapshot
    assert s.on(Yes()).moves("refunding").snapshot != before
    assert s.on(No()).moves("closed").snapshot != before
    assert s.snapshot is before


def test_a_context_for_a_tool() -> None:
    till = Till()
    made = ctx(till, key="k", tenant="t")
    assert (made.deps, made.key, made.tenant, made.attempt, made.deadline) == (till, "k", "t", 1, 0)
    assert ctx(till).key == "test-key"


# Other machines.


def test_what_is_sent_to_another_machine() -> None:
    s = at(orders, "open").on(OrderIt(item="book", price=TWENTY, tags=[])).moves("waiting").calls_nothing()
    assert s.sends("ordered", to="billing", item="book", price=TWENTY) is s
    s.sends("ordered", "billing")
    at(orders, "done").sends("closed", to="billing")
    for wrong in (
        lambda: s.sends("paid", to="billing"),
        lambda: s.sends("ordered", to="stock"),
        lambda: s.sends("ordered", to="billing", item="pen"),
    ):
        assert 'there was: ordered to billing {"item":"book"' in refuses(wrong)
    assert "there was: nothing" in refuses(lambda: at(orders, "open").sends("ordered", "billing"))


def test_what_is_sent_has_no_outcome_and_cannot_be_refused() -> None:
    s = (
        at(billing, "charging", item="book", price=TWENTY)
        .on(Charged(receipt="R-1"))
        .sends("paid", "orders", receipt="R-1")
    )
    with pytest.raises(ValueError, match="nothing is under way in told"):
        s.on("blocked")
    assert s.on(Charged(receipt="R-1")).snapshot.state == "told"
