"""The booking example end to end: its real translator, its real table, services that go wrong on purpose.

Every test reads the ledger the services keep outside the run: what matters is what happened there.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from booking import booking
from decidable import Moved, Settled, Waits
from decidable.models.switch import Switch
from services import Services
from tests.booking.dinner import ASK, Held, dinner, last_text, question, texts, words

FRIDAY = "2026-12-04 19:00 for 4"


async def test_a_table_a_deposit_and_a_text(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        asked = question(await d.says(ASK))
        assert asked.text == (
            "May I reserve a table for 4 people on Friday 4 December at 19:00, then pay the deposit of 20.00 USD?"
        )
        parts = await d.says("yes")
        assert d.tables == [FRIDAY]
        assert d.paid == ["20.00 USD"]
        assert d.texts == ["Dinner: Friday 4 December at 19:00 for 4 people, reservation R-1001."]
        assert any(
            text.startswith("Booked: Friday 4 December at 19:00 for 4 people, reservation R-1001")
            and "receipt P-5001" in text
            for text in texts(parts)
        )
        assert d.run.state == "gather"


async def test_slots_in_any_order_over_three_messages(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        assert last_text(await d.says("for four")) == "So far: 4 people. Which day and what time?"
        assert last_text(await d.says("on Friday")) == "So far: Friday 4 December, 4 people. What time?"
        assert "Friday 4 December at 19:00" in question(await d.says("at 7")).text


async def test_the_restaurant_times_out_after_acting(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        d.world.ledger.plan("restaurant", "reserve", "timeout_after")
        await d.says(ASK)
        said = words(await d.says("yes"))
        assert said[0] == "finding_out"
        assert (d.ever, d.tables, d.paid, len(d.texts)) == (1, [FRIDAY], ["20.00 USD"], 1)


async def test_the_restaurant_fails_before_acting_and_is_asked_again_under_the_same_key(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        d.world.ledger.plan("restaurant", "reserve", "fail_before")
        await d.says(ASK, "yes")
        assert (d.ever, d.tables, d.paid, len(d.texts)) == (1, [FRIDAY], ["20.00 USD"], 1)
        keys = {
            call.key for call in d.world.ledger.calls() if (call.service, call.operation) == ("restaurant", "reserve")
        }
        assert len(keys) == 1


async def test_nobody_can_tell_so_a_person_settles(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        d.world.ledger.plan("restaurant", "reserve", "timeout_after")
        d.world.ledger.plan("restaurant", "find", "unavailable_lookup", times=20)
        await d.says(ASK)
        parts = await d.says("yes")
        assert parts[-1] == Settled(Waits.PERSON)
        (item,) = await d.runtime.attention()
        assert "nobody can tell" in item.why
        fields = {"reservation": "R-1001", "held": FRIDAY}
        await d.runtime.settle(d.run.key, item.operation, "committed", fields, by="operator")
        assert (d.ever, d.paid, len(d.texts)) == (1, ["20.00 USD"], 1)
        assert await d.runtime.attention() == ()


async def test_the_deposit_is_declined_twice_and_then_paid(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        d.world.ledger.plan("payments", "pay", "decline", times=2)
        await d.says(ASK)
        assert words(await d.says("yes")) == ["payment_declined", "?"]
        assert d.paid == []
        assert question(await d.says("yes")).text == "May I pay the deposit of 20.00 USD for reservation R-1001?"
        await d.says("yes")
        assert (d.tables, d.paid, len(d.texts)) == ([FRIDAY], ["20.00 USD"], 1)


async def test_the_deposit_is_declined_and_the_guest_stops(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        d.world.ledger.plan("payments", "pay", "decline")
        await d.says(ASK, "yes")
        said = texts(await d.says("no"))
        assert said[0].startswith("Booked:")
        assert "The deposit of 20.00 USD is not paid." in said[0]
        assert d.paid == []


async def test_the_webhook_cancels_the_table_while_the_guest_pays(tmp_path: Path) -> None:
    with Services.open(tmp_path / "world.db", environment={}) as other:
        held = Held(other.payments, "pay", acted=True)
        async with dinner(tmp_path, hold=("payments", held)) as d:
            await d.says(ASK)
            paying = d.starts_saying("yes")
            await asyncio.wait_for(held.reached.wait(), 60)
            gone = await d.world.restaurant.webhook_gone("R-1001")
            await d.runtime.signal(d.run.key, "table_gone", {"which": "R-1001"}, id=gone.id, wait=False)
            await d.runtime.signal(d.run.key, "table_gone", {"which": "R-1001"}, id=gone.id, wait=False)
            held.release.set()
            said = words(await asyncio.wait_for(paying, 60))
            assert d.tables == []
            assert d.paid == ["20.00 USD"]
            assert d.texts == []
            assert "table_is_gone" in said
            assert "nothing is booked" in " ".join(texts(await d.says("cancel"))).lower()


async def test_the_guest_revises_while_the_reservation_is_in_flight(tmp_path: Path) -> None:
    with Services.open(tmp_path / "world.db", environment={}) as other:
        held = Held(other.restaurant, "reserve", acted=True)
        async with dinner(tmp_path, hold=("restaurant", held)) as d:
            await d.says(ASK)
            booking_it = d.starts_saying("yes")
            await asyncio.wait_for(held.reached.wait(), 60)
            revising = d.starts_saying("make it five")
            held.release.set()
            await asyncio.wait_for(asyncio.gather(booking_it, revising), 60)
            assert d.tables == [FRIDAY]
            assert d.run.question is not None
            assert d.run.question[0] == "May I change reservation R-1001 to Friday 4 December at 19:00 for 5 people?"
            await d.says("yes")
            assert d.tables == ["2026-12-04 19:00 for 5"]
            assert d.paid == ["20.00 USD"]


async def test_the_guest_revises_after_it_exists(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        await d.says(ASK, "yes", "make it Saturday", "yes")
        assert d.tables == ["2026-12-05 19:00 for 4"]
        assert d.ever == 2, "the old one was changed, not doubled"
        assert d.paid == ["20.00 USD"]
        assert len(d.texts) == 2


async def test_a_revision_that_is_not_wanted_after_all_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        await d.says(ASK, "yes", "make it five")
        said = texts(await d.says("no"))
        assert said[0].startswith("Booked: Friday 4 December at 19:00 for 4 people")
        assert d.tables == [FRIDAY]


async def test_a_yes_after_the_offer_expired(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        await d.says(ASK)
        await d.passes(30 * 60 + 1, until="gather")
        async for _ in d.run.updates():
            pass
        assert words(await d.says("yes"))[-1] == "what_i_need"
        assert d.ever == 0


async def test_two_questions_were_shown_and_one_yes_comes(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        await d.says(ASK)
        await d.runtime.signal(d.run.key, "details", {"party": 5}, id="button-1", by="guest")
        async for _ in d.run.updates():
            pass
        parts = await d.says("yes")
        assert d.ever == 0, "nobody knows which of the two questions was answered"
        assert words(parts) == ["?"]
        await d.says("yes")
        assert d.tables == ["2026-12-04 19:00 for 5"]


async def test_yes_and_make_it_five_books_nothing_yet(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        await d.says(ASK)
        assert "for 5 people" in question(await d.says("yes, and make it five")).text
        assert d.ever == 0
        await d.says("yes")
        assert d.tables == ["2026-12-04 19:00 for 5"]


async def test_the_guest_cancels_in_book(tmp_path: Path) -> None:
    with Services.open(tmp_path / "world.db", environment={}) as other:
        held = Held(other.restaurant, "reserve", acted=True)
        async with dinner(tmp_path, hold=("restaurant", held)) as d:
            await d.says(ASK)
            booking_it = d.starts_saying("yes")
            await asyncio.wait_for(held.reached.wait(), 60)
            cancelling = d.starts_saying("cancel it")
            await d.until(lambda: d.run.facts.cancelling)
            held.release.set()
            await asyncio.wait_for(asyncio.gather(booking_it, cancelling), 60)
            assert (d.ever, d.tables, d.paid, d.texts) == (1, [], [], [])


async def test_cancel_at_every_stage(tmp_path: Path) -> None:
    async with dinner(tmp_path) as d:
        assert "Nothing is booked now" in texts(await d.says("cancel"))[0]
        await d.says(ASK, "never mind")
        assert d.ever == 0
        await d.says(ASK, "yes", "cancel my booking")
        assert (d.ever, d.tables) == (1, [])


async def test_the_translator_is_switched_off_in_gather(tmp_path: Path) -> None:
    assert booking.translator is not None
    switch = Switch(booking.translator)
    async with dinner(tmp_path, translator=switch) as d:
        await d.says("Friday at 7")
        switch.off()
        parts = await d.says("for four")
        assert words(parts) == ["what_is_done_and_what_is_not"]
        assert "I have kept the day, time." in last_text(parts)
        assert parts[-1] == Settled(Waits.MODEL)
        assert d.run.state == "degraded"
        assert words(await d.says("hello?")) == [], "nothing is said twice"
        switch.on()
        before = len(d.world.ledger.calls())
        await d.runtime.probe()
        parts = [part async for part in d.run.updates()]
        assert d.run.state == "confirm"
        assert len(d.world.ledger.calls()) == before + 1
        moves = [part.state for part in parts if isinstance(part, Moved)]
        assert "gather" not in moves[1:], "it went back once"


@pytest.mark.parametrize("message", ["", "   ", "asdf", "purple monkey dishwasher", "what's the capital of France?"])
async def test_nonsense_is_asked_again_and_a_person_looks_after_three(tmp_path: Path, message: str) -> None:
    async with dinner(tmp_path) as d:
        assert words(await d.says(message)) == ["what_i_need"]
        await d.says(message)
        parts = await d.says(message)
        assert "report" in [part.state for part in parts if isinstance(part, Moved)]
        assert d.ever == 0
