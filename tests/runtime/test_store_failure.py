"""The store fails in the middle: the caller hears it, nothing is half done, and reopening goes on."""

from __future__ import annotations

from typing import Any

import pytest

from decidable import RefusedError, Runtime, Settings, StoreError
from decidable.runtime.parts import Waits
from decidable.runtime.run import Run
from decidable.stores.port import RunKey
from decidable.testing import Recorder
from tests.runtime.harness import START, Bench, read, records, say
from tests.runtime.machines.parcel import Wants
from tests.runtime.watched import Watched

SETTINGS = Settings(closing_s=0.2, lookup_backoff_s=(1.0,), store_threads=2)


def watched_bench() -> tuple[Watched, Bench]:
    """A bench whose store can be made to fail."""
    kept = Bench().store
    watched = Watched(kept)
    return watched, Bench(store=watched.port, settings=SETTINGS)


async def test_a_full_disk_reaches_the_stream_and_the_same_handle_goes_on_when_there_is_room() -> None:
    watched, bench = watched_bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        watched.full_from = watched.calls["commit"] or -1
        with pytest.raises(StoreError, match="the disk is full"):
            await say(run, "book")
        assert run.state == "idle"
        watched.full_from = 0
        await say(run, "book")
        assert run.state == "confirming"
        assert bench.store.verify(run.key) == run.length


@pytest.mark.parametrize("reopen", [True, False])
@pytest.mark.parametrize("commit", range(1, 6))
async def test_whichever_commit_fails_the_task_is_done_once(commit: int, reopen: bool) -> None:
    watched, bench = watched_bench()
    watched.full_from = commit
    for _ in range(2):
        async with bench.open() as runtime:
            try:
                await one_parcel(runtime)
            except StoreError:
                watched.full_from = 0
                if not reopen:
                    await one_parcel(runtime)
                    break
            else:
                break
    head = bench.store.head(RunKey("", "c.1"))
    assert head is not None
    assert head.snapshot.state == "done"
    assert watched.full_from == 0, "it did fail"
    assert list(bench.world.done.values()) == ["book for 5.00 USD"]
    assert bench.store.verify(head.key) == head.snapshot.seq


async def one_parcel(runtime: Runtime[Any, Any]) -> None:
    """Wish, yes, done: with the same ids each time, as a client sends again what was not answered."""
    try:
        run: Run[Any] = await runtime.run("c.1")
    except RefusedError:
        run = await runtime.conversation("c", start=START)
    await read(run.send(Wants(item="book"), id="wish"))
    if run.question is not None:
        await runtime.approve(run.key, run.question[1], by="ann")
    await read(run.updates())
    assert run.waits is Waits.ENDED


async def test_the_mark_before_a_deed_that_cannot_be_kept_prevents_the_deed() -> None:
    watched, bench = watched_bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await read(run.send(Wants(item="book"), id="b"))
        assert run.question is not None
        watched.full_from = watched.calls["commit"] + 2
        with pytest.raises(StoreError, match="the disk is full"):
            await runtime.approve(run.key, run.question[1], by="ann")
        assert not bench.world.called("ship"), "write down, then act"
        watched.full_from = 0
        again = await runtime.run(run.key)
        await bench.until(lambda: again.waits is Waits.ENDED)
        assert len(bench.world.done) == 1


async def test_a_failing_delivery_mark_repeats_the_words_rather_than_loses_them() -> None:
    watched, bench = watched_bench()
    bench.channel = recorder = Recorder()
    watched.failures["delivered"].append(StoreError("the disk failed"))
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await bench.rest()
        assert recorder.texts == ["What shall I send?"]
        again = await runtime.run(run.key)
        await bench.until(lambda: not bench.store.undelivered(again.key))
        assert recorder.texts == ["What shall I send?"] * 2
        assert len({each.key for each in recorder.delivered}) == 1, "a channel can tell the repetition by its key"


async def test_a_store_that_cannot_be_read_refuses_and_is_read_again() -> None:
    watched, bench = watched_bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        key = run.key
        await read(run.updates())
    async with bench.open() as runtime:
        for name in ("head", "waiting", "said"):
            watched.failures[name].append(StoreError(f"cannot read {name}"))
            with pytest.raises(StoreError, match=f"cannot read {name}"):
                await runtime.run(key)
        assert (await runtime.run(key)).state == "idle"


async def test_closing_with_a_store_that_fails_is_clean() -> None:
    watched, bench = watched_bench()

    async def closed() -> None:
        async with bench.open() as runtime:
            await runtime.conversation("c", start=START)
            watched.failures["close"].append(StoreError("cannot close"))

    with pytest.raises(StoreError, match="cannot close"):
        await closed()
    async with bench.open() as runtime:
        assert (await runtime.run("c.1")).state == "idle"
        assert records(bench.store, (await runtime.run("c.1")).key, "Begun")


async def test_a_run_that_the_store_failed_goes_on_by_itself_when_there_is_room() -> None:
    watched, bench = watched_bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await read(run.send(Wants(item="book"), id="b"))
        assert run.question is not None
        watched.full_from = watched.calls["commit"] + 3
        with pytest.raises(StoreError, match="the disk is full"):
            await runtime.approve(run.key, run.question[1], by="ann")
        assert len(bench.world.done) == 1, "it was done, and its answer could not be kept"
        await bench.clock.advance(30)
        watched.full_from = 0
        await bench.until(lambda: records(bench.store, run.key)[-1].__class__.__name__ == "Ended", tick=5.0)
        assert len(bench.world.called("ship")) == 1
        assert not runtime.left_alone
