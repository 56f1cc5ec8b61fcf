"""Writes: marked before the deed, called once, and looked up when nobody knows."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from decidable import Ctx, Money, Runtime, Settings, Tool
from decidable.runtime.parts import Part, Waits
from decidable.runtime.run import Run
from tests.runtime.harness import START, Bench, read, records, say, settled, texts
from tests.runtime.machines.parcel import Shipped, Wants, definitely_not, parcel, receipt_of, ship
from tests.runtime.machines.world import Call, World, raising, stubborn, waiting

QUICK = Settings(lookup_backoff_s=(1.0, 2.0), store_threads=2)


async def asked(runtime: Runtime[Any, Any]) -> Run[Any]:
    """A run that has asked its question."""
    run = await runtime.conversation("c", start=START)
    await read(run.send(Wants(item="book"), id="b"))
    assert run.waits is Waits.APPROVAL
    return run


def approving(runtime: Runtime[Any, Any], run: Run[Any]) -> asyncio.Task[tuple[Part, ...]]:
    """The yes, given in a task of its own."""
    assert run.question is not None
    return asyncio.create_task(runtime.approve(run.key, run.question[1], by="ann"))


@pytest.mark.parametrize(
    "error", [TimeoutError("lost"), ConnectionError(), SystemExit(1), asyncio.CancelledError(), ValueError("bug")]
)
async def test_a_deed_whose_answer_is_lost_is_found_by_the_look_up(error: BaseException) -> None:
    bench = Bench(settings=QUICK)
    bench.world.after["ship"].append(raising(error))
    async with bench.open() as runtime:
        run = await asked(runtime)
        parts = await approving(runtime, run)
        assert texts(parts) == ["Finding out.", "Sent: receipt of 4.1."]
        assert [call.tool for call in bench.world.calls] == ["check", "ship", "find"]
        assert records(bench.store, run.key, "Settled")[-1].event == "shipped"


async def test_a_deed_that_did_not_happen_is_tried_again_under_its_key_three_times_at_most() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["ship"].extend([raising(ConnectionError("no line"))] * 5)
    async with bench.open() as runtime:
        run = await asked(runtime)
        parts = await approving(runtime, run)
        ships = bench.world.called("ship")
        assert [call.attempt for call in ships] == [1, 2, 3]
        assert len({call.key for call in ships}) == 1
        assert "The carrier refused." in texts(parts)
        assert run.state == "idle"
        assert not bench.world.done


async def test_a_second_try_that_works_is_one_deed() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["ship"].append(raising(ConnectionError("no line")))
    async with bench.open() as runtime:
        run = await asked(runtime)
        assert texts(await approving(runtime, run))[-1] == "Sent: receipt of 4.1."
        assert len(bench.world.done) == 1


async def test_a_definite_no_is_the_tools_no() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["ship"].append(raising(definitely_not))
    async with bench.open() as runtime:
        run = await asked(runtime)
        assert "The carrier refused." in texts(await approving(runtime, run))
        assert [call.tool for call in bench.world.calls] == ["check", "ship"], "nothing is looked up"


async def test_a_write_that_hangs_is_given_up_at_its_time_limit_and_looked_up() -> None:
    bench = Bench(settings=QUICK)
    bench.world.after["ship"].append(waiting(asyncio.Event()))
    async with bench.open() as runtime:
        run = await asked(runtime)
        stream = approving(runtime, run)
        await bench.until(lambda: bool(bench.world.done))
        await bench.clock.advance(4.9)
        assert not bench.world.called("find")
        await bench.clock.advance(0.2)
        await bench.until(stream.done, tick=0.5)
        assert texts(await stream) == ["Finding out.", "Sent: receipt of 4.1."]
        assert records(bench.store, run.key, "Decided")[-2].occurrence.by == "TimeoutError: no answer within 5 s"


async def test_a_write_that_ignores_its_cancellation_is_not_repeated_while_it_may_still_act() -> None:
    bench = Bench(settings=QUICK)
    go = asyncio.Event()
    bench.world.before["ship"].append(stubborn(go))
    async with bench.open() as runtime:
        run = await asked(runtime)
        stream = approving(runtime, run)
        await bench.until(lambda: bool(bench.world.called("ship")))
        await bench.clock.advance(5.1)
        await bench.until(stream.done, tick=0.5)
        assert settled(await stream).status is Waits.PERSON
        assert not bench.world.called("find"), "that it did not happen would not hold"
        (item,) = await runtime.attention()
        assert "the call of ship was given up and has not ended" in item.why
        go.set()
        await bench.until(lambda: run.waits is Waits.ENDED)
        assert len(bench.world.called("ship")) == 1, "its answer came after all, and counts"
        await bench.until(lambda: not bench.store.attention())


async def test_a_blocking_write_in_a_thread_is_still_seen_at_work() -> None:
    go = threading.Event()
    bench = Bench(machine=_blocking(go), settings=QUICK)
    async with bench.open() as runtime:
        run = await asked(runtime)
        stream = approving(runtime, run)
        await bench.until(lambda: bool(bench.world.called("ship")))
        await bench.clock.advance(5.1)
        await bench.until(stream.done, tick=0.5)
        assert settled(await stream).status is Waits.PERSON
        assert not bench.world.called("find")
        go.set()
        await bench.until(lambda: run.waits is Waits.ENDED)
        assert len(bench.world.done) == 1


def _with_ship(function: Any) -> Any:
    """The parcel machine, with another function for `ship`."""
    wrong: Tool[Any, Any, Any] = Tool(function, write=True, options=ship.options)
    wrong.look = ship.look
    return replace(parcel, tools={**parcel.tools, "ship": wrong})


def _blocking(go: threading.Event) -> Any:
    """A `ship` that blocks a thread."""

    def slow(ctx: Ctx[World], item: str, price: Money) -> Shipped:
        ctx.deps.calls.append(Call("ship", ctx.key, ctx.attempt))
        assert go.wait(60)
        ctx.deps.done[ctx.key] = item
        return Shipped(receipt=receipt_of(ctx.key))

    return _with_ship(slow)


async def test_a_write_that_answers_nonsense_is_looked_up() -> None:
    bench = Bench(machine=_nonsense(), settings=QUICK)
    async with bench.open() as runtime:
        run = await asked(runtime)
        parts = await approving(runtime, run)
        assert texts(parts)[-1] == "Sent: receipt of 4.1."
        unknown = next(r for r in records(bench.store, run.key, "Decided") if r.occurrence.event == "unknown")
        assert unknown.occurrence.by == "TypeError: ship answered str, which is none of its outcomes"


def _nonsense() -> Any:
    async def odd(ctx: Ctx[World], item: str, price: Money) -> str:
        await ctx.deps.act("ship", ctx.key, ctx.attempt, deed=item)
        return "ok"

    return _with_ship(odd)


async def test_closing_lets_a_write_finish() -> None:
    bench = Bench(settings=QUICK)
    go = asyncio.Event()
    bench.world.before["ship"].append(waiting(go))
    async with bench.open() as runtime:
        run = await asked(runtime)
        approving(runtime, run)
        await bench.until(lambda: bool(bench.world.called("ship")))
        asyncio.get_running_loop().call_later(0.05, go.set)
    head = bench.store.head(run.key)
    assert head is not None
    assert head.snapshot.state == "done"


async def test_closing_does_not_wait_for_ever_and_the_next_start_looks_up() -> None:
    bench = Bench(settings=Settings(closing_s=0.05, store_threads=2))
    bench.world.after["ship"].append(stubborn(stop := asyncio.Event()))
    async with bench.open() as runtime:
        run = await asked(runtime)
        stream = approving(runtime, run)
        await bench.until(lambda: bool(bench.world.done))
    assert isinstance((await asyncio.gather(stream, return_exceptions=True))[0], Exception)
    stop.set()
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.waits is Waits.ENDED)
        assert len(bench.world.called("ship")) == 1
        assert question_count(bench, again) == 1


def question_count(bench: Bench, run: Run[Any]) -> int:
    """How many questions were ever asked."""
    return sum(bool(words.digest) for words in bench.store.said(run.key))


async def test_nothing_is_asked_or_checked_again_after_a_restart() -> None:
    bench = Bench(settings=QUICK)
    async with bench.open() as runtime:
        run = await asked(runtime)
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        assert again.waits is Waits.APPROVAL
        assert texts(await read(again.updates())) == []
        assert texts(await say(again, "yes"))[-1] == "Sent: receipt of 4.1."
    assert [call.tool for call in bench.world.calls] == ["check", "ship"]
