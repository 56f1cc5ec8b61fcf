"""Waiting runs cost rows and no memory; working ones are held."""

from __future__ import annotations

import asyncio
import gc

import pytest

from decidable.runtime.live import LiveRun
from tests.runtime.harness import START, Bench, read, say
from tests.runtime.machines.parcel import Wants


def live_runs() -> int:
    """How many live runs there are anywhere in the process."""
    return sum(isinstance(thing, LiveRun) for thing in gc.get_objects())


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_waiting_runs_are_not_in_memory(count: int) -> None:
    gc.collect()
    before = live_runs()
    bench = Bench(guard_s=300)
    async with bench.open() as runtime:
        for number in range(count):
            run = await runtime.conversation(f"c-{number}", start=START)
            await read(run.send(Wants(item="book"), id="b"))
            assert run.state == "confirming"
        await bench.rest()
        del run
        assert live_runs() <= before + 1, "not even until the garbage is collected"
        assert len(runtime._runs) <= 1
        assert not runtime._runs._locks
        assert not runtime._host.at_work
        again = await runtime.conversation("c-7", start=START)
        await say(again, "yes")
        assert len(bench.world.done) == 1


async def test_a_run_that_works_is_held_though_nobody_holds_it() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)

        async def forgotten() -> None:
            await asyncio.get_running_loop().create_future()  # held by nothing but whoever awaits it

        bench.world.before["check"].append(forgotten)
        stream = run.send(Wants(item="book"), id="b")
        await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]  # an async generator
        del stream, run
        await bench.rest()
        gc.collect()
        assert len(runtime._runs) == 1, "its read is under way"
        await bench.clock.advance(5.1)
        await bench.rest()
        gc.collect()
        assert (await runtime.run("c.1")).state == "idle"
