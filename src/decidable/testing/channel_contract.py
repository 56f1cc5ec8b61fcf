"""The contract every channel must keep: one list of cases, tried on a channel of your own.

    @pytest.mark.parametrize("case", CHANNEL_CASES, ids=lambda case: case.__name__)
    async def test_contract(case):
        await case(channel, lambda: texts_that_arrived)      # a channel to which nothing was delivered yet

The second argument tells what has arrived so far: all of it as one text, in order.

Owns: the list. Never: needs a test runner; a case raises AssertionError.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from decidable.runtime.channel import Channel
from decidable.stores.port import RunKey, Said

Arrived: TypeAlias = Callable[[], str]
ChannelCase: TypeAlias = Callable[[Channel, Arrived], Awaitable[None]]
KEY: Final = RunKey("acme", "c-17.1")


def words(number: int, text: str, digest: str = "") -> Said:
    """Words of a run."""
    return Said(f"c-17.1/{number}.0", text, "question" if digest else "hello", 1_780_000_000_000, digest=digest)


async def what_was_taken_has_arrived(channel: Channel, arrived: Arrived) -> None:
    """When `deliver` returns, the words are there: they are never delivered again."""
    await channel.deliver(KEY, words(1, "The table is booked."), "k-1")
    assert "The table is booked." in arrived()


async def words_arrive_in_order(channel: Channel, arrived: Arrived) -> None:
    """One after the other, as they were said."""
    for number in range(5):
        await channel.deliver(KEY, words(number, f"sentence {number}."), f"k-{number}")
    places = [arrived().index(f"sentence {number}.") for number in range(5)]
    assert places == sorted(places)


async def a_question_arrives_as_it_was_approved(channel: Channel, arrived: Arrived) -> None:
    """Its text is what a person says yes to: nothing of it may be left out."""
    text = "May I pay the deposit of 20.00 USD for reservation R-1001?"
    await channel.deliver(KEY, words(1, text, "d-1"), "k-1")
    assert text in arrived()


async def any_text_can_be_delivered(channel: Channel, arrived: Arrived) -> None:
    """Several lines, other scripts, nothing at all."""
    for number, text in enumerate(("one\ntwo", "Zoë ☃ завтра", "")):
        await channel.deliver(KEY, words(number, text), f"k-{number}")
    assert "Zoë ☃ завтра" in arrived()
    assert "two" in arrived()


async def a_repetition_does_no_harm(channel: Channel, arrived: Arrived) -> None:
    """Delivery is at least once: the same key may come again, after a crash for instance."""
    for _ in range(2):
        await channel.deliver(KEY, words(1, "Once, I hope."), "k-1")
    assert "Once, I hope." in arrived()


async def two_runs_may_speak_at_once(channel: Channel, arrived: Arrived) -> None:
    """Runs know nothing of each other, and neither waits for the other one."""
    other = RunKey("umbra", "c-18.1")
    await asyncio.gather(
        channel.deliver(KEY, words(1, "first run"), "k-1"), channel.deliver(other, words(2, "second run"), "k-2")
    )
    assert "first run" in arrived()
    assert "second run" in arrived()


async def it_is_awaited(channel: Channel, arrived: Arrived) -> None:
    """`deliver` is a coroutine: a channel that blocks would stop every run."""
    assert inspect.iscoroutinefunction(channel.deliver)
    await channel.deliver(KEY, words(1, "awaited"), "k-1")
    assert "awaited" in arrived()


CHANNEL_CASES: Final[tuple[ChannelCase, ...]] = (
    what_was_taken_has_arrived,
    words_arrive_in_order,
    a_question_arrives_as_it_was_approved,
    any_text_can_be_delivered,
    a_repetition_does_no_harm,
    two_runs_may_speak_at_once,
    it_is_awaited,
)
