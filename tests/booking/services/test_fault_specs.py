"""How a fault is asked for: every right form, and every wrong one with a message that says what would be right."""

from pathlib import Path

import pytest

from services import Fault, FaultKind, Reservation, Services, parse_faults
from services.faults import READS, WRITES, fault_kinds

SLOT = "2026-05-08 19:30"


def test_a_list_of_faults() -> None:
    text = " restaurant.reserve:timeout_after, payments.pay:decline*2,messages.send:slow=1.5*3 ,"
    assert parse_faults(text) == (
        Fault("restaurant", "reserve", FaultKind.TIMEOUT_AFTER),
        Fault("payments", "pay", FaultKind.DECLINE, times=2),
        Fault("messages", "send", FaultKind.SLOW, times=3, seconds=1.5),
    )
    assert parse_faults("") == parse_faults("  ") == ()


def test_every_possible_fault_can_be_written() -> None:
    for service in WRITES:
        for operation in READS[service] | WRITES[service]:
            for kind in fault_kinds(service, operation):
                assert parse_faults(f"{service}.{operation}:{kind}") == (Fault(service, operation, kind),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("restaurant.reserve", "'restaurant.reserve' is not a fault: write service.operation:kind"),
        ("payments.pay:decline, what", "'what' is not a fault"),
        ("payments.pay:decline*", "'payments.pay:decline\\*' is not a fault"),
        ("payments.pay:decline*-1", "is not a fault"),
        ("bank.pay:decline", "bank.pay: no such service; there are messages, payments, restaurant"),
        ("payments.reserve:decline", "payments.reserve: no such operation; payments has find, pay, refund"),
        ("payments.pay:explode", "no such fault as 'explode'; there are decline, die_after, die_before"),
        ("payments.pay:refuse", "payments.pay cannot refuse; it can decline, die_after"),
        ("restaurant.reserve:decline", "restaurant.reserve cannot decline; it can die_after"),
        ("restaurant.reserve:unavailable_lookup", "cannot unavailable_lookup"),
        ("restaurant.find:die_after", "restaurant.find cannot die_after; it can fail_before, slow"),
        ("payments.pay:decline*0", "a fault happens at least once, not 0 times"),
        ("payments.pay:decline=2", "decline takes no seconds; slow and timeout_after do"),
        ("payments.pay:slow=1.2.3", "could not convert"),
    ],
)
def test_a_wrong_one_is_quoted_and_says_what_is_possible(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_faults(text)


def test_a_negative_delay_is_refused() -> None:
    with pytest.raises(ValueError, match="before the call"):
        Fault("payments", "pay", FaultKind.SLOW, seconds=-1)


def test_planning_nonsense_plans_nothing(world: Services) -> None:
    with pytest.raises(ValueError, match="not a valid FaultKind"):
        world.ledger.plan("payments", "pay", "explode")
    with pytest.raises(ValueError, match="no such operation"):
        world.ledger.plan("payments", "reserve", "slow")


def test_a_wrong_environment_stops_the_opening_and_makes_no_file(path: Path) -> None:
    with pytest.raises(ValueError, match="'oops' is not a fault"):
        Services.open(path, environment={"BOOKING_FAULTS": "oops"})
    assert not path.exists()


async def test_the_environment_is_planned_once_for_a_ledger(path: Path) -> None:
    environment = {"BOOKING_FAULTS": "restaurant.reserve:fail_before"}
    with Services.open(path, environment=environment) as world, pytest.raises(ConnectionError):
        await world.restaurant.reserve(SLOT, 2, key="a")
    with Services.open(path, environment=environment) as again:
        assert await again.restaurant.reserve(SLOT, 2, key="a") == Reservation("R-1001", SLOT, 2)
    other = Services.open(path, environment={"BOOKING_FAULTS": "restaurant.reserve:fail_before*2"})
    with other, pytest.raises(ConnectionError):
        await other.restaurant.reserve(SLOT, 2, key="b")
