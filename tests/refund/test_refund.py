"""The refund example, cell by cell: what the table decides, without a tool, a model or a store."""

from contextlib import closing

from decidable import Money
from decidable.testing import at, ctx
from orders import Orders
from refund import (
    AskHuman,
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

TWENTY = Money("20.00 USD")


def test_eligible_asks_for_this_refund_and_only_yes_pays() -> None:
    s = at(refund, "checking", customer_id="C1", order_id="A-1")
    s = s.on(Eligible(order_id="A-1", amount=TWENTY)).moves("confirming")
    s.proposes(issue_refund, order_id="A-1", amount=TWENTY)
    s.on(Yes()).moves("refunding").calls(issue_refund, order_id="A-1", amount=TWENTY)
    s.on(No()).moves("closed").calls_nothing().says("nothing_was_refunded")


def test_stale_yes_is_a_strike() -> None:
    at(refund, "need_order").on(Yes()).rejects(strikes=1).calls_nothing().says("not_now")


def test_three_strikes_bring_a_person_and_an_accepted_message_starts_again() -> None:
    s = at(refund, "need_order", customer_id="C1").on(Yes()).on(No()).rejects(strikes=2)
    s.on(GiveOrder(order_ids=["A-1"])).moves("checking").on(Yes()).rejects(strikes=None)
    assert s.on(Yes()).snapshot.state == "human"


def test_two_orders_in_one_message_are_asked_apart() -> None:
    at(refund, "begin").on(GiveOrder(order_ids=["A-1", "A-2"])).rejects().says("one_at_a_time").calls_nothing()


def test_the_first_message_may_bring_the_order() -> None:
    at(refund, "begin", customer_id="C1").on(GiveOrder(order_ids=["A-1"])).moves("checking").calls(
        check_eligible, order_id="A-1", customer_id="C1"
    )


def test_wanting_a_person_waits_for_the_check() -> None:
    s = at(refund, "checking", customer_id="C1", order_id="A-1").on(AskHuman()).defers()
    s.on(NotEligible()).moves("human")
    assert s.on(Eligible(order_id="A-1", amount=TWENTY)).snapshot.state == "human", "recalled in confirming"


def test_money_that_has_moved_is_reported_from_any_state() -> None:
    at(refund, "need_order", order_id="A-1", amount=TWENTY).on(Refunded(receipt="F-1")).moves("done").says("refunded")


def test_another_order_forgets_the_amount_of_the_first() -> None:
    s = at(refund, "checking", customer_id="C1", order_id="A-1").on(Eligible(order_id="A-1", amount=TWENTY))
    s.on(GiveOrder(order_ids=["A-1234"])).moves("checking").knows(order_id="A-1234").forgets("amount")


def test_wanting_a_refund_asks_which_order() -> None:
    at(refund, "begin").on(WantRefund()).moves("need_order").says("which_order")


async def test_check_eligible_is_a_plain_function() -> None:
    with closing(Orders.fake()) as orders:
        assert await check_eligible(ctx(orders), "A-1", "C1") == Eligible(order_id="A-1", amount=TWENTY)
        assert await check_eligible(ctx(orders), "A-1", "C2") == NotEligible()
