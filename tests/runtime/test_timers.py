"""Deadlines: absolute, once, never early, through restarts and jumps of the clock."""

from __future__ import annotations

import asyncio
from typing import Any

from decidable import Runtime, StoreError
from decidable.runtime.run import Run
from decidable.stores.port import RunKey, Store
from tests.runtime.harness import START, Bench, read, records, say
from tests.runtime.machines.parcel import Wants
from tests.runtime.machines.post import post
from tests.runtime.watched import Watched

HALF_HOUR = 1800.0


async def asked(runtime: Runtime[Any, Any], name: str = "c") -> Run[Any]:
    """A run whose offer expires in half an hour."""
    run = await runtime.conversation(name, start=START)
    await read(run.send(Wants(item="book"), id="b"))
    assert run.state == "confirming"
    return run


def fired(store: Store, key: RunKey) -> list[Any]:
    """The decisions about a deadline."""
    return [row for row in records(store, key, "Decided") if row.occurrence.event == "after 30m"]


async def test_a_deadline_is_never_early_and_fires_once() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await asked(runtime)
        bench.clock.jump(HALF_HOUR - 1.5)
        await bench.clock.advance(1.0)
        await bench.clock.advance(0.4)
        assert run.state == "confirming"
        await bench.clock.advance(0.2)
        await bench.until(lambda: run.state == "idle", tick=0.1)
        await bench.clock.advance(3)
        assert len(fired(bench.store, run.key)) == 1
        assert bench.store.next_deadline() is None


async def test_a_deadline_survives_a_restart_and_is_late_rather_than_lost() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        key = (await asked(runtime)).key
    bench.clock.jump(86_400)
    async with bench.open() as runtime:
        run = await runtime.run(key)
        await bench.until(lambda: run.state == "idle")
        (only,) = fired(bench.store, key)
        assert only.occurrence.at == bench.clock.now()
        assert [row.status.value for row in bench.store.approvals(key)] == ["expired"]


async def test_a_clock_set_back_and_forward_neither_fires_early_nor_twice() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await asked(runtime)
        bench.clock.jump(-86_400)
        await bench.clock.advance(30)
        assert run.state == "confirming"
        bench.clock.jump(86_400)
        await bench.clock.advance(2)
        assert run.state == "confirming", "32 seconds have passed, whatever the clock did"
        bench.clock.jump(HALF_HOUR)
        await bench.until(lambda: run.state == "idle", tick=0.5)
        bench.clock.jump(-HALF_HOUR)
        await bench.clock.advance(5)
        assert len(fired(bench.store, run.key)) == 1


async def test_many_deadlines_at_once() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        keys = [(await asked(runtime, f"c-{number}")).key for number in range(250)]
        bench.clock.jump(HALF_HOUR)
        await bench.until(lambda: bench.store.next_deadline() is None, tick=0.5)
        assert all(len(fired(bench.store, key)) == 1 for key in keys)


async def test_a_deadline_of_another_machine_is_not_ours_and_stops_nobody() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        keys = [(await asked(runtime, f"c-{number}")).key for number in range(120)]
    bench.clock.jump(HALF_HOUR)
    watched = Watched(bench.store)
    other = Bench(machine=post, store=watched.port, clock=bench.clock, translator=None)
    async with other.open():
        await other.clock.advance(3)
        await other.clock.advance(3)
        looks = watched.calls["due"]
        assert looks < 40, "deadlines that are not ours are not read in a circle"
        assert watched.calls["head"] <= len(keys) * 2
    async with bench.open():
        await bench.until(lambda: bench.store.next_deadline() is None, tick=0.5)
    assert all(len(fired(bench.store, key)) == 1 for key in keys)


async def test_a_disk_that_fails_for_a_while_ends_no_deadline() -> None:
    watched = Watched(Bench().store)
    bench = Bench(store=watched.port)
    async with bench.open() as runtime:
        run = await asked(runtime)
        watched.failures["due"].extend([StoreError("the disk failed")] * 3)
        watched.failures["commit"].append(StoreError("the disk is full"))
        bench.clock.jump(HALF_HOUR)
        await bench.until(lambda: bool(fired(bench.store, run.key)), tick=0.5)
        again = await runtime.run(run.key)
        assert again.state == "idle"


async def test_a_deadline_that_passed_during_an_interruption_fires_on_return() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await asked(runtime)
        await runtime.signal(run.key, "model_down", id="d")
        bench.clock.jump(HALF_HOUR)
        await bench.until(lambda: bool(records(bench.store, run.key, "Noted")), tick=0.5)
        assert run.state == "away"
        await bench.clock.advance(5)
        assert len(records(bench.store, run.key, "Noted")) == 1, "it is noted once, and waits"
        await runtime.signal(run.key, "model_back", id="u")
        assert run.state == "idle"
        assert len(fired(bench.store, run.key)) == 1


async def test_a_yes_and_a_deadline_at_the_same_moment_one_wins() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await asked(runtime)
        assert run.question is not None
        bench.clock.jump(HALF_HOUR)
        ticking = asyncio.create_task(bench.clock.advance(2))
        answered = await asyncio.gather(
            runtime.approve(run.key, run.question[1], by="ann"), ticking, return_exceptions=True
        )
        await bench.until(lambda: run.state in {"idle", "done"}, tick=0.5)
        assert (run.state == "done") == (len(bench.world.done) == 1)
        assert isinstance(answered[0], tuple) == (run.state == "done")
        assert await say(run, "ping")
