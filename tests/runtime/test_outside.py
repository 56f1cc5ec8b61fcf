"""Calls to code that is not ours are bounded, and one that was given up is not lost sight of."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from decidable.runtime.outside import Outside, OutsideError
from decidable.testing import FakeClock
from tests.runtime.machines.world import raising, stubborn


async def turns() -> None:
    """Let everybody come as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_an_answer_is_the_answer() -> None:
    outside = Outside(FakeClock())

    async def seven() -> int:
        return 7

    assert await outside.call(1, seven) == 7


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("v"), ValueError, "v"),
        (SystemExit(3), OutsideError, "SystemExit: 3"),
        (asyncio.CancelledError(), OutsideError, "it cancelled itself"),
        (TimeoutError("own"), TimeoutError, "own"),
    ],
)
async def test_whatever_it_raises_is_an_exception(error: BaseException, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        await Outside(FakeClock()).call(1, raising(error))


async def test_a_call_that_ignores_its_cancellation_is_told_of_when_it_ends() -> None:
    clock, go, told = FakeClock(), asyncio.Event(), list[Any]()
    outside = Outside(clock)

    async def late() -> str:
        await stubborn(go)()
        return "late"

    call = asyncio.create_task(outside.call(5, late, name="n", late=told.append))
    await turns()
    await clock.advance(5)
    with pytest.raises(TimeoutError, match="no answer within 5 s"):
        await call
    assert outside.still_at_work("n")
    assert not outside.still_at_work("m")
    go.set()
    await turns()
    assert told == ["late"]
    assert not outside.still_at_work("n")


async def test_who_is_cancelled_cancels_the_call() -> None:
    outside, ended = Outside(FakeClock()), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    call = asyncio.create_task(outside.call(5, work))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await asyncio.wait_for(ended.wait(), 60)


async def test_closing_waits_no_longer_than_it_may() -> None:
    clock, go = FakeClock(), asyncio.Event()
    outside = Outside(clock)
    call = asyncio.create_task(outside.call(5, stubborn(go)))
    await turns()
    await clock.advance(5)
    await asyncio.gather(call, return_exceptions=True)
    await asyncio.wait_for(outside.close(0.01), 60)
    go.set()
    await outside.close(1)
