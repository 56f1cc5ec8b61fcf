"""Every kind of fault that leaves the process alive: what the caller sees, and what is true afterwards."""

import asyncio
from datetime import date, time

import pytest

from decidable.core.values import Money
from services import Declined, Full, NotTaken, Receipt, Refused, Reservation, Sent, Services

SLOT = "2026-05-08 19:30"
DEPOSIT = Money("20.00 USD")


async def test_fail_before_changes_nothing_and_the_next_call_works(world: Services) -> None:
    world.ledger.plan("restaurant", "reserve", "fail_before")
    with pytest.raises(ConnectionError, match=r"restaurant\.reserve: no connection"):
        await world.restaurant.reserve(SLOT, 2, key="a")
    assert world.ledger.reservations() == ()
    assert await world.restaurant.find("a") is None
    assert await world.restaurant.reserve(SLOT, 2, key="a") == Reservation("R-1001", SLOT, 2)
    assert [call.outcome for call in world.ledger.calls()] == ["fail_before", "nothing found", "Reservation"]


async def test_timeout_after_acts_and_loses_the_answer(world: Services) -> None:
    world.ledger.plan("payments", "pay", "timeout_after")
    with pytest.raises(TimeoutError, match=r"payments\.pay: no answer in time"):
        await world.payments.pay("R-1001", DEPOSIT, key="a")
    assert await world.payments.find("a") == Receipt("P-5001")
    assert await world.payments.pay("R-1001", DEPOSIT, key="a") == Receipt("P-5001")
    assert len(world.ledger.payments()) == 1
    assert world.ledger.calls()[0].outcome == "Receipt, then timeout_after"


async def test_a_caller_who_gives_up_on_a_hanging_answer_leaves_the_deed(world: Services) -> None:
    world.ledger.plan("messages", "send", "timeout_after", seconds=3600)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await world.messages.send("hello", key="a")
    assert await world.messages.find("a") == Sent("T-9001")


async def test_slow_works_in_the_end(world: Services) -> None:
    world.ledger.plan("restaurant", "reserve", "slow", seconds=0.01)
    assert await world.restaurant.reserve(SLOT, 2, key="a") == Reservation("R-1001", SLOT, 2)


async def test_a_caller_who_gives_up_on_a_slow_service_has_done_nothing(world: Services) -> None:
    world.ledger.plan("restaurant", "reserve", "slow", seconds=3600)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await world.restaurant.reserve(SLOT, 2, key="a")
    assert await world.restaurant.find("a") is None
    assert world.ledger.calls()[0].outcome == "begun"


async def test_a_business_no_is_kept_under_its_key(world: Services) -> None:
    world.ledger.plan("restaurant", "reserve", "refuse")
    world.ledger.plan("payments", "pay", "decline")
    world.ledger.plan("messages", "send", "refuse")
    refused = await world.restaurant.reserve(SLOT, 2, key="a")
    declined = await world.payments.pay("R-1001", DEPOSIT, key="a")
    not_taken = await world.messages.send("hello", key="a")
    assert isinstance(refused, Refused)
    assert isinstance(declined, Declined)
    assert isinstance(not_taken, NotTaken)
    assert await world.restaurant.reserve(SLOT, 2, key="a") == await world.restaurant.find("a") == refused
    assert await world.payments.pay("R-1001", DEPOSIT, key="a") == await world.payments.find("a") == declined
    assert await world.messages.send("hello", key="a") == await world.messages.find("a") == not_taken
    assert (world.ledger.reservations(), world.ledger.payments(), world.ledger.texts()) == ((), (), ())
    assert isinstance(await world.payments.pay("R-1001", DEPOSIT, key="b"), Receipt)


async def test_every_write_can_be_refused(world: Services) -> None:
    await world.restaurant.reserve(SLOT, 2, key="a")
    await world.payments.pay("R-1001", DEPOSIT, key="a")
    for service, operation, kind in (
        ("restaurant", "change", "refuse"),
        ("restaurant", "cancel", "refuse"),
        ("payments", "refund", "decline"),
    ):
        world.ledger.plan(service, operation, kind)
    assert isinstance(await world.restaurant.change("R-1001", SLOT, 3, key="b"), Refused)
    assert isinstance(await world.restaurant.cancel("R-1001", key="c"), Refused)
    assert isinstance(await world.payments.refund("P-5001", key="d"), Declined)
    assert [r.id for r in world.ledger.held()] == ["R-1001"]
    assert [p.state for p in world.ledger.payments()] == ["paid"]


async def test_asking_what_is_free_can_fail_in_every_way(world: Services) -> None:
    friday = (date(2026, 5, 8), time(19, 30), 2)
    world.ledger.plan("restaurant", "availability", "fail_before")
    world.ledger.plan("restaurant", "availability", "timeout_after")
    world.ledger.plan("restaurant", "availability", "refuse")
    with pytest.raises(ConnectionError):
        await world.restaurant.availability(*friday)
    with pytest.raises(TimeoutError):
        await world.restaurant.availability(*friday)
    assert await world.restaurant.availability(*friday) == Full("just taken by somebody else")
    assert [c.outcome for c in world.ledger.calls()] == ["fail_before", "Free, then timeout_after", "Full"]


async def test_an_unavailable_lookup_cannot_tell(world: Services) -> None:
    await world.restaurant.reserve(SLOT, 2, key="a")
    world.ledger.plan("restaurant", "find", "unavailable_lookup", times=2)
    for _ in range(2):
        with pytest.raises(ConnectionError, match=r"restaurant\.find"):
            await world.restaurant.find("a")
    assert await world.restaurant.find("a") == Reservation("R-1001", SLOT, 2)


async def test_faults_are_taken_in_order_and_one_a_call(world: Services) -> None:
    world.ledger.plan("payments", "pay", "fail_before", times=2)
    world.ledger.plan("payments", "pay", "timeout_after")
    for expected in (ConnectionError, ConnectionError, TimeoutError):
        with pytest.raises(expected):
            await world.payments.pay("R-1001", DEPOSIT, key="a")
    assert await world.payments.pay("R-1001", DEPOSIT, key="a") == Receipt("P-5001")
    assert [(c.service, c.operation, c.key, c.args) for c in world.ledger.calls()] == [
        ("payments", "pay", "a", {"reservation": "R-1001", "amount": "20.00 USD"})
    ] * 4


async def test_a_kept_answer_is_not_turned_into_a_no(world: Services) -> None:
    made = await world.restaurant.reserve(SLOT, 2, key="a")
    world.ledger.plan("restaurant", "reserve", "refuse")
    assert await world.restaurant.reserve(SLOT, 2, key="a") == made
