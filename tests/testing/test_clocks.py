"""The clock that a test moves: what it shows can be set, how long somebody sleeps cannot."""

from __future__ import annotations

import asyncio

from decidable.testing import FakeClock


async def test_sleepers_wake_in_the_order_of_their_times() -> None:
    clock = FakeClock(0)
    woken: list[tuple[str, int]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.now()))

    tasks = [asyncio.create_task(sleeper(name, seconds)) for name, seconds in (("b", 2), ("a", 1), ("c", 9))]
    await asyncio.sleep(0)
    assert clock.sleepers == 3
    await clock.advance(5)
    assert woken == [("a", 1000), ("b", 2000)]
    assert clock.now() == 5000
    await clock.advance(4)
    assert woken[-1] == ("c", 9000)
    await asyncio.gather(*tasks)


async def test_who_sleeps_again_is_woken_again_on_the_way() -> None:
    clock = FakeClock(0)
    seen: list[int] = []

    async def ticking() -> None:
        for _ in range(3):
            await clock.sleep(1)
            seen.append(clock.now())

    task = asyncio.create_task(ticking())
    await asyncio.sleep(0)
    await clock.advance(10)
    assert seen == [1000, 2000, 3000]
    await task


async def test_a_jump_wakes_nobody_and_shortens_no_sleep() -> None:
    clock = FakeClock(0)
    task = asyncio.create_task(clock.sleep(5))
    await asyncio.sleep(0)
    clock.jump(3600)
    await clock.advance(4)
    assert not task.done()
    assert clock.now() == 3_604_000
    clock.jump(-7200)
    await clock.advance(1)
    assert task.done()
    assert clock.now() == -3_595_000


async def test_no_time_at_all_gives_the_others_a_turn() -> None:
    clock = FakeClock()
    await asyncio.wait_for(clock.sleep(0), 60)


async def test_a_sleeper_that_was_cancelled_is_forgotten() -> None:
    clock = FakeClock()
    task = asyncio.create_task(clock.sleep(5))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert clock.sleepers == 0
    await clock.advance(10)
