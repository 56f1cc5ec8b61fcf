"""The restaurant answers like a real one: hours, deposits, tables that run out, ids that change, news of its own."""

from datetime import date, time

import pytest

from decidable.core.values import Money
from services import Cancelled, Free, Full, KeyReusedError, Refused, Reservation, Restaurant, Services, TableGone

MONDAY, TUESDAY, FRIDAY, SATURDAY = (date(2026, 5, day) for day in (4, 5, 8, 9))
HALF_PAST = "2026-05-08 19:30"


@pytest.mark.parametrize(
    ("day", "at", "party", "deposit"),
    [
        (FRIDAY, time(19, 30), 4, "20.00 USD"),
        (SATURDAY, time(22, 0), 12, "20.00 USD"),
        (FRIDAY, time(17, 0), 3, "0.00 USD"),
        (TUESDAY, time(20, 0), 5, "0.00 USD"),
        (TUESDAY, time(20, 0), 6, "30.00 USD"),
        (TUESDAY, time(20, 15), 7, "35.00 USD"),
    ],
)
async def test_a_free_table_has_a_slot_and_a_deposit(
    world: Services, day: date, at: time, party: int, deposit: str
) -> None:
    assert await world.restaurant.availability(day, at, party) == Free(f"{day} {at:%H:%M}", Money(deposit))


@pytest.mark.parametrize(
    ("day", "at", "party", "why"),
    [
        (MONDAY, time(19, 30), 2, "closed on Mondays"),
        (FRIDAY, time(16, 45), 2, "tables from 17:00 to 22:00"),
        (FRIDAY, time(22, 15), 2, "tables from 17:00 to 22:00"),
        (FRIDAY, time(19, 40), 2, "tables on the quarter hour"),
        (FRIDAY, time(20, 0), 2, "20:00 is taken"),
        (FRIDAY, time(19, 30), 0, "tables are for 1 to 12"),
        (FRIDAY, time(19, 30), 13, "tables are for 1 to 12"),
    ],
)
async def test_no_table_says_why_and_reserving_it_all_the_same_is_refused(
    world: Services, day: date, at: time, party: int, why: str
) -> None:
    assert await world.restaurant.availability(day, at, party) == Full(why)
    assert await world.restaurant.reserve(f"{day} {at:%H:%M}", party, key="k") == Refused(why)
    assert world.ledger.reservations() == ()


@pytest.mark.parametrize("slot", ["", "friday", "2026-13-01 19:30", "2026-05-08 19:30 "])
async def test_a_slot_that_is_none_is_refused(world: Services, slot: str) -> None:
    assert isinstance(await world.restaurant.reserve(slot, 2, key="k"), Refused)


async def test_the_same_key_is_the_same_table_and_another_key_another_table(world: Services) -> None:
    first = await world.restaurant.reserve(HALF_PAST, 4, key="a")
    assert first == Reservation("R-1001", HALF_PAST, 4)
    assert await world.restaurant.reserve(HALF_PAST, 4, key="a") == first
    assert await world.restaurant.reserve(HALF_PAST, 4, key="b") == Reservation("R-1002", HALF_PAST, 4)
    assert [row.id for row in world.ledger.held()] == ["R-1001", "R-1002"]
    held = world.ledger.held()[0]
    assert (held.key, held.slot, held.day, held.time, held.party) == ("a", HALF_PAST, "2026-05-08", "19:30", 4)


async def test_a_key_belongs_to_one_deed_and_its_arguments(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 4, key="a")
    with pytest.raises(KeyReusedError, match="'a' was used for reserve"):
        await world.restaurant.reserve(HALF_PAST, 5, key="a")
    with pytest.raises(KeyReusedError, match="a new deed needs a new key"):
        await world.restaurant.cancel("R-1001", key="a")
    with pytest.raises(ValueError, match="needs a key"):
        await world.restaurant.reserve(HALF_PAST, 4, key="")
    assert len(world.ledger.held()) == 1
    assert [call.outcome for call in world.ledger.calls()] == ["Reservation", "key reused", "key reused"]


async def test_tables_run_out_and_a_cancelled_one_can_be_had_again(world: Services) -> None:
    small = Restaurant(world.ledger, tables=1)
    assert isinstance(await small.reserve(HALF_PAST, 2, key="a"), Reservation)
    assert await small.reserve(HALF_PAST, 2, key="b") == Refused("19:30 is taken")
    assert await small.availability(FRIDAY, time(19, 30), 2) == Full("19:30 is taken")
    assert await small.cancel("R-1001", key="c") == Cancelled("R-1001")
    assert await small.reserve(HALF_PAST, 2, key="b") == Refused("19:30 is taken")  # the key keeps its no
    assert isinstance(await small.reserve(HALF_PAST, 2, key="d"), Reservation)


async def test_a_change_gives_a_new_id_and_keeps_one_table(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 2, key="a")
    changed = await world.restaurant.change("R-1001", "2026-05-08 21:00", 6, key="b")
    assert changed == Reservation("R-1002", "2026-05-08 21:00", 6)
    assert await world.restaurant.change("R-1001", "2026-05-08 21:00", 6, key="b") == changed
    assert [(r.id, r.state, r.changed_by) for r in world.ledger.reservations()] == [
        ("R-1001", "changed", "R-1002"),
        ("R-1002", "held", None),
    ]
    assert [(r.party, r.time) for r in world.ledger.held()] == [(6, "21:00")]


async def test_a_refused_change_leaves_the_old_table(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 2, key="a")
    assert await world.restaurant.change("R-1001", "2026-05-08 20:00", 2, key="b") == Refused("20:00 is taken")
    assert [r.id for r in world.ledger.held()] == ["R-1001"]
    assert await world.restaurant.change("R-9", HALF_PAST, 2, key="c") == Refused("R-9 is not known here")


async def test_a_table_at_a_full_time_can_be_changed_in_place(world: Services) -> None:
    small = Restaurant(world.ledger, tables=1)
    await small.reserve(HALF_PAST, 2, key="a")
    assert await small.change("R-1001", HALF_PAST, 3, key="b") == Reservation("R-1002", HALF_PAST, 3)


async def test_cancelling_twice_is_a_yes_and_a_changed_table_is_a_no(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 2, key="a")
    await world.restaurant.change("R-1001", HALF_PAST, 3, key="b")
    assert await world.restaurant.cancel("R-1001", key="c") == Refused("R-1001 is changed")
    assert await world.restaurant.cancel("R-1002", key="d") == Cancelled("R-1002")
    assert await world.restaurant.cancel("R-1002", key="e") == Cancelled("R-1002")
    assert await world.restaurant.cancel("R-9", key="f") == Refused("R-9 is not known here")
    assert world.ledger.held() == ()


async def test_the_restaurant_gives_a_table_back_by_itself(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 2, key="a")
    gone = TableGone("table-gone-R-1001", "R-1001")
    assert await world.restaurant.webhook_gone("R-1001") == gone
    assert await world.restaurant.webhook_gone("R-1001") == gone
    assert [r.state for r in world.ledger.reservations()] == ["gone"]
    assert await world.restaurant.cancel("R-1001", key="b") == Cancelled("R-1001")
    assert [r.state for r in world.ledger.reservations()] == ["gone"]


async def test_only_a_held_table_can_be_given_back(world: Services) -> None:
    await world.restaurant.reserve(HALF_PAST, 2, key="a")
    await world.restaurant.change("R-1001", HALF_PAST, 3, key="b")
    with pytest.raises(LookupError, match="R-1001 is changed"):
        await world.restaurant.webhook_gone("R-1001")
    with pytest.raises(LookupError, match="R-7 is not known here"):
        await world.restaurant.webhook_gone("R-7")


async def test_find_tells_every_outcome_and_none_for_what_did_not_happen(world: Services) -> None:
    made = await world.restaurant.reserve(HALF_PAST, 2, key="a")
    await world.restaurant.reserve("2026-05-08 20:00", 2, key="b")
    await world.restaurant.cancel("R-1001", key="c")
    assert await world.restaurant.find("a") == made
    assert await world.restaurant.find("b") == Refused("20:00 is taken")
    assert await world.restaurant.find("c") == Cancelled("R-1001")
    assert await world.restaurant.find("d") is None
