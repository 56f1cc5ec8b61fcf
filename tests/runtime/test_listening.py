"""Open streams: words count as delivered when somebody has taken them, and an unread stream stays bounded."""

from __future__ import annotations

import asyncio

from decidable.runtime.listening import IDLE, MOST_UNREAD, Listener, Listeners
from decidable.runtime.parts import Moved, Said
from decidable.testing import FakeClock

HELLO = Said("hello", "hello")


async def test_words_are_taken_by_the_first_reader_and_read_by_all() -> None:
    listeners, clock = Listeners(), FakeClock()
    one, two = listeners.add(), listeners.add()
    handing = asyncio.create_task(listeners.hand_over(HELLO, clock, 5))
    assert await one.get() == HELLO
    assert await handing
    assert await two.get() == HELLO


async def test_without_readers_nobody_takes_anything() -> None:
    assert not await Listeners().hand_over(HELLO, FakeClock(), 5)


async def test_readers_that_leave_have_not_taken_it() -> None:
    listeners, clock = Listeners(), FakeClock()
    one, two = listeners.add(), listeners.add()
    handing = asyncio.create_task(listeners.hand_over(HELLO, clock, 5))
    await asyncio.sleep(0)
    listeners.remove(one)
    await asyncio.sleep(0)
    assert not handing.done()
    listeners.remove(two)
    assert not await handing


async def test_what_waits_too_long_is_taken_back() -> None:
    listeners, clock = Listeners(), FakeClock()
    slow = listeners.add()
    handing = asyncio.create_task(listeners.hand_over(HELLO, clock, 5))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await clock.advance(5)
    assert not await handing
    listeners.tell(Moved("there", "why"))
    assert await slow.get() == Moved("there", "why")
    assert slow.missed


async def test_a_stream_that_is_not_read_stays_bounded() -> None:
    listener = Listener()
    for number in range(MOST_UNREAD * 2):
        listener.put(IDLE)
        listener.put(IDLE)
        listener.put(Moved(f"{number}", ""))
    listener.put(error := ValueError("still told"))
    seen = 0
    while not listener.empty:
        last = await listener.get()
        seen += 1
    assert seen == MOST_UNREAD + 1
    assert last is error
