"""Reads: tried again within one deadline, and whatever they do is bounded and recorded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from decidable import Ctx, Settings, Tool
from tests.runtime.harness import START, Bench, question, read, records, say, texts
from tests.runtime.machines.parcel import Shipped, check, parcel
from tests.runtime.machines.world import World, raising, stubborn, waiting

QUICK = Settings(read_backoff_s=(1.0, 2.0), store_threads=2)


async def test_a_read_is_tried_again_with_pauses() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["check"].extend([raising(ConnectionError("no line")), raising(OSError("again"))])
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: len(bench.world.calls) == 1)
        await bench.clock.advance(0.9)
        assert len(bench.world.calls) == 1
        await bench.clock.advance(0.1)
        await bench.until(lambda: len(bench.world.calls) == 2)
        await bench.clock.advance(2.0)
        assert question(await stream).text.startswith("May I ship")
        assert [call.attempt for call in bench.world.called("check")] == [1, 2, 3]
        assert len({call.key for call in bench.world.calls}) == 1


async def test_a_read_that_gives_up_is_the_tables_to_decide() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["check"].extend([raising(ConnectionError("no\nline \udc00"))] * 3)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(stream.done, tick=0.5)
        assert "I could not find out." in texts(await stream)
        failed = records(bench.store, run.key, "Decided")[-1].occurrence
        assert (failed.event, failed.by) == ("failed", "ConnectionError: no")
        assert len(bench.world.called("check")) == 3


@pytest.mark.parametrize("trouble", [waiting, stubborn])
async def test_a_read_that_hangs_ends_at_its_deadline(trouble: object) -> None:
    bench = Bench(settings=QUICK)
    never = asyncio.Event()
    bench.world.before["check"].append(trouble(never))  # type: ignore[operator]
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.world.calls))
        await bench.clock.advance(4.9)
        assert not stream.done()
        await bench.clock.advance(0.2)
        await bench.until(stream.done, tick=0.5)
        assert "I could not find out." in texts(await stream)
        assert records(bench.store, run.key, "Decided")[-1].occurrence.by == "TimeoutError: no answer within 5 s"
        never.set()
    assert len(bench.world.called("check")) == 1, "its deadline is for all attempts together"


@pytest.mark.parametrize(
    "error", [SystemExit(3), asyncio.CancelledError(), BaseExceptionGroup("g", [SystemExit()]), MemoryError()]
)
async def test_whatever_a_tool_raises_is_contained(error: BaseException) -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["check"].extend([raising(error)] * 3)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(stream.done, tick=0.5)
        assert "I could not find out." in texts(await stream)
        assert len(bench.world.called("check")) == 3


async def test_an_answer_that_is_none_of_its_outcomes_is_no_answer() -> None:
    bench = Bench(machine=_odd(), settings=QUICK)
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(stream.done, tick=0.5)
        assert "I could not find out." in texts(await stream)
        why = records(bench.store, run.key, "Decided")[-1].occurrence.by
        assert why == "TypeError: check answered Shipped, which is none of its outcomes"


def _odd() -> Any:
    """The parcel machine, with a `check` that answers with an event of another tool."""

    async def odd(ctx: Ctx[World], item: str) -> Shipped:
        return Shipped(receipt="?")

    wrong: Tool[Any, Any, Any] = Tool(odd, write=False, options=check.options)
    return replace(parcel, tools={**parcel.tools, "check": wrong})


async def test_a_clock_set_back_does_not_prolong_a_read() -> None:
    bench = Bench(settings=QUICK)
    never = asyncio.Event()
    bench.world.before["check"].extend([raising(OSError()), waiting(never), waiting(never)])
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.world.calls))
        bench.clock.jump(-86_400)
        await bench.clock.advance(1.1)
        await bench.until(lambda: len(bench.world.calls) == 2)
        await bench.clock.advance(5.1)
        await bench.until(lambda: len(bench.world.calls) == 3, tick=0.5)
        await bench.clock.advance(5.1)
        await bench.until(stream.done, tick=0.5)
        assert "I could not find out." in texts(await stream)


async def test_a_read_goes_on_through_an_interruption() -> None:
    bench = Bench(settings=QUICK)
    never = asyncio.Event()
    bench.world.before["check"].append(waiting(never))
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        stream = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.world.calls))
        await runtime.signal(run.key, "model_down", id="d", wait=False)
        assert run.state == "away", "an interruption keeps the entry, and its read goes on"
        await runtime.signal(run.key, "model_back", id="u", wait=False)
        assert run.state == "checking"
        never.set()
        assert question(await stream).text.startswith("May I ship")


async def test_the_gates_judgement_of_a_read_is_kept_with_its_result() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
        (decision,) = bench.store.gate_decisions(run.key)
        assert decision.permitted
        assert '"item":{"record":' in decision.grounds


async def test_updates_shows_what_was_said_and_not_read() -> None:
    async with Bench().open() as runtime:
        run = await runtime.conversation("c", start=START)
        assert texts(await read(run.updates())) == ["What shall I send?"]
        assert texts(await read(run.updates())) == []
