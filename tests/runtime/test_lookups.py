"""Finding out what became of a write: by a look-up, by repeating it under its key, or by a person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from decidable import RefusedError, Runtime, Settings
from decidable.runtime.parts import Waits
from decidable.runtime.run import Run
from tests.runtime.harness import START, Bench, read, records, settled, texts
from tests.runtime.machines.parcel import Wants
from tests.runtime.machines.post import post
from tests.runtime.machines.world import raising

SETTINGS = Settings(lookup_backoff_s=(1.0, 2.0), lookup_timeout_s=3.0, store_threads=2)


async def lost(bench: Bench, runtime: Runtime[Any, Any], finds: int) -> Run[Any]:
    """A run whose shipping got no answer, and whose look-up cannot tell so many times."""
    bench.world.after["ship"].append(raising(TimeoutError("lost")))
    bench.world.before["find"].extend([raising(ConnectionError("no line"))] * finds)
    run = await runtime.conversation("c", start=START)
    await read(run.send(Wants(item="book"), id="b"))
    assert run.question is not None
    await runtime.approve(run.key, run.question[1], by="ann", wait=False)
    return run


async def test_a_look_up_that_cannot_tell_is_tried_again_with_pauses() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 2)
        await bench.until(lambda: len(bench.world.called("find")) == 1)
        await bench.clock.advance(0.9)
        assert len(bench.world.called("find")) == 1
        await bench.clock.advance(0.2)
        await bench.until(lambda: len(bench.world.called("find")) == 2)
        await bench.clock.advance(2.1)
        await bench.until(lambda: run.waits is Waits.ENDED)
        assert not await runtime.attention()


async def test_after_the_last_pause_a_person_is_asked_and_settles_it() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 9)
        await bench.until(lambda: bool(bench.store.attention()), tick=0.5)
        (item,) = await runtime.attention()
        assert item.why == "nobody can tell whether it happened: find_shipment: ConnectionError: no line"
        assert run.waits is Waits.PERSON
        parts = await runtime.settle(run.key, item.operation, "shipped", {"receipt": "R-7"}, by="operator")
        assert "Sent: R-7." in texts(parts)
        assert settled(parts).status is Waits.ENDED
        await bench.until(lambda: not bench.store.attention())
        assert records(bench.store, run.key, "Decided")[-1].occurrence.by == "operator"


async def test_what_a_person_may_not_settle() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 9)
        await bench.until(lambda: bool(bench.store.attention()), tick=0.5)
        operation = bench.store.attention()[0].operation
        for given, why in (("9.9", "is not an open write of c.1; open: "), (operation, "cannot be built: receipt")):
            with pytest.raises(RefusedError, match=why):
                await runtime.settle(run.key, given, "shipped", by="operator")
        with pytest.raises(RefusedError, match="'free' is not an outcome of ship; its outcomes are shipped, refused"):
            await runtime.settle(run.key, operation, "free", {}, by="operator")
        with pytest.raises(RefusedError, match="`by` is empty"):
            await runtime.settle(run.key, operation, "refused", {}, by="")
        await runtime.settle(run.key, operation, "refused", by="operator")
        assert run.state == "idle"
        with pytest.raises(RefusedError, match="is not an open write"):
            await runtime.settle(run.key, operation, "shipped", {"receipt": "R"}, by="operator")


async def test_a_write_under_way_is_not_settled_by_hand() -> None:
    bench = Bench(settings=SETTINGS)
    never = asyncio.Event()
    bench.world.before["ship"].append(never.wait)  # type: ignore[arg-type]  # what it answers does not matter
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 0)
        await bench.until(lambda: bool(bench.world.called("ship")))
        (operation,) = bench.store.open_operations(run.key)
        with pytest.raises(RefusedError, match="cannot be settled by hand: it is started; wait for its answer"):
            await runtime.settle(run.key, operation.id, "refused", by="operator")
        never.set()


async def test_a_restart_looks_up_again_and_clears_the_attention_list() -> None:
    bench = Bench(settings=SETTINGS)
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 3)
        await bench.until(lambda: bool(bench.store.attention()), tick=0.5)
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.waits is Waits.ENDED)
        await bench.until(lambda: not bench.store.attention())


async def test_a_look_up_that_hangs_is_given_up() -> None:
    bench = Bench(settings=SETTINGS)
    bench.world.before["find"].append(asyncio.Event().wait)  # type: ignore[arg-type]  # it never answers
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 0)
        await bench.until(lambda: bool(bench.world.called("find")))
        await bench.clock.advance(3.1)
        await bench.until(lambda: run.waits is Waits.ENDED, tick=0.5)
        assert len(bench.world.called("find")) == 2


async def test_a_write_is_repeated_under_its_key_with_pauses() -> None:
    bench = Bench(machine=post, translator=None, settings=SETTINGS)
    bench.world.after["mail"].extend([raising(TimeoutError())] * 2)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "mail_it", id="1", wait=False)
        await bench.until(lambda: len(bench.world.calls) == 2)
        await bench.clock.advance(0.9)
        assert len(bench.world.calls) == 2, "a repetition waits like any other look-up"
        await bench.clock.advance(0.2)
        await bench.until(lambda: len(bench.world.calls) == 3)
        await bench.until(lambda: run.state == "telling")
        assert [call.attempt for call in bench.world.calls] == [1, 2, 3]
        assert len(bench.world.done) == 1
        decisions = bench.store.gate_decisions(run.key)
        assert [decision.permitted for decision in decisions] == [True, True, True]


async def test_repeating_ends_with_a_person() -> None:
    bench = Bench(machine=post, translator=None, settings=SETTINGS)
    bench.world.before["mail"].extend([raising(TimeoutError())] * 9)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "mail_it", id="1", wait=False)
        await bench.until(lambda: bool(bench.store.attention()), tick=0.5)
        assert run.waits is Waits.PERSON
        assert len(bench.world.calls) == 4
        assert "no answer again" in bench.store.attention()[0].why


async def test_what_is_no_longer_wanted_is_not_repeated() -> None:
    bench = Bench(machine=post, translator=None, settings=SETTINGS)
    bench.world.before["mail"].extend([raising(TimeoutError())] * 9)
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        await runtime.signal(run.key, "mail_it", id="1", wait=False)
        await bench.until(lambda: len(bench.world.calls) == 2)
        await runtime.signal(run.key, "leave", id="2", wait=False)
        await bench.until(lambda: bool(bench.store.attention()), tick=0.5)
        assert len(bench.world.calls) == 2
        assert "it is no longer wanted" in bench.store.attention()[0].why


async def test_a_tool_without_a_look_up_goes_to_a_person_at_once() -> None:
    bench = Bench(machine=post, translator=None, settings=SETTINGS)
    bench.world.after["drop_off"].append(raising(TimeoutError()))
    async with bench.open() as runtime:
        run = await runtime.conversation("c")
        parts = await runtime.signal(run.key, "drop_it", id="1")
        assert settled(parts).status is Waits.PERSON
        (item,) = await runtime.attention()
        assert "it has no look-up" in item.why
        told = await runtime.settle(run.key, item.operation, "dropped_off", by="operator")
        assert texts(told) == ["There is news."]
        assert run.state == "telling", "whoever settles sees the words; they are for somebody else"
        await read(run.updates())
        assert run.state == "idle"
        await bench.until(lambda: not bench.store.attention())


async def test_a_crash_between_the_mark_and_the_answer_is_looked_up() -> None:
    bench = Bench(settings=Settings(lookup_backoff_s=(1.0,), closing_s=0.0, store_threads=2))
    bench.world.after["ship"].append(asyncio.Event().wait)  # type: ignore[arg-type]  # it never answers
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 0)
        await bench.until(lambda: bool(bench.world.done))
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.waits is Waits.ENDED)
        unknown = next(r for r in records(bench.store, run.key, "Decided") if r.occurrence.event == "unknown")
        assert unknown.occurrence.by == "the process ended before an answer"
        assert len(bench.world.called("ship")) == 1


async def test_settling_ends_a_look_up_that_waits_for_its_next_try() -> None:
    bench = Bench(settings=Settings(lookup_backoff_s=(3600.0,), store_threads=2))
    async with bench.open() as runtime:
        run = await lost(bench, runtime, 9)
        await bench.until(lambda: bool(bench.world.called("find")))
        (operation,) = bench.store.open_operations(run.key)
        parts = await runtime.settle(run.key, operation.id, "shipped", {"receipt": "R-7"}, by="operator")
        assert settled(parts).status is Waits.ENDED, "nobody waits an hour for it"
        assert len(bench.world.called("find")) == 1
