"""Starting: one writer, what is resumed, what is left alone, and a start that fails leaves nothing behind."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from decidable import RefusedError, Settings, StoreError
from decidable.runtime.parts import Waits
from decidable.stores import SQLite
from tests.runtime.harness import START, Bench, read, say, texts
from tests.runtime.machines.parcel import Wants
from tests.runtime.machines.parcel2 import parcel2
from tests.runtime.machines.world import raising
from tests.runtime.watched import Watched

QUICK = Settings(closing_s=0.0, lookup_backoff_s=(1.0,), store_threads=2)


async def test_a_second_runtime_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    async with Bench(store=SQLite(path)).open() as runtime:
        with pytest.raises(StoreError, match=r"is in use by 'pid \d+'.*stop it first"):
            async with Bench(store=SQLite(path)).open():
                raise AssertionError("it must not open")
        run = await runtime.conversation("c", start=START)
        await say(run, "book")
    async with Bench(store=SQLite(path)).open() as runtime:
        assert (await runtime.run("c.1")).state == "confirming"


async def test_a_store_that_was_taken_over_is_noticed() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        bench.store.claim("another")
        with pytest.raises(StoreError, match="epoch 2 owns the store now"):
            await runtime.signal(run.key, "ping", id="p")


async def test_a_run_of_another_version_is_left_alone_and_keeps_nobody_from_going_on() -> None:
    bench = Bench(settings=QUICK)
    bench.world.after["ship"].append(raising(TimeoutError()))
    bench.world.before["find"].extend([raising(ConnectionError())] * 9)
    async with bench.open() as runtime:
        run = await runtime.conversation("old", start=START)
        await read(run.send(Wants(item="book"), id="b"))
        assert run.question is not None
        await runtime.approve(run.key, run.question[1], by="ann", wait=False)
        await bench.until(lambda: bool(bench.store.attention()), tick=1.0)
    newer = Bench(machine=parcel2, store=bench.store, clock=bench.clock, translator=None)
    async with newer.open() as runtime:
        assert list(runtime.left_alone) == [run.key]
        assert "was begun with another version of parcel" in runtime.left_alone[run.key]
        with pytest.raises(RefusedError, match="finish it with that version, or start in a new store"):
            await runtime.run(run.key)
        with pytest.raises(RefusedError, match="another version"):
            await runtime.conversation("old", start=START)
        assert (await runtime.conversation("new", start=START)).state == "idle"
    async with bench.open() as runtime:
        assert not runtime.left_alone
        again = await runtime.run(run.key)
        bench.world.before["find"].clear()
        await bench.until(lambda: again.waits is Waits.ENDED, tick=1.0)


async def test_a_conversation_whose_run_has_ended_goes_on_with_the_new_version() -> None:
    bench = Bench()
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        await say(run, "stop")
        await read(run.updates())
    async with Bench(machine=parcel2, store=bench.store, translator=None).open() as runtime:
        assert (await runtime.conversation("c", start=START)).key.run == "c.2"


async def test_a_damaged_run_is_left_alone_and_named(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    async with Bench(store=SQLite(path)).open() as runtime:
        for name in ("a", "b"):
            await runtime.conversation(name, start=START)
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE run SET snapshot = replace(snapshot, 'C1', 'C2') WHERE run = 'a.1'")
        file.commit()
    async with Bench(store=SQLite(path)).open() as runtime:
        assert [str(key) for key in runtime.left_alone] == ["a.1"]
        assert "damaged" in next(iter(runtime.left_alone.values()))
        assert texts(await read((await runtime.run("b.1")).updates())) == ["What shall I send?"]
        with pytest.raises(StoreError, match="damaged"):
            await runtime.run("a.1")


async def test_a_start_that_fails_gives_the_store_back(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    watched = Watched(SQLite(path))
    watched.failures["put_definition"].append(StoreError("the disk is full"))
    with pytest.raises(StoreError, match="the disk is full"):
        async with Bench(store=watched.port).open():
            raise AssertionError("it must not open")
    async with Bench(store=SQLite(path)).open() as runtime:
        assert not await runtime.runs()


async def test_a_message_that_was_acknowledged_and_not_handled_is_handled_after_the_restart() -> None:
    bench = Bench(settings=QUICK)
    bench.world.before["check"].append(asyncio.Event().wait)  # type: ignore[arg-type]  # it never answers
    async with bench.open() as runtime:
        run = await runtime.conversation("c", start=START)
        sending = asyncio.create_task(say(run, "book"))
        await bench.until(lambda: bool(bench.world.calls))
        await runtime.signal(run.key, "ping", id="p-1", wait=False)
    assert isinstance((await asyncio.gather(sending, return_exceptions=True))[0], RefusedError)
    async with bench.open() as runtime:
        again = await runtime.run(run.key)
        await bench.until(lambda: again.state == "confirming")
        assert again.facts.pings == 1
        assert len(bench.world.called("check")) == 2, "a read may be repeated"
